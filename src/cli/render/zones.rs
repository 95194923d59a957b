//! Renders zones: in full, one below the other, or fitted to a number of rows. Then the least important details are left out.

use super::style::{NBSP, align, bound, faint, grid, lines, longest_word, narrow, shorten, strong, text, width};
use crate::table::{Grid, Seat, Seats, Text, Zone, ZoneRole, escape::clean};
use console::measure_text_width;
use std::iter;

/// A level of leaving out details. Each level also leaves out the details of the levels before. The status, the middle of the
/// table, and the zones of players who may act remain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Omission {
    Nothing,
    /// Repeated headings, and the lines under headings.
    RepeatedHeadings,
    /// Waiting players get only one line each, beginning with the player whose turn comes last.
    WaitingDetails,
    Notes,
    Headings,
    SecondaryColumns,
    /// The line breaks between the rows of a grid.
    RowBreaks,
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
        Self::SecondaryColumns,
        Self::RowBreaks,
        Self::WaitingPlayers,
    ];
}

/// The blanks between two columns of a grid, and between two grids side by side.
const GAP: usize = 3;
const MAX_HEADING_LINES: usize = 3;

/// Renders all zones in full, one below the other, at most as wide as the terminal.
pub fn full(zones: &[Zone]) -> String {
    ZoneLayout { brief_seats: Seats::NONE, level: Omission::Nothing, width: width() }.lines(zones).join("\n")
}

/// Renders the zones with as much detail as fits in `rows`, or else with the least detail. The players of `acting_seats` may act.
pub(crate) fn fit_zones(zones: &[Zone], acting_seats: Seats, (rows, width): (usize, usize)) -> Vec<String> {
    let waiting = waiting_seats(zones, acting_seats);
    let mut lines = Vec::new();
    for level in Omission::ALL {
        // Shorten the zones of one waiting player after another.
        let min_brief_count = if level == Omission::WaitingDetails { 0 } else { waiting.len() };
        for brief_count in min_brief_count..=waiting.len() {
            lines = ZoneLayout { brief_seats: waiting[..brief_count].iter().copied().collect(), level, width }.lines(zones);
            if lines.len() <= rows {
                return lines;
            }
        }
    }
    lines
}

