//! The visible table: the feeder, each collection by species, and the known locations of a bird.

use super::{BOOK, Bird, Fault, FeederCard, Flock, Perch, Phase, Piepmatz, Seed, Setup, Slot, Species, Step, words::birds};
use crate::table::prelude::*;
use serde_json::{Map, Value, json};
use std::iter::once;

fn cards_or_dash(cards: impl IntoIterator<Item = impl Into<Face>>) -> Text {
    let mut cards = cards.into_iter().peekable();
    if cards.peek().is_none() { Text::new().and(Ink::Faint, "–") } else { Text::new().cards(cards) }
}

impl View for Piepmatz {
    type Thing = Bird;

    fn zones(&self, context: &TableContext<Setup>) -> Zones {
        let title = Text::plain("Display: ");
        let display = if self.display.is_empty() { title.and(Ink::Faint, "empty") } else { title.cards(self.display.birds()) };
        let totals = match self.phase {
            Phase::Over => Text::new().points_of("Points", &context.players, self.totals()),
            _ => Text::new().points_now(&context.players, self.totals()),
        };
        let open_zones = vec![
            Zone::line(ZoneRole::Status, self.headline(context)),
            Zone::line(ZoneRole::Status, totals),
            Zone::rows(ZoneRole::Shared, ["perch", "bird", "queue", "sum"], self.perches().map(perch_row).collect()),
            Zone::rows(ZoneRole::Shared, ["slot", "seed", "beside it"], self.slots.iter().zip(1..).map(slot_row).collect()),
            Zone::line(ZoneRole::Shared, display),
            self.collections_zone(context),
        ];
        Zones { open: open_zones, memory: self.memory_zones(context) }
    }

    fn places(&self) -> Vec<PlaceContents<Bird>> {
        let perched = self.perches().flat_map(|(perch, number)| {
            let queue =
                PlaceContents::of_known(Location::OnTable("in the", "queue at perch", Some(number)), perch.queue.iter().copied());
            [PlaceContents::of_known(Location::OnTable("on", "perch", Some(number)), perch.bird), queue]
        });
        let collected = self
            .seats()
            .map(|seat| PlaceContents::of_known(Location::Owned(seat, "collection", None), self.collection(seat).birds.birds()));
        let display = PlaceContents::of_known(Location::OnTable("in the", "display", None), self.display.birds());
        let other_places = [
            PlaceContents::of_known(Location::OnTable("", "out of the game", None), self.gone.birds()),
            PlaceContents::unseen(Location::OnTable("in the", "bird deck", None), self.bird_deck()),
            PlaceContents::unseen(Location::OnTable("in the", "feeder deck", None), self.deck.len()),
        ];
        let hands = PlaceContents::hands(&self.account, self.seats());
        perched.chain([display]).chain(collected).chain(hands).chain(other_places).collect()
    }

