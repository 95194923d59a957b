//! Turns and the year's end (sections 2 and 5 of both rule books), the same at every table; clauses by their numbers.

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// No year has begun.
    Ready,
    Action(usize),
    /// Whose draw it is, and whether after a discard.
    Draw(usize, bool),
    Laying,
    /// The year is over.
    Over,
}

/// Whose turn it is, and who is done.
#[derive(Clone, Debug)]
pub struct Turns {
    pub phase: Phase,
    pub first: usize,
    pub done: Vec<bool>,
    just_drew: Option<usize>,
}

impl Turns {
    pub fn new(players: usize) -> Self {
        Self { phase: Phase::Ready, first: 0, done: vec![false; players], just_drew: None }
    }

    pub fn begin(&mut self, first: usize) {
        *self = Self { phase: Phase::Action(first), first, ..Self::new(self.done.len()) };
    }

    pub fn count_out(&mut self) {
        self.phase = Phase::Over;
        self.done.fill(true);
    }

    fn are_on(&self) -> bool {
        matches!(self.phase, Phase::Action(_) | Phase::Draw(..))
    }

    /// What was due instead of beginning a year.
    pub fn due_before_a_year(&self) -> Option<&'static str> {
        match self.phase {
            Phase::Ready | Phase::Over => None,
            Phase::Action(_) | Phase::Draw(..) => Some("2.1"),
            Phase::Laying => Some("5.3"),
        }
    }

    /// The clause of what was due, if this verb is not open to this player.
    pub fn due_before(&self, seat: usize, verb: &str) -> Option<&'static str> {
        let plays = ["hatch", "grow", "discard"].contains(&verb);
        let draws = ["draw", "take"].contains(&verb);
        // Laying down waits for the year's end, whatever is done in this turn.
        let lays_down = match verb {
            "lay" | "done" => Some("5.1"),
            "excuse" => Some("5.4"),
            _ => None,
        };
        match self.phase {
            Phase::Ready => Some("1.2"),
            Phase::Action(turn) | Phase::Draw(turn, _) if seat == turn && lays_down.is_some() => lays_down,
            Phase::Action(turn) if seat == turn => (!plays).then_some("2.1"),
            // A second draw is the fault of the turn that had one.
            Phase::Action(_) => Some(if draws && self.just_drew == Some(seat) { "2.1" } else { "1.2" }),
            Phase::Draw(turn, _) if seat == turn => (!draws).then_some("2.1"),
            // Whatever another does, it comes before the draw that is due.
            Phase::Draw(..) => Some("2.1"),
            Phase::Laying | Phase::Over => match verb {
                "lay" | "excuse" | "done" => self.done[seat].then_some("5.3"),
                "grow" | "discard" => Some("2.2"),
                _ => Some("5.2"),
            },
        }
    }

    /// A card was played; out of turn or phase too, it was the action of that player's turn.
    pub fn played(&mut self, seat: usize, discarded: bool) {
        if self.are_on() {
            self.phase = Phase::Draw(seat, discarded);
        }
    }

    pub fn drew(&mut self, seat: usize, pile: usize) {
        if self.are_on() {
            self.next_after(seat);
            self.just_drew = Some(seat);
            if pile == 0 {
                self.phase = Phase::Laying;
                self.end_if_all_are_done();
            }
        }
    }

    /// Too early and let stand, it was that player's turn.
    pub fn is_done(&mut self, seat: usize) {
        self.done[seat] = true;
        if self.are_on() {
            self.next_after(seat);
        }
        self.end_if_all_are_done();
    }

    fn next_after(&mut self, seat: usize) {
        self.phase = Phase::Action((seat + 1) % self.done.len());
        self.just_drew = None;
    }

    fn end_if_all_are_done(&mut self) {
        if self.phase == Phase::Laying && !self.done.contains(&false) {
            self.phase = Phase::Over;
        }
    }

    /// Who may act, and how.
    pub fn open(&self) -> Vec<(usize, Vec<&'static str>)> {
        match self.phase {
            Phase::Ready | Phase::Over => Vec::new(),
            Phase::Action(seat) => vec![(seat, vec!["hatch", "grow", "discard"])],
            Phase::Draw(seat, _) => vec![(seat, vec!["draw", "take"])],
            Phase::Laying => {
                let laying = (0..self.done.len()).filter(|&seat| !self.done[seat]);
                laying.map(|seat| (seat, vec!["lay", "done"])).collect()
            }
        }
    }
}
