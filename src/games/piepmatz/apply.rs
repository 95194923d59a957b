//! Applies an act, legal or not: fights, the course of a turn, and the sequence of turns until the end.

use super::{
    Bird, FeederCard, HAND, HandProgress, KeepRight, LAYOUT, Pest, Pests, Phase, Piepmatz, RefillOrder, Seed, Slot, Step,
    TurnProgress, Verb,
    book::{DisplayRefill, EmptySlot, FifthPest, Keep, PestSlot, PestTiming},
};
use crate::table::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    RoundBegins,
    /// A player fights the bird at a perch, counted from 1. The last number is the queue's excess over the bird (PM-2.2).
    Fight(Seat, u8, Bird, u8),
    /// A play at a perch, counted from 1, brought no fight with the bird there. The last number is the queue's sum (PM-2.2).
    NoFight(u8, Bird, u16),
    /// A fight took the seed card of its slot (PM-3.1).
    Took(Seat, Seed),
    /// A fight found its slot empty (PM-3.1), with these pests beside it (PM-3.2).
    EmptySlot(Pests),
    /// A pest acts on a player (PM-3.2).
    PestActs(Seat, Pest),
    /// A pest acts on a player who has nothing to lose (PM-3.3).
    PestFindsNothing(Seat, Pest),
    /// A player collected a bird from its perch (PM-3.4).
    Collected(Seat, Bird),
    /// A bird moved up to a perch, counted from 1 (PM-3.5).
    MovedUp(Bird, u8),
    /// A pest was laid beside a slot, counted from 1 (PM-4.2).
    PestLaid(Pest, u8),
    /// A pest found no free slot, and was laid beside slot 1 in addition (PM-4.2, table rule `fifth_pest`).
    PestStacked(Pest),
    /// A pest found no free slot, and was discarded (PM-4.2).
    PestDiscarded(Pest),
    /// A player who holds no bird was passed over (PM-2.5).
    PassedOver(Seat),
    /// A card was to be drawn from the empty feeder deck (PM-5.1).
    EndTriggered,
    /// The last choice is due (PM-5.2).
    LastChoice,
    /// The cards of a player's hand were deduced (TB-6).
    Deduced(Seat),
    GameOver,
}

/// A fight in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fight {
    /// The progress of the fighter's turn. A feeder card may be turned up too late, and be let stand: then the fighter may have
    /// begun to fill up the hand or the slots.
    pub turn: TurnProgress,
    /// The perch, counted from 1. `None` if a feeder card that was turned up without a fight was let stand.
    perch: Option<u8>,
    /// The pests that have not acted yet.
    pub pests: Pests,
    /// Whether the bird on the perch was collected (PM-3.4, table rule `pest_timing`).
    is_collected: bool,
    /// The bird that was played, if a bird may be kept after the fight (PM-2.2, table rule `keep`).
    pub(super) played: Option<Bird>,
}

impl Apply for Piepmatz {
    fn apply(&mut self, act: &ActOf<Self>, events: &mut Vec<Event>) {
        match act {
            Act::BeginRound { first } => self.begin(*first, events),
            Act::Step { actor: Some(seat), step: Step::Shows(birds) } => {
                self.account.show(*seat, birds);
            }
            Act::Step { actor, step } => self.do_step(*actor, step, events),
            Act::Tally(tally) => {
                self.count(tally);
                self.is_ending = false;
                (self.may_keep, self.spared) = (None, None);
                self.phase = Phase::Over;
                events.push(Event::GameOver);
            }
        }
        if let Some(seat) = self.account.deduce() {
            events.push(Event::Deduced(seat));
        }
    }

    fn adjust(&mut self, adjustment: &Adjustment, _events: &mut Vec<Event>) {
        self.rounds.adjust([adjustment]);
    }

    fn progress(&self) -> Progress {
        match self.phase {
            Phase::Ready => Progress::Ready(Seats::all(self.players)),
            Phase::Over => Progress::GameOver,
            _ => Progress::Underway,
        }
    }

