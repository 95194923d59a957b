//! The score sheet: each round's cards, share, bonuses and debts.

use super::{
    Blulu, Bonuses, Phase, Round,
    book::{BOOK, bl},
    score::Reckoning,
};
use crate::table::{Detail, Item, PlayerSheet, Players, Points, RoundSheet, Seat, Sheet, and_list, count_of};

impl Blulu {
    pub(super) fn sheet(&self, players: &Players) -> Sheet {
        let rounds: Vec<_> = self.rounds().map(|round| (round, round.reckon(&self.setup, self.players))).collect();
        let last = rounds.len();
        let sheet_of = |seat: Seat| {
            let rounds: Vec<RoundSheet> = rounds
                .iter()
                .zip(1..)
                .map(|((round, reckonings), nth)| self.round_sheet(round, seat, reckonings[seat.index()], nth == last))
                .collect();
            PlayerSheet {
                name: players.name(seat).to_owned(),
                total: rounds.iter().map(RoundSheet::points).sum::<Points>(),
                rounds,
                winner: false,
            }
        };
        let mut sheet = Sheet {
            game: BOOK.game,
            complete: false,
            unit: None,
            players: self.seats().map(sheet_of).collect(),
            winners: Vec::new(),
            tiebreak: None,
            notes: self.notes(players),
        };
        if self.is_game_over() {
            sheet.crown(&self.leaders());
        }
        sheet
    }

    fn round_sheet(&self, round: &Round, seat: Seat, reckoning: Reckoning, last: bool) -> RoundSheet {
        let catch = &round.catches[seat.index()];
        let share = self.setup.share(self.players);
        let exchange = self.setup.bonuses == Bonuses::Exchange;
        let kept = i32::from(catch.captured) + reckoning.exchanged;
        let captured = count_of(catch.captured.into(), "card", "cards");
        let mut details = vec![("captured", Detail::Number(catch.captured.into()))];
        if exchange {
            details.push(("exchanged", Detail::Number(reckoning.exchanged.into())));
        }
        details.push(("share", Detail::Number(share.into())));
        details.push(("above", Detail::Number(reckoning.above.into())));
        let got = match reckoning.exchanged {
            0 => String::new(),
            got @ 1.. => format!(", {got} got for bonuses: {kept}"),
            paid => format!(", {} paid for bonuses: {kept}", -paid),
        };
        let (clause, why) = match (round.counted, self.phase) {
            (true, _) => (bl(4, 2), format!("{captured} captured{got}; the share is {share}")),
            (false, Phase::GameOver { .. }) if last => {
                (bl(3, 3), format!("{captured} captured; a bonus ended the game, and the round's cards don't count"))
            }
            (false, _) if last => (bl(4, 2), format!("{captured} captured so far; they are counted when the round is over")),
            (false, _) => (bl(4, 2), format!("{captured} captured; the round was not played to its end, and they don't count")),
        };
        let points = Points::Exactly(reckoning.above);
        let mut items = vec![Item { label: "cards".to_owned(), points, clause, details, why }];
        items.extend(catch.bonuses.iter().map(|won| {
            let worth = won.bonus.worth();
            let cards = won.cards.iter().map(|card| card.code().to_owned()).collect();
            let why = match (won.cards.is_empty(), exchange) {
                (true, false) => "counted on the table".to_owned(),
                (true, true) => format!("counted on the table: worth {worth} cards"),
                (false, false) => won.bonus.why(won.cards),
                (false, true) => format!("{}: worth {worth} cards", won.bonus.why(won.cards)),
            };
            Item {
                label: won.bonus.name().to_owned(),
                points: Points::Exactly(if exchange { 0 } else { worth }),
                clause: if exchange { bl(3, 4) } else { won.bonus.clause() },
                details: vec![("with", Detail::List(cards))],
                why,
            }
        }));
        RoundSheet { items, total: None }
    }

    /// Who deals, what is owed, why nobody has won yet.
    fn notes(&self, players: &Players) -> Vec<String> {
        let name = |seat| players.name(seat);
        let mut notes = Vec::new();
        if self.setup.bonuses == Bonuses::Exchange && !self.round.counted && self.round.debt() != 0 && !self.is_game_over() {
            notes.push(self.debt_in_words(players));
        }
        match self.phase {
            Phase::Deal | Phase::Turn(_) => notes.push(format!("{} deals this round.", name(self.dealer))),
            Phase::Over => {
                let leaders = self.leaders();
                let most = self.totals()[leaders.first().map_or(0, |seat| seat.index())];
                if leaders.len() > 1 && most >= self.setup.target {
                    let names: Vec<_> = leaders.iter().map(|&seat| name(seat)).collect();
                    notes.push(format!("{} share the most, {most}: another round is played (BL-5.1).", and_list(&names)));
                }
                notes.push(format!("{} deals the next round.", name(self.next_dealer())));
            }
            Phase::GameOver { .. } if self.setup.single_round => notes.push("One round, counted for itself.".to_owned()),
            Phase::GameOver { at_once: true } => {
                notes.push("A bonus ended the game at once; the cards of the unfinished round don't count (BL-3.3).".to_owned());
            }
            Phase::Ready | Phase::GameOver { .. } => {}
        }
        notes
    }

    /// `Bo owes Ada 2 cards`.
    pub(super) fn debt_in_words(&self, players: &Players) -> String {
        let debt = self.round.debt();
        let [from, to] = if debt > 0 { [1, 0] } else { [0, 1] }.map(|index| players.name(Seat::new(index)));
        let owed = usize::try_from(debt.unsigned_abs()).unwrap_or_default();
        format!("{from} owes {to} {} for bonuses (BL-3.4).", count_of(owed, "card", "cards"))
    }
}
