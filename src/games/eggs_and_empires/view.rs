//! The visible table, its state for scripts, and the known locations of cards and eggs.

use super::{
    Card, EggKnowledge, EggValue, EggsAndEmpires, Fault, Phase, Setup, Step, TURNS,
    book::{FACE_DOWN_EGG, ShepherdRule},
    collecting_order::{CardFate, PlayedCard},
    egg::Egg,
    stock,
};
use crate::table::prelude::*;
use serde_json::json;
use std::{
    fmt::{self, Display, Formatter},
    iter::repeat_n,
};

/// The location of eggs that nobody took, or that a Priest discarded (EE-2.5, EE-4.4).
pub(super) const DISCARDED: Location = Location::OnTable("", "discarded in this round", None);

/// A thing that lies somewhere: a card of this player, or an egg of this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardOrEgg {
    Card(Seat, Card),
    Egg(EggValue),
}

impl Display for CardOrEgg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(_, card) => write!(f, "{}", card.number()),
            Self::Egg(value) => write!(f, "{value}"),
        }
    }
}

pub(super) fn egg_face(value: impl Into<i32>) -> Face {
    let value = value.into();
    Face::from(vec![(Ink::Strong, value.to_string())]).titled(if value < 0 { "Exploding egg" } else { "Egg" })
}

fn down_face(scout: Seat, players: &Players) -> Face {
    Face::from(vec![(Ink::Strong, format!("{}'s Scout's", players.name(scout)))]).titled(FACE_DOWN_EGG)
}

impl View for EggsAndEmpires {
    type Thing = CardOrEgg;

    /// The eggs on offer, and the cards in their order. Piles lie face down.
    fn zones(&self, context: &TableContext<Setup>) -> Zones {
        let mut open_zones = vec![Zone::line(ZoneRole::Status, self.headline(context))];
        if self.is_underway() {
            open_zones.extend(self.eggs_on_offer(context).map(|line| Zone::line(ZoneRole::Shared, line)));
        }
        if self.rounds.number == 0 {
            return Zones { open: open_zones, memory: Vec::new() };
        }
        open_zones.extend(self.seats().map(|seat| Zone::line(ZoneRole::Player(seat), self.player_line(seat, context))));
        if matches!(self.phase, Phase::Collect | Phase::Reveal | Phase::Closing) && !self.order.cards.is_empty() {
            let rows = self.order.cards.iter().map(|played| self.collecting_row(*played, context));
            open_zones.push(if self.reasons().any(|why| !why.is_empty()) {
                let rows = rows.zip(self.reasons()).map(|(row, why)| [row, vec![Text::plain(why)]].concat()).collect();
                Zone::rows(ZoneRole::Shared, ["collects", "with", "egg", "why"], rows).with_optional_column()
            } else {
                Zone::rows(ZoneRole::Shared, ["collects", "with", "egg"], rows.collect())
            });
        }
        Zones { open: open_zones, memory: self.memory_zones(context) }
    }

