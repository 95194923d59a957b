//! What lies on the table: zones for people, the public state for scripts, and the known locations of a card.

use super::{Game, Hand, Header, Indexed, Notation, Players, Seat, Zones, and_list, known_in};

/// A place where a thing is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// In a player's hand.
    Hand(Seat),
    /// In something of a player's, with a number if there are several: `in Ada's bird 2`.
    Of(Seat, &'static str, Option<u8>),
    /// Out of the game, with the player who removed it: `spent by Ada`.
    By(&'static str, Seat),
    /// Somewhere on the table, with a number if there are several: `in the discard pile`, `at perch 2`.
    At(&'static str, Option<u8>),
}

impl Location {
    /// The place in words: `in Ada's hand`.
    pub fn describe(self, players: &Players) -> String {
        let number = |number: Option<u8>| number.map(|number| format!(" {number}")).unwrap_or_default();
        match self {
            Self::Hand(seat) => format!("in {}'s hand", players.name(seat)),
            Self::Of(seat, what, nth) => format!("in {}'s {what}{}", players.name(seat), number(nth)),
            Self::By(what, seat) => format!("{what} by {}", players.name(seat)),
            Self::At(place, nth) => format!("{place}{}", number(nth)),
        }
    }
}

/// The codes of cards, for scripts.
pub fn codes<T: ToString>(cards: impl IntoIterator<Item = T>) -> Vec<String> {
    cards.into_iter().map(|card| card.to_string()).collect()
}

/// What is known of a hand, for scripts.
pub fn hand_state<C: Indexed, const KINDS: usize>(hand: &Hand<KINDS>) -> serde_json::Value {
    serde_json::json!({ "count": hand.len(), "known": codes(known_in::<C, KINDS>(hand)), "unseen": hand.unseen() })
}

/// What people and scripts can see of a game.
pub trait View: Game {
    /// A thing that has a location, for reporting where it was last seen to go.
    type Thing: Copy + PartialEq + Send + Sync;

    /// The table as a person sees it.
    fn zones(&self, header: &Header<Self::Setup>) -> Zones;

    /// The public state, for scripts. By default the open zones as lines of text.
    fn state(&self, header: &Header<Self::Setup>) -> serde_json::Value {
        let zones = self.zones(header).open;
        serde_json::json!({ "open": zones.iter().filter_map(|zone| Some(zone.line.as_ref()?.to_plain())).collect::<Vec<_>>() })
    }

    /// The game as it is for somebody who sees the table and remembers nothing: to list what can be done without helping anyone's
    /// memory. By default the game itself, as if no card were ever covered.
    #[must_use]
    fn forgetting(&self) -> Self {
        self.clone()
    }

    /// The thing that an impossible fault is about.
    fn missing(fault: Self::Fault) -> Option<Self::Thing>;

    /// The known locations of a thing, one for each copy.
    fn locations(&self, thing: Self::Thing) -> Vec<Location>;

    /// The known locations of a thing, in words: `it is in Ada's hand`.
    fn where_is(&self, thing: Self::Thing, players: &Players) -> String {
        format!("it is {}", and_list(self.locations(thing).into_iter().map(|location| location.describe(players))))
    }

    /// The description of the step that put a thing where it is (`7SK: hatched by Ada`). By default
    /// its line in the log.
    fn past(actor: Option<Seat>, step: &Self::Step, _thing: Self::Thing, header: &Header<Self::Setup>) -> String
    where
        Self: Notation,
    {
        let name = actor.map(|seat| format!("{}: ", header.players.name(seat))).unwrap_or_default();
        name + &Self::write(step, &header.players)
    }
}
