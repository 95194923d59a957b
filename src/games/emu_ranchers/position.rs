//! A year taken up where it lies.

use super::{BOOK, EmuRanchers, Fault, Setup, Step};
use crate::{
    decktet::{Card, Cards},
    emu::{Counted, Form, Pile, Size, YearPosition, surplus},
    table::{Disputed, Free, Header, ParseError, Part, Parted, Players, Positioned, Seat},
};

/// How a year lies between two turns, as far as it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position(YearPosition);

const FORM: Form = Form {
    deck: Cards::BASIC,
    birds: BOOK.tally,
    player: "`7SK 8YK | CS; hand 5; shows 4MS; done`, each if it is so",
    table: "`discards 9MS +4; draw 14; turn NAME`",
    player_keys: &["hand", "show", "done", "before"],
    table_keys: &["discard", "draw", "turn", "round", "year"],
    piles: 1,
};

/// How many cards the game has (ER-1.1).
const SIZE: Size = Size { all: 36, elsewhere: 0, pile: 24 };

impl Position {
    /// The birds that lie before a player, if they were said.
    pub(super) fn birds(&self, seat: Seat) -> Option<&Counted> {
        self.0.players.get(seat.index())?.birds.as_ref()
    }
}

impl Positioned<EmuRanchers> for Position {
    fn parse(parts: &Parted<&str>, header: &Header<Setup>) -> Result<Self, (Part, ParseError)> {
        YearPosition::parse(parts, &header.players, &FORM, &mut |_, _, pieces| Err(pieces.unread())).map(Self)
    }

    fn write(&self, players: &Players) -> Parted<String> {
        self.0.write(players, |_| None)
    }

    fn construct(&self, before: &EmuRanchers) -> Result<EmuRanchers, Fault> {
        let deck = EmuRanchers::deck();
        // TB-3
        if let Some(card) = surplus(deck, self.0.cards()) {
            return Err(Fault::MoreThanTheDeckHas(card));
        }
        let counts = self.0.counts(SIZE, false).map_err(Fault::Year)?;
        let year = self.0.construct(&before.year, &counts, deck).map_err(Fault::Year)?;
        let stack = self.0.discards.iter().flatten().next();
        let named = stack.into_iter().flat_map(|stack| stack.cards.iter().rev().copied());
        let discards = Pile::of(named, counts.unnamed.first().copied().unwrap_or_default());
        Ok(EmuRanchers { year, discards })
    }

    fn unsaid_in(fault: Fault) -> Option<Part> {
        if let Fault::Year(fault) = fault { fault.unsaid_in() } else { None }
    }

    fn of(game: &EmuRanchers, memory: bool) -> Option<Self> {
        let known = |seat, card: Card| if memory { game.year.known(seat, card) } else { 0 };
        YearPosition::of(&game.year, [&game.discards], memory, known).map(Self)
    }

    fn can_become(game: &EmuRanchers, later: &Self, turns: usize) -> bool {
        turns > 1 || Self::of(game, false).is_none_or(|now| now.0.can_become(&later.0))
    }

    fn disputed(self) -> Self {
        Self(self.0.disputed())
    }

    fn free(&self, _before: &EmuRanchers, lines: &Disputed<'_, Step>, players: &Players) -> Vec<Free> {
        let mut free = self.0.free(SIZE, lines, players);
        // What was discarded in these lines lies there.
        let is_discarded = |card| lines.steps.iter().any(|(_, step)| *step == Step::Discard(card));
        let takes = || lines.due.iter().any(|(_, step)| matches!(step, Step::Take(card) if !is_discarded(*card)));
        if self.0.discards.is_none() && (lines.actors.is_empty() || takes()) {
            free.push(Free::asked(None, "discards CARD +N"));
        }
        free
    }

    fn follows(&self, _before: &EmuRanchers, players: &Players) -> Option<String> {
        self.0.follows(SIZE, players)
    }

    fn is_too_late(fault: Fault) -> bool {
        matches!(fault, Fault::Year(fault) if fault.is_too_late())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{
        Act, Apply as _, Broken as _, Game as _, Judge as _, Kind, Notation as _, RuleValue, RuleValues, Words as _,
    };

    fn table(years: u16) -> Header<Setup> {
        let mut rules = RuleValues::defaults(EmuRanchers::book());
        rules.set(EmuRanchers::book(), "years", &RuleValue::Whole(years.into())).expect("a rule");
        let setup = EmuRanchers::setup(2, &rules, &[]).expect("two can play");
        Header { players: Players::new(["Ada", "Bo"]), setup }
    }

    fn read(ada: &str, bo: &str, of_table: &str) -> Result<Position, (Part, ParseError)> {
        let of_table = Some(of_table).filter(|text| !text.is_empty());
        Position::parse(&Parted { players: vec![ada, bo], table: of_table }, &table(2))
    }

    /// A year that Ada begins.
    fn begun(years: u16) -> EmuRanchers {
        let mut game = EmuRanchers::new(2, &table(years).setup);
        game.apply(&Act::Round { first: Seat::new(0) }, &mut Vec::new());
        game
    }

    fn written(game: &EmuRanchers, memory: bool) -> String {
        let written = Position::of(game, memory).expect("a turn").write(&table(2).players);
        written.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" / ")
    }

