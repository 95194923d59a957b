//! Zones on a terminal: whole, one below the other; or in as many rows as there are, and what gives way first where those are few.

use super::{
    escape::clean,
    paint::{HELD, align, cut, faint, grid, lines, text, width},
};
use console::measure_text_width;
use fowlplay::table::{Grid, Priority, Seats, Text, Zone};
use std::iter;

/// How much gives way, from nothing to all that can. What stands to the last is where the game stands, what lies in the middle, and
/// what lies before those who may act.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Less {
    Nothing,
    /// A heading that stands further up already, and the lines under headings.
    Repeated,
    /// Who waits has one line.
    Waiting,
    Notes,
    Headings,
    /// The columns that only help.
    Asides,
    /// Rows follow one another in lines.
    Rows,
    /// Who waits has no line.
    Others,
}

impl Less {
    const ALL: [Self; 8] =
        [Self::Nothing, Self::Repeated, Self::Waiting, Self::Notes, Self::Headings, Self::Asides, Self::Rows, Self::Others];
}

/// Between two columns, and two grids side by side.
const GAP: usize = 3;

/// Zones one below the other, as wide as the terminal at most.
pub fn whole(zones: &[Zone]) -> String {
    Painter { seats: Seats::NONE, less: Less::Nothing, width: width() }.lines(zones).join("\n")
}

/// The lines of zones in so many rows: as much of them as there is room for. The players of `seats` may act. An error has the lines of
/// what can't give way.
pub fn fitted(zones: &[Zone], seats: Seats, (rows, width): (usize, usize)) -> Result<Vec<String>, Vec<String>> {
    let mut painted = Vec::new();
    for less in Less::ALL {
        painted = Painter { seats, less, width }.lines(zones);
        if painted.len() <= rows {
            return Ok(painted);
        }
    }
    Err(painted)
}

struct Painter {
    /// Who may act.
    seats: Seats,
    less: Less,
    width: usize,
}

impl Painter {
    fn lines(&self, zones: &[Zone]) -> Vec<String> {
        let mut painted = Vec::new();
        let mut heads: Vec<&[Text]> = Vec::new();
        let mut rest = zones;
        while let [zone, others @ ..] = rest {
            rest = others;
            match (zone.priority, &zone.grid) {
                (Priority::Note, _) if self.less >= Less::Notes => {}
                (Priority::Player(seat), _) if self.less >= Less::Waiting && !self.seats.contains(seat) => {
                    let behind = rest.iter().take_while(|other| other.priority == zone.priority).count();
                    if self.less < Less::Others {
                        let told = iter::once(zone).chain(&rest[..behind]).flat_map(told);
                        painted.push(cut(&told.collect::<Vec<_>>().join(" · "), self.width));
                    }
                    rest = &rest[behind..];
                }
                (_, Some(grid)) if !grid.players.is_empty() && (self.less >= Less::Waiting || self.is_too_wide(grid)) => {
                    painted.extend(self.by_player(grid));
                }
                (_, Some(left)) if zone.line.is_none() && self.less < Less::Rows => {
                    let beside = rest.first().filter(|next| next.priority == zone.priority && next.line.is_none());
                    let left = self.grid(left, &mut heads);
                    match beside.and_then(|beside| self.side_by_side(&left, beside.grid.as_ref()?, &mut heads)) {
                        Some(both) => {
                            painted.extend(both);
                            rest = &rest[1..];
                        }
                        None => painted.extend(left),
                    }
                }
                _ => {
                    painted.extend(zone.line.as_ref().into_iter().flat_map(|line| self.line(line)));
                    painted.extend(zone.grid.as_ref().into_iter().flat_map(|grid| self.grid(grid, &mut heads)));
                }
            }
        }
        painted.iter().map(|line| line.replace(HELD, " ")).collect()
    }

    /// A line, wrapped.
    fn line(&self, line: &Text) -> Vec<String> {
        let plain = line.to_plain();
        let indent = " ".repeat(plain.len() - plain.trim_start_matches(' ').len() + 2);
        self.wrapped(&text(line), &indent)
    }

    fn wrapped(&self, line: &str, indent: &str) -> Vec<String> {
        let options = textwrap::Options::new(self.width).subsequent_indent(indent);
        textwrap::wrap(line, options).into_iter().map(std::borrow::Cow::into_owned).collect()
    }