    fn turn_owner(&self) -> Option<Seat> {
        match self.phase {
            // The turn has no step yet: a bird that is kept now still belongs to the turn before.
            Phase::Turn(_) => self.may_keep.map(|(seat, _)| seat),
            _ => self.turn_of(),
        }
    }
}

impl Piepmatz {
    /// Begins a round: deals the hands, and leaves the layout of the table due (PM-1.5, PM-1.6).
    fn begin(&mut self, first: Seat, events: &mut Vec<Event>) {
        self.rounds.begin(self.points());
        let (rounds, phase) = (std::mem::take(&mut self.rounds), Phase::Setup(LAYOUT));
        *self = Self { rounds, first, turn: first, phase, ..Self::new(self.players, &self.setup) };
        for seat in self.seats() {
            self.account.deal(seat, HAND);
        }
        events.push(Event::RoundBegins);
    }

    /// Ends a fight that waits for a step, unless this step is the one. Steps of the setup don't affect a fight.
    fn end_waiting_fight(&mut self, seat: Seat, step: &Step, events: &mut Vec<Event>) {
        match (&self.phase, step) {
            (Phase::Feeder(fight), Step::Feeder(_)) | (Phase::Lose(fight, _), Step::LoseBirds(_) | Step::LoseSeeds(_))
                if fight.turn.seat == seat => {}
            (Phase::Feeder(_) | Phase::Lose(..), step) if !matches!(step, Step::Perches(_) | Step::Seeds(_)) => {
                self.abandon_fight(events);
            }
            _ => {}
        }
    }

    fn do_step(&mut self, actor: Option<Seat>, step: &Step, events: &mut Vec<Event>) {
        let seat = self.acting_seat(actor);
        self.end_waiting_fight(seat, step, events);
        (self.may_keep, self.spared) = (None, None);
        if actor.is_some() && !matches!(step, Step::Adds(_)) {
            self.turn = seat;
            self.played = self.played.filter(|(player, _)| *player == seat);
        }
        match step {
            Step::Perches(birds) => {
                birds.iter().for_each(|&bird| self.lay_on_perch(bird));
                self.finish_layout_part(Verb::Perches, events);
            }
            Step::Display(birds) => {
                for &bird in birds {
                    if self.account.turn_up(bird.index()) {
                        self.display.insert(bird);
                    }
                }
                if let Phase::Setup(_) = self.phase {
                    return self.finish_layout_part(Verb::Display, events);
                }
                let progress = self.turn_progress(seat);
                let hand = if self.setup.rules.display_refill == DisplayRefill::EndOfTurn {
                    HandProgress::Wholly
                } else {
                    progress.hand
                };
                self.fill(TurnProgress { hand, ..progress }, events);
            }
            Step::Seeds(cards) => {
                self.turn_up(cards, events);
                self.finish_layout_part(Verb::Seeds, events);
            }
            Step::Play(bird, number) => self.play(seat, *bird, *number, events),
            Step::Feeder(card) => {
                if self.deck.turn_up(*card) {
                    let mut fight = self.waiting_fight(seat);
                    match *card {
                        FeederCard::Seed(seed) => self.collection_mut(seat).seeds.insert(seed),
                        FeederCard::Pest(pest) => fight.pests.push(pest),
                    }
                    self.after_seed(fight, events);
                }
            }
            Step::LoseBirds(birds) => {
                let fight = self.waiting_fight(seat);
                for &bird in birds {
                    // PM-3.4: a loss of the bird of the fight can be let stand. That bird then leaves its perch.
                    if self.collection_mut(seat).birds.remove(bird)
                        || self.bird_in_fight(seat) == Some(bird) && self.take_from_perch(&fight).is_some()
                    {
                        self.gone.insert(bird);
                    }
                }
                self.continue_fight(fight, events);
            }
            Step::LoseSeeds(seeds) => {
                for &seed in seeds {
                    self.collection_mut(seat).seeds.remove(seed);
                }
                self.continue_fight(self.waiting_fight(seat), events);
            }
            Step::Keep(bird) => {
                if self.account.leave_hand(seat, bird.index()) {
                    self.collection_mut(seat).birds.insert(*bird);
                }
                // PM-2.3: a hand that was full is short again, and is filled up again.
                let progress = self.turn_progress(seat);
                self.fill(
                    TurnProgress { hand: progress.hand.min(HandProgress::Partly), keeping: KeepRight::Kept, ..progress },
                    events,
                );
            }
            Step::Draw(None) => {
                if self.bird_deck() > 0 {
                    self.account.draw_unseen(seat);
                }
                self.fill(TurnProgress { hand: HandProgress::Partly, ..self.turn_progress(seat) }, events);
            }
            Step::Draw(Some(bird)) => {
                if self.display.remove(*bird) {
                    self.account.enter_hand(seat, bird.index());
                }
                self.refill_display(TurnProgress { hand: HandProgress::Partly, ..self.turn_progress(seat) }, events);
            }
            Step::Refill(cards) => {
                self.turn_up(cards, events);
                let progress = TurnProgress { has_refilled: true, ..self.turn_progress(seat) };
                match self.phase {
                    Phase::Display(display_progress) if display_progress.seat == seat => self.refill_display(progress, events),
                    _ => self.fill(progress, events),
                }
            }
            Step::Adds(birds) => self.add_birds(seat, birds, events),
            Step::Shows(_) => {}
        }
    }

