//! The table as a person sees it: the feeder as it lies there, and each collection by species.

use super::{
    Flock, Layout, Perch, Pest, Phase, Piepmatz, Setup, Slot, Species,
    words::{birds, cards},
};
use crate::table::{Block, Hand, Header, Ink, Picture, Seat, Text, and_list, count_of};

/// Where nothing lies.
const NOTHING: &str = "–";

fn spaced<T: ToString>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

fn or_nothing(text: String) -> Text {
    if text.is_empty() { Text::new().and(Ink::Faint, NOTHING) } else { Text::plain(text) }
}

impl Piepmatz {
    pub(super) fn paint(&self, table: &Header<Setup>) -> Picture {
        let mut open = vec![Block::Line(self.headline(table)), self.feeder()];
        let display = Text::plain("Display: ");
        open.push(Block::Line(if self.display.is_empty() {
            display.and(Ink::Faint, "empty")
        } else {
            display.and(Ink::Strong, spaced(self.display.birds()))
        }));
        open.push(self.collected(table));
        Picture { open, memory: self.remember(table) }
    }

    fn headline(&self, table: &Header<Setup>) -> Text {
        let name = |seat| table.players.name(seat);
        let now = match (self.phase, self.turn_of()) {
            (Phase::Ready, _) => "Before the round".to_owned(),
            (Phase::Setup(part), _) => match part {
                Layout::Perches => "The perches are to be laid out".to_owned(),
                Layout::Display => "The display is to be laid out".to_owned(),
                Layout::Seeds => "The seeds are to be laid out".to_owned(),
            },
            (Phase::Adding, _) => "The last choice of birds".to_owned(),
            (Phase::Over, _) => "The game is over".to_owned(),
            (Phase::Feeder(_), Some(seat)) => format!("{}'s turn: a fight", name(seat)),
            (Phase::Lose(_, Pest::Crow), Some(seat)) => format!("{}'s turn: a crow", name(seat)),
            (Phase::Lose(_, Pest::Squirrel), Some(seat)) => format!("{}'s turn: a squirrel", name(seat)),
            (_, Some(seat)) => format!("{}'s turn", name(seat)),
            (_, None) => String::new(),
        };
        let line = Text::new().and(Ink::Strong, now);
        let line =
            line.and(Ink::Plain, format!(" · feeder deck: {} · bird deck: {}", cards(self.deck.len()), cards(self.bird_deck())));
        if !self.ending || matches!(self.phase, Phase::Adding | Phase::Over) {
            return line;
        }
        let left: Vec<&str> = self.still_to_play().into_iter().map(name).collect();
        let turns = if left.is_empty() { "the last turn".to_owned() } else { format!("still to play: {}", and_list(&left)) };
        line.and(Ink::Strong, format!(" · {turns}"))
    }

    /// Perches with their queues on the left, the seed column with the pests beside it on the right.
    fn feeder(&self) -> Block {
        let perches = self.perches.iter().zip(1..=self.setup.perches).map(|(perch, number)| perch_row(perch, number));
        let slots = self.slots.iter().zip(1..).map(|(slot, number)| slot_row(slot, number));
        let none = || [Text::new(), Text::new(), Text::new(), Text::new()];
        let rows = slots.zip(perches.map(Some).chain(std::iter::repeat(None)));
        Block::Grid {
            head: ["perch", "bird", "queue", "sum", "", "", "seed", "beside it"].map(Text::from).into(),
            rows: rows
                .map(|(slot, perch)| perch.unwrap_or_else(none).into_iter().chain([Text::new()]).chain(slot).collect())
                .collect(),
        }
    }

