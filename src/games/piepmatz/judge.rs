//! Judging an act: turn and phase, then whether it can be. Every other clause is in `lawful.rs`.

use super::{Bird, Fault, FeederCard, Layout, Phase, Piepmatz, Seed, Seeds, Step, Tally, book::verb};
use crate::table::{Act, Kinds, Open, Seat, Seats};

const PLAYING: Kinds = Kinds::of(&[verb::PLAY]);
const KEEPING: Kinds = Kinds::of(&[verb::KEEP]);
const LOSING: Kinds = Kinds::of(&[verb::LOSE]);
const DRAWING: Kinds = Kinds::of(&[verb::DRAW]);
const ADDING: Kinds = Kinds::of(&[verb::ADDS]);

const fn of_table(kind: usize) -> Open {
    let mut open = Open::NOTHING;
    open.table = Kinds::of(&[kind]);
    open
}

impl Piepmatz {
    /// Who may act, and how.
    #[inline]
    pub(super) fn whats_open(&self) -> Open {
        let open = match self.phase {
            Phase::Ready | Phase::Over => Open::NOTHING,
            Phase::Setup(Layout::Perches) => of_table(verb::PERCHES),
            Phase::Setup(Layout::Display) | Phase::Display(_) => of_table(verb::DISPLAY),
            Phase::Setup(Layout::Seeds) => of_table(verb::SEEDS),
            Phase::Turn(seat) => Open::one(seat, PLAYING),
            Phase::Feeder(_) => of_table(verb::FEEDER),
            Phase::Lose(fight, _) => Open::one(fight.seat, LOSING),
            Phase::Draw(seat) => Open::one(seat, DRAWING),
            Phase::Refill(_) => of_table(verb::REFILL),
            Phase::Adding => {
                let holds = |seat: &Seat| !self.account.hand(*seat).is_empty();
                Open::NOTHING.and(self.seats().filter(holds).collect(), ADDING)
            }
        };
        match self.may_keep {
            Some(may) if self.is_played() => open.and(Seats::only(may.seat), KEEPING),
            _ => open,
        }
    }

    /// Turn and phase.
    #[inline]
    pub(super) fn turn_and_phase(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        match act {
            Act::Round { .. } => match self.phase {
                Phase::Ready => Ok(()),
                Phase::Over => Err(Fault::AfterGame), // TB-7
                _ => Err(self.due()),
            },
            Act::Step { actor, step } => self.may_do(*actor, step),
            // A tally counts a round that has begun; the result of the round may be said beside its moves.
            Act::Tally(_) if self.phase == Phase::Ready => Err(Fault::NotYourTurn { turn: self.first }),
            Act::Tally(_) => Ok(()),
        }
    }

    /// What has to be done next.
    fn due(&self) -> Fault {
        match self.phase {
            Phase::Ready => Fault::NotYourTurn { turn: self.first },
            Phase::Setup(part) => Fault::SetupDue { part },                // PM-1.5
            Phase::Turn(seat) => Fault::PlayDue { seat },                  // PM-2.1
            Phase::Feeder(fight) => Fault::FeederDue { seat: fight.seat }, // PM-3.1
            Phase::Lose(fight, pest) => Fault::LossDue { seat: fight.seat, pest }, // PM-3.3
            Phase::Draw(seat) => Fault::DrawDue { seat },                  // PM-2.3
            Phase::Display(seat) => Fault::DisplayDue { seat },            // PM-2.3
            Phase::Refill(seat) => Fault::RefillDue { seat },              // PM-2.4
            Phase::Adding => Fault::AddsDue,                               // PM-5.2
            Phase::Over => Fault::AfterGame,                               // TB-7
        }
    }

    #[inline]
    fn may_do(&self, actor: Option<Seat>, step: &Step) -> Result<(), Fault> {
        let open = self.whats_open();
        // What the table does in the course of a turn stands in that player's line, if it names anybody.
        let is_open = match step {
            Step::Display(_) | Step::Feeder(_) | Step::Refill(_) => {
                open.table.contains(step.verb()) && (actor.is_none() || actor == self.turn_of())
            }
            _ => open.to(actor).contains(step.verb()),
        };
        if is_open { Ok(()) } else { self.out_of_order(actor, step) }
    }

