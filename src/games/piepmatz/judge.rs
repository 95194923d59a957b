//! Judges an act: the possible faults, and the clause of each.

use super::{
    ADDED, Bird, DISPLAY, FeederCard, Pest, Phase, Piepmatz, RefillOrder, SLOTS, Seed, Step, Verb, bird::COPIES, book::SetupPests,
};
use crate::{faults, table::prelude::*};

faults! {
    /// A broken clause, or an impossible step, with the cards concerned.
    pub enum Fault {
        Table(TableFault<Bird>): (fault) => fault.breach(ClauseId::cited("PM-1.6"));
        /// A third copy of a bird: both copies lie in other places, or are named already.
        ThirdCopy(Bird) = impossible PM-1.1;
        /// More copies counted on the table than there are.
        TooManyCopies(Bird) = impossible PM-1.1;
        /// More feeder cards than the deck has left.
        DeckTooSmall = impossible PM-1.3;
        /// More of a feeder card than the listed deck has left.
        NoneLeft(FeederCard) = impossible PM-1.3;
        /// More seed cards counted on the table than there are: of this seed, or of all seeds.
        TooManySeeds(Option<Seed>) = impossible PM-1.3;
        AllSixSpecies = impossible PM-1.4;
        Removed(Bird) = impossible PM-1.4;
        SetupDue = illegal PM-1.5;
        SetupIsOver = illegal PM-1.5;
        SetupSize = illegal PM-1.5;
        PestInSetup(Pest) = illegal PM-1.5;
        /// This many birds counted on the table, which leaves too few for the perches.
        NoneOnPerches(u8) = impossible PM-1.5;
        PlayDue = illegal PM-2.1;
        /// A second bird in a turn, or a bird after a turn's play was skipped.
        PlayedAlready = illegal PM-2.1;
        /// A bird kept after a fight, after another kept bird, or after another step.
        KeptTooLate = illegal PM-2.2;
        /// Keeping a bird of a higher value than the played bird.
        TooHigh(Bird) = illegal PM-2.2;
        DrawDue = illegal PM-2.3;
        /// Drawing although the hand is full, or can't be filled any more.
        NothingToDraw = illegal PM-2.3;
        /// Turning up birds although none are due in the display any more.
        NothingToDisplay = illegal PM-2.3;
        /// Drawing unseen from an empty bird deck, or turning up more than it has.
        BirdDeckTooSmall = impossible PM-2.3;
        /// Drawing unseen while birds lie in the display.
        DrawnBlind = illegal PM-2.3;
        DisplayDue = illegal PM-2.3;
        DisplaySize = illegal PM-2.3;
        RefillDue = illegal PM-2.4;
        FeederDue = illegal PM-3.1;
        FeederWithoutFight = illegal PM-3.1;
        LossDue(Pest) = illegal PM-3.3;
        LossWithoutFight = illegal PM-3.3;
        /// Seeds lost to a crow, or a bird lost to a squirrel.
        WrongLoss(Pest) = illegal PM-3.3;
        NotOneBird = illegal PM-3.3;
        /// A bird that is not of the most frequent species in the collection.
        NotTheMost(Bird) = illegal PM-3.3;
        /// A number of seeds lost that is neither two nor all.
        SeedsLost = illegal PM-3.3;
        /// The bird of the fight lost to the crow of that fight.
        BirdOfTheFight = illegal PM-3.4;
        /// Refilling from the empty deck, full slots, or a second time in a turn.
        NothingToRefill = illegal PM-4.1;
        RefillShort = illegal PM-4.1;
        RefillLong = illegal PM-4.1;
        AddsTooEarly = illegal PM-5.1;
        AddsDue = illegal PM-5.2;
        /// A number of birds added that is neither two nor the whole hand.
        WrongAdded = illegal PM-5.2;
        NoSuchPerch = impossible TB-4;
        NotInDisplay(Bird) = impossible TB-4;
        NotCollected(Bird) = impossible TB-4;
        NoSuchSeed(Seed) = impossible TB-4;
    }
}

impl Judge for Piepmatz {
    fn expects(&self) -> OpenVerbs {
        let of_table = OpenVerbs::by_table(self.open_to(None));
        self.seats().fold(of_table, |open_verbs, seat| open_verbs.and(Seats::only(seat), self.open_to(Some(seat))))
    }

