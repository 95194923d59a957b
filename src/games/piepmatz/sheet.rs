//! The score sheet: pairs, each species with every player's count, seeds, the tie-break.

use super::{
    Phase, Piepmatz, Species,
    book::{BOOK, pm},
    score::{Collection, Collections, PAIR, pairs},
};
use crate::table::{Detail, Item, PlayerSheet, Players, Points, RoundSheet, Seat, Sheet, and_list, count_of};

/// Items in a column of their own words.
fn list<T: ToString>(items: impl Iterator<Item = T>) -> Detail {
    Detail::List(items.map(|item| item.to_string()).collect())
}

impl Piepmatz {
    pub(super) fn sheet(&self, players: &Players) -> Sheet {
        let sheet_of = |seat: Seat| {
            let rounds: Vec<RoundSheet> = self.rounds().map(|round| round_sheet(round, seat, players)).collect();
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
            notes: Vec::new(),
        };
        if self.phase == Phase::Over {
            let (tied, winners) = self.best();
            sheet.crown(&winners);
            if winners.len() < tied.len() {
                sheet.tiebreak = self.equal(&tied, &winners, players);
            } else {
                sheet.notes.extend(self.equal(&tied, &winners, players));
            }
        } else {
            sheet.notes = self.notes(players);
        }
        sheet
    }

    /// What decided between equal sums, or that nothing did (PM-6.4).
    fn equal(&self, tied: &[Seat], winners: &[Seat], players: &Players) -> Option<String> {
        let first = tied.first().filter(|_| tied.len() > 1)?;
        let names = |seats: &[Seat]| and_list(&seats.iter().map(|&seat| players.name(seat)).collect::<Vec<_>>());
        let sum = self.totals()[first.index()];
        if winners.len() == tied.len() {
            let pairs = count_of(self.pairs_of(*first), "mated pair", "mated pairs");
            return Some(format!("{} have {sum} and {pairs} each (PM-6.4).", names(tied)));
        }
        let each = |seat: &Seat| format!("{} {}", players.name(*seat), self.pairs_of(*seat));
        let pairs = and_list(&tied.iter().map(each).collect::<Vec<_>>());
        let have = if winners.len() == 1 { "has" } else { "have" };
        Some(format!("{} have {sum} each; mated pairs decide: {pairs}, so {} {have} most (PM-6.4).", names(tied), names(winners)))
    }

    /// How much of the round is left.
    fn notes(&self, players: &Players) -> Vec<String> {
        let name = |seat| players.name(seat);
        match self.phase {
            Phase::Ready | Phase::Over | Phase::Setup(_) => Vec::new(),
            Phase::Adding => vec!["The last choice of two birds from each hand is still to come (PM-5.2).".to_owned()],
            _ if self.ending => {
                let left: Vec<&str> = self.still_to_play().into_iter().map(name).collect();
                let turns = if left.is_empty() { "nobody".to_owned() } else { and_list(&left) };
                vec![format!("The end is triggered; {turns} still to play, then two birds from each hand (PM-5.1, PM-5.2).")]
            }
            _ => vec![format!("The feeder deck has {}.", count_of(self.deck.len(), "card", "cards"))],
        }
    }
}

fn round_sheet(round: Collections<'_>, seat: Seat, players: &Players) -> RoundSheet {
    let Some(mine) = round.0.get(seat.index()) else { return RoundSheet::default() };
    let mut items = vec![pair_item(mine)];
    items.extend(Species::ALL.into_iter().filter(|&species| round.most(species) > 0).map(|species| {
        let own = mine.birds.only(species);
        let points = round.majority(seat.index(), species);
        let counts = counts(round, species, players);
        let eggs = eggs(own.eggs());
        let why = match (own.len(), round.has_most(seat.index(), species)) {
            (0, _) => format!("none; {}", and_list(&counts)),
            (_, true) if is_alone(round, species) => format!("the most: {}; {eggs}", and_list(&counts)),
            (_, true) => format!("tied for the most: {}; each scores the own {eggs}", and_list(&counts)),
            (_, false) => format!("not the most: {}", and_list(&counts)),
        };
        Item {
            label: species.plural().to_owned(),
            points: Points::Exactly(points),
            clause: pm(6, 2),
            details: vec![("cards", list(own.birds())), ("counts", Detail::Text(counts.join(", ")))],
            why,
        }
    }));
    let seeds = mine.seeds.eggs();
    items.push(Item {
        label: "seeds".to_owned(),
        points: Points::Exactly(seeds),
        clause: pm(6, 3),
        details: vec![("cards", list(mine.seeds.iter()))],
        why: format!("{}: {}", count_of(mine.seeds.len(), "seed card", "seed cards"), eggs(seeds)),
    });
    RoundSheet { items, total: None }
}

fn eggs(eggs: i32) -> String {
    count_of(usize::try_from(eggs).unwrap_or_default(), "egg", "eggs")
}

fn pair_item(mine: &Collection) -> Item {
    let count = count_of(mine.birds.pair_count(), "mated pair", "mated pairs");
    Item {
        label: "pairs".to_owned(),
        points: Points::Exactly(pairs(mine)),
        clause: pm(6, 1),
        details: vec![("cards", list(mine.birds.pairs()))],
        why: format!("{count}, {PAIR} points each"),
    }
}

/// Whether one player alone has most cards of a species.
fn is_alone(round: Collections<'_>, species: Species) -> bool {
    (0..round.0.len()).filter(|&index| round.has_most(index, species)).count() == 1
}

/// Every player's count of a species; those who score it are marked.
fn counts(round: Collections<'_>, species: Species, players: &Players) -> Vec<String> {
    let count = |seat: Seat| {
        let mark = if round.has_most(seat.index(), species) { "*" } else { "" };
        let count = round.0.get(seat.index()).map_or(0, |collection| collection.birds.count(species));
        format!("{} {count}{mark}", players.name(seat))
    };
    players.seats().map(count).collect()
}