/// The players who may not act now, in reverse turn order: the player whose turn comes last is the first.
fn waiting_seats(zones: &[Zone], acting_seats: Seats) -> Vec<Seat> {
    let mut all: Vec<Seat> = Vec::new();
    for zone in zones {
        all.extend(if let ZoneRole::Player(seat) = zone.priority { Some(seat) } else { None });
        all.extend(zone.grid.iter().flat_map(|grid| &grid.players));
    }
    all.sort_unstable();
    all.dedup();
    let next_index = all.iter().rposition(|seat| acting_seats.contains(*seat)).map_or(0, |index| index + 1);
    let next_index = if next_index < all.len() { next_index } else { 0 };
    all.rotate_left(next_index);
    all.retain(|seat| !acting_seats.contains(*seat));
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
        let mut output = Vec::new();
        let mut shown_heads: Vec<&[Text]> = Vec::new();
        let mut rest = zones;
        while let [zone, others @ ..] = rest {
            rest = others;
            match (zone.priority, &zone.grid) {
                (ZoneRole::Note, _) if self.level >= Omission::Notes => {}
                (ZoneRole::Player(seat), _) if self.level >= Omission::WaitingDetails && self.brief_seats.contains(seat) => {
                    let zone_count = rest.iter().take_while(|next| next.priority == zone.priority).count();
                    if self.level < Omission::WaitingPlayers {
                        let texts = iter::once(zone).chain(&rest[..zone_count]).flat_map(inline_texts);
                        output.push(shorten(&texts.collect::<Vec<_>>().join(" · "), self.width));
                    }
                    rest = &rest[zone_count..];
                }
                (_, Some(grid))
                    if !grid.players.is_empty() && (self.level >= Omission::WaitingDetails || self.is_too_wide(grid)) =>
                {
                    output.extend(self.by_player(grid));
                }
                (_, Some(left)) if zone.line.is_none() && self.has_columns(left) => {
                    let next_zone = rest.first().filter(|next| next.priority == zone.priority && next.line.is_none());
                    let left = self.grid(left, &mut shown_heads);
                    match next_zone.and_then(|next| self.side_by_side(&left, next.grid.as_ref()?, &mut shown_heads)) {
                        Some(both) => {
                            output.extend(both);
                            rest = &rest[1..];
                        }
                        None => output.extend(left),
                    }
                }
                _ => {
                    output.extend(zone.line.as_ref().into_iter().flat_map(|line| self.line(line)));
                    output.extend(zone.grid.as_ref().into_iter().flat_map(|grid| {
                        if self.has_columns(grid) {
                            return self.grid(grid, &mut shown_heads);
                        }
                        self.wrap(&inline_rows(grid, zone.priority == ZoneRole::Shared).collect::<Vec<_>>().join(" · "), "  ")
                    }));
                }
            }
        }
        output.iter().map(|line| line.replace(NBSP, " ")).collect()
    }

    /// Whether a grid is rendered in columns: at a level with row breaks, if no word has to be broken.
    fn has_columns(&self, content: &Grid) -> bool {
        let min_width = |column| longest_in_column(iter::once(&content.head).chain(&content.rows), column) + GAP;
        self.level < Omission::RowBreaks && (0..content.head.len()).map(min_width).sum::<usize>() <= self.width
    }

    fn line(&self, line: &Text) -> Vec<String> {
        let plain = line.to_plain();
        let indent = " ".repeat(plain.len() - plain.trim_start_matches(' ').len() + 2);
        self.wrap(&text(line), &indent)
    }

    fn wrap(&self, line: &str, indent: &str) -> Vec<String> {
        let options =
            textwrap::Options::new(self.width).subsequent_indent(indent).word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::wrap(line, options).into_iter().map(std::borrow::Cow::into_owned).collect()
    }

    /// Renders a grid in columns, and adds its heading to `shown_heads`, the headings shown so far.
    fn grid<'z>(&self, content: &'z Grid, shown_heads: &mut Vec<&'z [Text]>) -> Vec<String> {
        let Grid { head, rows, .. } = content;
        let columns = if self.level >= Omission::SecondaryColumns { content.columns() } else { head.len() };
        let is_repeated = shown_heads.contains(&&head[..]);
        shown_heads.push(head);
        let headings = || head.iter().take(columns).map(|cell| faint(&clean(&cell.to_plain())));
        let render = |heading_lines: usize| {
            let mut text_grid = grid(self.width);
            match self.level {
                Omission::Nothing => drop(text_grid.set_header(headings())),
                level if is_repeated || level >= Omission::Headings => {}
                _ => drop(text_grid.add_row(headings())),
            }
            for row in rows {
                text_grid.add_row(row.iter().take(columns).map(text));
            }
            let widest_column = (0..columns).max_by_key(|column| max_cell_width(rows, *column));
            for (index, column) in text_grid.column_iter_mut().enumerate() {
                let heading = head.get(index).map(Text::to_plain).unwrap_or_default();
                let max_width = min_heading_width(&heading, heading_lines).max(max_cell_width(rows, index));
                let is_widest = Some(index) == widest_column;
                if self.is_too_wide(content) {
                    let max_width = if is_widest { self.width } else { max_width };
                    bound(column, longest_in_column(iter::once(head).chain(rows), index), max_width);
                } else if !is_widest {
                    narrow(column, max_width);
                }
            }
            align(&mut text_grid, |index| rows.iter().all(|row| row.get(index).is_none_or(|cell| is_number(&cell.to_plain()))));
            lines(&text_grid)
        };
        // A heading of several lines may make its column narrower, so that cells need fewer lines.
        (1..=MAX_HEADING_LINES).map(render).min_by_key(Vec::len).unwrap_or_default()
    }

    /// Renders a grid to the right of the lines `left`. `None` if both are too wide together.
    fn side_by_side<'z>(&self, left: &[String], right: &'z Grid, shown_heads: &mut Vec<&'z [Text]>) -> Option<Vec<String>> {
        let measure = |line: &String| measure_text_width(line);
        let indent = left.iter().map(measure).max().unwrap_or(0) + GAP;
        let mut new_shown_heads = shown_heads.clone();
        let right = self.grid(right, &mut new_shown_heads);
        if right.iter().map(measure).max().unwrap_or(0) + indent > self.width {
            return None;
        }
        *shown_heads = new_shown_heads;
        let line = |nth: usize| {
            let nth_line = |lines: &[String]| lines.get(nth).cloned().unwrap_or_default();
            let left = nth_line(left);
            let blanks = " ".repeat(indent - measure_text_width(&left));
            format!("{left}{blanks}{}", nth_line(&right)).trim_end().to_owned()
        };
        Some((0..left.len().max(right.len())).map(line).collect())
    }

    /// Renders a grid with a column for each player as one paragraph for each. A player of `brief_seats` gets at most one line.
    fn by_player(&self, Grid { head, rows, players, .. }: &Grid) -> Vec<String> {
        let lines = players.iter().zip(1..).flat_map(|(seat, column): (_, usize)| {
            let items = rows.iter().filter_map(|row| {
                let (label, cell) = (row.first()?, row.get(column)?);
                let has_content = cell.to_plain().chars().any(char::is_alphanumeric);
                has_content.then(|| format!("{} {}", faint(&clean(&label.to_plain())), text(cell)))
            });
            let name = head.get(column).map(|name| strong(&clean(&name.to_plain())));
            let line = name.into_iter().chain(items).collect::<Vec<_>>().join(" · ");
            if !self.brief_seats.contains(*seat) || self.level < Omission::WaitingDetails {
                self.wrap(&line, "  ")
            } else if self.level == Omission::WaitingPlayers {
                Vec::new()
            } else {
                vec![shorten(&line, self.width)]
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
    let full_width = measure_text_width(heading);
    (longest_word..full_width).find(|width| textwrap::wrap(heading, *width).len() <= lines).unwrap_or(full_width)
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

    fn zones() -> Vec<Zone> {
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
        fit_zones(&zones(), Seats::only(Seat::new(0)), (rows, width))
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