    fn check_order(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        match act {
            Act::BeginRound { .. } => ensure(self.phase == Phase::Ready, self.due_instead()),
            Act::Step { actor, step } => {
                // A step of the table during a turn may stand on a line without an actor, or on a line of the player in turn.
                let is_of_table = matches!(step, Step::Display(_) | Step::Feeder(_) | Step::Refill(_));
                let verb_actor = actor.filter(|_| !(is_of_table && *actor == self.turn_of()));
                if self.open_to(verb_actor).contains(Self::verb(step)) { Ok(()) } else { self.out_of_order(*actor, step) }
            }
            // A tally counts a round that has begun; the round may have both moves and a tally.
            Act::Tally(_) => ensure(self.phase != Phase::Ready, self.due_instead()),
        }
    }

    fn check_position_due(&self) -> Result<(), Fault> {
        ensure(self.progress() == Progress::Underway, self.due_instead())
    }

    fn check_possible(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        let (actor, step) = match act {
            Act::Step { actor, step } => (*actor, step),
            Act::BeginRound { .. } => return Ok(()),
            Act::Tally(tally) => return self.check_countable(tally),
        };
        let seat = self.acting_seat(actor);
        match step {
            Step::Perches(birds) | Step::Display(birds) => self.check_display(birds),
            Step::Seeds(cards) | Step::Refill(cards) => self.check_feeder(cards),
            Step::Feeder(card) => self.check_feeder(std::slice::from_ref(card)),
            Step::Play(_, number) => {
                self.check_in_hand(seat, step.birds())?;
                ensure(self.perch(*number).is_some(), Fault::NoSuchPerch) // TB-4
            }
            Step::Keep(_) | Step::Adds(_) | Step::Shows(_) => self.check_in_hand(seat, step.birds()),
            Step::LoseBirds(birds) => {
                let mut birds_left = self.collection(seat).birds;
                // PM-3.4: the bird of the fight is still there, although the crow may not take it.
                self.bird_in_fight(seat).into_iter().for_each(|bird| birds_left.insert(bird));
                birds.iter().try_for_each(|&bird| ensure(birds_left.remove(bird), Fault::NotCollected(bird))) // TB-4
            }
            Step::LoseSeeds(seeds) => {
                let mut seeds_left = self.collection(seat).seeds;
                seeds.iter().try_for_each(|&seed| ensure(seeds_left.remove(seed), Fault::NoSuchSeed(seed))) // TB-4
            }
            Step::Draw(None) => ensure(self.bird_deck() > 0, Fault::BirdDeckTooSmall), // PM-2.3
            Step::Draw(Some(bird)) => ensure(self.display.copies(*bird) > 0, Fault::NotInDisplay(*bird)), // TB-4
        }
    }

    fn check_lawful(&self, act: &ActOf<Self>) -> Result<(), Fault> {
        let Some((actor, step)) = act.step() else { return Ok(()) };
        let seat = self.acting_seat(actor);
        match step {
            // PM-1.5
            Step::Perches(birds) => ensure(birds.len() == usize::from(self.setup.perches), Fault::SetupSize),
            Step::Display(birds) if matches!(self.phase, Phase::Setup(_)) => ensure(birds.len() == DISPLAY, Fault::SetupSize),
            Step::Seeds(cards) if self.setup.rules.setup_pests == SetupPests::Laid => {
                self.check_refill(SLOTS, cards).map_err(|_| Fault::SetupSize)
            }
            Step::Seeds(cards) => {
                let is_seed = |card: &FeederCard| match card {
                    FeederCard::Seed(_) => Ok(()),
                    FeederCard::Pest(pest) => Err(Fault::PestInSetup(*pest)),
                };
                cards.iter().try_for_each(is_seed)?;
                ensure(cards.len() == SLOTS, Fault::SetupSize)
            }
            // PM-2.2
            Step::Keep(bird) => {
                ensure(self.may_keep.is_none_or(|(_, played)| bird.value() <= played.value()), Fault::TooHigh(*bird))
            }
            // PM-2.3
            Step::Display(birds) => ensure(birds.len() == self.due_in_display(), Fault::DisplaySize),
            Step::Draw(None) => ensure(self.setup.rules.blind_draw || self.display.is_empty(), Fault::DrawnBlind),
            Step::LoseBirds(_) | Step::LoseSeeds(_) => self.check_loss(seat, step),
            Step::Refill(cards) => self.check_refill(self.empty_slots(), cards),
            // PM-5.2
            Step::Adds(birds) => ensure(birds.len() == self.account.hand(seat).len().min(ADDED), Fault::WrongAdded),
            Step::Play(..) | Step::Feeder(_) | Step::Draw(Some(_)) | Step::Shows(_) => Ok(()),
        }
    }

