//! Renders zones: in full, one below the other, or fitted to a number of rows, leaving out the least important first.

use super::style::{NBSP, align, bound, faint, grid, lines, longest_word, narrow, shorten, strong, text, width};
use crate::table::{Grid, Seat, Seats, Text, Zone, ZoneRole, escape::clean};
use console::measure_text_width;
use std::iter;

/// The detail that is left out. Each level also leaves out that of the levels before. The status, the middle of the table, and the
/// zones of players who may act remain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Omission {
    Nothing,
    /// Repeated headings, and the lines under headings.
    RepeatedHeadings,
    /// Waiting players get one line each, beginning with the players who wait longest.
    WaitingDetails,
    Notes,
    Headings,
    /// Secondary columns.
    Asides,
    /// The row breaks of grids.
    Rows,
    /// Waiting players get no line.
    WaitingPlayers,
}

impl Omission {
    const ALL: [Self; 8] = [
        Self::Nothing,
        Self::RepeatedHeadings,
        Self::WaitingDetails,
        Self::Notes,
        Self::Headings,
        Self::Asides,
        Self::Rows,
        Self::WaitingPlayers,
    ];
}

/// Columns between two table columns, and between two grids side by side.
const GAP: usize = 3;
const MAX_HEADING_LINES: usize = 3;

/// All zones in full, one below the other, at most as wide as the terminal.
pub fn full(zones: &[Zone]) -> String {
    ZoneLayout { brief_seats: Seats::NONE, level: Omission::Nothing, width: width() }.lines(zones).join("\n")
}

/// The zones with as much detail as fits in `rows`, or with the least detail possible. The players of `seats` may act.
pub(crate) fn fit_zones(zones: &[Zone], seats: Seats, (rows, width): (usize, usize)) -> Vec<String> {
    let waiting = waiting_seats(zones, seats);
    let mut out = Vec::new();
    for level in Omission::ALL {
        // Shorten the zones of one waiting player after another.
        let fewest_brief = if level == Omission::WaitingDetails { 0 } else { waiting.len() };
        for brief in fewest_brief..=waiting.len() {
            out = ZoneLayout { brief_seats: waiting[..brief].iter().copied().collect(), level, width }.lines(zones);
            if out.len() <= rows {
                return out;
            }
        }
    }
    out
}

/// The players who may not act now, beginning with the players who wait longest.
fn waiting_seats(zones: &[Zone], seats: Seats) -> Vec<Seat> {
    let mut all: Vec<Seat> = Vec::new();
    for zone in zones {
        all.extend(if let ZoneRole::Player(seat) = zone.priority { Some(seat) } else { None });
        all.extend(zone.grid.iter().flat_map(|grid| &grid.players));
    }
    all.sort_unstable();
    all.dedup();
    let next = all.iter().rposition(|seat| seats.contains(*seat)).map_or(0, |at| at + 1);
    let next = if next < all.len() { next } else { 0 };
    all.rotate_left(next);
    all.retain(|seat| !seats.contains(*seat));
    all.reverse();
    all
}

struct ZoneLayout {
    /// The waiting players who get only one line, or none.
    brief_seats: Seats,
    level: Omission,
    width: usize,
}

