//! Tallies: the points of each player in a round that was counted on the table.

use super::*;

impl Tallying for Scopa {
    fn bind_part(points: &mut Option<u8>, binder: &mut FieldBinder<'_>) {
        binder.count(points);
    }

    fn uncounted<'a>(&'a self, tally: &'a Tally<Option<u8>>, seat: Seat) -> impl Iterator<Item: Display> {
        let scopas = self.rounds.current[seat.index()].items.iter().filter(|item| item.kind == "scopa").count();
        let points = tally.part(seat).copied().flatten().unwrap_or_default();
        let missing = scopas.saturating_sub(points.into());
        (missing > 0).then(|| count_of(missing, "scopa", "scopas")).into_iter()
    }
}
