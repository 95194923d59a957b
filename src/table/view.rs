//! The visible table: zones for people, the public state for scripts, and the known locations of a card.

use super::{
    Account, Apply, Game, GameVerb, IndexedCard, Judge, Notation, Players, Progress, Scoring, Seat, Seats, TableContext,
    ThingAccount, Zones, and_list, known_cards,
};
use serde_json::{Value, json};
use std::{fmt::Display, iter::repeat_n};

/// A place in which a thing is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// A player's hand.
    Hand(Seat),
    /// A place that belongs to a player, with a number if there are several: `in Ada's bird 2`.
    Owned(Seat, &'static str, Option<u8>),
    /// Out of the game, with the word for the removal and the player who did it: `spent by Ada`.
    Removed(&'static str, Seat),
    /// A place on the table: its preposition, its noun, and a number if there are several: `in the discard pile`, `on perch 2`.
    OnTable(&'static str, &'static str, Option<u8>),
}

impl Location {
    /// The location in words: `in Ada's hand`.
    pub fn describe(self, players: &Players) -> String {
        let number_text = |number: Option<u8>| number.map(|number| format!(" {number}")).unwrap_or_default();
        match self {
            Self::Hand(seat) => format!("in {}'s hand", players.name(seat)),
            Self::Owned(seat, noun, number) => format!("in {}'s {noun}{}", players.name(seat), number_text(number)),
            Self::Removed(word, seat) => format!("{word} by {}", players.name(seat)),
            Self::OnTable("", noun, number) => format!("{noun}{}", number_text(number)),
            Self::OnTable(preposition, noun, number) => format!("{preposition} {noun}{}", number_text(number)),
        }
    }
}

/// The contents of a place: the known things, and the number of unseen ones.
#[derive(Clone, Debug)]
pub struct PlaceContents<T> {
    /// The location.
    pub place: Location,
    /// The things known to be in the place, one entry for each copy.
    pub things: Vec<T>,
    /// The number of unseen things.
    pub unseen: usize,
}

impl<T> PlaceContents<T> {
    /// A place with known things only.
    pub fn of_known(place: Location, things: impl IntoIterator<Item = T>) -> Self {
        Self { place, things: things.into_iter().collect(), unseen: 0 }
    }

    /// A place with `count` unseen things only.
    pub const fn unseen(place: Location, count: usize) -> Self {
        Self { place, things: Vec::new(), unseen: count }
    }
}

impl<C: IndexedCard> PlaceContents<C> {
    /// The known contents of each player's hand.
    pub fn hands<const KINDS: usize>(account: &Account<KINDS>, seats: impl Iterator<Item = Seat>) -> impl Iterator<Item = Self> {
        seats.map(|seat| {
            let hand = account.hand(seat);
            Self { place: Location::Hand(seat), things: known_cards(hand), unseen: hand.unseen() }
        })
    }
}

impl<T: Display> PlaceContents<T> {
    /// The contents as JSON: `{"place","of","number","cards","more"}`.
    fn state(&self, players: &Players) -> Value {
        let (place, owner, number) = match self.place {
            Location::Hand(seat) => ("hand", Some(seat), None),
            Location::Owned(seat, noun, number) => (noun, Some(seat), number),
            Location::Removed(word, seat) => (word, Some(seat), None),
            Location::OnTable(_, noun, number) => (noun, None, number),
        };
        let owner = owner.map(|seat| players.name(seat));
        json!({ "place": place, "of": owner, "number": number, "cards": codes(&self.things), "more": self.unseen })
    }
}

/// The codes of cards, for scripts.
pub fn codes<T: ToString>(cards: impl IntoIterator<Item = T>) -> Vec<String> {
    cards.into_iter().map(|card| card.to_string()).collect()
}

/// The account of things, and those that were seen and are covered now.
pub type Memory<'a, T> = (&'a mut dyn ThingAccount<T>, Vec<T>);

/// The visible state of a game, for people and scripts.
pub trait View: Game {
    /// A thing that has a location. The program can report the step that moved a thing to its location.
    type Thing: Copy + PartialEq + Send + Sync + Display;

