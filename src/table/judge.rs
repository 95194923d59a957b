//! The trait that judges acts.

use super::{Act, ActOf, Apply, Game, Notation, OpenVerbs, Progress, Seat, TableFault, ensure};

/// The judgement of acts. Only [`judge`](Judge::judge) decides whether an act is legal.
pub trait Judge: Game {
    /// The verbs that are open to each player and to the table. Verbs that anyone may do at any time, as `shows`, are left out.
    fn expects(&self) -> OpenVerbs;

    /// Checks turn and phase: the first check of an act.
    fn check_order(&self, act: &ActOf<Self>) -> Result<(), Self::Fault>;

    /// Checks whether an act is due according to [`expects`](Self::expects) and [`progress`](Apply::progress). In a game without
    /// more precise faults, [`check_order`](Self::check_order) only calls this method. A tally is due in any round that has begun,
    /// even if moves have ended the round.
    fn check_due<C>(&self, act: &ActOf<Self>) -> Result<(), TableFault<C>>
    where
        Self: Apply + Notation,
    {
        let (progress, open_verbs) = (self.progress(), self.expects());
        match (act, progress) {
            (Act::Tally(_), Progress::Ready(_)) | (Act::BeginRound { .. }, Progress::Underway) => Err(TableFault::NotDue),
            (Act::Tally(_), _) => Ok(()),
            (_, Progress::GameOver) => Err(TableFault::AfterGame),
            (Act::BeginRound { first }, Progress::Ready(seats) | Progress::RoundOver(seats)) => {
                ensure(seats.contains(*first), TableFault::NotFirst { may_be: seats })
            }
            (Act::Step { actor, step }, _) if open_verbs.verbs_of(*actor).contains(Self::verb(step)) => Ok(()),
            (Act::Step { actor, .. }, _) => match (actor, open_verbs.seats().single()) {
                (Some(seat), Some(turn)) if *seat != turn => Err(TableFault::NotYourTurn { turn }),
                _ => Err(TableFault::NotDue),
            },
        }
    }

    /// Checks whether a position may be stated now. Positions are stated only while a round is being played.
    fn check_position_due(&self) -> Result<(), Self::Fault> {
        Ok(())
    }

    /// Checks whether the act is possible, given where cards are known to be (TB-3, TB-4): the second check.
    fn check_possible(&self, act: &ActOf<Self>) -> Result<(), Self::Fault>;

    /// Checks every other clause, in the order of the rule book: the third check.
    fn check_lawful(&self, act: &ActOf<Self>) -> Result<(), Self::Fault>;

    /// Judges an act by the three checks. Never changes the game, allocates or formats.
    fn judge(&self, act: &ActOf<Self>) -> Result<(), Self::Fault> {
        self.check_order(act)?;
        self.check_possible(act)?;
        self.check_lawful(act)
    }

    /// Whether all cards that a step needs from a hand are known to be there. An alternative names cards of a hand only if they are
    /// also known without memory ([`View::without_memory`](super::View::without_memory)).
    fn is_known_in_hand(&self, _seat: Seat, _step: &Self::Step) -> bool {
        true
    }

    /// Calls `each` with the steps of a player that might be legal: every legal step, except of verbs whose cards can't be listed.
    /// Such a verb is only in [`expects`](Self::expects), or in neither (`shows`).
    fn candidates(&self, seat: Seat, each: &mut impl FnMut(Self::Step));

    /// The players' legal choices: the candidates that `judge` accepts.
    fn legal_steps(&self) -> Vec<(Seat, Self::Step)> {
        let mut legal = Vec::new();
        for seat in self.expects().seats().iter() {
            self.candidates(seat, &mut |step| {
                let act = Act::Step { actor: Some(seat), step };
                if self.judge(&act).is_ok()
                    && let Act::Step { step, .. } = act
                {
                    legal.push((seat, step));
                }
            });
        }
        legal
    }

    /// Whether a fault only means that the step is incomplete, for example while cards are turned up one by one.
    fn is_incomplete(&self, _act: &ActOf<Self>, _fault: Self::Fault) -> bool {
        false
    }

    /// Whether the open cards alone show that `step` is the only legal step of `seat`. Deductions from covered cards don't count,
    /// because the referee doesn't remind players of these.
    fn openly_forced(&self, _seat: Seat, _step: &Self::Step) -> bool {
        false
    }

    /// The only legal step, which the user can confirm with Enter. Returns `None` if there are none or several, or if the open
    /// cards alone don't show that the step is forced.
    fn only_step(&self) -> Option<(Seat, Self::Step)> {
        let [(seat, step)] = <[_; 1]>::try_from(self.legal_steps()).ok()?;
        self.openly_forced(seat, &step).then_some((seat, step))
    }
}
