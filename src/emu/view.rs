//! What both games show of a table: birds, hands and piles as zones, and where a card lies.

use super::{Bird, BirdNumber, EmuStep, Phase, Pile, Rancher, Year, YearStep};
use crate::{
    decktet::Card,
    table::{Ink, Location, Lying, Players, Priority, Seat, Text, Zone, and_list, codes},
};
use serde_json::{Value, json};

/// A bird's row: its number, its cards, what may go on top.
pub fn bird_row(number: BirdNumber, bird: &Bird) -> Vec<Text> {
    let open = bird.options().unwrap_or_else(|| Text::new().and(Ink::Faint, "nothing more"));
    vec![Text::from(number.to_string()), bird.to_text(), open]
}

impl Pile {
    /// Adds what a nonempty pile shows: its top card, and how many are below.
    #[must_use]
    pub fn show(&self, line: Text) -> Text {
        match (self.top(), self.len()) {
            (None, 0) => line,
            (None, count) => line.count(count, "card", "cards").then(", and nobody has named the top one"),
            (Some(top), 1) => line.card(top),
            (Some(top), count) => line.card(top).then(" on top of ").count(count - 1, "card", "cards"),
        }
    }

    /// All its cards, top first, shown on request.
    pub fn remembered(&self, name: &str) -> Zone {
        let line = Text::strong(format!("{name}, top first: "));
        let unnamed = usize::from(self.unnamed());
        let named = self.cards().iter().rev().copied();
        Zone::line(
            Priority::Shared,
            match unnamed {
                0 => line.cards_or_none(named),
                _ if self.cards().is_empty() => line.count(unnamed, "card", "cards").then(" that nobody has named"),
                _ => line.cards(named).then(" and ").count(unnamed, "card", "cards").then(" that nobody has named"),
            },
        )
    }
}

impl<R: Rancher, const SEATS: usize> Year<R, SEATS> {
    /// The line above the table: the year, the totals, and after its end what players do until all are `done`.
    pub fn headline(&self, players: &Players, year: impl Into<String>, until_done: &str) -> Text {
        let (line, totals) = (Text::strong(year).then(" · "), self.totals());
        match self.phase {
            Phase::Ready => line.points(players, totals),
            Phase::Over => {
                let over = if self.is_game_over() { "game" } else { "year" };
                line.points(players, totals).and(Ink::Strong, format!(" · the {over} is over"))
            }
            Phase::Action(_) | Phase::Draw { .. } => line.points_now(players, totals),
            Phase::Laying => {
                let line = line.points_now(players, totals);
                line.and(Ink::Strong, format!(" · the year has ended: {until_done}, then done"))
            }
        }
    }

    /// A player's zones; `besides` follows the name and the count of the hand, `row` renders a bird.
    pub fn player_zones(
        &self,
        players: &Players,
        seat: Seat,
        besides: &str,
        row: impl Fn(BirdNumber, &Bird) -> Vec<Text>,
    ) -> [Zone; 2] {
        let line = Text::strong(players.name(seat)).then(" · ").count(self.account.hand(seat).len(), "card", "cards");
        let done = if self.done.contains(seat) { " · done" } else { "" };
        let line = Zone::line(Priority::Player(seat), line.then(format!(" in hand{besides}{done}")));
        let birds = self.rancher(seat).birds().iter().enumerate();
        let rows: Vec<_> = birds.map(|(index, bird)| row(BirdNumber::from_index(index), bird)).collect();
        let birds = if rows.is_empty() {
            Zone::line(Priority::Player(seat), Text::plain("  ").and(Ink::Faint, "no bird yet"))
        } else {
            Zone::rows(Priority::Player(seat), ["bird", "cards, bottom to top", "open to"], rows).with_aside()
        };
        [line, birds]
    }

    /// How many cards the draw pile has.
    pub fn draw_pile(&self) -> Text {
        Text::plain("Draw pile: ").pile(self.account.hidden(), "card", "cards", &["draw"])
    }

    /// What players must remember themselves: what is known of hands, the discards, what is unaccounted for.
    pub fn memory(&self, players: &Players, discards: impl IntoIterator<Item = Zone>) -> Vec<Zone> {
        let hands = players.seats().map(|seat| Zone::hand::<Card, _>(players, seat, self.account.hand(seat)));
        let unaccounted = Zone::unaccounted::<Card, _>(Priority::Note, &self.account);
        hands.chain(discards).chain([unaccounted]).collect()
    }

    /// The birds, the hands and the draw pile, with what is known to lie there.
    pub fn places(&self) -> impl Iterator<Item = Lying<Card>> {
        let birds = self.seats().flat_map(|seat| {
            let birds = (1..).zip(self.rancher(seat).birds());
            birds.map(move |(nth, bird)| {
                Lying::seen(Location::Of(seat, "bird", Some(nth)), bird.cards().iter().map(|laid| laid.card))
            })
        });
        let pile = Lying::unseen(Location::At("in the draw pile", None), self.account.hidden());
        birds.chain(Lying::hands(&self.account, self.seats())).chain([pile])
    }

    /// Who is done, and each player's birds, with the ranks that Pawns and Courts were laid as: for scripts.
    pub fn facts(&self, players: &Players) -> Value {
        let birds = |seat| self.rancher(seat).birds().iter().map(|bird| codes(bird.cards()).join(" ")).collect::<Vec<_>>();
        json!({ "done": players.named(self.done.iter()), "birds": self.seats().map(birds).collect::<Vec<_>>() })
    }

    /// Where a card is, given the places of all copies that are known.
    pub fn where_is(&self, card: Card, locations: Vec<Location>, players: &Players) -> String {
        let places: Vec<String> = locations.into_iter().map(|location| location.describe(players)).collect();
        match &places[..] {
            [] if self.account.unaccounted(card.index()) > 0 => "nobody has seen it yet".to_owned(),
            [] => "nobody can say where it is".to_owned(),
            [place] => format!("it is {place}"),
            [one, other] if one == other => format!("both copies are {one}"),
            places => format!("its copies are {}", and_list(places)),
        }
    }
}

impl YearStep {
    /// The past participle for the step that put a card where it is: `hatched by`.
    pub const fn past(&self) -> &'static str {
        match self {
            Self::Hatch(_) => "hatched by",
            Self::Grow(..) => "put on a bird by",
            Self::Draw(_) => "drawn by",
            Self::Lay(..) => "laid by",
            Self::Done => "known since it was done by",
            Self::Shows(_) => "shown by",
        }
    }
}

/// The description of the step that put a card where it is; `done` says what was done with the cards that it names.
pub fn past(actor: Option<Seat>, step: &impl EmuStep, done: &str, card: Card, players: &Players) -> String {
    let done = if step.cards().contains(&card) { done } else { "worked out when a step was done by" };
    format!("{card}: {done} {}", players.actor(actor))
}
