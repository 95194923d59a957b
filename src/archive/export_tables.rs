//! The archive as tables for spreadsheets, databases and other programs: the data of `fowlplay export`.
//!
//! The columns are the fields of [`GameRow`], [`PlayerRow`], [`RoundRow`], [`ItemRow`], [`MoveRow`] and [`FindingRow`], in this
//! order. New columns are only added at the end. Tables are joined by `game_id`, and by `name` for a player. An unknown value is
//! null: an empty cell in CSV.
//!
//! A log that is a copy of another has a row in `games` with `same_as`, and no row in any other table. A log that can't be read has a
//! row in `games` with its `error`.

use super::{ArchiveEntry, EntryContent, GameSummary, JudgedStep, StepVerdict};
use crate::{
    log::LogString,
    table::{Points, RoundSheet, Sheet},
};
use serde::Serialize;
use std::fmt;

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name of the column, in the CSV header and as JSONL key.
    pub name: &'static str,
    /// The meaning of the column.
    pub meaning: &'static str,
}

/// Defines the tables and the types of their rows: the fields are the columns, and the doc comments are the text of `export --help`.
macro_rules! tables {
    ($($(#[doc = $about:literal])+ $table:ident $name:literal $row:ident { $($(#[doc = $meaning:literal])+ $field:ident: $type:ty,)+ })+) => {
        $(
            $(#[doc = $about])+
            #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
            pub struct $row<'a> {
                $($(#[doc = $meaning])+ pub $field: $type,)+
            }
        )+

        /// A table of the archive.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum ExportTable {
            $(#[doc = concat!("The rows are [`", stringify!($row), "`]s.")] $table,)+
        }

        impl ExportTable {
            /// All tables.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$table),+];

            /// The name of the table.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$table => $name,)+ }
            }

            /// The meaning of a row.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$table => concat!($($about),+).trim_ascii(),)+ }
            }

            /// The columns, in order.
            pub const fn columns(self) -> &'static [Column] {
                match self {
                    $(Self::$table => const { &[$(Column { name: stringify!($field), meaning: concat!($($meaning),+).trim_ascii() }),+] },)+
                }
            }
        }
    };
}

tables! {
    /// A log: a game, a copy of one, or a file that can't be read.
    Games "games" GameRow {
        /// A digest of the log's bytes, 32 hexadecimal digits; null if it can't be read.
        game_id: Option<String>,
        /// The path of the file.
        file: Option<&'a str>,
        /// The game's name, as `fowlplay rules` lists them.
        game: Option<&'static str>,
        /// The variant, if the log has one.
        variant: Option<&'a str>,
        /// The date of the game, `2026-11-20`.
        date: Option<String>,
        /// When it began, with the UTC offset: `2026-11-20T19:42:11+01:00`.
        began: Option<String>,
        /// When it ended, likewise.
        ended: Option<String>,
        /// Where it was played.
        place: Option<&'a str>,
        /// The log's title.
        title: Option<&'a str>,
        /// The players' names in seat order, joined by `; `.
        players: Option<String>,
        /// How many rounds were begun.
        rounds: Option<i64>,
        /// How many steps were recorded and judged.
        steps: Option<i64>,
        /// Whether the game was played to its end.
        complete: Option<bool>,
        /// Why the game was closed; null if it wasn't.
        closed: Option<String>,
        /// The names of the winners, joined by `; `; null if there are none.
        winners: Option<String>,
        /// How many findings count against the log.
        findings: Option<i64>,
        /// How many more were overruled by the table.
        overruled: Option<i64>,
        /// The file that counts, if this one is a copy of it: `began`, game and players are the same (without `began`: game, players, date and moves). Of several the one with the most steps counts, among equals the one with the most corrections, then the first; from standard input the first. Then only `game_id` and `file` are filled in.
        same_as: Option<&'a str>,
        /// Why the log can't be read; then only `file` is filled in.
        error: Option<String>,
    }

    /// A player of a game.
    Players "players" PlayerRow {
        /// The game: see `games`.
        game_id: &'a str,
        /// Its name.
        game: &'a str,
        /// Its day.
        date: Option<&'a str>,
        /// The seat, counted from 1, clockwise.
        seat: u32,
        /// The player's name.
        name: &'a str,
        /// The total so far: points, or tokens if a table of Eggs and Empires plays for them; null if eggs are still hidden.
        total: Option<i64>,
        /// The rank in a finished game: 1 for the winners, for all if the rules let nobody win, and for those whose tie-break isn't recorded; null while it goes on.
        rank: Option<u32>,
        /// Whether this player won or shares the win.
        winner: bool,
    }

    /// A player's round.
    Rounds "rounds" RoundRow {
        /// The game: see `games`.
        game_id: &'a str,
        /// The round, counted from 1; null for the sum of the rounds before a position, which nobody recorded.
        round: Option<usize>,
        /// The player's name.
        name: &'a str,
        /// The points; null if eggs are still hidden.
        points: Option<i64>,
    }

    /// A line of the score sheet: what a player scored in a round, and for what.
    Items "items" ItemRow {
        /// The game: see `games`.
        game_id: &'a str,
        /// The round, counted from 1.
        round: Option<usize>,
        /// The player's name.
        name: &'a str,
        /// The kind of the item: `bird` in the emu games; `cards` and `bonus` in Blulu; `eggs`, `merchant` and `blacksmith` in
        /// Eggs and Empires; `pairs`, `majority` and `seeds` in Piepmatz.
        kind: &'static str,
        /// The label, as on the sheet: `bird 2`, `flush`, `blackbirds`.
        label: &'a str,
        /// The points; null if eggs are still hidden.
        points: Option<i64>,
    }

    /// A step of a game.
    Moves "moves" MoveRow {
        /// The game: see `games`.
        game_id: &'a str,
        /// The round, counted from 1.
        round: u32,
        /// The line of its `moves`, counted from 1.
        line: u32,
        /// The step of the line, counted from 1.
        step: u32,
        /// The player who did it; null for the table.
        actor: Option<&'a str>,
        /// The step as the log has it.
        text: &'a str,
        /// `legal`, `illegal`, `impossible`, `revoke`, `overruled`, `note`, `position` or `adjustment`; null after an impossible step, because nothing is judged there.
        kind: Option<&'static str>,
        /// The clause that it broke.
        clause: Option<&'a str>,
    }

    /// A finding in a log.
    Findings "findings" FindingRow {
        /// The game: see `games`.
        game_id: &'a str,
        /// The round, counted from 1.
        round: u32,
        /// The line of its `moves`, counted from 1; 0 is the beginning of the round, and a tally stands after the last line.
        line: u32,
        /// The step of the line, counted from 1; 0 at the beginning of a round and for a tally.
        step: u32,
        /// The player who did it; null for the table.
        actor: Option<&'a str>,
        /// The step as the log has it.
        text: &'a str,
        /// `illegal`, `impossible`, `revoke` or `overruled`.
        kind: &'static str,
        /// The clause that it broke.
        clause: Option<&'a str>,
        /// The fault, in words.
        message: &'a str,
        /// Why the table let it stand.
        reason: Option<&'a str>,
    }
}

/// A sink for the rows of a table.
pub trait RowSink {
    /// Takes a row.
    fn row(&mut self, row: impl Serialize);
}

impl ExportTable {
    /// Passes each row of this table for one entry of the archive to a sink.
    pub fn rows(self, entry: &ArchiveEntry, sink: &mut impl RowSink) {
        match (self, &entry.content) {
            (Self::Games, _) => sink.row(game_row(entry)),
            (_, EntryContent::Copy { .. } | EntryContent::Unreadable(_)) => {}
            (_, EntryContent::Log(summary)) => {
                let id = summary.id().to_string();
                match self {
                    Self::Games => {}
                    Self::Players => player_rows(summary, &id, sink),
                    Self::Rounds => round_rows(summary, &id, sink),
                    Self::Items => item_rows(summary, &id, sink),
                    Self::Moves => move_rows(summary, &id, sink),
                    Self::Findings => finding_rows(summary, &id, sink),
                }
            }
        }
    }
}

impl fmt::Display for ExportTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn join_names<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().collect::<Vec<_>>().join("; ")
}

