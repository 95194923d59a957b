//! A step as it is touched: verb, place, cards.

use fowlplay::referee::Referee;

/// A step of a log, and what a menu asks for it.
#[derive(Debug)]
pub struct Step {
    /// The line that it is in, counted from the beginning of the game.
    pub line: usize,
    /// Who begins the round, where it is the first of another round.
    pub first: Option<String>,
    pub actor: Option<String>,
    /// As the log has it.
    pub text: String,
    pub verb: String,
    pub place: Option<String>,
    pub cards: Vec<String>,
}

impl Step {
    /// The line that a terminal records it by.
    pub fn line(&self) -> String {
        self.actor.iter().map(|actor| format!("{actor}: ")).collect::<String>() + &self.text
    }
}

/// The steps of a line, before which the table stands so.
pub fn steps(before: &dyn Referee, line: &str, nth: usize, first: Option<String>) -> Vec<Step> {
    let players = before.players().names();
    let (actor, steps) = match line.split_once(": ") {
        Some((actor, steps)) if players.iter().any(|name| name == actor) => (Some(actor.to_owned()), steps),
        _ => (None, line),
    };
    let offers = before.legal_steps();
    let mut first = first;
    let step = |text: &str| {
        let mut words = text.split(' ').map(str::to_owned);
        let verb = words.next().unwrap_or_default();
        let offered = offers.iter().find(|offer| offer.step == text);
        let (place, cards) = match offered {
            Some(offer) => (offer.parts.place.clone(), offer.parts.cards.clone()),
            // What is not offered names cards; only an egg that opens says whose it is.
            None => {
                let mut rest: Vec<String> = words.collect();
                let place = (rest.get(1).is_some_and(|word| word == "=")).then(|| rest.drain(..2).next()).flatten();
                (place, rest)
            }
        };
        Step { line: nth, first: first.take(), actor: actor.clone(), text: text.to_owned(), verb, place, cards }
    };
    steps.split("; ").map(step).collect()
}
