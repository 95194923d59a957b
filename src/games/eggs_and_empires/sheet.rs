//! The score sheet: each round's eggs, Merchants and Blacksmiths; what is still hidden.

use super::{
    EggsAndEmpires, MarkerRule, Phase, Round, Scoring, Setup, TURNS,
    book::{BOOK, ee},
    score::{BLACKSMITH, MERCHANT},
};
use crate::table::{Detail, Item, PlayerSheet, Players, Points, RoundSheet, Seat, Sheet, and_list, count_of, or_list};

impl EggsAndEmpires {
    pub(super) fn sheet(&self, players: &Players) -> Sheet {
        let rounds: Vec<_> = self.rounds().collect();
        let totals = self.totals();
        let sheet_of = |seat: Seat| PlayerSheet {
            name: players.name(seat).to_owned(),
            rounds: rounds.iter().map(|(round, points)| Self::round_sheet(round, points[seat.index()], seat)).collect(),
            total: totals[seat.index()],
            winner: false,
        };
        let mut sheet = Sheet {
            game: BOOK.game,
            complete: false,
            unit: (self.setup.scoring == Scoring::Tokens).then_some("tokens"),
            players: self.seats().map(sheet_of).collect(),
            winners: Vec::new(),
            tiebreak: None,
            notes: self.notes(players),
        };
        if self.phase == Phase::GameOver {
            let winners = self.winners();
            sheet.crown(&winners);
            if winners.is_empty() {
                sheet.tiebreak = Some("Eggs of an earlier round were never named: nobody can say who has the most.".to_owned());
            }
        }
        sheet
    }

    /// The score while piles lie face down: that of the rounds that are over.
    pub(super) fn sheet_in_view(&self, players: &Players) -> Sheet {
        let mut sheet = self.sheet(players);
        if !self.is_underway() {
            return sheet;
        }
        for player in &mut sheet.players {
            player.rounds.pop();
            if self.setup.scoring == Scoring::Points {
                player.total = player.rounds.iter().map(RoundSheet::points).sum();
            }
        }
        sheet.notes.push(format!("The piles of round {} lie face down; `memory` tells what is known of them.", self.number));
        sheet
    }

    fn round_sheet(round: &Round, points: Points, seat: Seat) -> RoundSheet {
        let pile = &round.piles[seat.index()];
        let (merchants, blacksmiths) = (round.merchants[seat.index()], round.blacksmiths[seat.index()]);
        let fixed = MERCHANT * i32::from(merchants) + BLACKSMITH * i32::from(blacksmiths);
        let unnamed = pile.unnamed().len();
        let mut eggs: Vec<String> = pile.values().iter().map(ToString::to_string).collect();
        eggs.extend(std::iter::repeat_n("?".to_owned(), unnamed));
        let why = match (eggs.len(), unnamed) {
            (0, _) => "no egg".to_owned(),
            (count, 0) => format!("{}: {}", count_of(count, "egg", "eggs"), eggs.join(" ")),
            (count, hidden) => {
                format!("{}: {}; {} not been named", count_of(count, "egg", "eggs"), eggs.join(" "), have(hidden))
            }
        };
        let (least, most) = points.range();
        let mut items = vec![Item {
            label: "eggs".to_owned(),
            points: Points::between(least - fixed, most - fixed),
            clause: ee(6, 1),
            details: vec![("eggs", Detail::List(eggs))],
            why,
        }];
        let cards = [("Merchant", merchants, MERCHANT, ee(4, 3)), ("Blacksmith", blacksmiths, BLACKSMITH, ee(4, 5))];
        items.extend(cards.into_iter().filter(|(_, count, ..)| *count > 0).map(|(name, count, worth, clause)| Item {
            label: if count == 1 { name.to_lowercase() } else { format!("{count} {}s", name.to_lowercase()) },
            points: Points::Exactly(worth * i32::from(count)),
            clause,
            details: Vec::new(),
            why: format!("{} that did not collect", count_of(count.into(), name, &format!("{name}s"))),
        }));
        RoundSheet { items, total: None }
    }

    /// `eggs 13 -6, 6 for a Merchant`.
    pub(super) fn parts_in_words(round: &Round, seat: Seat) -> String {
        let sheet = Self::round_sheet(round, Points::Exactly(round.known(seat)), seat);
        let mut parts = Vec::new();
        for item in &sheet.items {
            parts.push(match &item.details[..] {
                [(_, Detail::List(eggs))] if eggs.is_empty() => "no eggs".to_owned(),
                [(_, Detail::List(eggs))] => format!("{} {}", if eggs.len() == 1 { "egg" } else { "eggs" }, eggs.join(" ")),
                _ => format!("{} for {}", item.points, item.label),
            });
        }
        and_list(&parts)
    }

    /// How far the round is, what is still hidden, who holds the marker next, what is counted.
    fn notes(&self, players: &Players) -> Vec<String> {
        let mut notes = Vec::new();
        if self.setup.scoring == Scoring::Tokens {
            let enough = Setup::tokens_to_win(self.players);
            notes.push(format!("What counts in all is tokens, one for the most points of a round; {enough} win (EE-6.3)."));
        }
        let rounds = self.past.iter().map(|past| &past.round).zip(1..).filter(|(round, _)| !round.counted);
        for (_, number) in rounds {
            notes.push(format!("Round {number} was not played to its end; what lay in the piles is counted."));
        }
        let hidden = self.unnamed_in_words(players);
        if !hidden.is_empty() {
            notes.push(format!("Not named yet: {}.", and_list(&hidden)));
        }
        match self.phase {
            Phase::Reveal | Phase::Play | Phase::Collect(_) | Phase::Closing => {
                let turn = (self.turn + u8::from(self.phase == Phase::Reveal)).min(TURNS);
                let marker = players.name(self.marker);
                notes.push(format!("Round {}, turn {turn} of {TURNS}; {marker} holds the marker.", self.number));
            }
            Phase::Over => {
                let next: Vec<&str> = self.may_hold_next().iter().map(|seat| players.name(seat)).collect();
                let clause = if self.setup.marker == MarkerRule::EveryRound { ee(5, 1) } else { ee(5, 2) };
                notes.push(format!("{} holds the marker in the next round ({clause}).", or_list(&next)));
            }
            Phase::GameOver if self.setup.single_round => notes.push("One round, counted for itself.".to_owned()),
            Phase::Ready | Phase::Naming | Phase::GameOver => {}
        }
        notes
    }
}

fn have(count: usize) -> String {
    if count == 1 { "1 has".to_owned() } else { format!("{count} have") }
}
