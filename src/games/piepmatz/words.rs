//! The texts of Piepmatz: faults, consequences, steps, and hints.

use super::{
    ADDED, BOOK, Bird, DISPLAY, Event, Fault, HAND, KeepRight, Perch, Pest, Phase, Piepmatz, SLOTS, Setup, Species, Step, Verb,
    book::{EmptySlot, FifthPest, Keep, PestSlot, PestTiming, SetupPests, pm},
    feeder::Pests,
};
use crate::table::prelude::*;
use std::cmp::Reverse;

pub(super) fn birds(count: usize) -> String {
    count_of(count, "bird", "birds")
}

fn cards(count: usize) -> String {
    count_of(count, "card", "cards")
}

fn seed_cards(count: usize) -> String {
    count_of(count, "seed card", "seed cards")
}

/// `none is`, `1 is`, `2 are`.
fn is_or_are(count: usize) -> String {
    if count == 0 { "none is".to_owned() } else { count_of(count, "is", "are") }
}

fn full_name(bird: Bird) -> String {
    format!("{} {}", bird.species().name(), bird.value())
}

fn all_named(birds: &[Bird]) -> String {
    and_list(birds.iter().map(|&bird| full_name(bird)))
}

/// The option to play at a perch, with the values that bring a fight: `play CARD at 1: BL3, queue 1; from 3 on it is a fight`.
fn play_option((perch, number): (&Perch, u8)) -> VerbOption {
    let option = |text: String| VerbOption::new(Verb::Play, text).at(format!("CARD at {number}"));
    let Some(bird) = perch.bird else { return option("nobody is on the perch".to_owned()) };
    let queue = perch.sum();
    let queue_text = if queue == 0 { "no queue".to_owned() } else { format!("queue {queue}") };
    // Between turns no queue exceeds its bird.
    let fight = match u16::from(bird.value()).saturating_sub(queue) {
        0 => "any bird brings a fight".to_owned(),
        6.. => "no bird brings a fight".to_owned(),
        margin => format!("from {} on it is a fight", margin + 1),
    };
    option(format!("{bird}, {queue_text}; {fight}"))
}