    /// Lays a bird on the first free perch. After faults that were let stand there may be no free perch (PM-1.5).
    fn lay_on_perch(&mut self, bird: Bird) {
        if self.account.turn_up(bird.index()) {
            let perches = usize::from(self.setup.perches);
            match self.perches[..perches].iter_mut().find(|perch| perch.bird.is_none()) {
                Some(perch) => perch.bird = Some(bird),
                None => self.gone.insert(bird),
            }
        }
    }

    /// Marks a part of the table as laid out (PM-1.5). If it was let stand after the
    /// setup, continues with what is due in the turn.
    fn finish_layout_part(&mut self, part: Verb, events: &mut Vec<Event>) {
        match self.phase {
            Phase::Setup(due) => {
                let due = due.without(part.only());
                self.phase = if due.is_empty() { Phase::Turn(self.first) } else { Phase::Setup(due) };
            }
            // The last feeder card was laid out, and the fight has none to wait for.
            Phase::Feeder(fight) if self.deck.left == 0 => {
                self.trigger_end(events);
                self.after_seed(fight, events);
            }
            Phase::Draw(progress) | Phase::Refill(progress) => self.fill(progress, events),
            Phase::Display(progress) => self.refill_display(progress, events),
            _ => {}
        }
    }

    /// Plays a bird at a perch, and fights if the queue exceeds its bird (PM-2.1, PM-2.2).
    fn play(&mut self, seat: Seat, bird: Bird, number: u8, events: &mut Vec<Event>) {
        if !self.account.leave_hand(seat, bird.index()) {
            return;
        }
        let Some(perch) = self.perch_mut(number) else { return };
        perch.queue.push(bird);
        if self.is_played() {
            self.played = Some((seat, bird));
            self.fight(seat, number, Some(bird), events);
        }
    }

    /// Turns up feeder cards: seeds into the lowest empty slots, pests beside the lowest slots that have none (PM-4.1, PM-4.2).
    fn turn_up(&mut self, cards: &[FeederCard], events: &mut Vec<Event>) {
        for &card in cards {
            if !self.deck.turn_up(card) {
                continue;
            }
            match card {
                FeederCard::Seed(seed) => {
                    // Seeds are discarded if no slot is empty.
                    if let Some(slot) = self.slots.iter_mut().find(|slot| slot.seed.is_none()) {
                        slot.seed = Some(seed);
                    }
                }
                FeederCard::Pest(pest) => events.push(self.lay_pest(pest)),
            }
        }
    }

