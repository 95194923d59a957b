//! What is open to a player or to the table, a line each.

use super::{EggsAndEmpires, Setup, TURNS, book};
use crate::table::{Game as _, Header, Seat, or_list};

impl EggsAndEmpires {
    /// What is open to a player or to the table, a line each. What lies face down is not told.
    pub(super) fn outlook(&self, actor: Option<Seat>, table: &Header<Setup>) -> Vec<String> {
        let open = self.open().to(actor);
        let name = |seat| table.players.name(seat);
        let mut lines = Vec::new();
        let mut say = |kind: usize, line: String| {
            if open.contains(kind) {
                lines.push(line);
            }
        };
        say(book::REVEAL, format!("reveal: the eggs of turn {} of {TURNS}; {}", self.turn + 1, self.eggs_due_in_words()));
        let cards = if self.each() == 1 { "one card of the hand" } else { "two different cards of the hand" };
        say(book::PLAY, format!("play: {cards}, 1 to 10"));
        if let (Some(played), Some(seat)) = (self.collecting(), actor) {
            let up = self
                .offer
                .values()
                .filter(|&value| value >= 0 || played.card != super::Card::Mage)
                .map(|value| value.to_string());
            let down =
                self.offer.scouts().map(|scout| format!("face down from {}'s Scout (`down {}`)", name(scout), name(scout)));
            let eggs: Vec<String> = up.chain(down).collect();
            say(book::TAKE, format!("take: {}, with {}'s {}", or_list(&eggs), name(seat), played.card.titled()));
        }
        say(book::DECLINE, "decline: the Mage leaves the face-down eggs".to_owned());
        if let Some(seat) = actor {
            let gifts: Vec<String> = self.pile(seat).gifts().map(|egg| super::back::in_words(egg.what.value())).collect();
            say(book::GIVE, format!("give: {}, to another player", or_list(&gifts)));
            let mut scouts: Vec<String> =
                self.pile(seat).unnamed().into_iter().map(|scout| format!("`opens {} = V`", name(scout))).collect();
            scouts.dedup();
            say(book::OPENS, format!("opens: the value of a face-down egg that was collected: {}", or_list(&scouts)));
        }
        say(book::DISCARD, "discard: one egg of the own pile".to_owned());
        say(book::MULLIGAN, "mulligan: a new starting hand, once".to_owned());
        say(book::END, "end: nobody uses an ability any more, and the round is over".to_owned());
        lines
    }
}