impl Words for Piepmatz {
    #[allow(clippy::too_many_lines)] // an arm for each fault
    fn explain(&self, act: &ActOf<Self>, fault: Fault, context: &TableContext<Setup>) -> String {
        let players = &context.players;
        let (actor, step) = act.step().map_or((None, None), |(actor, step)| (actor, Some(step)));
        let acting = self.acting_seat(actor);
        let collection = self.collection(acting);
        let name = players.name(acting);
        let turn_name = players.name(self.turn_of().unwrap_or(acting));
        let birds_named = step.map_or(&[][..], Step::birds);
        let named_count = match step {
            Some(Step::Seeds(cards)) => cards.len(),
            Some(Step::LoseSeeds(seeds)) => seeds.len(),
            _ => birds_named.len(),
        };
        let perches = self.setup.perches;
        let birds_were = || count_of(named_count, "bird was", "birds were");
        let why = match fault {
            // PM-2.3
            Fault::Table(TableFault::NotYourTurn { turn })
                if matches!(step, Some(Step::Draw(_))) && self.account.hand(acting).len() >= HAND =>
            {
                let held = self.account.hand(acting).len();
                format!("{name} holds {}, and the hand is filled up to {HAND}; it is {}'s turn", birds(held), players.name(turn))
            }
            Fault::Table(fault) => {
                fault.explain(players, "round", &self.account, birds_named, |bird| self.where_is(bird, players))
            }
            Fault::ThirdCopy(bird) => match birds_named.iter().filter(|&&named| named == bird).count() {
                named @ 3.. => format!("there are only two {bird}, and it is named {named} times"),
                _ => format!("there are only two {bird}: {}", self.where_is(bird, players)),
            },
            Fault::TooManyCopies(bird) => match self.gone.copies(bird) {
                0 => format!("more than the two {bird} that there are"),
                1 => format!("more than one {bird}; the other is out of the game"),
                _ => format!("both {bird} are out of the game"),
            },
            Fault::Removed(bird) => {
                let removed = bird.species();
                format!("{} are out of this game (`removed = {}`)", removed.plural(), removed.code())
            }
            Fault::DeckTooSmall => format!("the feeder deck has {}", cards(self.deck.len())),
            Fault::NoneLeft(card) => {
                let left = self.deck.left_of(card).unwrap_or_default();
                let at_most = if left > 0 && self.deck.elsewhere() > 0 { "at most " } else { "" };
                match self.setup.listed.map_or(0, |listed| listed[card.index()]) {
                    0 => format!("this game's feeder deck has no `{card}`"),
                    total => format!("of `{card}` the feeder deck had {total}, and {at_most}{} left", is_or_are(left)),
                }
            }
            Fault::TooManySeeds(Some(seed)) => match self.seeds_left(Some(seed)) {
                0 => format!("the game has no seed card with {seed} left"),
                count => format!("more than the {} with {seed} that the game has left", seed_cards(count)),
            },
            Fault::TooManySeeds(None) => format!("more than the {} feeder cards that the game has left", self.seeds_left(None)),
            Fault::AllSixSpecies => "two players remove one species, and here are all six".to_owned(),
            Fault::SetupDue => {
                let due = if let Phase::Setup(due) = self.phase { due } else { VerbSet::NONE };
                let due_names = and_list(BOOK.verbs_of(due).map(|verb| format!("`{}`", verb.name)));
                match step.map(Self::verb) {
                    Some(verb @ (Verb::Perches | Verb::Display | Verb::Seeds)) if !due.contains(verb) => {
                        format!("`{}` was there already; still to be laid out: {due_names}", verb.text().name)
                    }
                    Some(Verb::Display) => {
                        "before the first turn `display` is done by the table, and no name stands before it".to_owned()
                    }
                    _ => format!("the table is laid out first: {due_names}"),
                }
            }
            Fault::SetupIsOver => "the table was laid out; that is done before the first turn".to_owned(),
            Fault::SetupSize => match step {
                Some(Step::Perches(_)) => format!("{} laid out, and there are {perches} perches", birds_were()),
                Some(Step::Seeds(cards)) => match cards.iter().filter(|card| card.seed().is_some()).count() {
                    SLOTS if named_count > SLOTS => {
                        "the seed card that fills the last slot ends it, but more cards are named".to_owned()
                    }
                    seeds => format!("{} for {SLOTS} slots", seed_cards(seeds)),
                },
                _ => format!("{} turned up, and {DISPLAY} are due", birds_were()),
            },
            Fault::PestInSetup(pest) => {
                format!("a {pest} that turns up before the first turn is shuffled back, and another card is drawn instead")
            }
            Fault::NoneOnPerches(counted) => {
                format!("{} in all, and there would be none left for the {perches} perches", birds(counted.into()))
            }
            Fault::PlayDue => format!("{turn_name} has to play a bird first"),
            Fault::PlayedAlready => match self.played {
                Some((_, bird)) => format!("{turn_name} has played {bird} this turn; a turn plays one bird"),
                None => format!("{turn_name} has skipped the play, and the turn has gone on"),
            },
            Fault::KeptTooLate => {
                let (keeping, keep_rule) = (self.turn_progress(acting).keeping, self.setup.rules.keep);
                let is_in_fight = matches!(self.phase, Phase::Feeder(_) | Phase::Lose(..)) && keep_rule != Keep::AfterFightToo;
                let reason = match (keeping, keep_rule) {
                    (KeepRight::Kept, _) => " has kept a bird in this turn, and only one may be kept",
                    (keeping, _) if keeping == KeepRight::Fought || is_in_fight => {
                        "'s play brought a fight, and a bird is kept only where it brings none"
                    }
                    (_, Keep::AfterFightToo) => {
                        " may keep a bird only right after the play and its fights, before anything else is done"
                    }
                    _ => " may keep a bird only right after the play, before anything else is done",
                };
                format!("{name}{reason}")
            }
            Fault::TooHigh(bird) => {
                let played = self.may_keep.map_or(bird, |(_, played)| played);
                format!("{bird} is higher than {played}, which was just played")
            }
            Fault::DrawDue => {
                let held = self.turn_of().map_or(0, |seat| self.account.hand(seat).len());
                format!("{turn_name} holds {} and has to draw first", birds(held))
            }
            Fault::NothingToDraw => match self.account.hand(acting).len() {
                held @ HAND.. => format!("{turn_name} holds {}, and the hand is filled up to {HAND}", birds(held)),
                _ if self.display.is_empty() && self.bird_deck() == 0 => "the bird deck and the display are empty".to_owned(),
                _ => format!("{turn_name}'s hand and the display were filled up in this turn already"),
            },
            Fault::NothingToDisplay if self.bird_deck() == 0 => "the bird deck is empty, so nothing is turned up".to_owned(),
            Fault::NothingToDisplay => "no bird is due in the display in this turn any more".to_owned(),
            Fault::BirdDeckTooSmall if self.bird_deck() == 0 => "the bird deck is empty".to_owned(),
            Fault::BirdDeckTooSmall => format!("the bird deck has only {}", cards(self.bird_deck())),
            Fault::DrawnBlind => format!("{} in the display", self.birds_lie()),
            Fault::DisplayDue => {
                let birds_are = count_of(self.due_in_display(), "bird is", "birds are");
                format!("the display has to be filled up first: {birds_are} due")
            }
            Fault::DisplaySize => format!("{} turned up, and {} due", birds_were(), is_or_are(self.due_in_display())),
            Fault::RefillDue => {
                format!("{} in {turn_name}'s turn", self.slots_to_fill("has to be refilled first", "have to be refilled first"))
            }
            Fault::FeederDue => format!("{turn_name} won a fight by 5 or more, and the top card of the feeder deck is due"),
            Fault::FeederWithoutFight => {
                format!("{turn_name} is in no fight now, and only a fight by 5 or more takes a card of the feeder deck")
            }
            Fault::LossWithoutFight => format!("{turn_name} is in no fight now, so no pest takes anything"),
            Fault::LossDue(Pest::Crow) => format!("a crow takes a bird of {turn_name}'s first"),
            Fault::LossDue(Pest::Squirrel) => {
                let takes = self.turn_of().map_or(0, |seat| self.squirrel_takes(seat));
                format!("a squirrel takes {} of {turn_name}'s first", seed_cards(takes))
            }
            Fault::WrongLoss(Pest::Crow) => "a crow takes a bird, not seeds".to_owned(),
            Fault::WrongLoss(Pest::Squirrel) => "a squirrel takes seeds, not birds".to_owned(),
            Fault::NotOneBird => format!("a crow takes one bird, not {named_count}"),
            Fault::NotTheMost(bird) => {
                let most = and_list(
                    self.most_frequent_species(acting)
                        .map(|species| format!("{} {}", collection.birds.largest(), species.plural())),
                );
                let fewer = count_of(collection.birds.count(bird.species()), bird.species().name(), bird.species().plural());
                format!("the crow takes of what {name} has most of: {most}, and only {fewer}")
            }
            Fault::SeedsLost => format!("the squirrel takes {}, not {named_count}", seed_cards(self.squirrel_takes(acting))),
            Fault::BirdOfTheFight => match (self.bird_in_fight(acting), self.spared) {
                (Some(bird), _) => {
                    let counts = self.species_counts(acting);
                    format!("{bird} is the bird of the fight, and is collected only after the crow; {name} has {counts}")
                }
                (None, spared) => {
                    let bird = spared.map_or_else(String::new, |(_, bird)| bird.to_string());
                    format!(
                        "the crow found no bird in {name}'s collection; {bird} is the bird of the fight, and was collected after that"
                    )
                }
            },
            Fault::NothingToRefill if self.deck.len() == 0 => "the feeder deck is empty, so nothing is refilled".to_owned(),
            Fault::NothingToRefill if self.empty_slots() == 0 => "no slot is empty, so nothing is refilled".to_owned(),
            Fault::NothingToRefill => format!("the slots were refilled in {turn_name}'s turn already"),
            Fault::RefillShort => {
                let cards_left = cards(self.deck.len());
                format!("{}, and the deck still has {cards_left}", self.slots_to_fill("is to be filled", "are to be filled"))
            }
            Fault::RefillLong => "drawing ends with the seed card that fills the last empty slot".to_owned(),
            Fault::AddsTooEarly => {
                let reason = match (&players.names_of(self.still_to_play())[..], self.deck.len()) {
                    (_, count @ 1..) => format!("the feeder deck still has {}", cards(count)),
                    _ if !self.is_ending => "the feeder deck is empty, but no card was due from it yet".to_owned(),
                    ([], _) => format!("{turn_name}'s turn is not over"),
                    (names, _) => format!("still to play: {}", and_list(names)),
                };
                format!("birds are added when the turns are over: {reason}")
            }
            Fault::AddsDue => {
                let verb = if self.holders().len() == 1 { "has" } else { "have" };
                let names = players.join_names(self.holders().iter());
                let choices_due = format!("{names} {verb} still to choose {} of the hand", self.last_choice());
                match step {
                    Some(Step::Adds(_)) => format!("{name} holds no bird any more; {choices_due}"),
                    _ => format!("the turns are over: {choices_due}"),
                }
            }
            Fault::WrongAdded => {
                format!("{} added, and {} due", birds_were(), is_or_are(self.account.hand(acting).len().min(ADDED)))
            }
            Fault::NoSuchPerch => format!("there are {perches} perches"),
            Fault::NotInDisplay(bird) if self.display.is_empty() => format!("{bird} does not lie in the display, which is empty"),
            Fault::NotInDisplay(bird) => {
                format!("{bird} does not lie in the display: {} there", self.birds_lie())
            }
            Fault::NotCollected(bird) => {
                let flock = collection.birds.only(bird.species());
                let has = if flock.is_empty() { format!("no {}", bird.species().plural()) } else { and_list(flock.birds()) };
                let often = if flock.copies(bird) > 0 { " so often" } else { "" };
                format!("{bird} is not in {name}'s collection{often}; {name} has {has}")
            }
            Fault::NoSuchSeed(seed) => {
                let seeds = collection.seeds;
                let noun = if seeds.len() == 1 { "seed card" } else { "seed cards" };
                let has = if seeds.len() == 0 { format!("no {noun}") } else { format!("{noun} {}", and_list(seeds.iter())) };
                let often = if seeds.count(seed) > 0 { " so often" } else { "" };
                format!("seed card {seed} is not in {name}'s collection{often}; {name} has {has}")
            }
        };
        // A refill without an empty slot is called needless, whichever step is due.
        let is_refill = matches!(step, Some(Step::Refill(_))) && fault != Fault::NothingToRefill;
        let is_needless = is_refill && self.turn_of().is_some() && self.empty_slots() == 0;
        match act {
            _ if is_needless => format!("no slot is empty, so nothing is refilled; {why}"),
            Act::BeginRound { .. } if self.turn_of().is_some() => format!("the round is not over: {why}"),
            _ => why,
        }
    }

