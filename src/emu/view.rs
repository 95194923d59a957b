//! The table: birds, hands and piles as zones, the public state for scripts, and where a card lies.

use super::{Bird, BirdNumber, Emu, EmuBook, Fault, FaultIn, MARKET_DRAWS, Phase, Setup, Step, WILDS, pile::Pile};
use crate::{
    decktet::Card,
    table::{
        Header, Ink, Location, Players, Priority, Seat, Text, View, Zone, Zones, and_list, codes, hand_state, unaccounted_in,
    },
};
use serde_json::{Value, json};

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

impl<B: EmuBook> Emu<B> {
    /// The line above the table: the year, the totals, and after its end what players do until all are `done`.
    fn headline(&self, players: &Players) -> Text {
        let year = format!("Year {} of {}", self.number().max(1), self.setup.years);
        let year = if B::HAS_YEARS { year } else { "The year".to_owned() };
        let (line, totals) = (Text::strong(year).then(" · "), self.totals());
        let line = match self.phase {
            Phase::Ready => line.points(players, totals),
            Phase::Over => {
                let over = if self.is_game_over() { "game" } else { "year" };
                line.points(players, totals).and(Ink::Strong, format!(" · the {over} is over"))
            }
            Phase::Action(_) | Phase::Draw { .. } => line.points_now(players, totals),
            Phase::Laying => {
                let until_done = if B::EXCUSES > 0 { "lay, excuse" } else { "lay" };
                let line = line.points_now(players, totals);
                line.and(Ink::Strong, format!(" · the year has ended: {until_done}, then done"))
            }
        };
        if self.market_due { line.and(Ink::Strong, " · the market is to be laid out") } else { line }
    }

    /// A player's hand, as a count, and birds.
    fn player_zones(&self, players: &Players, seat: Seat) -> [Zone; 2] {
        let rancher = self.rancher(seat);
        let taken = match rancher.market_draws {
            0 => String::new(),
            draws => format!(" · {draws} from the market"),
        };
        let line = Text::strong(players.name(seat)).then(" · ").count(self.account.hand(seat).len(), "card", "cards");
        let done = if self.done.contains(seat) { " · done" } else { "" };
        let line = Zone::line(Priority::Player(seat), line.then(format!(" in hand{taken}{done}")));
        // A bird's row: its number, its cards, what may go on top.
        let row = |(index, bird): (usize, &Bird)| {
            let faint = |text| Text::new().and(Ink::Faint, text);
            let number = BirdNumber::from_index(index);
            let is_excused = rancher.excused.contains(&number);
            let cards = if is_excused && bird.cards().is_empty() { faint("gone") } else { bird.to_text() };
            let open = match bird.options() {
                _ if is_excused => faint("discarded with an Excuse"),
                Some(options) => options,
                None => faint("nothing more"),
            };
            vec![Text::from(number.to_string()), cards, open]
        };
        let rows: Vec<_> = rancher.birds.iter().enumerate().map(row).collect();
        let birds = if rows.is_empty() {
            Zone::line(Priority::Player(seat), Text::plain("  ").and(Ink::Faint, "no bird yet"))
        } else {
            Zone::rows(Priority::Player(seat), ["bird", "cards, bottom to top", "open to"], rows).with_aside()
        };
        [line, birds]
    }

    fn market_line(&self) -> Text {
        let line = Text::plain("Market: ");
        match self.market.cards().next() {
            Some(_) => line.cards(self.market.cards()),
            None => line.and(Ink::Faint, if self.market_due { "not yet" } else { "empty" }),
        }
    }

    fn piles_line(&self) -> Text {
        let line = Text::plain("Draw pile: ").pile(self.account.hidden(), "card", "cards", &["draw"]);
        if self.discards.there().next().is_none() {
            return line.then(" · no discard pile");
        }
        let name = |number| if B::PILES == 1 { "Discard pile".to_owned() } else { format!("Discard pile {number}") };
        self.discards.there().fold(line, |line, (number, pile)| pile.show(line.then(format!(" · {}: ", name(number)))))
    }

    /// A player's state, for scripts.
    fn player_state(&self, seat: Seat, players: &Players) -> Value {
        let rancher = self.rancher(seat);
        let mut state = json!({
            "name": players.name(seat),
            "total": self.totals()[seat.index()],
            "hand": hand_state::<Card, _>(self.account.hand(seat)),
            "birds": rancher.birds.iter().map(Bird::state).collect::<Vec<_>>(),
            "done": self.done.contains(seat),
        });
        if B::MARKET_EACH > 0 {
            state["market_draws"] = json!(rancher.market_draws);
            state["market_draws_left"] = json!(MARKET_DRAWS.saturating_sub(rancher.market_draws));
        }
        for index in (0..rancher.birds.len()).filter(|_| B::EXCUSES > 0) {
            state["birds"][index]["excused"] = json!(rancher.bird(BirdNumber::from_index(index)).is_none());
        }
        state
    }
}

impl<B: EmuBook> View for Emu<B> {
    type Thing = Card;