    /// The table as a person sees it.
    fn zones(&self, context: &TableContext<Self::Setup>) -> Zones;

    /// The contents of every place.
    fn places(&self) -> Vec<PlaceContents<Self::Thing>>;

    /// The account of the things, and the covered ones. `None` if the game has no account of its things.
    fn account(&mut self) -> Option<Memory<'_, Self::Thing>> {
        None
    }

    /// The things whose location is unknown.
    fn unaccounted(&self) -> Vec<Self::Thing> {
        self.clone().account().map(|(account, _)| account.unaccounted_things()).unwrap_or_default()
    }

    /// Further public facts of the game, for scripts: who deals, which rights are open.
    fn facts(&self, _players: &Players) -> Value {
        json!({})
    }

    /// The public state, for scripts:
    /// `{"game","phase","turn","players":[{"name","total"}],"places":[PLACE, …],"facts":{…},"unaccounted":[…]}`. A PLACE is
    /// `{"place","of","number","cards","more"}`. During a round, the phase is the first open verb: of the table, or
    /// else of a player whose step is due.
    fn state(&self, players: &Players) -> Value
    where
        Self: Apply + Judge + Notation + Scoring,
    {
        let open_verbs = self.expects();
        let verbs_of = |seat: Seat| open_verbs.verbs_of(Some(seat)).verbs::<Self::Verb>().map(GameVerb::text);
        let has_due_verb = |seat: &Seat| verbs_of(*seat).any(|verb| !verb.actor.is_optional());
        let due_seats: Seats = open_verbs.seats().iter().filter(has_due_verb).collect();
        let turn = due_seats.single().filter(|_| open_verbs.table.is_empty());
        let first_verb = || {
            open_verbs
                .table
                .verbs::<Self::Verb>()
                .map(GameVerb::text)
                .chain(due_seats.iter().chain(open_verbs.seats().iter()).flat_map(verbs_of))
                .next()
        };
        let phase = match self.progress() {
            Progress::Ready(_) => "ready",
            Progress::Underway => first_verb().map_or("", |verb| verb.name),
            Progress::RoundOver(_) => "over",
            Progress::GameOver => "game-over",
        };
        let totals = self.score(players).players.into_iter().map(|player| json!({ "name": player.name, "total": player.total }));
        json!({
            "game": Self::book().game,
            "phase": phase,
            "turn": turn.map(|seat| players.name(seat)),
            "players": totals.collect::<Vec<_>>(),
            "places": self.places().iter().map(|contents| contents.state(players)).collect::<Vec<_>>(),
            "facts": self.facts(players),
            "unaccounted": codes(self.unaccounted()),
        })
    }

    /// The game without memory, for listing choices.
    #[must_use]
    fn without_memory(&self) -> Self {
        let mut visible = self.clone();
        if let Some((account, covered)) = visible.account() {
            account.forget(covered);
        }
        visible
    }

    /// The thing that an impossible fault is about. Returns `None` if the fault is about none.
    fn missing_thing(fault: Self::Fault) -> Option<Self::Thing>;

    /// The known locations of a thing, one for each copy.
    fn locations(&self, thing: Self::Thing) -> Vec<Location> {
        let copies = |contents: &PlaceContents<Self::Thing>| contents.things.iter().filter(|other| **other == thing).count();
        self.places().iter().flat_map(|contents| repeat_n(contents.place, copies(contents))).collect()
    }

    /// The known locations of a thing, in words: `it is in Ada's hand`.
    fn where_is(&self, thing: Self::Thing, players: &Players) -> String {
        let locations: Vec<String> = self.locations(thing).into_iter().map(|location| location.describe(players)).collect();
        if locations.is_empty() { "its place is unknown".to_owned() } else { format!("it is {}", and_list(locations)) }
    }

    /// The step that moved a thing to its location (`7SK: hatched by Ada`). By default the step's line in the log.
    fn describe_move(actor: Option<Seat>, step: &Self::Step, _thing: Self::Thing, context: &TableContext<Self::Setup>) -> String
    where
        Self: Notation,
    {
        let name = actor.map(|seat| format!("{}: ", context.players.name(seat))).unwrap_or_default();
        name + &Self::write(step, &context.players)
    }
}
