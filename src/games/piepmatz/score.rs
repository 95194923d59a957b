//! The score: mated pairs, majorities, seeds, the winners, and the score sheet (PM-6).

use super::{
    Collection, Collections, MOST, Phase, Piepmatz, Species,
    book::{BOOK, pm},
};
use crate::table::prelude::*;

/// The points of a mated pair (PM-6.1).
const PAIR_POINTS: i32 = 5;

impl Collections {
    fn collection_of(&self, seat: Seat) -> Collection {
        self.each.get(seat.index()).copied().unwrap_or_default()
    }

    /// The most cards of a species that any player has (PM-6.2).
    pub(crate) fn most(&self, species: Species) -> usize {
        self.each.iter().map(|collection| collection.birds.count(species)).max().unwrap_or(0)
    }

    /// Whether a player has the most cards of a species, alone or tied. Without a card there is no majority (PM-6.2).
    pub(crate) fn has_most(&self, seat: Seat, species: Species) -> bool {
        let count = self.collection_of(seat).birds.count(species);
        count > 0 && count == self.most(species)
    }

    /// The points of a player for a species (PM-6.2).
    fn majority(&self, seat: Seat, species: Species) -> i32 {
        if self.has_most(seat, species) { self.collection_of(seat).birds.only(species).eggs() } else { 0 }
    }

    /// The points of a player in all (PM-6.1 to PM-6.3).
    fn total(&self, seat: Seat) -> i32 {
        if let Some(total) = self.totals.of(seat) {
            return total;
        }
        let majorities: i32 = Species::ALL.into_iter().map(|species| self.majority(seat, species)).sum();
        pair_points(self.collection_of(seat)) + majorities + self.collection_of(seat).seeds.eggs()
    }

    /// The number of cards that each player has of each species. Every player's sheet lists them.
    fn counts(&self, players: &Players) -> [Vec<String>; Species::ALL.len()] {
        Species::ALL.map(|species| {
            let count = |seat: Seat| format!("{} {}", players.name(seat), self.collection_of(seat).birds.count(species));
            players.seats().map(count).collect()
        })
    }

    fn sheet(&self, seat: Seat, players: &Players) -> RoundSheet {
        if let Some(total) = self.totals.of(seat) {
            return RoundSheet::of(Points::Exactly(total));
        }
        let collection = self.collection_of(seat);
        let item = |kind, label: &str, points, number, details, why| Item {
            kind,
            label: label.to_owned(),
            points: Points::Exactly(points),
            clause: pm(6, number),
            details,
            why,
        };
        let why = format!("{}, {PAIR_POINTS} points each", count_mated_pairs(collection.birds.pairs().count()));
        let cards = vec![("cards", Detail::List(codes(collection.birds.pairs())))];
        let mut items = vec![item("pairs", "pairs", pair_points(collection), 1, cards, why)];
        for (species, counts) in Species::ALL.into_iter().zip(self.counts(players)).filter(|(species, _)| self.most(*species) > 0)
        {
            let flock = collection.birds.only(species);
            let has_most = |seat: &Seat| self.has_most(*seat, species);
            let (all_counts, eggs) = (and_list(&counts), count_eggs(flock.eggs()));
            let tied: Vec<Seat> = players.seats().filter(has_most).collect();
            let is_alone = tied.len() == 1;
            let why = match (flock.len(), has_most(&seat)) {
                (0, _) => format!("none; {all_counts}"),
                (_, true) if is_alone => format!("the most: {all_counts}; {eggs}"),
                (_, true) => {
                    let scores = tied.iter().map(|&tied_seat| {
                        let eggs = self.collection_of(tied_seat).birds.only(species).eggs();
                        format!("{} {eggs}", players.name(tied_seat))
                    });
                    format!("tied for the most: {all_counts}; each scores their own eggs: {}", and_list(scores))
                }
                (_, false) => format!("not the most: {all_counts}"),
            };
            let details = vec![("cards", Detail::List(codes(flock.birds()))), ("counts", Detail::Text(counts.join(", ")))];
            items.push(item("majority", species.plural(), self.majority(seat, species), 2, details, why));
        }
        let seeds = collection.seeds;
        let why = format!("{}: {}", count_of(seeds.len(), "seed card", "seed cards"), count_eggs(seeds.eggs()));
        items.push(item("seeds", "seeds", seeds.eggs(), 3, vec![("cards", Detail::List(codes(seeds.iter())))], why));
        RoundSheet { items, ..RoundSheet::default() }
    }
}