    /// What a position is taken for, or why it is refused.
    fn taken(ada: &str, bo: &str, of_table: &str) -> Result<String, String> {
        let position = read(ada, bo, of_table).map_err(|(_, error)| error.to_string())?;
        let (header, mut game) = (table(2), begun(2));
        let act = Act::Position(Box::new(position));
        game.judge(&act).map_err(|fault| {
            let told = game.explain(&act, fault, &header);
            format!("{} {}: {told}", fault.kind(), fault.breach().clause)
        })?;
        game.apply(&act, &mut Vec::new());
        Ok(written(&game, true))
    }

    fn judged(game: &EmuRanchers, actor: usize, step: &str) -> Result<(), (Kind, String)> {
        let step = EmuRanchers::parse(step, &table(2)).expect("a step");
        let judged = game.judge(&Act::Step { actor: Some(Seat::new(actor)), step });
        judged.map_err(|fault| (fault.kind(), fault.breach().clause.to_string()))
    }

    #[test]
    fn what_is_left_out_is_worked_out() {
        let is = |ada, bo, of_table, written: &str| assert_eq!(taken(ada, bo, of_table).as_deref(), Ok(written));
        is("", "", "discards -", "- / - / discards -; draw 24; turn Ada");
        is("7s 8y | bard", "", "turn bo; discards 9ms", "7SK 8YK | CS / - / discards 9MS; draw 20; turn Bo");
        is("7SK 8YK | CS", "-", "discards 9MS; draw 14; turn Bo", "7SK 8YK | CS / - / discards 9MS +6; draw 14; turn Bo");
        is("-", "-", "discards +6; draw 18; turn Ada", "- / - / discards +6; draw 18; turn Ada");
        is("7SK; show pact, 4ms", "", "discard -; turn Ada", "7SK; shows 4MS 9MS / - / discards -; draw 23; turn Ada");
    }

    #[test]
    fn canonical_texts_are_what_they_say() {
        for [ada, bo, of_table] in [
            ["-", "-", "discards -; draw 24; turn Ada"],
            ["7SK 8YK | CS", "AW", "discards 9MS; draw 19; turn Bo"],
            ["7SK 8YK | CS; shows 4MS 9WY", "AW; shows CK", "discards 9MS 2MK +4; draw 14; turn Bo"],
            ["-", "-", "discards +1; draw 23; turn Bo"],
            ["7SK 8YK 9LK; hand 4; done", "AW; shows CM", "discards 9MS +21; draw 0"],
            ["7SK; before -12", "AW; before 3", "discards -; draw 22; turn Ada; round 2"],
        ] {
            assert_eq!(taken(ada, bo, of_table), Ok(format!("{ada} / {bo} / {of_table}")));
        }
    }

    #[test]
    fn what_cannot_lie_there_is_refused_with_its_clause() {
        let says = |ada, bo, of_table, part: &str| {
            let refused = taken(ada, bo, of_table).expect_err("it is refused");
            assert!(refused.contains(part), "{refused}");
        };
        says("7SK", "7SK", "discards -; turn Ada", "impossible TB-3: 7SK is there twice");
        says("7SK; shows 7SK", "", "discards -; turn Ada", "impossible TB-3: 7SK is there twice");
        says("7SK", "", "discards 7SK; turn Ada", "impossible TB-3: 7SK is there twice");
        says("7SK", "", "turn Ada", "impossible TB-2: `discards CARD +N` is missing");
        says("7SK", "", "discards 8YK", "impossible TB-2: `turn NAME` is missing");
        says(
            "7SK",
            "",
            "discards 8YK +1; draw 20; turn Ada",
            "impossible ER-1.1: all places together hold 35 cards, and the game has 36",
        );
        says("7SK", "", "discards 8YK; draw 30; turn Ada", "impossible ER-1.1: all places together hold 44 cards");
        says("7SK", "AW", "discards 8YK +2; draw 0", "impossible TB-2: `hand N` is missing in Ada's part");
        says("7SK", "AW", "discards 8YK; draw 0", "impossible TB-2: `hand N` is missing in Ada's part");
        says(
            "7SK; hand 1; shows CS CK",
            "AW; hand 6",
            "discards 8YK; draw 0",
            "impossible TB-5: more cards are named of Ada's hand",
        );
        says("7SK; done", "AW; done", "discards 8YK +21; draw 0", "impossible ER-5.3: all are done");
        says("before 3", "before 4", "discards -; turn Ada", "`round N` is missing");
        says("before 3", "", "discards -; turn Ada; round 2", "`before N` is missing in Bo's part");
        says("before 3", "before 4", "discards -; turn Ada; round 3", "impossible ER-6.5: the game has 2 years");
        says("before 3", "before 0", "discards -; turn Ada; round 1", "impossible TB-8");
        says("7SK; hand 6", "AW; hand 6", "discards 8YK +21; draw 0; turn Ada", "impossible ER-2.2");
    }