    /// Things in rows; `heads` are the headings that stand further up.
    fn grid<'z>(&self, things: &'z Grid, heads: &mut Vec<&'z [Text]>) -> Vec<String> {
        if self.less >= Less::Rows {
            return self.wrapped(&told_rows(things).collect::<Vec<_>>().join(" · "), "  ");
        }
        let Grid { head, rows, .. } = things;
        let columns = if self.less >= Less::Asides { things.columns() } else { head.len() };
        let mut table = grid(self.width);
        let is_repeated = heads.contains(&&head[..]);
        heads.push(head);
        let headings = || head.iter().take(columns).map(|cell| faint(&clean(&cell.to_plain())));
        match self.less {
            Less::Nothing => drop(table.set_header(headings())),
            less if is_repeated || less >= Less::Headings => {}
            _ => drop(table.add_row(headings())),
        }
        for row in rows {
            table.add_row(row.iter().take(columns).map(text));
        }
        align(&mut table, |index| rows.iter().all(|row| row.get(index).is_none_or(|cell| is_number(&cell.to_plain()))));
        lines(&table)
    }

    fn side_by_side<'z>(&self, left: &[String], right: &'z Grid, heads: &mut Vec<&'z [Text]>) -> Option<Vec<String>> {
        let measure = |line: &String| measure_text_width(line);
        let indent = left.iter().map(measure).max().unwrap_or(0) + GAP;
        let mut known = heads.clone();
        let right = self.grid(right, &mut known);
        if right.iter().map(measure).max().unwrap_or(0) + indent > self.width {
            return None;
        }
        *heads = known;
        let line = |nth: usize| {
            let at = |lines: &[String]| lines.get(nth).cloned().unwrap_or_default();
            let left = at(left);
            let blanks = " ".repeat(indent - measure_text_width(&left));
            format!("{left}{blanks}{}", at(&right)).trim_end().to_owned()
        };
        Some((0..left.len().max(right.len())).map(line).collect())
    }

    /// What the players have, a paragraph each; a line for those who wait.
    fn by_player(&self, Grid { head, rows, players, .. }: &Grid) -> Vec<String> {
        let told = players.iter().zip(1..).flat_map(|(seat, column): (_, usize)| {
            let has = rows.iter().filter_map(|row| {
                let (what, own) = (row.first()?, row.get(column)?);
                let is_there = own.to_plain().chars().any(char::is_alphanumeric);
                is_there.then(|| format!("{} {}", faint(&clean(&what.to_plain())), text(own)))
            });
            let name = head.get(column).map(|name| super::paint::strong(&clean(&name.to_plain())));
            let line = name.into_iter().chain(has).collect::<Vec<_>>().join(" · ");
            match self.seats.contains(*seat) {
                false if self.less == Less::Others => Vec::new(),
                false if self.less >= Less::Waiting => vec![cut(&line, self.width)],
                _ => self.wrapped(&line, "  "),
            }
        });
        told.collect()
    }

    /// Whether cells would have to be broken.
    fn is_too_wide(&self, Grid { head, rows, .. }: &Grid) -> bool {
        let widest = |column: usize| {
            let cells = iter::once(head).chain(rows).filter_map(|row| row.get(column));
            cells.map(|cell| measure_text_width(&cell.to_plain())).max().unwrap_or(0)
        };
        (0..head.len()).map(|column| widest(column) + GAP).sum::<usize>() > self.width
    }
}

/// All of a zone, piece by piece.
fn told(zone: &Zone) -> impl Iterator<Item = String> {
    let line = zone.line.as_ref().map(|line| text(line).trim_start().to_owned());
    line.into_iter().chain(zone.grid.iter().flat_map(told_rows))
}

/// Each row as a line: what it is, what lies there, and the rest by its headings. What only helps is left out.
fn told_rows(grid: &Grid) -> impl Iterator<Item = String> {
    let columns = grid.columns();
    grid.rows.iter().map(move |row| {
        let mut told = String::new();
        for (nth, cell) in row.iter().take(columns).enumerate() {
            match nth {
                0 => told = format!("{}:", text(cell)),
                // They are not parted.
                1 => told = format!("{told}{HELD}{}", text(cell)),
                _ if !cell.to_plain().chars().any(char::is_alphanumeric) => {}
                _ => {
                    let heading = grid.head.get(nth).map(Text::to_plain).unwrap_or_default();
                    told = format!("{told}, {} {}", faint(&clean(&heading)), text(cell));
                }
            }
        }
        told
    })
}

fn is_number(text: &str) -> bool {
    let digits = text.trim().trim_start_matches(['-', '+']);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
