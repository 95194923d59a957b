//! A step as it is touched: verb, place, cards.

use fowlplay::referee::{self, Referee};

/// A step of a log, and what a menu asks for it.
#[derive(Debug)]
pub struct Step {
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
        let actor = self.actor.as_deref().map(|actor| format!("{actor}: "));
        actor.unwrap_or_default() + &self.text
    }
}

/// The steps of a line, which goes on with a game, and the game behind it.
pub fn steps(before: Box<dyn Referee>, line: &str, first: Option<String>) -> (Vec<Step>, Box<dyn Referee>) {
    let players = before.players().names().to_vec();
    let (actor, steps) = match line.split_once(": ") {
        Some((actor, steps)) if players.iter().any(|name| name == actor) => (Some(actor.to_owned()), steps),
        _ => (None, line),
    };
    let (mut table, mut first) = (before, first);
    let mut all = Vec::new();
    for text in steps.split("; ") {
        let mut words = text.split(' ').map(str::to_owned);
        let verb = words.next().unwrap_or_default();
        // A round's first step is offered once it has begun.
        let begun = first.as_deref().map(|first| table.next_round(first).expect("it can begin"));
        let offered = begun.as_ref().unwrap_or(&table).legal_steps().into_iter().find(|offer| offer.step == text);
        let (place, cards) = if let Some(offer) = offered {
            (offer.parts.place, offer.parts.cards)
        } else {
            // What is not offered names cards; only an egg that opens says whose it is.
            let mut rest: Vec<String> = words.collect();
            let place = rest.get(1).is_some_and(|word| word == "=").then(|| rest.drain(..2).next());
            (place.flatten(), rest)
        };
        let step = Step { first: first.take(), actor: actor.clone(), text: text.to_owned(), verb, place, cards };
        let recorded = table.record(&[&step.line()], step.first.as_deref()).expect("an example is legal");
        table = referee::open(recorded.log).expect("it can be read");
        all.push(step);
    }
    (all, table)
}