    fn places(&self) -> Vec<PlaceContents<CardOrEgg>> {
        let eggs = |values: &[EggValue]| values.iter().map(|&value| CardOrEgg::Egg(value)).collect::<Vec<_>>();
        let mut places = vec![
            PlaceContents {
                unseen: self.offer.down_eggs().count(),
                ..PlaceContents::of_known(Location::OnTable("on", "offer", None), eggs(&self.offer.up))
            },
            PlaceContents { unseen: self.gone_unseen.into(), ..PlaceContents::of_known(DISCARDED, eggs(&self.gone)) },
        ];
        places.extend(self.nest.as_ref().map(|nest| PlaceContents::unseen(Location::OnTable("in the", "deck", None), nest.left)));
        for seat in self.seats() {
            let (deck, pile, index) = (&self.decks[seat.index()], self.pile(seat), seat.index());
            let cards_by = |count: &dyn Fn(Card) -> usize| -> Vec<CardOrEgg> {
                Card::ALL.into_iter().flat_map(|card| repeat_n(CardOrEgg::Card(seat, card), count(card))).collect()
            };
            let mut add = |place, things: Vec<CardOrEgg>, total: usize| {
                let unseen = total.saturating_sub(things.len());
                places.push(PlaceContents { place, things, unseen });
            };
            add(Location::Owned(seat, "pile", None), eggs(&pile.values()), pile.eggs.len());
            let played = cards_by(&|card| self.spent[index][card.index()].into());
            let played_count = played.len() + deck.covered();
            add(Location::Owned(seat, "row of played cards", None), played, played_count);
            add(Location::Owned(seat, "deck", None), cards_by(&|card| deck.in_pile(card.index())), deck.pile_len());
            add(Location::Hand(seat), cards_by(&|card| self.hand(seat).known(card.index())), self.hand(seat).len());
        }
        places
    }

    fn unaccounted(&self) -> Vec<CardOrEgg> {
        self.nest.iter().flat_map(|nest| &nest.unseen).map(|&value| CardOrEgg::Egg(value)).collect()
    }

    fn facts(&self, players: &Players) -> serde_json::Value {
        let name = |seat| players.name(seat);
        let names = |seats: Seats| players.names_of(seats.iter());
        let players_state = self.seats().map(|seat| {
            let index = seat.index();
            json!({
                "points": points_json(self.points()[index]),
                "down": players.names_of(self.pile(seat).unnamed()),
                "merchants": self.rounds.current.merchants[index],
                "blacksmiths": self.rounds.current.blacksmiths[index],
            })
        });
        json!({
            "turn": self.turn,
            "turns": TURNS,
            "first": (self.rounds.number > 0).then(|| name(self.first)),
            "marker": (self.rounds.number > 0).then(|| name(self.marker)),
            "down": self.offer.down_eggs().map(name).collect::<Vec<_>>(),
            "order": self.order.cards.iter().map(|played| card_state(*played, players)).collect::<Vec<_>>(),
            "collecting": self.collecting().map(|played| json!({"player": name(played.seat), "card": played.card.number()})),
            "may": {"give": names(self.givers()), "discard": names(self.discarders())},
            "each": players_state.collect::<Vec<_>>(),
        })
    }

    /// Forgets the cards of earlier turns, which are put away, and the pile in which each taken egg lies.
    fn without_memory(&self) -> Self {
        let mut visible = self.clone();
        let taken = self.seats().flat_map(|seat| self.pile(seat).values());
        // Each taken egg can lie in every pile that has eggs.
        let taken: Vec<Egg> = taken.map(|value| Egg { known: EggKnowledge::Worth(value), is_gift: false }).collect();
        visible
            .rounds
            .current
            .piles
            .iter_mut()
            .filter(|pile| !pile.eggs.is_empty())
            .for_each(|pile| pile.eggs.extend_from_slice(&taken));
        for (seat, deck) in self.seats().zip(&mut visible.decks) {
            let mut put_away = self.spent[seat.index()];
            let on_table = self.order.cards.iter().filter(|played| played.seat == seat && self.is_underway());
            on_table.for_each(|played| put_away[played.card.index()] = put_away[played.card.index()].saturating_sub(1));
            let copies = |card: Card| repeat_n(card, put_away[card.index()].into());
            deck.forget(Card::ALL.into_iter().flat_map(copies).collect());
        }
        visible
    }

    fn missing_thing(fault: Fault) -> Option<CardOrEgg> {
        match fault {
            Fault::Table(TableFault::NotInHand { seat, card }) => Some(CardOrEgg::Card(seat, card)),
            Fault::NoSuchEgg(value) | Fault::NotOnOffer(value) | Fault::NotInPile { value, .. } => Some(CardOrEgg::Egg(value)),
            _ => None,
        }
    }