    fn is_known_in_hand(&self, seat: Seat, step: &Step) -> bool {
        self.account.is_known(seat, step.birds())
    }

    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Step)) {
        let hand = || Bird::all().filter(|bird| self.account.can_come_from(seat, bird.index()));
        if self.may_keep.is_some_and(|(keeper, _)| keeper == seat) {
            hand().for_each(|bird| each(Step::Keep(bird)));
        }
        match self.phase {
            Phase::Turn(turn) if turn == seat => {
                hand().for_each(|bird| (1..=self.setup.perches).for_each(|perch| each(Step::Play(bird, perch))));
            }
            Phase::Lose(fight, Pest::Crow) if fight.turn.seat == seat => {
                self.collection(seat).birds.kinds().for_each(|bird| each(Step::LoseBirds([bird].into_iter().collect())));
            }
            Phase::Draw(progress) if progress.seat == seat => {
                self.display.kinds().for_each(|bird| each(Step::Draw(Some(bird))));
                each(Step::Draw(None));
            }
            _ => {}
        }
    }

    fn is_incomplete(&self, act: &ActOf<Self>, fault: Fault) -> bool {
        let perches = usize::from(self.setup.perches);
        match (fault, act.step()) {
            (Fault::RefillShort, _) => true,
            (Fault::DisplaySize, Some((_, Step::Display(birds)))) => birds.len() < self.due_in_display(),
            (Fault::SetupSize, Some((_, Step::Perches(birds)))) => birds.len() < perches,
            (Fault::SetupSize, Some((_, Step::Display(birds)))) => birds.len() < DISPLAY,
            (Fault::SetupSize, Some((_, Step::Seeds(cards)))) => {
                cards.iter().filter(|card| card.seed().is_some()).count() < SLOTS
            }
            _ => false,
        }
    }

    fn openly_forced(&self, _: Seat, step: &Step) -> bool {
        // The display and collections lie open.
        matches!(step, Step::Draw(_) | Step::LoseBirds(_))
    }

    fn only_step(&self) -> Option<(Seat, Step)> {
        let Phase::Lose(fight, Pest::Squirrel) = self.phase else {
            let [(seat, step)] = <[_; 1]>::try_from(self.legal_steps()).ok()?;
            return self.openly_forced(seat, &step).then_some((seat, step));
        };
        // Only one choice is possible if all seeds are of one kind, or the squirrel takes all.
        let seeds = self.collection(fight.turn.seat).seeds;
        let takes = self.squirrel_takes(fight.turn.seat);
        let is_one_kind = seeds.iter().all(|seed| seeds.count(seed) == seeds.len());
        (seeds.len() == takes || is_one_kind).then(|| (fight.turn.seat, Step::LoseSeeds(seeds.iter().take(takes).collect())))
    }
}

impl Piepmatz {
    /// The verbs that are open to an actor.
    fn open_to(&self, actor: Option<Seat>) -> VerbSet {
        let open_verbs = match (self.phase, actor) {
            (Phase::Setup(due), None) => due,
            (Phase::Feeder(_), None) => Verb::Feeder.only(),
            (Phase::Display(_), None) => Verb::Display.only().and(self.refill_verbs()),
            (Phase::Draw(_) | Phase::Refill(_), None) => self.refill_verbs(),
            (Phase::Turn(turn), Some(seat)) if turn == seat => Verb::Play.only(),
            (Phase::Lose(fight, _), Some(seat)) if fight.turn.seat == seat => Verb::Lose.only(),
            (Phase::Draw(progress), Some(seat)) if progress.seat == seat => Verb::Draw.only(),
            (Phase::Adding, Some(seat)) if !self.account.hand(seat).is_empty() => Verb::Adds.only(),
            _ => VerbSet::NONE,
        };
        match self.may_keep {
            Some((seat, _)) if actor == Some(seat) && self.is_played() => open_verbs.and(Verb::Keep.only()),
            _ => open_verbs,
        }
    }