    /// Lays a pest beside a slot, or discards it (PM-4.2).
    fn lay_pest(&mut self, pest: Pest) -> Event {
        let is_free =
            |slot: &Slot| slot.pests == Pests::NONE && (slot.seed.is_some() || self.setup.rules.pest_slot != PestSlot::WithSeed);
        let (index, event) = match self.slots.iter().position(is_free) {
            Some(index) => (index, Event::PestLaid(pest, to_u8(index + 1))),
            None if self.setup.rules.fifth_pest == FifthPest::Stack => (0, Event::PestStacked(pest)),
            None => return Event::PestDiscarded(pest),
        };
        self.slots[index].pests.push(pest);
        event
    }

    /// Adds birds to the collection, and lays down the other birds of the hand (PM-5.2).
    fn add_birds(&mut self, seat: Seat, birds: &[Bird], events: &mut Vec<Event>) {
        for &bird in birds {
            if self.account.leave_hand(seat, bird.index()) {
                self.collection_mut(seat).birds.insert(bird);
            }
        }
        let rest_of_hand = self.account.discard_hand(seat);
        self.laid_down += to_u8(rest_of_hand.unseen());
        rest_of_hand.known_cards().filter_map(Bird::from_index).for_each(|bird| self.gone.insert(bird));
        if self.phase != Phase::Ready {
            self.is_ending = true;
            self.begin_adding(events);
        }
    }
}

impl Piepmatz {
    /// Fights at a perch, one fight after another, until a step has to name a card. After the last fight a bird may be kept, up
    /// to the value of the bird `played`, if there is one. Then the turn goes on (PM-2.2, PM-3).
    fn fight(&mut self, seat: Seat, number: u8, played: Option<Bird>, events: &mut Vec<Event>) {
        let Some((excess, bird)) = self.perch(number).and_then(|perch| Some((perch.excess()?, perch.bird?))) else {
            if let (Some(_), Some(perch)) = (played, self.perch(number)) {
                events.extend(perch.bird.map(|bird| Event::NoFight(number, bird, perch.sum())));
            }
            self.may_keep = played.filter(|_| !self.account.hand(seat).is_empty()).map(|bird| (seat, bird));
            let keeping = if played.is_some() { KeepRight::Open } else { KeepRight::Fought };
            return self.fill(TurnProgress { keeping, ..TurnProgress::new(seat) }, events);
        };
        events.push(Event::Fight(seat, number, bird, to_u8(excess)));
        let played = played.filter(|_| self.setup.rules.keep == Keep::AfterFightToo);
        let mut fight =
            Fight { turn: TurnProgress::new(seat), perch: Some(number), pests: Pests::NONE, is_collected: false, played };
        match self.slots.get_mut(usize::from(excess) - 1) {
            // PM-3.1
            Some(slot) => {
                let seed = slot.seed.take();
                events.push(seed.map_or(Event::EmptySlot(slot.pests), |seed| Event::Took(seat, seed)));
                // PM-3.2
                if seed.is_some() || self.setup.rules.empty_slot == EmptySlot::Acts {
                    fight.pests = std::mem::take(&mut slot.pests);
                }
                if let Some(seed) = seed {
                    self.collection_mut(seat).seeds.insert(seed);
                }
            }
            None if self.deck.left == 0 => self.trigger_end(events), // PM-3.2, PM-5.1
            None => {
                self.phase = Phase::Feeder(fight);
                return;
            }
        }
        self.after_seed(fight, events);
    }

    /// Continues a fight after its seed card. By the table rule `pest_timing` the bird is collected first (PM-3.4).
    fn after_seed(&mut self, mut fight: Fight, events: &mut Vec<Event>) {
        if self.setup.rules.pest_timing == PestTiming::AfterBird {
            self.collect(&mut fight, events);
        }
        self.continue_fight(fight, events);
    }