    fn zones(&self, header: &Header<Setup>) -> Zones {
        let players = &header.players;
        let mut open = vec![Zone::line(Priority::Standing, self.headline(players))];
        open.extend(players.seats().flat_map(|seat| self.player_zones(players, seat)));
        open.extend((B::MARKET_EACH > 0).then(|| Zone::line(Priority::Shared, self.market_line())));
        open.push(Zone::line(Priority::Shared, self.piles_line()));
        // What players must remember themselves: what is known of hands, the discards, what is unaccounted for.
        let mut memory: Vec<Zone> =
            players.seats().map(|seat| Zone::hand::<Card, _>(players, seat, self.account.hand(seat))).collect();
        let name = |number| if B::PILES == 1 { "Discard pile".to_owned() } else { format!("Discard pile {number}") };
        memory.extend(self.discards.placed(B::PILES).map(|(number, pile)| pile.remembered(&name(number))));
        memory.push(Zone::unaccounted::<Card, _>(Priority::Note, &self.account));
        Zones { open, memory }
    }

    fn state(&self, header: &Header<Setup>) -> Value {
        let players = &header.players;
        let (phase, turn) = match self.phase {
            _ if self.market_due => ("market", None),
            Phase::Ready => ("ready", None),
            Phase::Action(seat) => ("action", Some(players.name(seat))),
            Phase::Draw { seat, .. } => ("draw", Some(players.name(seat))),
            Phase::Laying => ("laying", None),
            Phase::Over => ("over", None),
        };
        let mut state = json!({
            "game": B::BOOK.game,
            "phase": phase,
            "turn": turn,
            "draw_pile": self.account.hidden(),
            "unaccounted": codes(unaccounted_in::<Card, _>(&self.account)),
            "players": players.seats().map(|seat| self.player_state(seat, players)).collect::<Vec<_>>(),
        });
        let piles = || self.discards.placed(B::PILES).map(|(_, pile)| pile);
        let named: Vec<Value> = piles().map(|pile| json!(codes(pile.cards()))).collect();
        let unnamed: Vec<Value> = piles().map(|pile| json!(pile.unnamed())).collect();
        if B::PILES == 1 {
            (state["discard_pile"], state["discard_pile_unnamed"]) = (json!(named[0]), json!(unnamed[0]));
        } else {
            (state["discard_piles"], state["discard_piles_unnamed"]) = (json!(named), json!(unnamed));
        }
        if B::HAS_YEARS {
            state["year"] = json!(self.number());
        }
        if B::MARKET_EACH > 0 {
            state["market"] = json!(codes(self.market.cards()));
        }
        state
    }

    fn forgetting(&self) -> Self {
        let mut seen = self.clone();
        seen.account = self.account.forgetting(self.discards.there().flat_map(|(_, pile)| pile.covered()));
        seen
    }

    fn missing(fault: FaultIn<B>) -> Option<Card> {
        match fault.0 {
            Fault::Table(fault) => fault.missing(),
            Fault::NotInDrawPile(card) | Fault::ThirdCopy(card) | Fault::NotThere(card, _) => Some(card),
            _ => None,
        }
    }

    fn locations(&self, card: Card) -> Vec<Location> {
        let mut locations = Vec::new();
        for seat in self.seats() {
            for (nth, bird) in (1..).zip(&self.rancher(seat).birds) {
                let copies = bird.cards().iter().filter(|laid| laid.card == card).count();
                locations.extend(std::iter::repeat_n(Location::Of(seat, "bird", Some(nth)), copies));
            }
            locations.extend(std::iter::repeat_n(Location::Hand(seat), self.account.hand(seat).known(card.index())));
        }
        for (number, pile) in (1..).zip(self.discards.placed(B::PILES).map(|(_, pile)| pile)) {
            let place = if B::PILES == 1 {
                Location::At("in the discard pile", None)
            } else {
                Location::At("in discard pile", Some(number))
            };
            let copies = pile.cards().iter().filter(|&&other| other == card);
            locations.extend(copies.map(|_| place));
        }
        locations.extend((0..self.market.copies_open(card)).map(|_| Location::At("in the market", None)));
        if card == Card::EXCUSE {
            for seat in self.seats() {
                locations.extend(self.rancher(seat).excused.iter().map(|_| Location::By("spent", seat)));
            }
        }
        locations
    }

    fn where_is(&self, card: Card, players: &Players) -> String {
        if B::MARKET_EACH > 0 && WILDS.contains(card) && self.market.copies(card) == 0 {
            return "it is not among the Pawns and Courts of this game".to_owned();
        }
        let places: Vec<String> = self.locations(card).into_iter().map(|location| location.describe(players)).collect();
        match &places[..] {
            [] if self.account.unaccounted(card.index()) > 0 => "nobody has seen it yet".to_owned(),
            [] => "nobody can say where it is".to_owned(),
            [place] => format!("it is {place}"),
            [one, other] if one == other => format!("both copies are {one}"),
            places => format!("its copies are {}", and_list(places)),
        }
    }

    fn past(actor: Option<Seat>, step: &Self::Step, card: Card, header: &Header<Self::Setup>) -> String {
        let done = match step {
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
        format!("{card}: {done} {}", header.players.actor(actor))
    }
}