    fn consequences(&self, event: &Event, context: &TableContext<Setup>) -> Vec<Consequence> {
        let name = |seat| context.players.name(seat);
        let timing_rule =
            Some(self.setup.rules.pest_timing).filter(|&timing| timing == PestTiming::AfterBird).map(PestTiming::in_force);
        let immediate = |section, number, text: String| Consequence::immediate(pm(section, number), text);
        vec![match *event {
            Event::RoundBegins => {
                let removed = self.setup.removed.map(|species| format!("; {} are removed", species.plural()));
                let (feeder_cards, birds_left) = (cards(self.deck.len()), birds(self.bird_deck()));
                let decks = format!("the feeder deck has {feeder_cards}, the bird deck {birds_left} once four are dealt to each");
                let text = format!("{} takes the first turn; {decks}{}", name(self.first), removed.unwrap_or_default());
                Consequence::on_request(pm(1, 6), text)
            }
            Event::Fight(seat, perch, bird, excess) => {
                let sum = bird.value().saturating_add(excess);
                let source = if excess > 4 { "the feeder deck".to_owned() } else { format!("slot {excess}") };
                let comparison = format!("the queue's {sum} exceed {bird} by {excess}, so it is {source}");
                immediate(3, 1, format!("{} fights at perch {perch}: {comparison}", name(seat)))
            }
            Event::NoFight(perch, bird, sum) => {
                let text = format!("no fight at perch {perch}, for {sum} is not greater than the {} of {bird}", bird.value());
                Consequence::on_request(pm(2, 2), text)
            }
            Event::Took(seat, seed) => immediate(3, 1, format!("{} takes the seed card {seed}", name(seat))),
            Event::EmptySlot(pests) if pests == Pests::NONE => immediate(3, 1, "the slot is empty: nothing is taken".to_owned()),
            Event::EmptySlot(pests) => {
                let rule = self.setup.rules.empty_slot;
                let [one, many] = if rule == EmptySlot::Acts { ["acts", "act"] } else { ["stays", "stay"] };
                let verb = if pests.iter().count() == 1 { one } else { many };
                let text = format!("the slot is empty: nothing is taken, and the {} beside it {verb}", and_list(pests.iter()));
                immediate(3, 2, text).with_rule(rule.in_force())
            }
            Event::PestActs(seat, Pest::Crow) => {
                let choice = format!("one of the {}: {}", self.most_frequent_names(seat), self.species_counts(seat));
                immediate(3, 3, format!("a crow takes a bird of {}'s, {choice}", name(seat))).with_rule(timing_rule)
            }
            Event::PestActs(seat, Pest::Squirrel) => {
                immediate(3, 3, format!("a squirrel takes seeds of {}'s, at random", name(seat))).with_rule(timing_rule)
            }
            Event::PestFindsNothing(seat, pest) => {
                let noun = if pest == Pest::Crow { "bird" } else { "seeds" };
                immediate(3, 3, format!("a {pest} finds no {noun} before {}", name(seat))).with_rule(timing_rule)
            }
            Event::Collected(seat, bird) => {
                immediate(3, 4, format!("{bird} goes to {}'s collection", name(seat))).with_rule(timing_rule)
            }
            Event::MovedUp(bird, perch) => immediate(3, 5, format!("{bird} moves up to perch {perch}")),
            Event::PestLaid(pest, slot) => {
                let rule = Some(self.setup.rules.pest_slot).filter(|&rule| rule == PestSlot::WithSeed).map(PestSlot::in_force);
                immediate(4, 2, format!("the {pest} is laid beside slot {slot}")).with_rule(rule)
            }
            Event::PestStacked(pest) => {
                let text = format!("{}, so the {pest} is laid beside slot 1 as well", self.missing_slot_text());
                immediate(4, 2, text).with_rule(FifthPest::Stack.in_force())
            }
            Event::PestDiscarded(pest) => immediate(4, 2, format!("{}, so the {pest} is discarded", self.missing_slot_text())),
            Event::PassedOver(seat) => immediate(2, 5, format!("{} holds no bird and is passed over", name(seat))),
            Event::EndTriggered => {
                let names = context.players.names_of(self.still_to_play());
                let turns = match names[..] {
                    [] => "nobody has a turn any more".to_owned(),
                    [only] => format!("{only} still has a turn"),
                    _ => format!("{} still have a turn each", and_list(&names)),
                };
                immediate(5, 1, format!("the feeder deck is empty, and a card is due: the end begins; {turns}"))
            }
            Event::LastChoice => {
                let names = context.players.join_names(self.holders().iter());
                immediate(5, 2, format!("the turns are over: {names} now choose {} of the hand", self.last_choice()))
            }
            Event::Deduced(seat) => {
                Consequence::hand_deduced::<Bird, _>(&context.players, seat, self.account.hand(seat), "birds")
            }
            Event::GameOver => {
                let (score, (tied, winners)) = (context.players.join_counts(self.seats().zip(self.totals())), self.best());
                let by_pairs = || format!(", by mated pairs: {}", self.tied_pairs(tied, &context.players));
                let tie_break = if (1..tied.len()).contains(&winners.len()) { by_pairs() } else { String::new() };
                let result = match winners.len() {
                    0 => format!("{} are level, and the tie-break isn't recorded", context.players.join_names(tied.iter())),
                    1 => format!("{} wins{tie_break}", context.players.join_names(winners.iter())),
                    _ => format!("{} share the win{tie_break}", context.players.join_names(winners.iter())),
                };
                let text = format!("the game is over: {score}; {result}");
                return self.item_consequences(&context.players).chain([immediate(6, 4, text)]).collect();
            }
        }]
    }

