//! Renders the statistics of many games: a grid of players for each game, then head-to-head results and records.

use super::style::{align, faint, grid, lines, longest_word, narrow, shorten, strong, width, wrap};
use crate::{
    archive::stats::{BestRecord, GameStats, HeadToHead, PlayerStats, Stats, TotalStats},
    table::{capitalized, count_of, escape::clean, signed},
};
use comfy_table::Cell;
use console::measure_text_width;

const MAX_ROWS: usize = 20;
/// The width of the names if there is little room, in columns.
const NAME_WIDTH: usize = 13;
/// The padding of a cell in columns, both sides together.
const PADDING: usize = 2;
/// The space between two cells, in columns.
const CELL_GAP: usize = 1;

pub(crate) fn text(stats: &Stats) -> String {
    let Stats { in_all, by_game, .. } = stats;
    let mut parts = Vec::new();
    if stats.logs == 0 {
        return wrap("There is no log here, and nothing to count.", "", "");
    }
    if in_all.finished + in_all.unfinished + in_all.closed == 0 {
        let left_out = if stats.left_out > 0 {
            format!(" {} left out.", count_of(stats.left_out, "game is", "games are"))
        } else {
            String::new()
        };
        return wrap(&format!("No game matches: there is nothing to count.{left_out}"), "", "");
    }
    match &by_game[..] {
        [only] => parts.extend(section(only, stats.days.as_ref(), true)),
        several => {
            parts.extend(section(in_all, stats.days.as_ref(), true));
            parts.extend(several.iter().flat_map(|game| section(game, None, false)));
        }
    }
    let notes = notes(in_all);
    if !notes.is_empty() {
        parts.push(notes);
    }
    parts.join("\n\n")
}

/// The section of one game or of all games: heading, players, head-to-head results if `has_pairs`, and the best records.
fn section(game: &GameStats, days: Option<&[String; 2]>, has_pairs: bool) -> Vec<String> {
    let title = game.book.map_or("All games", |book| book.short_title());
    let mut parts = vec![format!("{}\n{}", strong(title), wrap(&game.summary(days), "", ""))];
    let players: Vec<&PlayerStats> = game.players.iter().filter(|player| player.games > 0).collect();
    let has_totals = game.player_counts() == [None];
    if !players.is_empty() {
        parts[0].push('\n');
        parts[0].push_str(&player_grid(&players, has_totals));
    }
    parts.extend(totals_grids(game, &players));
    if has_pairs && game.head_to_head.len() > 1 || has_pairs && players.len() == 2 && !game.head_to_head.is_empty() {
        parts.push(head_to_head(&game.head_to_head));
    }
    if game.book.is_some() && !game.best.is_empty() {
        parts.push(game.best.iter().map(best_record).collect::<Vec<_>>().join("\n"));
    }
    parts
}

/// A column of numbers after the column of names.
struct NumberColumn {
    heading: &'static str,
    /// The order of leaving columns out if there is little room: the highest number first. A column with 0 always stays.
    drop_order: u8,
    cells: Vec<String>,
}

impl NumberColumn {
    fn width(&self) -> usize {
        self.cells.iter().map(|cell| measure_text_width(cell)).chain([self.heading.len()]).max().unwrap_or_default()
    }
}

fn player_grid(players: &[&PlayerStats], has_totals: bool) -> String {
    let shown_players = &players[..players.len().min(MAX_ROWS)];
    let names = shown_players.iter().map(|player| strong(&clean(&player.name))).collect();
    let mut lines = fit_columns("", names, NAME_WIDTH, columns(shown_players, has_totals));
    lines.extend(more_rows(players.len(), "player", "players"));
    lines.join("\n")
}