    fn account(&mut self) -> Option<Memory<'_, Bird>> {
        Some((&mut self.account, self.gone.birds().collect()))
    }

    fn facts(&self, players: &Players) -> Value {
        let slots = self.slots.iter().map(|slot| json!({ "seed": slot.seed.map(Seed::eggs), "pests": codes(slot.pests.iter()) }));
        let seeds = self.seats().map(|seat| self.collection(seat).seeds.iter().map(Seed::eggs).collect::<Vec<_>>());
        let still_to_play = if self.is_ending { self.still_to_play() } else { Vec::new() };
        // The numbers are exact only if the log lists the feeder cards, and all unseen feeder cards are in the deck.
        let are_unseen_in_deck = self.deck.elsewhere() == 0;
        let count_in_deck = |card| self.deck.left_of(card).filter(|_| are_unseen_in_deck);
        let deck_counts = FeederCard::ALL.into_iter().map(|card| Some((card.to_string(), count_in_deck(card)?.into())));
        json!({
            "first": (self.phase != Phase::Ready).then(|| players.name(self.first)),
            "may_keep": self.may_keep.map(|(seat, played)| json!({ "player": players.name(seat), "at_most": played.value() })),
            "ending": self.is_ending,
            "still_to_play": players.names_of(still_to_play),
            "removed": self.setup.removed.map(Species::code),
            "slots": slots.collect::<Vec<_>>(),
            "seeds": seeds.collect::<Vec<_>>(),
            "feeder_deck_left": deck_counts.collect::<Option<Map<String, Value>>>(),
        })
    }

    fn missing_thing(fault: Fault) -> Option<Bird> {
        match fault {
            Fault::Table(fault) => fault.missing_card(),
            Fault::ThirdCopy(bird) | Fault::NotInDisplay(bird) | Fault::NotCollected(bird) => Some(bird),
            _ => None,
        }
    }

    fn where_is(&self, bird: Bird, players: &Players) -> String {
        let places: Vec<String> = self.locations(bird).into_iter().map(|place| place.describe(players)).collect();
        match &places[..] {
            [] => "its place is unknown".to_owned(),
            [place] => format!("one is {place}"),
            [first, second] if first == second => format!("both are {first}"),
            places => format!("they are {}", and_list(places)),
        }
    }

    fn describe_move(actor: Option<Seat>, step: &Step, bird: Bird, context: &TableContext<Setup>) -> String {
        let name = context.players.actor(actor);
        let is_named = step.birds().contains(&bird);
        let description = match step {
            Step::Perches(_) => "laid on a perch".to_owned(),
            Step::Display(_) if is_named => "turned up in the display".to_owned(),
            Step::Play(_, perch) if is_named => format!("played at perch {perch} by {name}"),
            Step::LoseBirds(_) if is_named => format!("lost to a crow by {name}"),
            Step::Play(..) | Step::Feeder(_) | Step::LoseBirds(_) | Step::LoseSeeds(_) => format!("moved in {name}'s fight"),
            Step::Keep(_) if is_named => format!("kept by {name}"),
            Step::Draw(_) if is_named => format!("drawn from the display by {name}"),
            Step::Adds(_) if is_named => format!("added by {name}"),
            Step::Adds(_) => format!("laid down by {name}"),
            Step::Shows(_) if is_named => format!("shown by {name}"),
            _ => format!("worked out when {name} acted"),
        };
        format!("{bird}: {description}")
    }
}

impl Piepmatz {
    fn headline(&self, context: &TableContext<Setup>) -> Text {
        let player = self.turn_of().map_or("?", |seat| context.players.name(seat));
        let state = match self.phase {
            Phase::Ready => "Before the round".to_owned(),
            Phase::Setup(due) => {
                let parts = BOOK.verbs_of(due).map(|verb| format!("the {}", verb.name));
                format!("Still to be laid out: {}", and_list(parts))
            }
            Phase::Adding => "The last choice of birds".to_owned(),
            Phase::Over => "The game is over".to_owned(),
            Phase::Feeder(_) => format!("{player}'s turn: a fight"),
            Phase::Lose(_, pest) => format!("{player}'s turn: a {pest}"),
            Phase::Turn(_) | Phase::Draw(_) | Phase::Display(_) | Phase::Refill(_) => format!("{player}'s turn"),
        };
        let line = Text::new().and(Ink::Due, format!("{state} · ")).then("feeder deck: ").pile(
            self.deck.len(),
            "card",
            "cards",
            &["feeder", "refill"],
        );
        let line = line.then(" · bird deck: ").pile(self.bird_deck(), "card", "cards", &["draw", "display"]);
        if !self.is_ending || matches!(self.phase, Phase::Adding | Phase::Over) {
            return line;
        }
        let names = context.players.names_of(self.still_to_play());
        let turns = if names.is_empty() { "the last turn".to_owned() } else { format!("still to play: {}", and_list(&names)) };
        line.and(Ink::Strong, format!(" · {turns}"))
    }