    fn describe(&self, _: Option<Seat>, step: &Step, _: &TableContext<Setup>) -> String {
        match step {
            Step::Perches(birds) => {
                and_list(birds.iter().zip(1..).map(|(&bird, perch)| format!("{} on perch {perch}", full_name(bird))))
            }
            Step::Display(birds) => format!("in the display: {}", all_named(birds)),
            Step::Seeds(cards) if cards.iter().any(|card| card.seed().is_none()) => {
                format!("turned up for the slots: {}", and_list(cards))
            }
            Step::Seeds(cards) => and_list(cards.iter().zip(1..).map(|(card, slot)| format!("{card} in slot {slot}"))),
            Step::Play(bird, perch) => format!("plays {bird}, {}, at perch {perch}", full_name(*bird)),
            Step::Feeder(card) => format!("takes the top card of the feeder deck: {card}"),
            Step::LoseBirds(birds) => format!("loses {}", all_named(birds)),
            Step::LoseSeeds(seeds) => {
                let cards = if seeds.len() == 1 { "a seed card" } else { "seed cards" };
                format!("loses {cards} of {}", and_list(seeds))
            }
            Step::Keep(bird) => format!("keeps {bird}, {}", full_name(*bird)),
            Step::Draw(None) => "draws a bird, unseen".to_owned(),
            Step::Draw(Some(bird)) => format!("draws {bird}, {}, from the display", full_name(*bird)),
            Step::Refill(cards) => format!("drawn to refill the slots: {}", and_list(cards)),
            Step::Adds(birds) => format!("adds {}", all_named(birds)),
            Step::Shows(birds) => format!("shows {}", all_named(birds)),
        }
    }