    fn describe_move(actor: Option<Seat>, step: &Step, thing: CardOrEgg, context: &TableContext<Setup>) -> String {
        let name = context.players.actor(actor);
        let is_named = match (thing, step) {
            (CardOrEgg::Card(_, card), Step::Play(cards) | Step::Shows(cards)) => cards.contains(&card),
            (CardOrEgg::Card(..), _) => *step == Step::Mulligan,
            (CardOrEgg::Egg(value), Step::Reveal(values)) => values.contains(&value),
            (CardOrEgg::Egg(value), _) => step.value() == Some(value),
        };
        let action = match (thing, step) {
            (CardOrEgg::Card(..), _) if !is_named => format!("worked out when {name} acted"),
            (CardOrEgg::Egg(_), _) if !is_named => format!("left on offer, and discarded, when {name} acted"),
            (_, Step::Play(_)) => format!("played by {name}"),
            (_, Step::Shows(_)) => format!("shown by {name}"),
            (_, Step::Mulligan) => format!("laid aside by {name}"),
            (_, Step::Reveal(_)) => "revealed".to_owned(),
            (_, Step::Take(_)) => format!("taken by {name}"),
            (_, Step::TakeDown { .. }) => format!("taken face down by {name}"),
            (_, Step::Give { to, .. }) => format!("given to {} by {name}", context.players.name(*to)),
            (_, Step::Discard { .. }) => format!("discarded by {name}'s Priest"),
            _ => format!("named by {name}"),
        };
        format!("{thing}: {action}")
    }
}

impl EggsAndEmpires {
    fn headline(&self, context: &TableContext<Setup>) -> Text {
        let mut line = Text::strong(format!("Round {}", self.rounds.number.max(1)));
        if !self.setup.for_tokens() {
            line = line.and(Ink::Strong, format!(" of {}", self.setup.rules.rounds));
        }
        if self.is_underway() {
            line = line.then(format!(" · turn {} of {TURNS}", self.turn_now().clamp(1, TURNS)));
        }
        line = match self.phase {
            Phase::GameOver => line.and(Ink::Due, " · the game is over"),
            Phase::Over => line.and(Ink::Due, " · the round is over"),
            Phase::Closing => line.and(Ink::Due, " · last abilities, then `end`"),
            Phase::Naming => line.and(Ink::Due, " · eggs to be named"),
            _ => line,
        };
        let (players, totals) = (&context.players, self.totals());
        if self.setup.for_tokens() {
            return line.then(" · ").points_of("tokens", players, totals);
        }
        if !self.is_underway() {
            return line.then(" · ").points(players, totals);
        }
        if self.rounds.number <= 1 {
            return line;
        }
        line.then(" · ").points_of("rounds before", players, self.rounds.totals_before().map(|gain| gain.points))
    }

    fn eggs_on_offer(&self, context: &TableContext<Setup>) -> Option<Text> {
        let up = &self.offer.up;
        let scouts: Vec<Seat> = self.offer.down_eggs().collect();
        let mut line = Text::plain("Eggs on offer: ");
        if up.is_empty() && scouts.is_empty() {
            line = match self.phase {
                Phase::Reveal if self.eggs_due() == 0 => line.and(Ink::Faint, "none, and the deck is empty"),
                Phase::Reveal => line.and(Ink::Faint, format!("{} to be revealed", self.eggs_due())),
                Phase::Play | Phase::Collect => line.and(Ink::Faint, "none"),
                _ => return None,
            };
        } else {
            for (nth, &value) in up.iter().enumerate() {
                line = if nth > 0 { line.then("  ") } else { line }.card(egg_face(value));
            }
            if !scouts.is_empty() {
                let separator = if up.is_empty() { "" } else { " · " };
                line = line.then(format!("{separator}face down: "));
                for (nth, &scout) in scouts.iter().enumerate() {
                    let separator = if nth == 0 {
                        ""
                    } else if nth + 1 < scouts.len() {
                        ", "
                    } else {
                        " and "
                    };
                    line = line.then(separator).card(down_face(scout, &context.players));
                }
            }
            if self.phase == Phase::Reveal {
                line = line.and(Ink::Faint, format!(" · {} to be revealed", self.eggs_due()));
            }
        }
        Some(match &self.nest {
            Some(nest) => line.and(Ink::Faint, " · ").pile(nest.left, "in the deck", "in the deck", &["reveal"]),
            None => line,
        })
    }