/// The lines of a grid with as many columns as fit beside names that are cut to `min_name_width`.
fn fit_columns(heading: &str, names: Vec<String>, min_name_width: usize, mut columns: Vec<NumberColumn>) -> Vec<String> {
    let longest_name = names.iter().map(|name| measure_text_width(name)).chain([heading.len()]).max().unwrap_or_default();
    let total_width = |columns: &[NumberColumn]| columns.iter().map(|column| column.width() + PADDING + CELL_GAP).sum::<usize>();
    while total_width(&columns) + longest_name.min(min_name_width) + PADDING > width() {
        let drop_candidate =
            columns.iter().enumerate().max_by_key(|(_, column)| column.drop_order).map(|(nth, column)| (nth, column.drop_order));
        match drop_candidate {
            Some((nth, 1..)) => drop(columns.remove(nth)),
            _ => break,
        }
    }
    let available_width = width().saturating_sub(total_width(&columns) + PADDING).max(8);
    let longest_word = names.iter().map(|name| longest_word(name)).max().unwrap_or_default();
    let names = names.into_iter().map(|name| if longest_word > available_width { shorten(&name, available_width) } else { name });
    let mut grid = grid(width());
    grid.set_header([strong(heading)].into_iter().chain(columns.iter().map(|column| faint(column.heading))).collect::<Vec<_>>());
    for (nth, name) in names.enumerate() {
        let cells = columns.iter().map(|column| Cell::new(&column.cells[nth]));
        grid.add_row([Cell::new(name)].into_iter().chain(cells).collect::<Vec<_>>());
    }
    align(&mut grid, |index| index > 0);
    if let Some(names) = grid.column_mut(0).filter(|_| longest_name > available_width) {
        narrow(names, available_width);
    }
    lines(&grid)
}

fn more_rows(count: usize, singular: &str, plural: &str) -> Option<String> {
    let hidden_count = count.checked_sub(MAX_ROWS).filter(|hidden_count| *hidden_count > 0)?;
    let text =
        format!("… and {}; --json has all", count_of(hidden_count, &format!("more {singular}"), &format!("more {plural}")));
    Some(faint(&wrap(&text, " ", "   ")))
}

/// The columns of the grid of players: with the totals in points, unless these are shown by the number of players.
fn columns(players: &[&PlayerStats], has_totals: bool) -> Vec<NumberColumn> {
    let any_player = |matches: fn(&PlayerStats) -> bool| players.iter().any(|player| matches(player));
    let column = |heading, drop_order, cell: &dyn Fn(&PlayerStats) -> String| NumberColumn {
        heading,
        drop_order,
        cells: players.iter().map(|player| cell(player)).collect(),
    };
    let points = |render: fn(&TotalStats) -> String| move |player: &PlayerStats| player.points().map(render).unwrap_or_default();
    let marks = |player: &PlayerStats| {
        let marks = [(player.with_findings, "*"), (player.taken_up, "†")];
        marks.into_iter().filter(|(games, _)| *games > 0).map(|(_, mark)| mark).collect::<String>()
    };
    let marks_width = players.iter().map(|player| marks(player).chars().count()).max().unwrap_or_default();
    let has_marks = marks_width > 0;
    let games = |player: &PlayerStats| format!("{}{:<marks_width$}", player.games, marks(player));
    let rate = |player: &PlayerStats| player.win_rate.map(percent).unwrap_or_default();
    let time = |player: &PlayerStats| if player.time.games > 0 { clock(player.time.seconds) } else { String::new() };
    let rating = |player: &PlayerStats| {
        player.rating.map(|rating| signed(format!("{:.1} ± {:.1}", rating.value, rating.half_width()))).unwrap_or_default()
    };
    let mut columns = vec![
        column(if has_marks { "games " } else { "games" }, 0, &games),
        column("wins", 0, &|player| player.wins.to_string()),
        column("rate", 3, &rate),
    ];
    if has_totals && any_player(|player| player.points().is_some()) {
        columns.push(column("average", 2, &points(|totals| signed(format!("{:.1}", totals.average)))));
        columns.push(column("best", 5, &points(|totals| signed(totals.best))));
        columns.push(column("worst", 7, &points(|totals| signed(totals.worst))));
    }
    columns.push(column("fouls", 4, &|player| player.fouls.to_string()));
    if any_player(|player| player.time.games > 0) {
        columns.push(column("h:min", 6, &time));
    }
    columns.push(column("rating", 1, &rating));
    columns
}

