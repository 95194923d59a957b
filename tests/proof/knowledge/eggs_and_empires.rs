//! Eggs and Empires, seen from beside the table: the Empire cards of each player, and the eggs where they are listed.

use fastrand::Rng;
use fowlplay::{
    games::eggs_and_empires::{EggsAndEmpires, Setup},
    table::PerPart,
};
use serde_json::Value;

use crate::{
    knowledge::asked::{hold_against_all_that_can_be, hold_positions_against_all_that_fits},
    knowledge::onlooker::{Claim, Need, Onlooker, codes, hands, number},
    knowledge::pieces::{after, cards_after, cards_and_more, count_after, each_after, without},
    knowledge::story::{Lying, PILE, Place, Story},
    model::{Act, Rules},
    random_game::NAMES,
};

#[test]
fn eggs_and_empires_claims_to_know_what_is_so_in_every_possible_deal() {
    hold_against_all_that_can_be::<Watchers>(25, &["hands worked out aloud"]);
}

#[test]
fn eggs_and_empires_finds_impossible_what_no_deal_allows_that_fits_the_position() {
    hold_positions_against_all_that_fits::<Watchers>(6);
}

/// A player's hand: in each player's stock the place beside the deck. Behind it come the cards that were played and not named.
const HAND: Place = 1;

/// The most eggs that Scouts lay in a round.
const SCOUTS: usize = 6;

/// The eggs in piles, or discarded, of which nobody has said the value.
const UNSAID: Place = SCOUTS + 1;

/// What lies open in a game of Eggs and Empires, and the stories of its decks.
#[derive(Clone, Debug)]
pub struct Watchers {
    /// Each player's Empire cards.
    empires: Vec<Story>,
    /// The eggs, if they are listed. Each egg that a Scout laid is a hidden place, until it is named.
    eggs: Option<Story>,
    listed: Option<Vec<String>>,
    /// The public state: what lies open is read from it.
    open: Value,
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The Empire cards of a player (EE-1.1).
fn deck(players: usize) -> Vec<String> {
    (1..=10).flat_map(|card| vec![card.to_string(); if players == 2 { 2 } else { 1 }]).collect()
}

/// Whether an egg that no list has can be of this value (EE-1.5).
fn is_egg(value: &str) -> bool {
    value.parse::<i32>().is_ok_and(|value| (-20..=20).contains(&value))
}

impl Watchers {
    fn gather(players: usize, listed: Option<Vec<String>>) -> Self {
        Self {
            empires: vec![Story::new(&deck(players), &[], HAND); players],
            eggs: listed.as_ref().map(|listed| Story::new(listed, &[], SCOUTS)),
            listed,
            open: Value::Null,
        }
    }

    fn of(&self, seat: usize) -> &Value {
        &self.open["players"][seat]
    }

    /// The pile of the player that a step names last.
    fn pile_of(&self, step: &[String]) -> &Value {
        let seat = NAMES.iter().position(|name| step.last().is_some_and(|last| last == name));
        self.of(seat.expect("somebody at the table"))
    }

    /// The pile from which a step gives or discards.
    fn pile_with(&self, seat: usize, step: &[String]) -> &Value {
        if step.iter().any(|word| word == "from") { self.pile_of(step) } else { self.of(seat) }
    }

    /// What it takes for an egg of which nobody has said the value to be of this one.
    fn unsaid(&self, value: &str) -> Option<Vec<Need>> {
        let of_stock = || vec![Need { stock: self.empires.len(), place: UNSAID, cards: vec![value.to_owned()] }];
        is_egg(value).then(|| if self.eggs.is_some() { of_stock() } else { Vec::new() })
    }

    /// Whether a pile holds eggs that a position left unsaid.
    fn has_unsaid(own: &Value) -> bool {
        number(&own["pile"]["more"]) > codes(&own["down"]).len()
    }

    /// An egg that nobody has named: nothing tells one from another.
    fn unnamed(eggs: &Story) -> Place {
        (1..=SCOUTS).find(|place| eggs.size(*place) > 0).expect("a Scout has laid it")
    }

    /// What it takes for an unnamed egg to be of this value.
    fn egg_of(&self, value: &str) -> Option<Vec<Need>> {
        match &self.eggs {
            None => is_egg(value).then(Vec::new),
            Some(eggs) => {
                Some(vec![Need { stock: self.empires.len(), place: Self::unnamed(eggs), cards: vec![value.to_owned()] }])
            }
        }
    }
}

impl Onlooker for Watchers {
    type Game = EggsAndEmpires;

    fn new(players: usize, rules: &Rules, _: &Setup) -> Self {
        Self::gather(players, rules.get("deck.eggs").map(|list| words(list)))
    }

    fn stocks(&self) -> Vec<&Story> {
        self.empires.iter().chain(&self.eggs).collect()
    }