impl ZoneLayout {
    fn lines(&self, zones: &[Zone]) -> Vec<String> {
        let mut out = Vec::new();
        let mut heads: Vec<&[Text]> = Vec::new();
        let mut rest = zones;
        while let [zone, others @ ..] = rest {
            rest = others;
            match (zone.priority, &zone.grid) {
                (ZoneRole::Note, _) if self.level >= Omission::Notes => {}
                (ZoneRole::Player(seat), _) if self.level >= Omission::WaitingDetails && self.brief_seats.contains(seat) => {
                    let count = rest.iter().take_while(|next| next.priority == zone.priority).count();
                    if self.level < Omission::WaitingPlayers {
                        let texts = iter::once(zone).chain(&rest[..count]).flat_map(inline_texts);
                        out.push(shorten(&texts.collect::<Vec<_>>().join(" · "), self.width));
                    }
                    rest = &rest[count..];
                }
                (_, Some(grid))
                    if !grid.players.is_empty() && (self.level >= Omission::WaitingDetails || self.is_too_wide(grid)) =>
                {
                    out.extend(self.by_player(grid));
                }
                (_, Some(left)) if zone.line.is_none() && self.is_grid(left) => {
                    let next_zone = rest.first().filter(|next| next.priority == zone.priority && next.line.is_none());
                    let left = self.grid(left, &mut heads);
                    match next_zone.and_then(|next| self.side_by_side(&left, next.grid.as_ref()?, &mut heads)) {
                        Some(both) => {
                            out.extend(both);
                            rest = &rest[1..];
                        }
                        None => out.extend(left),
                    }
                }
                _ => {
                    out.extend(zone.line.as_ref().into_iter().flat_map(|line| self.line(line)));
                    out.extend(zone.grid.as_ref().into_iter().flat_map(|grid| {
                        if self.is_grid(grid) {
                            return self.grid(grid, &mut heads);
                        }
                        self.wrapped(&inline_rows(grid, zone.priority == ZoneRole::Shared).collect::<Vec<_>>().join(" · "), "  ")
                    }));
                }
            }
        }
        out.iter().map(|line| line.replace(NBSP, " ")).collect()
    }

    /// Whether a grid is rendered as columns. A grid with too wide words, or at a level without row breaks, is not.
    fn is_grid(&self, content: &Grid) -> bool {
        let words = |column| longest_in_column(iter::once(&content.head).chain(&content.rows), column) + GAP;
        self.level < Omission::Rows && (0..content.head.len()).map(words).sum::<usize>() <= self.width
    }

    fn line(&self, line: &Text) -> Vec<String> {
        let plain = line.to_plain();
        let indent = " ".repeat(plain.len() - plain.trim_start_matches(' ').len() + 2);
        self.wrapped(&text(line), &indent)
    }

    fn wrapped(&self, line: &str, indent: &str) -> Vec<String> {
        let options =
            textwrap::Options::new(self.width).subsequent_indent(indent).word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::wrap(line, options).into_iter().map(std::borrow::Cow::into_owned).collect()
    }

