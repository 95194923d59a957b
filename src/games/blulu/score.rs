//! The score: bonuses, shares and debts of a round, the winners, and the score sheet (BL-3, BL-4.2, BL-5.1).

use super::{
    Blulu, Bonuses, MOST, Phase, Setup,
    book::{BOOK, bl},
};
use crate::{
    decktet::{Cards, Suit, Suits},
    table::prelude::*,
};
use smallvec::SmallVec;

/// A bonus of a capture; the discriminant is its worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// All cards share a suit (BL-3.1).
    Flush = 2,
    /// The cards have each suit exactly once between them (BL-3.2).
    Sextet = 4,
}

impl Bonus {
    /// The bonus that the cards of a capture earn.
    pub fn of(cards: Cards) -> Option<Self> {
        let (mut shared_suits, mut all_suits, mut suit_count) = (Suits::ALL, Suits::EMPTY, 0);
        for card in cards {
            let suits = card.suits();
            shared_suits = shared_suits & suits;
            all_suits = all_suits | suits;
            suit_count += suits.len();
        }
        if !shared_suits.is_empty() && !cards.is_empty() {
            Some(Self::Flush)
        } else if all_suits == Suits::ALL && suit_count == Suits::ALL.len() {
            Some(Self::Sextet)
        } else {
            None
        }
    }