fn exact_points(points: Points) -> Option<i64> {
    points.if_exact().map(Into::into)
}

fn game_row(entry: &ArchiveEntry) -> GameRow<'_> {
    let file = (!entry.file.is_empty()).then_some(&*entry.file);
    let summary = match &entry.content {
        EntryContent::Log(summary) => summary,
        EntryContent::Copy { id, of } => {
            return GameRow { game_id: Some(id.to_string()), file, same_as: Some(of), ..GameRow::default() };
        }
        EntryContent::Unreadable(error) => return GameRow { file, error: Some(error.in_a_line()), ..GameRow::default() },
    };
    let (Sheet { players, winners, .. }, period) = (summary.sheet(), summary.log().play_period());
    GameRow {
        game_id: Some(summary.id().to_string()),
        file,
        game: Some(summary.book().game),
        variant: summary.log().variant().map(LogString::as_str),
        date: summary.log().date().map(|date| date.to_string()),
        began: period.began.map(|moment| moment.to_string()),
        ended: period.ended.map(|moment| moment.to_string()),
        place: summary.log().place().map(LogString::as_str),
        title: summary.log().title().map(LogString::as_str),
        players: Some(join_names(players.iter().map(|player| &*player.name))),
        rounds: Some(to_i64(summary.rounds())),
        steps: Some(to_i64(summary.steps())),
        complete: Some(summary.is_complete()),
        closed: summary.closed(),
        winners: (!winners.is_empty()).then(|| join_names(winners.iter().map(String::as_str))),
        findings: Some(to_i64(summary.fouls())),
        overruled: Some(to_i64(summary.overruled())),
        ..GameRow::default()
    }
}

