//! The visible table: birds, hands and piles as zones, and the location of each card.

use super::{Bird, BirdNumber, BookFault, Emu, EmuBook, Fault, Phase, Setup, Step, WILDS, pile::DiscardPile};
use crate::{decktet::Card, table::prelude::*};
use serde_json::{Value, json};

impl DiscardPile {
    /// Adds the pile's top card and the number of cards below to `line`. Adds nothing if the pile is empty.
    #[must_use]
    pub(crate) fn show(&self, line: Text) -> Text {
        match (self.top(), self.len()) {
            (None, 0) => line,
            (None, count) => line.count(count, "card", "cards").then(", and nobody has named the top one"),
            (Some(top), 1) => line.card(top),
            (Some(top), count) => line.card(top).then(" on top of ").count(count - 1, "card", "cards"),
        }
    }

    /// The zone with all cards of a pile, top first, shown on request.
    pub(crate) fn memory_zone(&self, name: &str) -> Zone {
        let line = Text::strong(format!("{name}, top first: "));
        let unnamed_count = usize::from(self.unnamed());
        let named_cards = self.cards().iter().rev().copied();
        Zone::line(
            ZoneRole::Shared,
            match unnamed_count {
                0 => line.cards_or_none(named_cards),
                _ if self.cards().is_empty() => line.count(unnamed_count, "card", "cards").then(" that nobody has named"),
                _ => line.cards(named_cards).then(" and ").count(unnamed_count, "card", "cards").then(" that nobody has named"),
            },
        )
    }
}

impl<B: EmuBook> Emu<B> {
    /// The line above the table: the year, the totals, and between the year's end and the last `done` the possible steps.
    fn headline(&self, players: &Players) -> Text {
        let year = format!("Year {} of {}", self.rounds.number.max(1), self.setup.years);
        let year = if B::HAS_YEARS { year } else { "The year".to_owned() };
        let (line, totals) = (Text::strong(year).then(" · "), self.totals());
        let line = match self.phase {
            Phase::Ready => line.points(players, totals),
            Phase::Over => {
                let noun = if self.is_game_over() { "game" } else { "year" };
                line.points(players, totals).and(Ink::Due, format!(" · the {noun} is over"))
            }
            Phase::Action(_) | Phase::Draw { .. } => line.points_now(players, totals),
            Phase::Laying => {
                let laying_steps = if self.setup.has_excuses() { "lay, excuse" } else { "lay" };
                let line = line.points_now(players, totals);
                line.and(Ink::Strong, format!(" · the year has ended: {laying_steps}, then done"))
            }
        };
        if self.is_market_due { line.and(Ink::Due, " · the market is to be laid out") } else { line }
    }

    fn player_zones(&self, players: &Players, seat: Seat) -> [Zone; 2] {
        let rancher = self.rancher(seat);
        let market_note = match rancher.market_draws {
            0 => String::new(),
            draws => format!(" · {draws} from the market"),
        };
        let line = Text::strong(players.name(seat)).then(" · ").count(self.account.hand(seat).len(), "card", "cards");
        let done_mark = if self.done.contains(seat) { " · done" } else { "" };
        let line = Zone::line(ZoneRole::Player(seat), line.then(format!(" in hand{market_note}{done_mark}")));
        // The row of a bird: number, cards, and the suits and ranks that may go on top.
        let row = |(index, bird): (usize, &Bird)| {
            let faint = |text| Text::new().and(Ink::Faint, text);
            let number = BirdNumber::from_index(index);
            let is_excused = rancher.excused.contains(&number);
            let cards = if is_excused && bird.cards().is_empty() { faint("gone") } else { bird.to_text() };
            let options = match bird.options() {
                _ if is_excused => faint("discarded with an Excuse"),
                Some(options) => options,
                None => faint("nothing more"),
            };
            vec![Text::from(number.to_string()), cards, options]
        };
        let rows: Vec<_> = rancher.birds.iter().enumerate().map(row).collect();
        let birds = if rows.is_empty() {
            Zone::line(ZoneRole::Player(seat), Text::plain("  ").and(Ink::Faint, "no bird yet"))
        } else {
            Zone::rows(ZoneRole::Player(seat), ["bird", "cards, bottom to top", "open to"], rows).with_optional_column()
        };
        [line, birds]
    }

    fn market_line(&self) -> Text {
        let line = Text::plain("Market: ");
        match self.market.cards().next() {
            Some(_) => line.cards(self.market.cards()),
            None => line.and(Ink::Faint, if self.is_market_due { "not yet" } else { "empty" }),
        }
    }

    fn piles_line(&self) -> Text {
        let line = Text::plain("Draw pile: ").pile(self.account.pile_len(), "card", "cards", &["draw"]);
        if self.discards.piles().next().is_none() {
            return line.then(" · no discard pile");
        }
        let pile_name = |number| if B::PILES == 1 { "Discard pile".to_owned() } else { format!("Discard pile {number}") };
        self.discards.piles().fold(line, |line, (number, pile)| pile.show(line.then(format!(" · {}: ", pile_name(number)))))
    }
}

impl<B: EmuBook> View for Emu<B> {
    type Thing = Card;

