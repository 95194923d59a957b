//! Legality: `judge` decides, and all other code calls it.

use super::{Act, ActOf, Apply, Game, Notation, Open, Progress, Seat, TableFault, check};

/// Legality. `judge` is the only place that decides it.
pub trait Judge: Game {
    /// Who may act, and which kinds of step are open.
    fn expects(&self) -> Open;

    /// First check of an act: turn and phase.
    ///
    /// # Errors
    /// The fault of doing something else than what was due.
    fn in_order(&self, act: &ActOf<Self>) -> Result<(), Self::Fault>;

    /// Whether an act is due according to [`expects`](Self::expects) and [`progress`](Apply::progress). That is all of
    /// [`in_order`](Self::in_order) for a game without more precise faults. A tally counts a round that has begun, even one that
    /// its moves have ended.
    ///
    /// # Errors
    /// Another's turn, another kind of step, a round too early or begun by the wrong player, or a game that is over.
    fn due<C>(&self, act: &ActOf<Self>) -> Result<(), TableFault<C>>
    where
        Self: Apply + Notation,
    {
        let (progress, open) = (self.progress(), self.expects());
        match (act, progress) {
            (Act::Tally(_), Progress::Ready(_)) | (Act::Round { .. }, Progress::Underway) => Err(TableFault::NotDue),
            (Act::Tally(_), _) => Ok(()),
            (_, Progress::GameOver) => Err(TableFault::AfterGame),
            (Act::Round { first }, Progress::Ready(seats) | Progress::RoundOver(seats)) => {
                check(seats.contains(*first), TableFault::NotFirst { may_be: seats })
            }
            (Act::Step { actor, step }, _) if open.to(*actor).contains(Self::verb(step)) => Ok(()),
            (Act::Step { actor, .. }, _) => match (actor, open.seats().single()) {
                (Some(seat), Some(turn)) if *seat != turn => Err(TableFault::NotYourTurn { turn }),
                _ => Err(TableFault::NotDue),
            },
        }
    }

    /// Whether a position can stand now: while a round is being played.
    ///
    /// # Errors
    /// The fault of a position at any other time.
    fn check_position_due(&self) -> Result<(), Self::Fault> {
        Ok(())
    }

    /// Second check: whether the act is possible, given where cards are known to be (TB-3, TB-4).
    ///
    /// # Errors
    /// An impossible fault.
    fn possible(&self, act: &ActOf<Self>) -> Result<(), Self::Fault>;

    /// Third check: every other clause.
    ///
    /// # Errors
    /// The first clause in the rule book that is broken.
    fn lawful(&self, act: &ActOf<Self>) -> Result<(), Self::Fault>;

    /// Judges an act. Changes, allocates and formats nothing.
    ///
    /// # Errors
    /// What is wrong with it.
    fn judge(&self, act: &ActOf<Self>) -> Result<(), Self::Fault> {
        self.in_order(act)?;
        self.possible(act)?;
        self.lawful(act)
    }

    /// Whether all cards that a step needs of a hand are known to be there. Alternatives to a foul name such cards only if this
    /// holds for somebody who remembers nothing ([`View::forgetting`](super::View::forgetting)).
    fn knows(&self, _seat: Seat, _step: &Self::Step) -> bool {
        true
    }

    /// Steps of a player that might be legal. Includes every legal step, except those that are deliberately left to `expects`.
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

    /// Whether an act breaks this only because more of the same step is to come, as where cards are named while they are turned up.
    fn is_begun(&self, _act: &ActOf<Self>, _fault: Self::Fault) -> bool {
        false
    }

    /// Whether the open cards alone show that `step`, the only legal one, is all that `seat` can do. Deductions from cards that
    /// were seen and are covered now don't count: the referee doesn't remind players of them.
    fn openly_forced(&self, _seat: Seat, _step: &Self::Step) -> bool {
        false
    }

    /// The only step that is legal now, if everybody can see that: what Enter alone does at the table.
    fn only_step(&self) -> Option<(Seat, Self::Step)> {
        let [(seat, step)] = <[_; 1]>::try_from(self.legal_steps()).ok()?;
        self.openly_forced(seat, &step).then_some((seat, step))
    }
}