    /// Renders a grid as columns, and adds its heading to `heads`, the headings already shown.
    fn grid<'z>(&self, content: &'z Grid, heads: &mut Vec<&'z [Text]>) -> Vec<String> {
        let Grid { head, rows, .. } = content;
        let columns = if self.level >= Omission::Asides { content.columns() } else { head.len() };
        let is_repeated = heads.contains(&&head[..]);
        heads.push(head);
        let headings = || head.iter().take(columns).map(|cell| faint(&clean(&cell.to_plain())));
        let render = |heading_lines: usize| {
            let mut table = grid(self.width);
            match self.level {
                Omission::Nothing => drop(table.set_header(headings())),
                level if is_repeated || level >= Omission::Headings => {}
                _ => drop(table.add_row(headings())),
            }
            for row in rows {
                table.add_row(row.iter().take(columns).map(text));
            }
            let widest_column = (0..columns).max_by_key(|column| max_cell_width(rows, *column));
            for (index, column) in table.column_iter_mut().enumerate() {
                let heading = head.get(index).map(Text::to_plain).unwrap_or_default();
                let max_width = min_heading_width(&heading, heading_lines).max(max_cell_width(rows, index));
                match Some(index) == widest_column {
                    is_widest if self.is_too_wide(content) => {
                        let max_width = if is_widest { self.width } else { max_width };
                        bound(column, longest_in_column(iter::once(head).chain(rows), index), max_width);
                    }
                    true => {}
                    false => narrow(column, max_width),
                }
            }
            align(&mut table, |index| rows.iter().all(|row| row.get(index).is_none_or(|cell| is_number(&cell.to_plain()))));
            lines(&table)
        };
        // A heading of several lines is better than many cells of two lines.
        (1..=MAX_HEADING_LINES).map(render).min_by_key(Vec::len).unwrap_or_default()
    }

    fn side_by_side<'z>(&self, left: &[String], right: &'z Grid, heads: &mut Vec<&'z [Text]>) -> Option<Vec<String>> {
        let measure = |line: &String| measure_text_width(line);
        let indent = left.iter().map(measure).max().unwrap_or(0) + GAP;
        let mut new_heads = heads.clone();
        let right = self.grid(right, &mut new_heads);
        if right.iter().map(measure).max().unwrap_or(0) + indent > self.width {
            return None;
        }
        *heads = new_heads;
        let line = |nth: usize| {
            let nth_line = |lines: &[String]| lines.get(nth).cloned().unwrap_or_default();
            let left = nth_line(left);
            let blanks = " ".repeat(indent - measure_text_width(&left));
            format!("{left}{blanks}{}", nth_line(&right)).trim_end().to_owned()
        };
        Some((0..left.len().max(right.len())).map(line).collect())
    }

    /// A paragraph for each player, and at most one line for a waiting player of `brief_seats`.
    fn by_player(&self, Grid { head, rows, players, .. }: &Grid) -> Vec<String> {
        let lines = players.iter().zip(1..).flat_map(|(seat, column): (_, usize)| {
            let items = rows.iter().filter_map(|row| {
                let (label, cell) = (row.first()?, row.get(column)?);
                let has_content = cell.to_plain().chars().any(char::is_alphanumeric);
                has_content.then(|| format!("{} {}", faint(&clean(&label.to_plain())), text(cell)))
            });
            let name = head.get(column).map(|name| strong(&clean(&name.to_plain())));
            let line = name.into_iter().chain(items).collect::<Vec<_>>().join(" · ");
            match self.brief_seats.contains(*seat) && self.level >= Omission::WaitingDetails {
                true if self.level == Omission::WaitingPlayers => Vec::new(),
                true => vec![shorten(&line, self.width)],
                false => self.wrapped(&line, "  "),
            }
        });
        lines.collect()
    }

    fn is_too_wide(&self, Grid { head, rows, .. }: &Grid) -> bool {
        let width = |column| max_cell_width(iter::once(head).chain(rows), column) + GAP;
        (0..head.len()).map(width).sum::<usize>() > self.width
    }
}

fn max_cell_width<'t>(rows: impl IntoIterator<Item = &'t Vec<Text>>, column: usize) -> usize {
    let cells = rows.into_iter().filter_map(|row| row.get(column));
    cells.map(|cell| measure_text_width(&cell.to_plain())).max().unwrap_or(0)
}

fn longest_in_column<'t>(rows: impl IntoIterator<Item = &'t Vec<Text>>, column: usize) -> usize {
    let cells = rows.into_iter().filter_map(|row| row.get(column));
    cells.map(|cell| longest_word(&cell.to_plain())).max().unwrap_or(0)
}

/// The least width at which a heading takes at most `lines` lines without breaking a word.
fn min_heading_width(heading: &str, lines: usize) -> usize {
    let longest_word = longest_word(heading);
    let full = measure_text_width(heading);
    (longest_word..full).find(|width| textwrap::wrap(heading, *width).len() <= lines).unwrap_or(full)
}

fn inline_texts(zone: &Zone) -> impl Iterator<Item = String> {
    let line = zone.line.as_ref().map(|line| text(line).trim_start().to_owned());
    line.into_iter().chain(zone.grid.iter().flat_map(|grid| inline_rows(grid, false)))
}