/// Hours and minutes, as `41:05`.
fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 3600, seconds / 60 % 60)
}

fn percent(part: f64) -> String {
    format!("{:.0} %", part * 100.0)
}

/// The totals that don't stand in the grid of players: those of games that were played for something other than points and, if the
/// number of players differs, all totals for each number.
fn totals_grids(game: &GameStats, players: &[&PlayerStats]) -> Vec<String> {
    let counts = game.player_counts();
    let parts = counts.into_iter().flat_map(|count| game.units().into_iter().map(move |unit| (count, unit)));
    let grid_of = |(count, unit): (Option<usize>, &str)| {
        let heading = match (count, unit) {
            (None, "points") => return None,
            (None, unit) => format!("Played for {unit}"),
            (Some(count), "points") => format!("{count} players"),
            (Some(count), unit) => format!("{count} players, {unit}"),
        };
        let rows = players.iter().take(MAX_ROWS).filter_map(|player| Some((player.name.as_str(), player.totals(unit, count)?)));
        totals_grid(&heading, &rows.collect::<Vec<_>>())
    };
    parts.filter_map(grid_of).collect()
}

fn totals_grid(heading: &str, rows: &[(&str, &TotalStats)]) -> Option<String> {
    let column = |heading, drop_order, cell: fn(&TotalStats) -> String| NumberColumn {
        heading,
        drop_order,
        cells: rows.iter().map(|(_, totals)| cell(totals)).collect(),
    };
    let columns = vec![
        column("games", 1, |totals| totals.games.to_string()),
        column("average", 0, |totals| signed(format!("{:.1}", totals.average))),
        column("best", 2, |totals| signed(totals.best)),
        column("worst", 3, |totals| signed(totals.worst)),
    ];
    let names = rows.iter().map(|(name, _)| strong(&clean(name))).collect();
    (!rows.is_empty()).then(|| fit_columns(heading, names, NAME_WIDTH, columns).join("\n"))
}

fn head_to_head(pairs: &[HeadToHead]) -> String {
    let shown_pairs = &pairs[..pairs.len().min(MAX_ROWS)];
    let column = |heading, drop_order, number: fn(&HeadToHead) -> u32| NumberColumn {
        heading,
        drop_order,
        cells: shown_pairs.iter().map(|pair| number(pair).to_string()).collect(),
    };
    // `games` is the sum of the other columns and may be dropped.
    let columns = vec![
        column("games", 2, |pair| pair.games),
        column("ahead", 0, |pair| pair.ahead[0]),
        column("behind", 0, |pair| pair.ahead[1]),
        column("level", 1, |pair| pair.level),
    ];
    let names = shown_pairs.iter().map(|pair| pair.players.each_ref().map(|name| clean(name)).join(" – ")).collect();
    let mut lines = fit_columns("Head to head", names, 2 * NAME_WIDTH, columns);
    lines.extend(more_rows(pairs.len(), "pair", "pairs"));
    lines.join("\n")
}

fn best_record(record: &BestRecord) -> String {
    let date = record.date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
    let label = if record.label == record.kind { String::new() } else { format!(" ({})", clean(&record.label)) };
    let heading = format!("Best {}{label}: {}, {}", record.kind, strong(&signed(record.points)), strong(&clean(&record.player)));
    wrap(&format!("{heading}{date}. {}", capitalized(&clean(&record.why))), "", "  ")
}

fn notes(all_games: &GameStats) -> String {
    let mut notes = Vec::new();
    if all_games.with_findings > 0 {
        notes.push("* in some of these games something was found: `fowlplay check` names it.");
    }
    if all_games.taken_up > 0 {
        notes.push("† some of these games were taken up in the middle: a position stands for moves that nobody recorded.");
    }
    if all_games.players.iter().any(|player| player.rating.is_some()) {
        notes.push("Everybody begins with a rating of 25. In 19 cases of 20 the true rating lies within the ± range; players are sorted by its lower end.");
    }
    notes.iter().map(|note| faint(&wrap(note, "", "  "))).collect::<Vec<_>>().join("\n")
}