    /// What a step breaks that is not open.
    fn out_of_order(&self, actor: Option<Seat>, step: &Step) -> Result<(), Fault> {
        if matches!(step, Step::Shows(_)) {
            // TB-5: at any time in the round once its setup is done.
            return match self.phase {
                Phase::Over => Err(Fault::AfterGame),
                Phase::Ready => Err(Fault::ShownBeforeRound),
                Phase::Setup(part) => Err(Fault::SetupDue { part }),
                _ => Ok(()),
            };
        }
        let is_played = !matches!(self.phase, Phase::Ready | Phase::Setup(_) | Phase::Over);
        Err(match (self.phase, step) {
            (_, Step::Perches(_) | Step::Seeds(_)) if is_played => Fault::SetupIsOver, // PM-1.5
            (Phase::Turn(turn), _) if actor.is_some_and(|actor| actor != turn) => Fault::NotYourTurn { turn }, // PM-1.6
            (Phase::Draw(seat) | Phase::Display(seat) | Phase::Refill(seat), Step::Keep(_)) if actor == Some(seat) => {
                Fault::KeptTooLate { seat } // PM-2.2
            }
            _ => self.due(),
        })
    }

    /// Whether it can be, with the cards where they are known to lie.
    #[inline]
    pub(super) fn can_be(&self, act: &Act<Step, Tally>) -> Result<(), Fault> {
        let (actor, step) = match act {
            Act::Step { actor, step } => (*actor, step),
            Act::Round { .. } => return Ok(()),
            Act::Tally(tally) => return self.can_be_counted(tally),
        };
        let seat = self.doer(actor);
        match step {
            Step::Perches(birds) | Step::Display(birds) => self.can_turn_up(birds),
            Step::Seeds(cards) | Step::Refill(cards) => self.can_draw(cards),
            Step::Feeder(card) => self.can_draw(std::slice::from_ref(card)),
            Step::Play(bird, number) => {
                self.in_hand(seat, *bird)?;
                // TB-4
                if self.perch(*number).is_some() { Ok(()) } else { Err(Fault::NoSuchPerch { perch: *number }) }
            }
            Step::Keep(bird) => self.in_hand(seat, *bird),
            Step::Adds(birds) | Step::Shows(birds) => self.all_in_hand(seat, birds),
            Step::LoseBirds(birds) => self.are_collected(seat, birds),
            Step::LoseSeeds(seeds) => self.are_there(seat, seeds),
            Step::Draw(None) if self.bird_deck() == 0 => Err(Fault::BirdDeckTooSmall), // PM-2.3
            Step::Draw(Some(bird)) if !self.display.has(*bird) => Err(Fault::NotInDisplay { bird: *bird }), // TB-4
            Step::Draw(_) => Ok(()),
        }
    }

    /// PM-2.3, TB-3: the birds come from the deck, all of them at once.
    fn can_turn_up(&self, birds: &[Bird]) -> Result<(), Fault> {
        if birds.len() > self.bird_deck() {
            return Err(Fault::BirdDeckTooSmall);
        }
        for (nth, &bird) in birds.iter().enumerate() {
            let earlier = birds[..nth].iter().filter(|&&other| other == bird).count();
            if earlier >= self.account.unaccounted(bird.index()) {
                return Err(Fault::NotInDeck { bird });
            }
        }
        Ok(())
    }

    /// PM-1.3: the cards come from the feeder deck, all of them at once.
    #[inline]
    fn can_draw(&self, cards: &[FeederCard]) -> Result<(), Fault> {
        match self.deck.missing(cards) {
            None => Ok(()),
            Some(card) if self.deck.left_of(card).is_some() && cards.len() <= self.deck.len() => Err(Fault::NoneLeft { card }),
            Some(_) => Err(Fault::DeckTooSmall),
        }
    }

    /// TB-3
    #[inline]
    fn in_hand(&self, seat: Seat, bird: Bird) -> Result<(), Fault> {
        if self.account.can_come_from(seat, bird.index()) { Ok(()) } else { Err(Fault::NotInHand { seat, bird }) }
    }

    /// TB-3: the birds come from the hand, all of them at once.
    fn all_in_hand(&self, seat: Seat, birds: &[Bird]) -> Result<(), Fault> {
        let fits = |upto: usize| self.account.can_show(seat, &birds[..upto].iter().map(|bird| bird.index()));
        if fits(birds.len()) {
            return Ok(());
        }
        let first = (1..=birds.len()).find(|&upto| !fits(upto)).unwrap_or(birds.len());
        birds.get(first.wrapping_sub(1)).map_or(Ok(()), |&bird| Err(Fault::NotInHand { seat, bird }))
    }

    /// TB-4
    fn are_collected(&self, seat: Seat, birds: &[Bird]) -> Result<(), Fault> {
        let mut collected = self.collection(seat).birds;
        match birds.iter().find(|bird| !collected.remove(**bird)) {
            Some(&bird) => Err(Fault::NotCollected { seat, bird }),
            None => Ok(()),
        }
    }

    /// TB-4
    fn are_there(&self, seat: Seat, seeds: &[Seed]) -> Result<(), Fault> {
        let mut there: Seeds = self.collection(seat).seeds;
        match seeds.iter().find(|seed| !there.remove(**seed)) {
            Some(&seed) => Err(Fault::NoSuchSeed { seat, seed }),
            None => Ok(()),
        }
    }
}