    /// Each collection by species: the values and number of the birds, and the current majority. Then pairs, seeds and hand sizes.
    fn collections_zone(&self, context: &TableContext<Setup>) -> Zone {
        let seats = || context.players.seats();
        let collections = &self.rounds.current;
        let row = |title: Text, cell: &dyn Fn(Seat) -> Text| once(title).chain(seats().map(cell)).collect::<Vec<_>>();
        let faint = |title: &str| Text::new().and(Ink::Faint, title);
        let mut rows = Vec::new();
        for species in Species::ALL.into_iter().filter(|&species| collections.most(species) > 0) {
            let cell = |seat: Seat| {
                let flock = self.collection(seat).birds.only(species);
                if flock.is_empty() {
                    return cards_or_dash(flock.birds());
                }
                let values = values(flock);
                if collections.has_most(seat, species) {
                    values.and(Ink::Strong, format!(" ({}, most)", flock.len()))
                } else {
                    values.then(format!(" ({})", flock.len()))
                }
            };
            let name = Face::plain(species.plural()).titled(species.name());
            rows.push(row(Text::new().card(name), &cell));
        }
        rows.push(row(faint("pairs"), &|seat| cards_or_dash(self.collection(seat).birds.pairs())));
        rows.push(row(faint("seeds"), &|seat| cards_or_dash(self.collection(seat).seeds.iter().map(FeederCard::Seed))));
        if self.is_played() {
            rows.push(row(faint("in hand"), &|seat| Text::plain(birds(self.account.hand(seat).len()))));
        }
        Zone::by_player(ZoneRole::Shared, "values (birds)", &context.players, rows)
    }

    fn memory_zones(&self, context: &TableContext<Setup>) -> Vec<Zone> {
        let players = &context.players;
        let hand_zone = |seat| Zone::hand::<Bird, _>(players, seat, self.account.hand(seat));
        let mut memory: Vec<Zone> = players.seats().map(hand_zone).collect();
        let gone = Text::strong("Birds out of the game: ").cards_or_none(self.gone.birds());
        memory.push(Zone::line(ZoneRole::Note, gone));
        memory.push(Zone::unaccounted::<Bird, _>(ZoneRole::Note, &self.account));
        if self.setup.listed.is_some() {
            let counts = FeederCard::ALL.into_iter().map(|card| match (card, self.deck.left_of(card).unwrap_or_default()) {
                (FeederCard::Seed(seed), count) => format!("{count}×{seed}"),
                (FeederCard::Pest(pest), count) => count_of(count, &pest.to_string(), &format!("{pest}s")),
            });
            let counts = counts.collect::<Vec<_>>().join(", ");
            let suffix = if self.deck.elsewhere() > 0 { " of" } else { "" };
            let title = format!("Feeder deck, {}{suffix}: ", self.deck.len());
            memory.push(Zone::line(ZoneRole::Note, Text::strong(title).then(counts)));
        }
        memory
    }
}

fn perch_row((perch, number): (&Perch, u8)) -> Vec<Text> {
    let sum = perch.bird.map_or(perch.sum().to_string(), |bird| format!("{} of {}", perch.sum(), bird.value()));
    vec![number.to_string().into(), cards_or_dash(perch.bird), cards_or_dash(perch.queue.iter().copied()), sum.into()]
}

fn slot_row((slot, number): (&Slot, u8)) -> Vec<Text> {
    let seed = slot.seed.map(|seed| {
        let eggs = count_of(seed.eggs().into(), "egg", "eggs");
        Face::from(vec![(Ink::Strong, eggs)]).titled("Seed")
    });
    let pests = Text::new().cards(slot.pests.iter().map(FeederCard::Pest));
    vec![number.to_string().into(), cards_or_dash(seed), pests]
}

/// The values of birds of one species, pairs joined: `1 6+6`.
fn values(flock: Flock) -> Text {
    let face = |bird: Bird| Face::from(vec![(Ink::Plain, bird.value().to_string())]).titled(bird.species().name());
    flock.kinds().enumerate().fold(Text::new(), |text, (nth, bird)| {
        let text = if nth > 0 { text.then(" ") } else { text }.card(face(bird));
        if flock.copies(bird) > 1 { text.then("+").card(face(bird)) } else { text }
    })
}