    /// Lets the remaining pests act. Then the bird is collected, and another moves up.
    fn continue_fight(&mut self, mut fight: Fight, events: &mut Vec<Event>) {
        let seat = fight.turn.seat;
        while let Some(pest) = self.next_pest(&mut fight, events) {
            if self.is_played() {
                self.phase = Phase::Lose(fight, pest);
                return;
            }
        }
        self.collect(&mut fight, events);
        let Some(number) = fight.perch else { return self.fill(fight.turn, events) };
        // PM-3.5: no bird moves up if meanwhile another bird was laid on the perch, which was let stand.
        if let Some(perch) = self.perch_mut(number).filter(|perch| perch.bird.is_none()) {
            perch.move_up();
            events.extend(perch.bird.map(|bird| Event::MovedUp(bird, number)));
        }
        self.fight(seat, number, fight.played, events);
    }

    /// Removes pests from a fight, up to the first that finds something to take. Returns that pest (PM-3.3).
    fn next_pest(&mut self, fight: &mut Fight, events: &mut Vec<Event>) -> Option<Pest> {
        let seat = fight.turn.seat;
        while let Some(pest) = fight.pests.pop() {
            let collection = self.collection(seat);
            let has_nothing = match pest {
                Pest::Crow => collection.birds.is_empty(),
                Pest::Squirrel => collection.seeds.len() == 0,
            };
            events.push(if has_nothing { Event::PestFindsNothing(seat, pest) } else { Event::PestActs(seat, pest) });
            if !has_nothing {
                return Some(pest);
            }
            // PM-3.4: the crow can't take the bird of the fight, which isn't collected yet.
            if pest == Pest::Crow && !fight.is_collected {
                let perch = fight.perch.and_then(|number| self.perch(number));
                self.spared = perch.and_then(|perch| perch.bird).map(|bird| (seat, bird));
            }
        }
        None
    }

    /// The player's fight that waits for a step. An empty fight if no fight waits, and the step was let stand.
    fn waiting_fight(&self, seat: Seat) -> Fight {
        match self.phase {
            Phase::Feeder(fight) | Phase::Lose(fight, _) if fight.turn.seat == seat => fight,
            _ => Fight { turn: self.turn_progress(seat), perch: None, pests: Pests::NONE, is_collected: true, played: None },
        }
    }

    /// The bird on the perch of a fight that waits for the player's loss, if it is not collected yet (PM-3.4).
    pub(super) fn bird_in_fight(&self, seat: Seat) -> Option<Bird> {
        match self.phase {
            Phase::Lose(fight, _) if fight.turn.seat == seat && !fight.is_collected => self.perch(fight.perch?)?.bird,
            _ => None,
        }
    }

    /// Moves the bird on the perch into the player's collection (PM-3.4).
    fn collect(&mut self, fight: &mut Fight, events: &mut Vec<Event>) {
        if let Some(bird) = self.take_from_perch(fight) {
            self.collection_mut(fight.turn.seat).birds.insert(bird);
            events.push(Event::Collected(fight.turn.seat, bird));
        }
        fight.is_collected = true;
    }

    fn take_from_perch(&mut self, fight: &Fight) -> Option<Bird> {
        let number = fight.perch.filter(|_| !fight.is_collected)?;
        self.perch_mut(number)?.bird.take()
    }

    /// Ends a fight without the step that it waited for, because another step was done.
    #[cold]
    fn abandon_fight(&mut self, events: &mut Vec<Event>) {
        loop {
            match self.phase {
                Phase::Feeder(fight) => self.after_seed(fight, events),
                Phase::Lose(fight, _) => self.continue_fight(fight, events),
                _ => return,
            }
        }
    }
}

impl Piepmatz {
    /// The progress of a player's turn. If the player isn't in turn, the progress of a turn that has just begun.
    pub(super) fn turn_progress(&self, seat: Seat) -> TurnProgress {
        match self.phase {
            Phase::Draw(progress) | Phase::Display(progress) | Phase::Refill(progress) if progress.seat == seat => progress,
            Phase::Feeder(fight) | Phase::Lose(fight, _) if fight.turn.seat == seat => fight.turn,
            _ => TurnProgress::new(seat),
        }
    }

