//! A table for the unit tests of both emu games: accepts positions, and judges and plays steps.

use super::{Emu, EmuBook, Position, Setup};
use crate::table::prelude::*;

pub(crate) struct TestTable<B: EmuBook> {
    pub context: TableContext<Setup>,
    pub game: Emu<B>,
}

impl<B: EmuBook> TestTable<B> {
    /// A table at which Ada has begun a year, with these table rules.
    pub(crate) fn with_begun_year(rules: &[(&str, i64)]) -> Self {
        let mut settings = RuleSettings::defaults(B::BOOK);
        for (key, value) in rules {
            settings.set(B::BOOK, key, &RuleValue::Whole(*value)).expect("a rule");
        }
        let players = *B::BOOK.players.start();
        let setup = <Emu<B> as crate::table::Game>::setup(players, &settings, &[]).expect("so many can play");
        let context = TableContext { players: Players::new(["Ada", "Bo", "Cy"].into_iter().take(players)), setup };
        let mut game = Emu::new(players, &context.setup);
        game.apply(&Act::BeginRound { first: Seat::new(0) }, &mut Vec::new());
        Self { context, game }
    }

    pub(crate) fn parse(&self, parts: &[&str]) -> Result<Position<B>, (PartOwner, ParseError)> {
        let (table_part, player_parts) = parts.split_last().expect("the part of the table");
        Position::parse(
            &PerPart { players: player_parts.to_vec(), table: Some(*table_part).filter(|text| !text.is_empty()) },
            &self.context,
        )
    }

    /// A table in the stated position. Returns the reason if the position is refused.
    pub(crate) fn from_parts(parts: &[&str]) -> Result<Self, String> {
        let mut table = Self::with_begun_year(&[]);
        let position = table.parse(parts).map_err(|(_, error)| error.to_string())?;
        let game = position.to_game(&table.game, &table.context.players, &mut Vec::new());
        table.game = game.map_err(|error| format!("impossible {}: {}", error.clause, error.text))?;
        Ok(table)
    }

    pub(crate) fn to_text(&self, memory: bool) -> String {
        let parts = Position::from_game(&self.game, memory).expect("a turn").write(&self.context.players);
        parts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" / ")
    }

    fn act(&self, actor: usize, step: &str) -> ActOf<Emu<B>> {
        Act::Step { actor: Some(Seat::new(actor)), step: Emu::<B>::parse(step, &self.context).expect("a step") }
    }

    /// Judges a step. Returns the kind of its fault and the clause that it breaks if it is not legal.
    pub(crate) fn verdict(&self, actor: usize, step: &str) -> Result<(), (FindingKind, String)> {
        let result = self.game.judge(&self.act(actor, step));
        result.map_err(|fault| (fault.kind(), fault.breach().clause.to_string()))
    }

    pub(crate) fn play(&mut self, actor: usize, step: &str) {
        self.game.apply(&self.act(actor, step), &mut Vec::new());
    }
}

/// Asserts that a position is accepted, and that its table is rendered as `expected`.
pub(crate) fn assert_accepted<B: EmuBook>(parts: &[&str], expected: &str) {
    let table = TestTable::<B>::from_parts(parts).unwrap_or_else(|reason| panic!("{parts:?}: {reason}"));
    assert_eq!(table.to_text(true), expected);
}

pub(crate) fn assert_refused<B: EmuBook>(parts: &[&str], reason: &str) {
    let error = TestTable::<B>::from_parts(parts).map(|table| table.to_text(true)).expect_err("it is refused");
    assert!(error.contains(reason), "{error}");
}
