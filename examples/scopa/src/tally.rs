//! Tallies: the points of each player in a round that was counted on the table.

use super::*;

impl Tallying for Scopa {
    fn parse_tally(texts: &[&str], _context: &TableContext<Rules>) -> Result<[u8; 2], (Seat, ParseError)> {
        let points = parse_each(texts, |text| {
            text.trim().parse().map_err(|_| ParseError::new(0..text.len(), "this is no number", "points, as 4"))
        })?;
        Ok([0, 1].map(|seat| points.get(seat).copied().unwrap_or_default()))
    }

    fn write_tally(points: &[u8; 2], seat: Seat) -> String {
        points[seat.index()].to_string()
    }

    fn uncounted<'a>(&'a self, points: &'a [u8; 2], seat: Seat) -> impl Iterator<Item: Display> {
        let scopas = self.rounds.current[seat.index()].iter().filter(|item| item.kind == "scopa").count();
        let missing = scopas.saturating_sub(points[seat.index()].into());
        (missing > 0).then(|| count_of(missing, "scopa", "scopas")).into_iter()
    }

    fn uncounted_fault(seat: Seat) -> Fault {
        Fault::Table(TableFault::NotCounted(seat))
    }
}