    fn zones(&self, context: &TableContext<Setup>) -> Zones {
        let players = &context.players;
        let mut open = vec![Zone::line(ZoneRole::Status, self.headline(players))];
        open.extend(players.seats().flat_map(|seat| self.player_zones(players, seat)));
        open.extend((B::MARKET_EACH > 0).then(|| Zone::line(ZoneRole::Shared, self.market_line())));
        open.push(Zone::line(ZoneRole::Shared, self.piles_line()));
        let mut memory: Vec<Zone> =
            players.seats().map(|seat| Zone::hand::<Card, _>(players, seat, self.account.hand(seat))).collect();
        let pile_name = |number| if B::PILES == 1 { "Discard pile".to_owned() } else { format!("Discard pile {number}") };
        memory.extend(self.discards.piles_with_empty(B::PILES).map(|(number, pile)| pile.memory_zone(&pile_name(number))));
        memory.push(Zone::unaccounted::<Card, _>(ZoneRole::Note, &self.account));
        Zones { open, memory }
    }

    fn places(&self) -> Vec<PlaceContents<Card>> {
        let birds = self.seats().flat_map(|seat| {
            let birds = (1..).zip(&self.rancher(seat).birds);
            birds.map(move |(nth, bird)| {
                PlaceContents::of_known(
                    Location::Owned(seat, "bird", Some(nth)),
                    bird.cards().iter().map(|bird_card| bird_card.card),
                )
            })
        });
        let piles = (1..).zip(self.discards.piles_with_empty(B::PILES)).map(|(number, (_, pile))| {
            let location = if B::PILES == 1 {
                Location::OnTable("in the", "discard pile", None)
            } else {
                Location::OnTable("in", "discard pile", Some(number))
            };
            PlaceContents { unseen: pile.unnamed().into(), ..PlaceContents::of_known(location, pile.cards().iter().copied()) }
        });
        let spent_excuses = self.seats().filter(|_| self.setup.has_excuses()).map(|seat| {
            PlaceContents::of_known(Location::Removed("spent", seat), self.rancher(seat).excused.iter().map(|_| Card::EXCUSE))
        });
        let market = (B::MARKET_EACH > 0)
            .then(|| PlaceContents::of_known(Location::OnTable("in the", "market", None), self.market.cards()));
        let draw_pile = PlaceContents::unseen(Location::OnTable("in the", "draw pile", None), self.account.pile_len());
        let hands = PlaceContents::hands(&self.account, self.seats());
        birds.chain(hands).chain(piles).chain(market).chain(spent_excuses).chain([draw_pile]).collect()
    }

    fn account(&mut self) -> Option<Memory<'_, Card>> {
        Some((&mut self.account, self.discards.piles().flat_map(|(_, pile)| pile.covered()).collect()))
    }

    /// The players who are done, and each player's birds with the ranks as which Pawns and Courts were played.
    fn facts(&self, players: &Players) -> Value {
        let ranchers = || self.seats().map(|seat| self.rancher(seat));
        let birds = ranchers().map(|rancher| rancher.birds.iter().map(|bird| codes(bird.cards()).join(" ")).collect::<Vec<_>>());
        let mut facts = json!({ "done": players.names_of(self.done.iter()), "birds": birds.collect::<Vec<_>>() });
        if B::MARKET_EACH > 0 {
            facts["market_draws"] = ranchers().map(|rancher| rancher.market_draws).collect();
        }
        if self.setup.has_excuses() {
            facts["excused"] = ranchers().map(|rancher| codes(&rancher.excused)).collect();
        }
        facts
    }

    fn missing_thing(fault: BookFault<B>) -> Option<Card> {
        match fault.0 {
            Fault::Table(fault) => fault.missing_card(),
            Fault::NotInDrawPile(card) | Fault::ThirdCopy(card) | Fault::NotThere(card, _) => Some(card),
            _ => None,
        }
    }

    fn where_is(&self, card: Card, players: &Players) -> String {
        if B::MARKET_EACH > 0 && WILDS.contains(card) && self.market.copies(card) == 0 {
            return "it is not among the Pawns and Courts of this game".to_owned();
        }
        let places: Vec<String> = self.locations(card).into_iter().map(|location| location.describe(players)).collect();
        match &places[..] {
            [] if self.account.unaccounted(card.index()) > 0 => "nobody has seen it yet".to_owned(),
            [] => "its place is unknown".to_owned(),
            [place] => format!("it is {place}"),
            [first, second] if first == second => format!("both copies are {first}"),
            places => format!("its copies are {}", and_list(places)),
        }
    }

    fn describe_move(actor: Option<Seat>, step: &Self::Step, card: Card, context: &TableContext<Self::Setup>) -> String {
        let action = match step {
            Step::Market(_) => return format!("{card}: laid out in the market"),
            _ if !step.cards().contains(&card) => "worked out when a step was done by",
            Step::Hatch(_) => "hatched by",
            Step::Grow(..) => "put on a bird by",
            Step::Discard(..) => "discarded by",
            Step::Draw(_) => "drawn by",
            Step::Take(..) => "taken by",
            Step::Lay(..) => "laid by",
            Step::Excuse(_) => "spent by",
            Step::Shows(_) | Step::Done => "shown by",
        };
        format!("{card}: {action} {}", context.players.actor(actor))
    }
}