    fn due_instead(&self) -> Fault {
        match self.phase {
            Phase::Ready => Fault::Table(TableFault::NotYourTurn { turn: self.first }),
            Phase::Setup(_) => Fault::SetupDue,           // PM-1.5
            Phase::Turn(_) => Fault::PlayDue,             // PM-2.1
            Phase::Feeder(_) => Fault::FeederDue,         // PM-3.1
            Phase::Lose(_, pest) => Fault::LossDue(pest), // PM-3.3
            // The hand was filled too early: the slots were due first (PM-2.4).
            Phase::Draw(_) if self.setup.rules.refill_order == RefillOrder::SeedsFirst && self.may_refill() => Fault::RefillDue,
            Phase::Draw(_) => Fault::DrawDue,                   // PM-2.3
            Phase::Display(_) => Fault::DisplayDue,             // PM-2.3
            Phase::Refill(_) => Fault::RefillDue,               // PM-2.4
            Phase::Adding => Fault::AddsDue,                    // PM-5.2
            Phase::Over => Fault::Table(TableFault::AfterGame), // TB-7
        }
    }

    fn out_of_order(&self, actor: Option<Seat>, step: &Step) -> Result<(), Fault> {
        Err(match (self.phase, step) {
            // TB-5: birds are shown at any time in the round once its setup is done.
            (Phase::Ready, Step::Shows(_)) => Fault::Table(TableFault::ShownOutsideRound),
            (Phase::Setup(_) | Phase::Over, Step::Shows(_)) => self.due_instead(),
            (_, Step::Shows(_)) => return Ok(()),
            (Phase::Ready | Phase::Setup(_) | Phase::Over, _) => self.due_instead(),
            (_, Step::Perches(_) | Step::Seeds(_)) => Fault::SetupIsOver, // PM-1.5
            (phase, Step::Adds(_)) if phase != Phase::Adding => Fault::AddsTooEarly, // PM-5.1
            (_, Step::LoseBirds(birds)) if self.is_spared(actor, birds) => Fault::BirdOfTheFight, // PM-3.4
            (Phase::Turn(turn), _) if actor.is_some_and(|actor| actor != turn) => {
                Fault::Table(TableFault::NotYourTurn { turn }) // PM-1.6, PM-2.5
            }
            // A step of a player who isn't in turn comes too early: the fault names the due step.
            _ if actor.is_some_and(|actor| Some(actor) != self.turn_of()) => self.due_instead(),
            _ => self.forbidden_in_turn(step).unwrap_or_else(|| self.due_instead()),
        })
    }

    /// The fault of a step that can't become legal in the current turn, even after the steps that are due.
    fn forbidden_in_turn(&self, step: &Step) -> Option<Fault> {
        let (fight, progress) = match self.phase {
            Phase::Turn(_) => (None, None),
            Phase::Feeder(fight) | Phase::Lose(fight, _) => (Some(fight), None),
            Phase::Draw(progress) | Phase::Display(progress) | Phase::Refill(progress) => (None, Some(progress)),
            _ => return None,
        };
        // The phase that will be due for the hand.
        let hand_phase = progress.map(|progress| self.hand_due(progress));
        match step {
            Step::Play(..) if fight.is_some() || progress.is_some() => Some(Fault::PlayedAlready), // PM-2.1
            // PM-2.2
            Step::Keep(_) if progress.is_some() || fight.is_some_and(|fight| fight.played.is_none()) => Some(Fault::KeptTooLate),
            // PM-2.3
            Step::Draw(_) if hand_phase.is_some_and(|due| !matches!(due, Some(Phase::Draw(_)))) => Some(Fault::NothingToDraw),
            Step::Display(_) if self.bird_deck() == 0 || hand_phase == Some(None) => Some(Fault::NothingToDisplay),
            Step::Feeder(_) if progress.is_some() => Some(Fault::FeederWithoutFight), // PM-3.1
            Step::LoseBirds(_) | Step::LoseSeeds(_) if progress.is_some() => Some(Fault::LossWithoutFight), // PM-3.3
            // PM-4.1
            Step::Refill(_) if self.deck.left == 0 => Some(Fault::NothingToRefill),
            Step::Refill(_) if progress.is_some_and(|progress| progress.has_refilled || !self.has_empty_slot()) => {
                Some(Fault::NothingToRefill)
            }
            _ => None,
        }
    }

    /// The verb that refills the slots, if the slots may be refilled.
    fn refill_verbs(&self) -> VerbSet {
        if self.may_refill() { Verb::Refill.only() } else { VerbSet::NONE }
    }