    /// Begins to fill up the hand or the slots, in the order of `refill_order` or in the order already begun (PM-2.3, PM-2.4).
    /// Ends the turn if neither is due.
    fn fill(&mut self, progress: TurnProgress, events: &mut Vec<Event>) {
        if !self.is_played() {
            return;
        }
        let are_slots_first = self.setup.rules.refill_order == RefillOrder::SeedsFirst && progress.hand == HandProgress::NotYet;
        if are_slots_first && self.refill_due_or_trigger_end(progress, events) {
            self.phase = Phase::Refill(progress);
        } else if let Some(phase) = self.hand_due(progress) {
            self.phase = phase;
        } else if !are_slots_first && self.refill_due_or_trigger_end(progress, events) {
            self.phase = Phase::Refill(progress);
        } else {
            self.end_turn(progress.seat, events);
        }
    }

    /// The phase due for the hand, if any: drawing while there are birds, then perhaps filling up the display (PM-2.3).
    pub(super) fn hand_due(&self, progress: TurnProgress) -> Option<Phase> {
        let is_short = self.account.hand(progress.seat).len() < HAND;
        if progress.hand == HandProgress::Wholly {
            None
        } else if is_short && (!self.display.is_empty() || self.bird_deck() > 0) {
            Some(Phase::Draw(progress))
        } else {
            (self.setup.rules.display_refill == DisplayRefill::EndOfTurn && self.due_in_display() > 0)
                .then_some(Phase::Display(progress))
        }
    }

    /// Continues after a bird was taken from the display, which is refilled at once or when the hand is full (PM-2.3).
    fn refill_display(&mut self, progress: TurnProgress, events: &mut Vec<Event>) {
        if self.is_played() && self.setup.rules.display_refill != DisplayRefill::EndOfTurn && self.due_in_display() > 0 {
            self.phase = Phase::Display(progress);
        } else {
            self.fill(progress, events);
        }
    }

    /// Whether empty slots are to be refilled now: once a turn. An empty deck triggers the end (PM-2.4, PM-4.1, PM-5.1).
    fn refill_due_or_trigger_end(&mut self, progress: TurnProgress, events: &mut Vec<Event>) -> bool {
        let is_due = self.has_empty_slot();
        if is_due && self.deck.left == 0 {
            self.trigger_end(events);
            return false;
        }
        is_due && !progress.has_refilled
    }

    /// Triggers the end, unless it was triggered before (PM-5.1).
    fn trigger_end(&mut self, events: &mut Vec<Event>) {
        if !self.is_ending {
            self.is_ending = true;
            events.push(Event::EndTriggered);
        }
    }

    /// Ends a turn: the next player who holds a bird is in turn, or the end comes (PM-1.6, PM-2.5, PM-5.1).
    fn end_turn(&mut self, seat: Seat, events: &mut Vec<Event>) {
        if self.seats().all(|seat| self.account.hand(seat).is_empty()) {
            return self.begin_adding(events);
        }
        for player in seat.clockwise(self.players) {
            if self.is_ending && player == self.last_player() {
                break;
            }
            let next = player.left(self.players);
            if !self.account.hand(next).is_empty() {
                self.phase = Phase::Turn(next);
                (self.turn, self.played) = (next, None);
                return;
            }
            events.push(Event::PassedOver(next));
        }
        self.begin_adding(events);
    }

    /// Begins the last choice of the players who hold a bird (PM-5.2), or ends the game if nobody holds any.
    fn begin_adding(&mut self, events: &mut Vec<Event>) {
        if self.phase == Phase::Over {
            return;
        }
        if self.holders().is_empty() {
            self.phase = Phase::Over;
            events.push(Event::GameOver);
        } else if self.phase != Phase::Adding {
            self.phase = Phase::Adding;
            events.push(Event::LastChoice);
        }
    }
}