    fn see(&mut self, act: &Act) {
        let (seat, text) = match act {
            Act::Round(_) => {
                *self = Self::gather(self.empires.len(), self.listed.take());
                return;
            }
            Act::Step(actor, text) => (actor.unwrap_or_default(), words(text)),
            Act::Tally(_) => panic!("nothing is counted here"),
        };
        let mine = &mut self.empires[seat];
        match text.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["play", ..] => text[1..].iter().for_each(|card| mine.comes_out(HAND, card)),
            ["shows", ..] => mine.is_held(HAND, &text[1..]),
            ["mulligan"] => mine.exchanges(HAND),
            ["reveal", ..] => {
                if let Some(eggs) = &mut self.eggs {
                    text[1..].iter().for_each(|egg| eggs.comes_out(PILE, egg));
                }
            }
            ["give" | "discard", value, ..]
                if value != "down" && !codes(&self.pile_with(seat, &text)["pile"]["cards"]).contains(&text[1]) =>
            {
                if let Some(eggs) = &mut self.eggs {
                    eggs.comes_out(UNSAID, value);
                }
            }
            ["opens", name, "=", value] if !codes(&self.of(seat)["down"]).iter().any(|scout| scout == name) => {
                if let Some(eggs) = &mut self.eggs {
                    eggs.comes_out(UNSAID, value);
                }
            }
            ["take", "down", _, "=", value] | ["opens", _, "=", value] => {
                if let Some(eggs) = &mut self.eggs {
                    eggs.comes_out(Self::unnamed(eggs), value);
                }
            }
            _ => {}
        }
    }

    fn lies(&mut self, parts: &PerPart<String>) {
        let table = parts.table.as_deref().expect("the table's part");
        let turn = count_after(table, "turn").expect("it is always said");
        let players = self.empires.len();
        let (each, full) = if players == 2 { (2, 4) } else { (1, 3) };
        let parts: Vec<&str> = parts.players.iter().map(String::as_str).collect();
        let laid_down = |part| each_after(part, "down").map(str::to_owned);
        let face_down: Vec<String> = parts.iter().chain([&table]).flat_map(|part| laid_down(part)).collect();
        for (seat, part) in parts.iter().enumerate() {
            // What else lies there tells of cards that were played.
            let scouts = face_down.iter().filter(|name| **name == NAMES[seat]).count();
            let rights = |right: &str| each_after(part, "may").filter(|may| may.starts_with(right)).count();
            let number = |key| count_after(part, key).unwrap_or(0);
            let traces = [
                ("2", scouts),
                ("4", rights("give")),
                ("5", number("merchant")),
                ("6", rights("discard")),
                ("8", number("blacksmith")),
            ];
            let played = after(part, "played");
            let (mut named, more) = played.map(cards_and_more).unwrap_or_default();
            let said = played.filter(|played| played.contains('+')).map(|_| named.len() + more);
            for (card, times) in traces {
                let often = named.iter().filter(|other| *other == card).count();
                named.extend(vec![card.to_owned(); times.saturating_sub(often)]);
            }
            let out = said.unwrap_or(named.len().max((turn - 1) * each));
            let all = deck(players);
            let hand = count_after(part, "hand").unwrap_or(full.min(all.len() - out));
            let places = [
                Lying { size: all.len() - out - hand, ..Lying::default() },
                Lying { size: hand, known: cards_after(part, "shows"), ..Lying::default() },
                Lying { size: out - named.len(), ..Lying::default() },
            ];
            let hidden = without(all, &named);
            self.empires[seat] = Story::lying(&hidden, &deck(players), &places);
        }
        let Some(listed) = &self.listed else { return };
        let mut open = [cards_after(table, "eggs"), cards_after(table, "gone")].concat();
        for part in parts {
            let pile = part.split("; ").next().unwrap_or_default();
            let is_pile = |word: &str| word == "-" || is_egg(word);
            open.extend(pile.split(' ').filter(|word| *word != "-" && pile.split(' ').all(is_pile)).map(str::to_owned));
        }
        let hidden = without(listed.clone(), &open);
        let left = count_after(table, "deck").expect("it is always said");
        let scout = |place| Lying { size: usize::from(place <= face_down.len()), ..Lying::default() };
        let mut places = vec![Lying { size: left, ..Lying::default() }];
        places.extend((1..=SCOUTS).map(scout));
        places.push(Lying { size: hidden.len() - left - face_down.len(), ..Lying::default() });
        self.eggs = Some(Story::lying(&hidden, listed, &places));
    }

    /// Hands are refilled, and Scouts lay eggs, without a step.
    fn look(&mut self, state: &Value) {
        self.open = state.clone();
        for (seat, mine) in self.empires.iter_mut().enumerate() {
            let count = number(&state["players"][seat]["hand"]["count"]);
            (mine.size(HAND)..count).for_each(|_| mine.passes(PILE, HAND));
        }
        if let Some(eggs) = &mut self.eggs {
            for _ in number(&state["deck"]["more"])..eggs.size(PILE) {
                let free = (1..=SCOUTS).find(|place| eggs.size(*place) == 0).expect("a place for each Scout");
                eggs.passes(PILE, free);
            }
        }
    }

    fn is_hand(&self, stock: usize, place: Place) -> bool {
        stock < self.empires.len() && place == HAND
    }