    fn player_line(&self, seat: Seat, context: &TableContext<Setup>) -> Text {
        let mut line = Text::strong(context.players.name(seat));
        if self.is_underway() {
            line = line.then(" · ").count(self.hand(seat).len(), "card", "cards").then(" in hand");
        }
        line = line.then(" · ").count(self.pile(seat).eggs.len(), "egg", "eggs");
        let unpaid = [(Card::Merchant, &self.rounds.current.merchants), (Card::Blacksmith, &self.rounds.current.blacksmiths)];
        for (card, counts) in unpaid {
            line = match counts[seat.index()] {
                0 => line,
                1 => line.then(format!(" · {}", card.name())),
                count => line.then(format!(" · {count} {}", card.plural())),
            };
        }
        if self.phase == Phase::Play && self.order.cards_of(seat).next().is_some() {
            line = line.and(Ink::Strong, " · played ").cards(self.order.cards_of(seat).map(|played| played.card));
        }
        if self.may_give(seat) {
            line = line.and(Ink::Strong, " · may give");
        }
        if self.may_discard(seat) {
            line = line.and(Ink::Strong, " · may discard");
        }
        if self.is_underway() && seat == self.marker { line.and(Ink::Faint, " · marker") } else { line }
    }

    /// The reason for the place of each card in the order, if its number isn't the reason (EE-3.1, EE-3.2).
    fn reasons(&self) -> impl Iterator<Item = &'static str> {
        let cards = &self.order.cards;
        let is_tied = |nth: usize, neighbour: Option<usize>| {
            let neighbour = neighbour.and_then(|index| cards.get(index));
            neighbour.is_some_and(|neighbour| neighbour.card == cards[nth].card && neighbour.seat != cards[nth].seat)
        };
        (0..cards.len()).map(move |nth| match (cards[nth].card, self.setup.rules.shepherd) {
            (Card::Shepherd, ShepherdRule::JumpsAhead) if self.order.has_exception() => "early",
            (Card::Blacksmith, ShepherdRule::BlacksmithWaits) if self.order.has_exception() => "late",
            (Card::DarkPriestess, _) => "",
            _ if is_tied(nth, nth.checked_sub(1)) || is_tied(nth, nth.checked_add(1)) => "tie",
            _ => "",
        })
    }

    fn collecting_row(&self, played: PlayedCard, context: &TableContext<Setup>) -> Vec<Text> {
        let egg = match played.fate {
            CardFate::Waiting if self.collecting() == Some(&played) => Text::strong("takes now"),
            CardFate::Waiting => Text::plain("…"),
            CardFate::Took(EggKnowledge::Worth(value)) => Text::new().card(egg_face(value)),
            CardFate::Took(EggKnowledge::Down { scout, .. }) => {
                Text::new().card(down_face(scout, &context.players)).then(", face down")
            }
            CardFate::Took(EggKnowledge::Unstated) => Text::plain("?"),
            CardFate::Declined => Text::plain("declined"),
            CardFate::Cancelled => Text::plain("cancelled"),
            CardFate::NothingForMage => Text::plain("only exploding ones"),
            CardFate::NothingLeft => Text::plain("none left"),
            CardFate::Lapsed | CardFate::Unreached => Text::plain("left out"),
        };
        let card = Text::new().card(played.card).then(format!(" {}", played.card.name()));
        vec![Text::strong(context.players.name(played.seat)), card, egg]
    }

    fn memory_zones(&self, context: &TableContext<Setup>) -> Vec<Zone> {
        let mut memory = Vec::new();
        let points = self.points();
        for seat in self.seats() {
            let name = context.players.name(seat);
            let mut eggs = codes(self.pile(seat).values());
            let unnamed = self.pile(seat).unnamed();
            eggs.extend(unnamed.into_iter().map(|scout| format!("? ({}'s Scout's, not named)", context.players.name(scout))));
            eggs.extend(repeat_n("? (not named)".to_owned(), self.pile(seat).unstated_count()));
            let line = Text::strong(format!("{name}'s eggs: ")).then(in_line(&eggs));
            let line = line.then(format!(" · {} points so far", points[seat.index()]));
            memory.push(Zone::line(ZoneRole::Player(seat), line));
            if self.is_underway() {
                let line = Text::strong(format!("{name}'s hand: ")).hand::<Card, _>(self.hand(seat));
                let line = line.then(" · not played yet: ").cards(self.unplayed_cards(seat));
                let line = match self.decks[seat.index()].covered() {
                    0 => line,
                    covered => line.then(format!(", apart from {covered} that nobody named")),
                };
                memory.push(Zone::line(ZoneRole::Player(seat), line));
            }
        }
        if !self.is_underway() {
            return memory;
        }
        let mut discarded = self.gone.to_vec();
        discarded.sort_unstable_by(|first, second| second.cmp(first));
        let line = Text::strong("Discarded eggs: ").then(match (discarded.len(), self.gone_unseen) {
            (_, 0) => in_line(&discarded),
            (0, unseen) => format!("{unseen} unseen"),
            (_, unseen) => format!("{} and {unseen} unseen", in_line(&discarded)),
        });
        memory.push(Zone::line(ZoneRole::Shared, line));
        if let Some(nest) = &self.nest {
            let count = nest.unseen.len();
            let line = Text::strong(format!("Eggs not named in the log, {count}: ")).then(in_line(&nest.unseen));
            let outside_deck = count.saturating_sub(nest.left);
            let line = if outside_deck > 0 { line.then(format!(" ({outside_deck} of them not in the deck)")) } else { line };
            memory.push(Zone::line(ZoneRole::Shared, line));
        }
        memory
    }

    fn unplayed_cards(&self, seat: Seat) -> impl Iterator<Item = Card> {
        let (stock, spent) = (stock(self.players), &self.spent[seat.index()]);
        Card::ALL.into_iter().flat_map(move |card| repeat_n(card, (stock[card.index()] - spent[card.index()]).into()))
    }
}

fn in_line<T: Display>(eggs: &[T]) -> String {
    if eggs.is_empty() { "none".to_owned() } else { spaced(eggs) }
}

fn card_state(played: PlayedCard, players: &Players) -> serde_json::Value {
    let (fate, egg) = match played.fate {
        CardFate::Waiting => ("waiting", None),
        CardFate::Took(EggKnowledge::Worth(value)) => ("took", Some(json!(value))),
        CardFate::Took(EggKnowledge::Down { scout, .. }) => ("took", Some(json!({"down": players.name(scout)}))),
        CardFate::Took(EggKnowledge::Unstated) => ("took", None),
        CardFate::Declined => ("declined", None),
        CardFate::Cancelled => ("cancelled", None),
        CardFate::NothingForMage | CardFate::NothingLeft => ("passed-over", None),
        CardFate::Lapsed | CardFate::Unreached => ("left-out", None),
    };
    json!({"player": players.name(played.seat), "card": played.card.number(), "fate": fate, "egg": egg})
}

fn points_json(points: Points) -> serde_json::Value {
    match points {
        Points::Exactly(points) => json!(points),
        Points::Between(least, most) => json!({"range": [least, most]}),
    }
}