    #[test]
    fn what_lies_there_lies_there() {
        for [ada, bo, of_table] in [
            ["7SK 8WL", "-", "discards -; draw 22; turn Ada"],
            ["7SK 8YK 2MK", "-", "discards -; draw 21; turn Ada"],
            ["-", "-", "discards -; draw 24; turn Bo"],
            ["7SK; hand 5", "-", "discards -; draw 24; turn Bo"],
            ["7SK; done", "AW", "discards 8YK; draw 21; turn Ada"],
            ["7SK; hand 5", "AW", "discards 8YK +22; draw 0"],
        ] {
            assert_eq!(taken(ada, bo, of_table), Ok(format!("{ada} / {bo} / {of_table}")));
        }
    }

    #[test]
    fn a_game_of_one_year_has_none_before_it() {
        let position = read("before 1", "before 2", "discards -; turn Ada; round 2").expect("it is read");
        let fault = position.construct(&begun(1)).expect_err("there is one year");
        assert_eq!(fault.breach().clause.to_string(), "ER-6.5");
    }

    #[test]
    fn what_is_no_piece_is_told_with_its_place() {
        let error = |ada, bo, of_table| read(ada, bo, of_table).expect_err("it can't be read");
        let (part, wrong) = error("7SK; hand", "", "");
        assert_eq!((part, wrong.range.clone()), (Some(Seat::new(0)), 9..9), "{wrong}");
        assert_eq!(error("", "7SK; 8YK", "").1.range, 5..8);
        assert_eq!(error("", "7SK | 8XX", "").1.range, 6..9);
        assert_eq!(error("", "", "7SK").0, None);
        assert_eq!(error("", "", "discards 9MS | 8YK").1.range, 9..18);
        assert_eq!(error("", "", "discards 9MS +x").1.range, 13..15);
        assert_eq!(error("", "", "turn Cy").1.range, 5..7);
        assert_eq!(error("", "", "draw 3; draw 4").1.range, 8..12);
        assert_eq!(error("excused", "", "").1.range, 0..7, "there is no Excuse in this game");
    }

    #[test]
    fn covered_discards_can_be_any_card_that_was_not_seen() {
        let position = read("AW", "CS", "discards 9MS +2; turn Ada").expect("it is read");
        let mut game = position.construct(&begun(2)).expect("it can lie so");
        let play = |game: &mut EmuRanchers, actor, step: &str| {
            let act = EmuRanchers::parse(step, &table(2)).expect("a step");
            game.apply(&Act::Step { actor: Some(Seat::new(actor)), step: act }, &mut Vec::new());
        };
        play(&mut game, 0, "hatch 7SK");
        assert_eq!(judged(&game, 0, "take 9MS"), Ok(()));
        assert_eq!(judged(&game, 0, "take 8YK"), Err((Kind::Illegal, "ER-4.3".to_owned())), "it can lie further down");
        assert_eq!(judged(&game, 0, "take 7SK"), Err((Kind::Impossible, "TB-4".to_owned())));
        play(&mut game, 0, "take 9MS");
        play(&mut game, 1, "hatch 2WL");
        assert_eq!(judged(&game, 1, "take 8YK"), Ok(()), "nobody has named the card on top");
        assert_eq!(judged(&game, 1, "take 9MS"), Err((Kind::Impossible, "TB-4".to_owned())));
        let listed: Vec<String> =
            game.legal_steps().iter().map(|(_, step)| EmuRanchers::write(step, &table(2).players)).collect();
        assert_eq!(listed, ["draw"], "the card that nobody has named is in no list");
        assert_eq!(game.only_step(), None, "and it may be taken");
        assert_eq!(game.options(Some(Seat::new(1)), &table(2)).len(), 2);
        play(&mut game, 1, "take 8YK");
        assert_eq!((game.discards.len(), game.year.account.covered()), (1, 1));
        assert_eq!(written(&game, true), "AW | 7SK; shows 9MS / CS | 2WL; shows 8YK / discards +1; draw 19; turn Ada");
        assert_eq!(written(&game, false), "AW | 7SK / CS | 2WL / discards +1; draw 19; turn Ada");
    }
}