fn pair_points(collection: Collection) -> i32 {
    PAIR_POINTS * i32::try_from(collection.birds.pairs().count()).unwrap_or_default()
}

fn count_eggs(eggs: i32) -> String {
    count_of(usize::try_from(eggs).unwrap_or_default(), "egg", "eggs")
}

fn count_mated_pairs(pairs: usize) -> String {
    count_of(pairs, "mated pair", "mated pairs")
}

impl Scoring for Piepmatz {
    fn score(&self, players: &Players) -> Sheet {
        let sheets = |seat| self.rounds.sheets(seat, |round, _| round.sheet(seat, players));
        let mut sheet = Sheet::of(BOOK.game, players, false, sheets);
        sheet.notes.extend(self.progress_note(players));
        if self.phase == Phase::Over {
            let (tied, winners) = self.best();
            if winners.is_empty() {
                sheet.leave_undecided(tied, players, &BOOK);
                return sheet;
            }
            sheet.set_winners(winners);
            let note = self.tie_note(tied, winners, players);
            if winners.len() < tied.len() {
                sheet.tiebreak = note;
            } else {
                sheet.notes.extend(note);
            }
        }
        sheet
    }

    fn visible_totals(&self, _players: &Players) -> Vec<Points> {
        self.seats().zip(self.totals()).map(|(_, total)| Points::Exactly(total)).collect()
    }
}

impl Piepmatz {
    /// The players' points in the current round, by seat.
    pub(super) fn points(&self) -> [i32; MOST] {
        std::array::from_fn(|index| self.rounds.current.total(Seat::new(index)))
    }

    /// The players' points in all rounds, by seat.
    pub(super) fn totals(&self) -> [i32; MOST] {
        self.rounds.totals(self.points())
    }

    /// A player's mated pairs in all rounds. `None` if a bare total doesn't state them.
    fn pairs_of(&self, seat: Seat) -> Option<usize> {
        let pairs = |round: &Collections| match round.totals.bare(seat) {
            Some(bare) => bare.tie_break(0),
            None => Some(round.collection_of(seat).birds.pairs().count()),
        };
        self.rounds.all().map(pairs).sum()
    }

    /// The players with the highest total, and the winners among them (PM-6.4). No winners if a bare total lacks its pairs.
    pub(super) fn best(&self) -> (Seats, Seats) {
        let totals = self.totals();
        let tied = Seats::all(self.players).with_most(|seat| totals[seat.index()]);
        match tied.single() {
            Some(_) => (tied, tied),
            None if tied.iter().any(|seat| self.pairs_of(seat).is_none()) => (tied, Seats::NONE),
            None => (tied, tied.with_most(|seat| self.pairs_of(seat))),
        }
    }

    /// A note on the criterion that broke the tie between equal totals, or that none did (PM-6.4). `None` without a tie.
    fn tie_note(&self, tied: Seats, winners: Seats, players: &Players) -> Option<String> {
        let first_tied = tied.iter().next().filter(|_| tied.len() > 1)?;
        let (names, total) = (players.join_names(tied.iter()), self.totals()[first_tied.index()]);
        if winners.len() == tied.len() {
            return Some(format!(
                "{names} have {total} and {} each (PM-6.4).",
                count_mated_pairs(self.pairs_of(first_tied).unwrap_or_default())
            ));
        }
        let pairs = self.tied_pairs(tied, players);
        let verb = if winners.len() == 1 { "has" } else { "have" };
        Some(format!(
            "{names} have {total} each; mated pairs decide: {pairs}, so {} {verb} most (PM-6.4).",
            players.join_names(winners.iter())
        ))
    }

    /// The number of mated pairs of each tied player: `Ada 1 and Bo 0`.
    pub(super) fn tied_pairs(&self, tied: Seats, players: &Players) -> String {
        players.join_counts(tied.iter().map(|seat| (seat, self.pairs_of(seat).unwrap_or_default())))
    }

    fn progress_note(&self, players: &Players) -> Option<String> {
        match self.phase {
            Phase::Ready | Phase::Over | Phase::Setup(_) => None,
            Phase::Adding => Some("The last choice of two birds from each hand is still to come (PM-5.2).".to_owned()),
            _ if self.is_ending => {
                let names = players.names_of(self.still_to_play());
                let names = if names.is_empty() { "nobody".to_owned() } else { and_list(&names) };
                Some(format!("The end is triggered; {names} still to play, then two birds from each hand (PM-5.1, PM-5.2)."))
            }
            _ => Some(format!("The feeder deck has {}.", count_of(self.deck.len(), "card", "cards"))),
        }
    }
}