    /// The worth of the bonus, in points or cards.
    pub const fn worth(self) -> i32 {
        self as i32
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Flush => "flush",
            Self::Sextet => "sextet",
        }
    }

    pub(super) const fn clause(self) -> ClauseId {
        match self {
            Self::Flush => bl(3, 1),
            Self::Sextet => bl(3, 2),
        }
    }

    /// The suits that earn the bonus, in words.
    pub(super) fn why(self, cards: Cards) -> String {
        match self {
            Self::Flush => {
                let shared = cards.iter().fold(Suits::ALL, |shared, card| shared & card.suits());
                format!("{cards} all have {}", shared.names())
            }
            Self::Sextet => {
                let suits: Vec<String> = cards.iter().map(|card| card.suits().to_string()).collect();
                format!("{cards} have {}: each of the six suits once", suits.join(" + "))
            }
        }
    }

    /// The reason why the cards of a capture earn no bonus, in words; `None` if they earn one.
    pub(super) fn why_none(cards: Cards) -> Option<String> {
        if Self::of(cards).is_some() {
            return None;
        }
        let times = |suit: Suit| cards.iter().filter(|card| card.suits().contains(suit)).count();
        let names =
            |matches: fn(usize) -> bool| and_list(Suit::ALL.into_iter().filter(|suit| matches(times(*suit))).map(Suit::name));
        let (repeated, missing) = (names(|times| times > 1), names(|times| times == 0));
        let no_sextet =
            if repeated.is_empty() { format!("{missing} are missing") } else { format!("{repeated} come more than once") };
        Some(format!("no suit is on all of them, and {no_sextet}"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EarnedBonus {
    pub bonus: Bonus,
    /// The cards of the capture; empty if the round was counted by hand.
    pub cards: Cards,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlayerCaptures {
    /// The number of cards captured, including those left on the table at the end.
    pub captured: u16,
    pub bonuses: SmallVec<[EarnedBonus; 2]>,
}

impl PlayerCaptures {
    /// The worth of all bonuses together, in points or cards.
    pub(crate) fn worth(&self) -> i32 {
        self.bonuses.iter().map(|earned| earned.bonus.worth()).sum()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct RoundResult {
    pub catches: [PlayerCaptures; MOST],
    /// Whether the round was played to its end and counted (BL-4.1).
    pub is_counted: bool,
    pub totals: BareTotals,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct PlayerRoundScore {
    /// Cards received from the other player for bonuses; negative if paid (BL-3.4).
    pub exchanged: i32,
    /// The cards captured, after any exchange.
    pub kept: i32,
    /// Cards above the share (BL-4.2).
    pub above: i32,
    /// Points of bonuses (BL-3.3, BL-3.5).
    pub bonuses: i32,
}

impl Setup {
    /// The number of cards above which a player scores (BL-4.2).
    pub(super) fn share(&self, players: usize) -> i32 {
        i32::try_from(self.dealing.deck.cards().len() / players).unwrap_or_default()
    }
}

impl RoundResult {
    /// The number of cards that the second player currently owes the first for bonuses (BL-3.4).
    pub(super) fn debt(&self) -> i32 {
        self.catches[0].worth() - self.catches[1].worth()
    }

    /// The parts of each player's score in this round (BL-3, BL-4.2).
    pub(super) fn player_scores(&self, setup: &Setup, players: usize) -> [PlayerRoundScore; MOST] {
        let mut scores = [PlayerRoundScore::default(); MOST];
        let is_exchange = setup.rules.bonuses == Bonuses::Exchange;
        if is_exchange && self.is_counted {
            // BL-3.4
            let debt = self.debt();
            let payer = if debt > 0 { &self.catches[1] } else { &self.catches[0] };
            let paid = debt.abs().min(payer.captured.into()) * debt.signum();
            scores[0].exchanged = paid;
            scores[1].exchanged = -paid;
        }
        let share = setup.share(players - self.totals.absent.len());
        for ((score, player_captures), seat) in scores.iter_mut().zip(&self.catches).zip(Seat::all(players)) {
            if let Some(points) = self.totals.of(seat) {
                score.above = points; // A bare total stands in the place of the points for cards.
                continue;
            }
            score.kept = i32::from(player_captures.captured) + score.exchanged;
            if self.is_counted {
                score.above = (score.kept - share).max(0);
            }
            // BL-3.3, BL-3.5
            if setup.rules.bonuses == Bonuses::Tally || (setup.rules.bonuses == Bonuses::RoundEnd && self.is_counted) {
                score.bonuses = player_captures.worth();
            }
        }
        scores
    }
}

impl Blulu {
    /// The players' points in the current round, by seat.
    pub(super) fn points(&self) -> [i32; MOST] {
        self.rounds.current.player_scores(&self.setup, self.players).map(|score| score.above + score.bonuses)
    }

    /// The players' points in all rounds, by seat.
    pub(super) fn totals(&self) -> [i32; MOST] {
        self.rounds.totals(self.points())
    }

    /// Whether the bonuses of this round, and the points by the table's decision (TB-9), end the game at once: `seat` reaches the
    /// target with them, and every other player has fewer points (BL-3.3). `worth` is the sum of each player's bonuses.
    pub(crate) fn wins_at_once(&self, seat: Seat, worth: impl Fn(Seat) -> i32) -> bool {
        let before = self.rounds.totals_before();
        let points_with_bonuses = |seat: Seat| before[seat.index()] + worth(seat) + self.rounds.adjusted(seat).unwrap_or(0);
        let points = points_with_bonuses(seat);
        self.setup.rules.bonuses == Bonuses::Tally
            && points >= i32::from(self.setup.rules.target)
            && self.seats().all(|rival| rival == seat || points_with_bonuses(rival) < points)
    }

    /// The players whose bonus may have ended the game at once, if the bonuses came in a suitable order. With all of their own
    /// bonuses they reach the target, and more than any other player had before the round (BL-3.3, BL-4.3).
    pub(super) fn may_have_ended(&self, worth: impl Fn(Seat) -> i32) -> Seats {
        let wins = |seat: Seat| self.wins_at_once(seat, |player| if player == seat { worth(seat) } else { 0 });
        self.seats().filter(|&seat| worth(seat) != 0 && wins(seat)).collect()
    }

    /// The player who ended the game at once, if one did (BL-4.3); otherwise the players with the highest total.
    pub(super) fn winners(&self) -> Seats {
        match self.phase {
            Phase::GameOver { by: Some(seat) } => Seats::only(seat),
            _ => self.leaders(),
        }
    }

    /// The players with the highest total, among those at the table.
    pub(super) fn leaders(&self) -> Seats {
        let totals = self.totals();
        self.rounds.at_table(self.players).with_most(|seat| totals[seat.index()])
    }

    /// Whether the round that was just counted ends the game (BL-5.1).
    pub(super) fn is_decided(&self) -> bool {
        self.leaders().single().is_some_and(|seat| self.totals()[seat.index()] >= i32::from(self.setup.rules.target))
    }

    fn round_sheet(&self, round: &RoundResult, seat: Seat, is_current: bool) -> RoundSheet {
        if let Some(points) = round.totals.of(seat) {
            return RoundSheet::of(Points::Exactly(points));
        }
        let player_captures = &round.catches[seat.index()];
        let share = self.setup.share(self.players - round.totals.absent.len());
        let PlayerRoundScore { exchanged, kept, above, .. } = round.player_scores(&self.setup, self.players)[seat.index()];
        let is_exchange = self.setup.rules.bonuses == Bonuses::Exchange;
        let captured = count_of(player_captures.captured.into(), "card", "cards");
        let mut details = vec![("captured", Detail::Number(player_captures.captured.into()))];
        details.extend(is_exchange.then(|| ("exchanged", Detail::Number(exchanged.into()))));
        details.extend([("share", share), ("above", above)].map(|(key, number)| (key, Detail::Number(number.into()))));
        let exchange_text = match exchanged {
            0 => String::new(),
            received @ 1.. => format!(", {received} got for bonuses: {kept}"),
            paid => format!(", {} paid for bonuses: {kept}", -paid),
        };
        let (clause, why) = match (round.is_counted, self.phase) {
            (true, _) => (bl(4, 2), format!("{captured} captured{exchange_text}; the share is {share}")),
            (false, Phase::GameOver { .. }) if is_current => {
                (bl(3, 3), format!("{captured} captured; a bonus ended the game, and the round's cards don't count"))
            }
            (false, _) if is_current => {
                (bl(4, 2), format!("{captured} captured so far; they are counted when the round is over"))
            }
            (false, _) => (bl(4, 2), format!("{captured} captured; the round was not played to its end, and they don't count")),
        };
        let points = Points::Exactly(above);
        let mut items = vec![Item { kind: "cards", label: "cards".to_owned(), points, clause, details, why }];
        items.extend(player_captures.bonuses.iter().map(|earned| {
            let worth = earned.bonus.worth();
            let cards = earned.cards.iter().map(|card| card.code().to_owned()).collect();
            let why = if earned.cards.is_empty() { "counted on the table".to_owned() } else { earned.bonus.why(earned.cards) };
            let (points, clause, why) = match self.setup.rules.bonuses {
                Bonuses::Exchange => (0, bl(3, 4), format!("{why}: worth {worth} cards")),
                Bonuses::RoundEnd if !round.is_counted && is_current => {
                    (0, bl(3, 5), format!("{why}: worth {worth} when the round is counted"))
                }
                Bonuses::RoundEnd if !round.is_counted => {
                    (0, bl(3, 5), format!("{why}: worth {worth} in a round that is counted"))
                }
                Bonuses::Tally | Bonuses::RoundEnd => (worth, earned.bonus.clause(), why),
            };
            let details = vec![("with", Detail::List(cards))];
            let label = earned.bonus.name().to_owned();
            Item { kind: "bonus", label, points: Points::Exactly(points), clause, details, why }
        }));
        RoundSheet { items, ..RoundSheet::default() }
    }

    /// The notes below the score: the dealer, the debt, and how the game ended or why it goes on.
    fn notes(&self, players: &Players) -> Vec<String> {
        let name = |seat| players.name(seat);
        let mut notes = Vec::new();
        if !self.rounds.current.is_counted && !self.is_game_over() {
            notes.extend(self.debt_in_words(players));
        }
        match self.phase {
            Phase::Deal | Phase::Turn(_) => notes.push(format!("{} deals this round.", name(self.dealer))),
            Phase::Over => {
                let leaders = self.leaders();
                let most = self.totals().into_iter().max().unwrap_or_default();
                if leaders.len() > 1 && most >= i32::from(self.setup.rules.target) {
                    let names = players.join_names(leaders.iter());
                    notes.push(format!("{names} share the most, {most}: another round is played (BL-5.1)."));
                }
                notes.push(format!("{} deals the next round.", name(self.next_dealer())));
            }
            Phase::GameOver { by: Some(_) } => {
                notes.push("A bonus ended the game at once; the cards of the unfinished round don't count (BL-3.3).".to_owned());
            }
            Phase::Ready | Phase::GameOver { .. } => {}
        }
        notes
    }
}

impl Scoring for Blulu {
    fn score(&self, players: &Players) -> Sheet {
        let mut sheet = Sheet::of(BOOK.game, players, false, |seat| {
            self.rounds.sheets(seat, |round, points| self.round_sheet(round, seat, points.is_none()))
        });
        sheet.notes = self.notes(players);
        if self.is_game_over() {
            sheet.set_winners(self.winners());
            sheet.tiebreak = self.tie_break_reason(players).map(|reason| format!("{reason}."));
        }
        sheet
    }

    fn visible_totals(&self, _players: &Players) -> Vec<Points> {
        self.seats().zip(self.totals()).map(|(_, total)| Points::Exactly(total)).collect()
    }
}