    fn options(&self, actor: Option<Seat>, _: &TableContext<Setup>) -> Vec<VerbOption> {
        let mut options = match (self.phase, actor) {
            (Phase::Setup(due), None) => self.layouts(due).collect(),
            (Phase::Feeder(_), None) => {
                let text = format!("the top card of the feeder deck, which the fight takes ({} left)", cards(self.deck.len()));
                vec![VerbOption::new(Verb::Feeder, text)]
            }
            (Phase::Display(_), None) => {
                let birds_due = birds(self.due_in_display());
                let text = format!("{birds_due} turned up for the display ({} left in the deck)", self.bird_deck());
                vec![VerbOption::new(Verb::Display, text)]
            }
            (Phase::Turn(turn), Some(seat)) if turn == seat => self.perches().map(play_option).collect(),
            // Only one player can have a loss or a draw due, so the seat isn't compared.
            (Phase::Lose(_, Pest::Crow), Some(seat)) => {
                vec![VerbOption::new(Verb::Lose, format!("a bird that the crow takes, of {}", self.most_frequent_names(seat)))]
            }
            (Phase::Lose(_, Pest::Squirrel), Some(seat)) => {
                let (taken, collected) = (seed_cards(self.squirrel_takes(seat)), and_list(self.collection(seat).seeds.iter()));
                vec![VerbOption::new(Verb::Lose, format!("{taken} that the squirrel takes at random, of {collected}"))]
            }
            (Phase::Draw(_), Some(_)) => {
                let from_display = format!("from the display, {}", and_list(self.display.birds()));
                let unseen = format!("the top bird of the deck ({} left)", self.bird_deck());
                let may_draw_unseen = self.bird_deck() > 0 && (self.setup.rules.blind_draw || self.display.is_empty());
                let options = [
                    (!self.display.is_empty(), VerbOption::new(Verb::Draw, from_display).at("CARD")),
                    (may_draw_unseen, VerbOption::new(Verb::Draw, unseen)),
                ];
                options.into_iter().filter(|(is_open, _)| *is_open).map(|(_, option)| option).collect()
            }
            (Phase::Adding, Some(seat)) if !self.account.hand(seat).is_empty() => {
                let count = self.account.hand(seat).len().min(ADDED);
                let text = format!("{} of the hand, for the collection; the others are laid down", birds(count));
                vec![VerbOption::new(Verb::Adds, text)]
            }
            _ => Vec::new(),
        };
        if actor.is_none() && self.may_refill() {
            let (slots, cards_left) = (self.slots_to_fill("holds a seed", "hold seeds"), cards(self.deck.len()));
            let text = format!("the feeder cards drawn until {slots}, pests and all ({cards_left} left)");
            options.push(VerbOption::new(Verb::Refill, text));
        }
        if let Some((_, played)) = self.may_keep.filter(|(seat, _)| Some(*seat) == actor) {
            let text = format!("a bird of the hand of value {} or lower, for the collection", played.value());
            options.push(VerbOption::new(Verb::Keep, text));
        }
        options
    }

