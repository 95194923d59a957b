//! Short forms that both games know: a verb's letter, and a card with nothing said of it.

use crate::{
    decktet::{self, Card, Cards},
    table::{Book, Game, Seat, Shorthand, Unclear, Unreadable, Verb, or_list},
};

/// The verb that a short form begins with, by its letter, and what stands behind it. A letter stands alone, or right before a
/// number or a card that begins with one: `g 2 9l`, `g2 9l`, `h7s`.
pub fn short_verb<'a>(book: &'static Book, text: &'a str) -> Option<(&'static Verb, &'a str)> {
    let letter = text.chars().next()?.to_ascii_lowercase();
    let verb = book.verbs.iter().find(|verb| verb.letter == Some(letter))?;
    let tail = text.get(1..)?;
    tail.chars().next().is_none_or(|next| next.is_whitespace() || next.is_ascii_digit()).then_some((verb, tail))
}

/// A card alone: what can be done with it now, asked for where that is not one thing only.
pub fn card_alone<G: Game>(
    game: &G,
    actor: Option<Seat>,
    text: &str,
    among: Cards,
    cards_of: impl Fn(&G::Step) -> &[Card],
) -> Option<Result<G::Step, Shorthand<G::Step>>> {
    let card = decktet::read(text, among).ok()?;
    let seat = actor.or_else(|| game.open().seats().single())?;
    let legal = game.legal_steps().into_iter();
    let mut options: Vec<G::Step> =
        legal.filter(|(who, step)| *who == seat && cards_of(step) == [card]).map(|(_, step)| step).collect();
    match options.len() {
        0 => {
            let problem = format!("nothing can be done now with {}", card.titled());
            let open = game.open().to(Some(seat));
            let verbs = G::book().verbs.iter().enumerate().filter(|(kind, _)| open.contains(*kind));
            let verbs: Vec<&str> = verbs.map(|(_, verb)| verb.name).collect();
            Some(Err(Unreadable::new(0..text.len(), problem, or_list(&verbs)).into()))
        }
        1 => options.pop().map(Ok),
        _ => Some(Err(Unclear { question: format!("what is done with {}?", card.titled()), options }.into())),
    }
}