fn player_rows(summary: &GameSummary, game_id: &str, sink: &mut impl RowSink) {
    let date = summary.log().date().map(|date| date.to_string());
    for ((player, rank), seat) in summary.sheet().players.iter().zip(summary.sheet().ranks()).zip(1..) {
        let total = exact_points(player.total);
        let (game, date) = (summary.book().game, date.as_deref());
        sink.row(PlayerRow { game_id, game, date, seat, name: &player.name, total, rank, winner: player.winner });
    }
}

fn round_rows(summary: &GameSummary, game_id: &str, sink: &mut impl RowSink) {
    for (round, name, sheet) in round_sheets(summary.sheet()) {
        sink.row(RoundRow { game_id, round, name, points: exact_points(sheet.points()) });
    }
}

fn item_rows(summary: &GameSummary, game_id: &str, sink: &mut impl RowSink) {
    for (round, name, sheet) in round_sheets(summary.sheet()) {
        for item in &sheet.items {
            let (kind, label, points) = (item.kind, &*item.label, exact_points(item.points));
            sink.row(ItemRow { game_id, round, name, kind, label, points });
        }
    }
}

/// The rounds of all players in order, each with its number, if it was recorded, and the player's name.
fn round_sheets(sheet: &Sheet) -> impl Iterator<Item = (Option<usize>, &str, &RoundSheet)> {
    (0..sheet.rounds()).flat_map(move |index| {
        let players = sheet.players.iter();
        players.filter_map(move |player| Some((sheet.round_number(index), &*player.name, player.round(index)?)))
    })
}

fn move_rows(summary: &GameSummary, game_id: &str, sink: &mut impl RowSink) {
    for JudgedStep { place: line_ref, step, actor, text, kind, clause } in summary.moves() {
        let kind = kind.map(StepVerdict::word);
        sink.row(MoveRow { game_id, round: line_ref.round, line: line_ref.line, step, actor, text, kind, clause });
    }
}

fn finding_rows(summary: &GameSummary, game_id: &str, sink: &mut impl RowSink) {
    for finding in summary.findings() {
        sink.row(FindingRow {
            game_id,
            round: finding.round,
            line: finding.line,
            step: finding.step,
            actor: finding.actor.as_deref(),
            text: &finding.text,
            kind: finding.kind.word(),
            clause: finding.verdict.clause.as_deref(),
            message: &finding.verdict.message,
            reason: finding.reason.as_deref(),
        });
    }
}