    /// Checks that the bird deck can hold all these birds (PM-1.1, PM-1.4, PM-2.3).
    fn check_display(&self, birds: &[Bird]) -> Result<(), Fault> {
        // The account has no copies of a removed species. Too many birds of that species are judged by the number of copies.
        let copies = |bird: Bird| if self.is_removed(bird) { COPIES.into() } else { self.account.unaccounted(bird.index()) };
        birds.iter().try_for_each(|&bird| Self::check_copies(bird, birds, copies(bird)))?;
        birds.iter().try_for_each(|&bird| ensure(!self.is_removed(bird), Fault::Removed(bird)))?;
        ensure(birds.len() <= self.bird_deck(), Fault::BirdDeckTooSmall)
    }

    /// Whether a bird is of the removed species (PM-1.4).
    fn is_removed(&self, bird: Bird) -> bool {
        self.setup.removed == Some(bird.species())
    }

    /// Checks that a bird is named at most as often as there are `copies` in the place that the bird comes from (PM-1.1).
    fn check_copies(bird: Bird, birds_named: &[Bird], copies: usize) -> Result<(), Fault> {
        ensure(birds_named.iter().filter(|&&named| named == bird).count() <= copies, Fault::ThirdCopy(bird))
    }

    /// Checks that the feeder deck can hold all these cards (PM-1.3).
    fn check_feeder(&self, cards: &[FeederCard]) -> Result<(), Fault> {
        let mut deck = self.deck;
        match cards.iter().find(|&&card| !deck.turn_up(card)) {
            None => Ok(()),
            Some(&card) if deck.left_of(card).is_some() && cards.len() <= self.deck.len() => Err(Fault::NoneLeft(card)),
            Some(_) => Err(Fault::DeckTooSmall),
        }
    }

    /// Checks that the player's hand can hold all these birds (TB-3).
    fn check_in_hand(&self, seat: Seat, birds: &[Bird]) -> Result<(), Fault> {
        self.account.missing(seat, birds).map_or(Ok(()), |bird| self.hand_fault(seat, birds, bird))
    }

    #[cold]
    fn hand_fault(&self, seat: Seat, birds: &[Bird], bird: Bird) -> Result<(), Fault> {
        let index = bird.index();
        ensure(!self.is_removed(bird), Fault::Removed(bird))?; // PM-1.4
        Self::check_copies(bird, birds, self.account.hand(seat).known(index) + self.account.unaccounted(index))?;
        Err(Fault::Table(TableFault::NotInHand { seat, card: bird }))
    }

    /// Whether these birds are the bird of the player's fight, whose crow just found nothing to take (PM-3.4).
    fn is_spared(&self, actor: Option<Seat>, birds: &[Bird]) -> bool {
        self.spared.is_some_and(|(seat, bird)| actor == Some(seat) && *birds == [bird])
    }

    /// Checks the cards that a pest takes (PM-3.3).
    fn check_loss(&self, seat: Seat, step: &Step) -> Result<(), Fault> {
        let Phase::Lose(_, pest) = self.phase else { return Ok(()) };
        match (pest, step) {
            (Pest::Crow, Step::LoseBirds(birds)) => {
                let [bird] = birds[..] else { return Err(Fault::NotOneBird) };
                let collected = self.collection(seat).birds;
                ensure(collected.copies(bird) > 0, Fault::BirdOfTheFight)?; // PM-3.4
                ensure(collected.count(bird.species()) == collected.largest(), Fault::NotTheMost(bird))
            }
            (Pest::Squirrel, Step::LoseSeeds(seeds)) => ensure(seeds.len() == self.squirrel_takes(seat), Fault::SeedsLost),
            _ => Err(Fault::WrongLoss(pest)),
        }
    }

    /// Checks that cards are drawn until the last of these empty slots holds a seed, or the deck is empty (PM-4.1).
    fn check_refill(&self, empty_slots: usize, cards: &[FeederCard]) -> Result<(), Fault> {
        let mut seeds = cards.iter().enumerate().filter(|(_, card)| card.seed().is_some());
        // The card that fills the last slot has to be the last card.
        match empty_slots.checked_sub(1).map(|last| seeds.nth(last)) {
            None => Err(Fault::RefillLong),
            Some(Some((nth, _))) => ensure(nth + 1 == cards.len(), Fault::RefillLong),
            Some(None) => ensure(cards.len() >= self.deck.len(), Fault::RefillShort),
        }
    }
}