    fn any_card(random: &mut Rng) -> String {
        random.i32(-9..=13).to_string()
    }

    fn is_card(word: &str) -> bool {
        word.parse::<i32>().is_ok()
    }

    /// `3 5 and 1 unseen · not played yet: 3 4 5`
    fn codes_in(line: &str) -> Vec<String> {
        let hand = line.split(" · ").next().unwrap_or_default();
        let (known, _) = hand.split_once(" and ").unwrap_or((hand, ""));
        if known.ends_with("unseen") { Vec::new() } else { words(known).into_iter().filter(|word| Self::is_card(word)).collect() }
    }

    fn needs(&self, actor: Option<usize>, step: &str) -> Option<Vec<Need>> {
        let text = words(step);
        let seat = actor.unwrap_or_default();
        let lies = |list: &Value, what: &str| codes(list).iter().any(|other| other == what).then(Vec::new);
        let pile = self.of(seat);
        match text.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["play" | "shows", ..] => Some(vec![Need { stock: seat, place: HAND, cards: text[1..].to_vec() }]),
            ["reveal", ..] if self.eggs.is_none() => text[1..].iter().all(|egg| is_egg(egg)).then(Vec::new),
            ["reveal", ..] => Some(vec![Need { stock: self.empires.len(), place: PILE, cards: text[1..].to_vec() }]),
            ["take", "down", name] => lies(&self.open["down"], name),
            ["take", "down", name, "=", value] => lies(&self.open["down"], name).and_then(|_| self.egg_of(value)),
            ["take", value] => lies(&self.open["offer"]["cards"], value),
            ["give", "down", ..] => (!codes(&pile["down"]).is_empty()).then(Vec::new),
            ["discard", "down", name] => lies(&pile["down"], name),
            ["discard", "down", scout, "from", _] => lies(&self.pile_of(&text)["down"], scout),
            ["give" | "discard", value, ..] => {
                let pile = self.pile_with(seat, &text);
                lies(&pile["pile"]["cards"], value).or_else(|| Self::has_unsaid(pile).then(|| self.unsaid(value))?)
            }
            // An egg that a position left unsaid may be that Scout's.
            ["opens", name, "=", value] => {
                let named = lies(&pile["down"], name).and_then(|_| self.egg_of(value));
                named.or_else(|| Self::has_unsaid(pile).then(|| self.unsaid(value))?)
            }
            _ => Some(Vec::new()),
        }
    }

    fn tables_step(&self, random: &mut Rng) -> String {
        if self.open["phase"] == "end" {
            return "end".to_owned();
        }
        let mut eggs = match &self.eggs {
            Some(eggs) => eggs.named(eggs.hidden()),
            None => (0..4).map(|_| Self::any_card(random)).collect(),
        };
        random.shuffle(&mut eggs);
        let due = [2, 2, 2, 2, 2, 3, 4][self.empires.len()];
        eggs.truncate(self.eggs.as_ref().map_or(due, |eggs| eggs.size(PILE).min(due)));
        let mut step = "reveal".to_owned();
        for egg in eggs {
            step = format!("{step} {egg}");
        }
        step
    }

    /// Cards of the hand, or what an egg is that nobody has named.
    fn showing(&self, random: &mut Rng, cards: &[String]) -> String {
        let name = random.choice(&NAMES[..self.empires.len()]).expect("somebody");
        if random.u8(..3) == 0 {
            return format!("opens {name} = {}", cards.first().map_or("5", String::as_str));
        }
        let cards: Vec<&str> = cards.iter().map(String::as_str).filter(|card| deck(2).iter().any(|own| own == card)).collect();
        format!("shows {}", cards.join(" "))
    }

    fn claims(&self, state: &Value) -> Vec<Claim> {
        let is_over = ["ready", "over", "game-over"].iter().any(|phase| state["phase"] == **phase);
        let mut claims = Vec::new();
        for (seat, hand) in hands(state).into_iter().enumerate() {
            let remembered = hand.remembered.clone().filter(|_| !is_over);
            claims.push(Claim { stock: seat, place: HAND, remembered, ..hand });
            let count = number(&state["players"][seat]["deck"]["count"]);
            claims.push(Claim { stock: seat, place: PILE, count, known: None, remembered: None });
        }
        if self.eggs.is_some() {
            let count = number(&state["deck"]["more"]);
            claims.push(Claim { stock: self.empires.len(), place: PILE, count, known: None, remembered: None });
        }
        claims
    }

    /// Of Empire cards the state says which were played, and which are known to be in the hand.
    fn unaccounted(&self, state: &Value) -> Vec<Vec<String>> {
        let of = |player: &Value| {
            let mut left = deck(self.empires.len());
            for card in codes(&player["row_of_played_cards"]["cards"]).iter().chain(&codes(&player["hand"]["cards"])) {
                left.remove(left.iter().position(|other| other == card).expect("one of the deck"));
            }
            left
        };
        let players = state["players"].as_array().expect("players").iter().map(of);
        players.chain(self.eggs.iter().map(|_| codes(&state["unaccounted"]))).collect()
    }
}