/// Each row as text: its label, its content, and the other columns with their headings, without secondary columns. A number that
/// labels a shared row gets its heading, because there may be several kinds of such rows.
fn inline_rows(grid: &Grid, is_shared: bool) -> impl Iterator<Item = String> {
    let columns = grid.columns();
    let heading = |nth: usize| faint(&clean(&grid.head.get(nth).map(Text::to_plain).unwrap_or_default()));
    grid.rows.iter().map(move |row| {
        let mut line = String::new();
        for (nth, cell) in row.iter().take(columns).enumerate() {
            match nth {
                0 if is_shared && is_number(&cell.to_plain()) => line = format!("{}{NBSP}{}:", heading(nth), text(cell)),
                0 => line = format!("{}:", text(cell)),
                // A non-breaking space keeps label and content together.
                1 => line = format!("{line}{NBSP}{}", text(cell)),
                _ if !cell.to_plain().chars().any(char::is_alphanumeric) => {}
                _ => line = format!("{line}, {}: {}", heading(nth), text(cell)),
            }
        }
        line
    })
}

fn is_number(text: &str) -> bool {
    let digits = text.trim().trim_start_matches(['-', '+']);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Seat;

    fn table() -> Vec<Zone> {
        let bird = |nth: usize| vec![Text::from(nth.to_string()), Text::from("7SK 9LK"), Text::from("Knots, Crown")];
        let birds = |seat| {
            let rows = Zone::rows(ZoneRole::Player(seat), ["bird", "cards", "open to"], (1..=4).map(bird).collect())
                .with_optional_column();
            [Zone::line(ZoneRole::Player(seat), ["Ada", "Bo"][seat.index()]), rows]
        };
        let mut zones = vec![Zone::line(ZoneRole::Status, "Year 1 · Ada 3 · Bo 5")];
        zones.extend(Seat::all(2).flat_map(birds));
        zones.push(Zone::line(ZoneRole::Shared, "Draw pile: 8 cards"));
        zones.push(Zone::line(ZoneRole::Note, "a note"));
        zones
    }

    fn fitted_in(rows: usize, width: usize) -> Vec<String> {
        console::set_colors_enabled(false);
        fit_zones(&table(), Seats::only(Seat::new(0)), (rows, width))
    }

    #[test]
    fn the_least_important_is_left_out_first() {
        let has = |lines: &[String], text: &str| lines.iter().any(|line| line.contains(text));
        let mut previous = usize::MAX;
        for rows in (1..=20).rev() {
            let shown = fitted_in(rows, 80);
            assert!(shown.len() <= rows.max(4) && shown.len() <= previous, "{shown:?}");
            previous = shown.len();
            assert!(has(&shown, "Ada 3 · Bo 5") && has(&shown, "Draw pile: 8") && has(&shown, "4"), "{shown:?}");
        }
        assert_eq!(fitted_in(17, 80).iter().filter(|line| line.contains("open to")).count(), 2);
        assert_eq!(fitted_in(14, 80).iter().filter(|line| line.contains("open to")).count(), 1, "a heading that stands there");
        let waiting = fitted_in(10, 80);
        assert!(has(&waiting, "Bo · 1: 7SK 9LK · 2: 7SK 9LK") && has(&waiting, "Knots, Crown") && has(&waiting, "a note"));
        assert!(!has(&fitted_in(9, 80), "a note") && has(&fitted_in(9, 80), "open to"));
        assert!(!has(&fitted_in(8, 80), "open to") && has(&fitted_in(8, 80), "   Knots, Crown"), "headings before what helps");
        assert!(!has(&fitted_in(8, 24), "Crown") && has(&fitted_in(8, 24), " 4   7SK 9LK"), "what helps before rows");
        assert_eq!(fitted_in(5, 80)[2], "1: 7SK 9LK · 2: 7SK 9LK · 3: 7SK 9LK · 4: 7SK 9LK");
        assert!(!has(&fitted_in(4, 80), "Bo ·"), "who waits");
        assert_eq!(fitted_in(3, 80).len(), 4, "the least is whole");
    }

    #[test]
    fn rows_in_lines_keep_what_belongs_together() {
        for width in 20..60 {
            for line in fitted_in(6, width) {
                assert!(measure_text_width(&line) <= width, "{line}");
                assert!(!line.ends_with(':'), "{line}");
            }
        }
    }
}