    /// Each collection by species, with who has most now, the pairs and the seeds.
    fn collected(&self, table: &Header<Setup>) -> Block {
        let seats: Vec<Seat> = table.players.seats().collect();
        let now = self.now();
        let totals = self.totals();
        let row = |title: &str, cell: &dyn Fn(Seat) -> Text| {
            let cells = seats.iter().map(|&seat| cell(seat));
            std::iter::once(Text::new().and(Ink::Faint, title)).chain(cells).collect::<Vec<_>>()
        };
        let mut rows = Vec::new();
        for species in Species::ALL.into_iter().filter(|&species| now.most(species) > 0) {
            let cell = |seat: Seat| {
                let own = self.collection(seat).birds.only(species);
                let most = now.has_most(seat.index(), species);
                if own.is_empty() {
                    return or_nothing(String::new());
                }
                let count = format!("{}{}", own.len(), if most { "*" } else { " " });
                Text::new().and(if most { Ink::Strong } else { Ink::Plain }, count).and(Ink::Plain, format!(" {}", values(own)))
            };
            let mut cells = row(species.plural(), &cell);
            cells[0] = Text::plain(species.plural());
            rows.push(cells);
        }
        rows.push(row("pairs", &|seat| or_nothing(spaced(self.collection(seat).birds.pairs()))));
        rows.push(row("seeds", &|seat| or_nothing(spaced(self.collection(seat).seeds.iter()))));
        rows.push(row("points", &|seat| Text::new().and(Ink::Strong, totals[seat.index()].to_string())));
        if !matches!(self.phase, Phase::Ready | Phase::Over) {
            rows.push(row("in hand", &|seat| Text::plain(birds(self.account.hand(seat).len()))));
        }
        let title = |seat: &Seat| Text::from(table.players.name(*seat));
        Block::Grid { head: std::iter::once(Text::from("* most now")).chain(seats.iter().map(title)).collect(), rows }
    }

    /// What players must remember themselves: birds known to be in hands, what is gone, what is unaccounted for.
    fn remember(&self, table: &Header<Setup>) -> Vec<Block> {
        let titled = |title: String, text: String| {
            let line = Text::new().and(Ink::Strong, title);
            Block::Line(line.and(Ink::Plain, if text.is_empty() { "none".to_owned() } else { text }))
        };
        let mut memory: Vec<Block> = table
            .players
            .seats()
            .map(|seat| titled(format!("{}'s hand: ", table.players.name(seat)), in_hand(self.account.hand(seat))))
            .collect();
        memory.push(titled("Birds out of the game: ".to_owned(), spaced(self.gone.birds())));
        let unaccounted: Vec<super::Bird> = self.account.unaccounted_cards().filter_map(super::Bird::from_index).collect();
        memory.push(titled(format!("Unaccounted for, {}: ", unaccounted.len()), spaced(unaccounted.into_iter())));
        if let Some(left) = self.left_in_deck() {
            memory.push(titled(format!("Feeder deck, {}: ", self.deck.len()), left));
        }
        memory
    }
}

fn perch_row(perch: &Perch, number: u8) -> [Text; 4] {
    let sum = match perch.bird {
        Some(bird) => format!("{} of {}", perch.sum(), bird.value()),
        None => perch.sum().to_string(),
    };
    [
        Text::from(number.to_string()),
        match perch.bird {
            Some(bird) => Text::new().and(Ink::Strong, bird.to_string()),
            None => or_nothing(String::new()),
        },
        or_nothing(spaced(perch.queue.iter())),
        Text::from(sum),
    ]
}

fn slot_row(slot: &Slot, number: usize) -> [Text; 3] {
    [
        Text::from(format!("slot {number}")),
        match slot.seed {
            Some(seed) => Text::new().and(Ink::Strong, count_of(seed.eggs().into(), "egg", "eggs")),
            None => or_nothing(String::new()),
        },
        Text::plain(spaced(slot.pests.iter())),
    ]
}

/// The values of birds of one species, pairs joined: `1 6+6`.
fn values(own: Flock) -> String {
    let value = |bird: super::Bird| {
        if own.copies(bird) > 1 { format!("{0}+{0}", bird.value()) } else { bird.value().to_string() }
    };
    spaced(own.kinds().map(value))
}

/// What is known of a hand: `BL3 SP1 and 2 unseen`.
fn in_hand<const KINDS: usize>(hand: &Hand<KINDS>) -> String {
    let known = spaced(hand.known_cards().filter_map(super::Bird::from_index));
    match (known.is_empty(), hand.unseen()) {
        (true, 0) => "empty".to_owned(),
        (true, unseen) => format!("{unseen} unseen"),
        (false, 0) => known,
        (false, unseen) => format!("{known} and {unseen} unseen"),
    }
}