    fn table_task(&self, _: &TableContext<Setup>) -> Option<String> {
        match self.phase {
            Phase::Setup(due) => Some(format!("Lay out the {}", and_list(BOOK.verbs_of(due).map(|verb| verb.name)))),
            Phase::Feeder(_) => Some("A fight: turn up the top feeder card".to_owned()),
            Phase::Display(_) => Some(format!("Turn up {} for the display", birds(self.due_in_display()))),
            _ if self.may_refill() => Some(format!("Refill {}", self.slots_to_fill("", "").trim_end())),
            _ => None,
        }
    }

    /// The fight that a play leads to, or the pest that takes the lost cards.
    fn effect(&self, actor: Option<Seat>, step: &Step, _: &TableContext<Setup>) -> String {
        match (step, self.phase) {
            (Step::Play(bird, number), _) => {
                let Some(perch) = self.perch(*number) else { return String::new() };
                let Some(fought) = perch.bird else { return "no bird there".to_owned() };
                let sum = perch.sum() + u16::from(bird.value());
                match sum.checked_sub(fought.value().into()) {
                    Some(excess @ 1..) => format!("a fight with {fought} by {excess}"),
                    _ => format!("no fight with {fought}"),
                }
            }
            (Step::Feeder(_), phase) if !matches!(phase, Phase::Feeder(_)) => "without a fight".to_owned(),
            (Step::LoseBirds(_) | Step::LoseSeeds(_), Phase::Lose(fight, pest)) if Some(fight.turn.seat) == actor => {
                format!("to a {pest}")
            }
            (Step::LoseBirds(_) | Step::LoseSeeds(_), _) => "to nothing".to_owned(),
            _ => String::new(),
        }
    }

