//! The trait that judges acts.

use super::{
    Act, ActOf, Apply, GameFault as _, Notation, OpenVerbs, Progress, Seat, Seats, TableFault, Tallying, VerbActor, ensure,
};

/// The judgement of acts. Only [`judge`](Judge::judge) decides whether an act is legal.
pub trait Judge: Apply + Notation + Tallying {
    /// The verbs that are open to each player and to the table. Verbs that anyone may do at any time, as `shows`, are left out.
    fn expects(&self) -> OpenVerbs;

    /// Checks turn and phase: the first check of an act. Calls [`check_due`](Self::check_due) in a game without more precise faults.
    fn check_order(&self, act: &ActOf<Self>) -> Result<(), Self::Fault> {
        self.check_due(act)
    }

    /// Checks whether an act is due according to [`expects`](Self::expects) and [`progress`](Apply::progress). A verb for `Anyone`
    /// is due while a round is being played. A tally is due in any round that has begun, even if moves have ended the round.
    fn check_due(&self, act: &ActOf<Self>) -> Result<(), Self::Fault> {
        let (progress, open_verbs) = (self.progress(), self.expects());
        Err(Self::Fault::of_table(match (act, progress) {
            (Act::Tally(_), Progress::Ready(_)) | (Act::BeginRound { .. }, Progress::Underway) => TableFault::NotDue,
            (Act::Tally(_), _) => return Ok(()),
            (_, Progress::GameOver) => TableFault::AfterGame,
            (Act::BeginRound { first }, Progress::Ready(may_be) | Progress::RoundOver(may_be)) => {
                return ensure(may_be.contains(*first), Self::Fault::of_table(TableFault::NotFirst { may_be }));
            }
            (Act::Step { actor: Some(_), step }, _) if Self::verb_text(step).actor == VerbActor::Anyone => {
                return ensure(progress == Progress::Underway, Self::Fault::of_table(TableFault::ShownOutsideRound));
            }
            (Act::Step { actor, step }, _) if open_verbs.verbs_of(*actor).contains(Self::verb(step)) => return Ok(()),
            (Act::Step { actor: Some(seat), .. }, _) => match open_verbs.seats().single() {
                Some(turn) if *seat != turn => TableFault::NotYourTurn { turn },
                _ => TableFault::NotDue,
            },
            (Act::Step { actor: None, .. }, _) => TableFault::NotDue,
        }))
    }

    /// Checks whether a position may be stated now. Positions are stated only while a round is being played.
    fn check_position_due(&self) -> Result<(), Self::Fault> {
        Ok(())
    }

    /// Checks whether the act is possible, given where cards are known to be (TB-3, TB-4): the second check.
    fn check_possible(&self, act: &ActOf<Self>) -> Result<(), Self::Fault>;

    /// Checks every other clause, in the order of the rule book: the third check. That of a tally is
    /// [`check_parts`](Tallying::check_parts).
    fn check_lawful(&self, act: &ActOf<Self>) -> Result<(), Self::Fault>;

    /// Judges an act by the three checks. Never changes the game, allocates or formats.
    fn judge(&self, act: &ActOf<Self>) -> Result<(), Self::Fault> {
        self.check_order(act)?;
        self.check_possible(act)?;
        match act {
            Act::Tally(tally) => self.check_parts(tally, Seats::all(tally.parts.len())),
            _ => self.check_lawful(act),
        }
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