    fn distance(tried: &Step, legal: &Step) -> Option<u32> {
        let bird_distance = match (tried.birds().first(), legal.birds().first()) {
            (Some(tried), Some(legal)) => {
                let species_distance = if tried.species() == legal.species() { 0 } else { 8 };
                species_distance + u32::from(tried.value().abs_diff(legal.value()))
            }
            // An unseen bird of the deck is nearest.
            (_, None) => 0,
            (None, _) => 20,
        };
        let perch_distance = match (tried, legal) {
            (Step::Play(_, tried_perch), Step::Play(_, legal_perch)) => u32::from(tried_perch != legal_perch),
            _ => 0,
        };
        Some(bird_distance * 4 + perch_distance + u32::from(Self::verb(tried) != Self::verb(legal)) * 2)
    }
}

impl Piepmatz {
    /// The parts of each player's score (PM-6.1 to PM-6.3), except those without points.
    fn item_consequences(&self, players: &Players) -> impl Iterator<Item = Consequence> + use<> {
        let of_player = |player: PlayerSheet| {
            let items = player.rounds.into_iter().next_back().map(|round| round.items).unwrap_or_default();
            items.into_iter().filter_map(move |item| {
                let points = item.points.if_exact().filter(|points| *points != 0)?;
                Some(Consequence::on_request(
                    item.clause,
                    format!("{}, {}: {}, so {points:+}", player.name, item.label, item.why),
                ))
            })
        };
        self.score(players).players.into_iter().flat_map(of_player)
    }

    /// The empty slots and a predicate, which is `singular` for one slot and else `plural`: `slots 1 and 3 hold seeds`.
    fn slots_to_fill(&self, singular: &str, plural: &str) -> String {
        let empty = self.slots.iter().zip(1..).filter(|(slot, _)| slot.seed.is_none()).map(|(_, number): (_, u8)| number);
        let slots = and_list(empty);
        if self.empty_slots() == 1 { format!("slot {slots} {singular}") } else { format!("slots {slots} {plural}") }
    }

    /// The number of birds that each player with birds adds at the end (PM-5.2): `2 birds`, or `up to 2 birds` if hands differ.
    fn last_choice(&self) -> String {
        let counts = || self.holders().iter().map(|seat| self.account.hand(seat).len().min(ADDED));
        let most = counts().max().unwrap_or(ADDED);
        let up_to = if counts().any(|count| count < most) { "up to " } else { "" };
        format!("{up_to}{}", birds(most))
    }

    /// The birds of the display with their verb: `BL1 and CH2 lie`.
    fn birds_lie(&self) -> String {
        let birds: Vec<Bird> = self.display.birds().collect();
        format!("{} {}", and_list(&birds), if birds.len() == 1 { "lies" } else { "lie" })
    }

    fn missing_slot_text(&self) -> &'static str {
        if self.setup.rules.pest_slot == PestSlot::WithSeed {
            "no slot with a seed is without a pest"
        } else {
            "every slot has a pest"
        }
    }

    fn most_frequent_species(&self, seat: Seat) -> impl Iterator<Item = Species> {
        let flock = self.collection(seat).birds;
        Species::ALL.into_iter().filter(move |&species| flock.count(species) == flock.largest())
    }

    /// The species of which a player has the most cards, in words: `Blackbirds or Sparrows`.
    fn most_frequent_names(&self, seat: Seat) -> String {
        or_list(self.most_frequent_species(seat).map(Species::plural))
    }

    /// A player's number of birds of each species, the highest number first: `2 Blackbirds, 1 Yellowhammer`.
    fn species_counts(&self, seat: Seat) -> String {
        let flock = self.collection(seat).birds;
        let mut counts: Vec<_> = Species::ALL.map(|species| (flock.count(species), species)).into();
        counts.retain(|(count, _)| *count > 0);
        counts.sort_by_key(|(count, _)| Reverse(*count));
        let counted = counts.into_iter().map(|(count, species)| count_of(count, species.name(), species.plural()));
        counted.collect::<Vec<_>>().join(", ")
    }

    /// The parts still to be laid out before the first turn (PM-1.5), each with its verb.
    fn layouts(&self, due: VerbSet) -> impl Iterator<Item = VerbOption> {
        let are_pests_laid = self.setup.rules.setup_pests == SetupPests::Laid;
        let pests = if are_pests_laid { "and the pests among them, in the order turned up" } else { "pests are shuffled back" };
        let parts = [
            (Verb::Perches, format!("the birds on the {} perches, perch 1 first", self.setup.perches)),
            (Verb::Display, format!("the {DISPLAY} birds turned up beside the bird deck")),
            (Verb::Seeds, format!("the {SLOTS} seed cards in slots 1 to {SLOTS} ({pests})")),
        ];
        parts.into_iter().filter(move |(verb, _)| due.contains(*verb)).map(|(verb, text)| VerbOption::new(verb, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::random_game::{PlayStyle, RandomGame};

    #[test]
    fn the_effect_of_a_feeder_card_names_a_missing_fight() {
        let mut random_game = RandomGame::<Piepmatz>::new(1);
        let (mut card, mut checked) = (None, 0);
        while !random_game.is_over() {
            let before = random_game.game.clone();
            random_game.advance(PlayStyle::Legal);
            if let (Phase::Turn(_), Some(card)) = (random_game.game.phase, &card) {
                assert_eq!(random_game.game.effect(None, card, &random_game.context), "without a fight");
                checked += 1;
            }
            let Some((actor, step @ Step::Feeder(_))) = random_game.acts.last().and_then(|applied| applied.act.step()) else {
                continue;
            };
            assert_eq!(before.effect(actor, step, &random_game.context), "");
            card = Some(step.clone());
        }
        assert!(checked > 0);
    }
}
