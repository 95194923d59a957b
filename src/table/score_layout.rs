//! The layout of a score sheet: the sums, rounds, items, cards and notes that terminals, reports, pictures and the live page draw.

use super::{Book, Face, Ink, Item, PlayerSheet, Points, RoundSheet, Sheet, and_list, capitalized, count_of, escape::clean};
use serde::Serialize;

/// A score sheet, laid out for display. The live page gets this layout as JSON.
#[derive(Serialize)]
pub struct ScoreLayout<'s> {
    /// The score sheet.
    #[serde(skip)]
    pub sheet: &'s Sheet,
    /// The winners, or the leaders and their lead.
    pub headline: String,
    /// The points of all rounds.
    pub sums: Sums,
    /// The sentence about a tie, if there was one, and the remarks.
    pub notes: Vec<&'s str>,
    /// The players, in seat order.
    pub players: Vec<PlayerLayout<'s>>,
    /// The rounds, in order.
    pub rounds: Vec<RoundLayout<'s>>,
}

/// The points of each round, and the totals.
#[derive(Serialize)]
pub struct Sums {
    /// An empty cell and the players' names.
    pub head: Vec<String>,
    /// The name and the points of each round, then the totals.
    pub rows: Vec<Vec<String>>,
    /// The number of each round, or the numbers of unrecorded rounds: `1 to 3`.
    #[serde(skip)]
    pub numbers: Vec<String>,
    /// The row of totals, if `rows` omits it because it repeats the only round.
    #[serde(skip)]
    pub repeated: Option<Vec<String>>,
}

/// One player's result.
#[derive(Serialize)]
pub struct PlayerLayout<'s> {
    name: &'s str,
    /// The points counted up at the end of a round: the total, or the points of the last round if the totals have another unit.
    total: Option<String>,
    /// The total with its unit. `None` if the unit is points.
    #[serde(rename = "besides")]
    pub total_with_unit: Option<String>,
    wins: bool,
    /// Whether nobody at the table has a higher total.
    leads: bool,
    /// The number that the points of the last round are added to. `None` unless all points are known.
    before: Option<i32>,
    /// The points of each round. Empty if there is only one round.
    rounds: Vec<RoundPoints>,
}

#[derive(Serialize)]
struct RoundPoints {
    name: String,
    points: String,
}

/// One round.
#[derive(Serialize)]
pub struct RoundLayout<'s> {
    /// The heading.
    pub name: String,
    /// The scores of the players who had not left.
    #[serde(rename = "tallies")]
    pub players: Vec<PlayerRoundLayout<'s>>,
}

/// One player's score of a round.
#[derive(Serialize)]
pub struct PlayerRoundLayout<'s> {
    /// The score, with all items in order.
    #[serde(skip)]
    pub round: &'s RoundSheet,
    /// The index of the player's seat.
    pub seat: usize,
    /// The player's name.
    pub name: &'s str,
    /// The points of the round.
    pub points: String,
    /// The items that added or cost points.
    pub items: Vec<ItemLayout<'s>>,
    /// The items worth zero points.
    #[serde(rename = "nothing")]
    pub zero_items: Vec<ItemLayout<'s>>,
}

/// One item.
#[derive(Serialize)]
pub struct ItemLayout<'s> {
    /// The item on the score sheet.
    #[serde(skip)]
    pub item: &'s Item,
    /// The item in words.
    pub label: &'s str,
    clause: String,
    /// The points, with a sign.
    pub points: String,
    /// The number of points. `None` if only a range is known.
    pub value: Option<i32>,
    /// The points of each card, if the item's points are their sum.
    steps: Option<Vec<i32>>,
    /// The explanation of the points. `None` if it is empty or names the cards, which are drawn.
    pub why: Option<String>,
    /// The cards.
    pub cards: Vec<CardLayout<'s>>,
}

/// One card of an item.
#[derive(Serialize)]
pub struct CardLayout<'s> {
    /// The printed card.
    #[serde(flatten)]
    pub face: Face,
    /// The number that a wild card stands for.
    pub stands: Option<&'s str>,
    /// Whether the card earns points while other cards of the item don't.
    pub pays: bool,
}

impl<'s> ScoreLayout<'s> {
    /// The layout of `sheet`. `face` finds a card by its code.
    pub fn of(sheet: &'s Sheet, book: &Book, face: &dyn Fn(&str) -> Option<Face>) -> Self {
        let round = |nth: usize| {
            let player_round = |(seat, player): (usize, &'s PlayerSheet)| {
                let round = player.round(nth)?;
                let all = round.items.iter().map(|item| ItemLayout::of(item, face));
                let (items, zero_items) = all.partition(|item| item.item.points != Points::ZERO);
                Some(PlayerRoundLayout { round, seat, name: &player.name, points: round.points().to_string(), items, zero_items })
            };
            let players = sheet.players.iter().enumerate().filter_map(player_round).collect();
            RoundLayout { name: sheet.round_name(book, nth), players }
        };
        let rounds: Vec<_> = (0..sheet.rounds()).map(round).collect();
        let player = |(seat, player)| PlayerLayout::of(player, sheet, seat, &rounds);
        Self {
            sheet,
            headline: headline(sheet),
            sums: Sums::of(sheet, &rounds),
            notes: sheet.tiebreak.iter().chain(&sheet.notes).map(String::as_str).collect(),
            players: sheet.players.iter().enumerate().map(player).collect(),
            rounds,
        }
    }

    /// The sums of the rounds before the one with the index `end`, and the totals of the whole sheet.
    pub fn sums_before(&self, end: usize) -> Sums {
        Sums::of(self.sheet, &self.rounds[..end.min(self.rounds.len())])
    }

    /// The rounds of the player at a seat.
    pub fn rounds_of(&self, seat: usize) -> impl DoubleEndedIterator<Item = (&RoundLayout<'s>, &PlayerRoundLayout<'s>)> {
        self.rounds.iter().filter_map(move |round| Some((round, round.player_round(seat)?)))
    }

    /// The item with the most points for the player at a seat, with its round. Items with cards precede all others.
    pub fn best(&self, seat: usize) -> Option<(&RoundLayout<'s>, &ItemLayout<'s>)> {
        let items = self.rounds_of(seat).flat_map(|(round, player)| player.items.iter().map(move |item| (round, item)));
        // Reversed, because `max_by_key` returns the last of equal items, and the first is the best.
        items.rev().filter(|(_, item)| item.value > Some(0)).max_by_key(|(_, item)| (!item.cards.is_empty(), item.value))
    }
}

impl Sums {
    fn of(sheet: &Sheet, rounds: &[RoundLayout]) -> Self {
        let row = |first: &str, cell: &dyn Fn(&PlayerSheet) -> String| {
            [first.to_owned()].into_iter().chain(sheet.players.iter().map(cell)).collect::<Vec<_>>()
        };
        let points = |player: &PlayerSheet, nth: usize| player.round(nth).map(|round| round.points().to_string());
        let round = |(nth, round): (usize, &RoundLayout)| row(&round.name, &|player| points(player, nth).unwrap_or_default());
        let mut rows: Vec<_> = rounds.iter().enumerate().map(round).collect();
        let totals = row(sheet.unit.map_or("in all", |[_, many]| many), &|player| player.total.to_string());
        let is_repeated = rows.len() == 1 && rows[0][1..] == totals[1..];
        let number = |nth| match (sheet.round_number(nth), sheet.unrecorded()) {
            (Some(number), _) => number.to_string(),
            (None, 1) => "1".to_owned(),
            (None, last) => format!("1 to {last}"),
        };
        let numbers = (0..rounds.len()).map(number).collect();
        let mut repeated = Some(totals);
        if !is_repeated {
            rows.extend(repeated.take());
        }
        Self { head: row("", &|player| player.name.clone()), rows, numbers, repeated }
    }
}

impl<'s> PlayerLayout<'s> {
    fn of(player: &'s PlayerSheet, sheet: &Sheet, seat: usize, rounds: &[RoundLayout]) -> Self {
        let unit = sheet.unit;
        let last_round = rounds.last().and_then(|round| round.player_round(seat));
        let before = match (player.total.if_exact(), last_round.map_or(Some(0), |last| last.round.points().if_exact())) {
            (Some(_), Some(_)) if unit.is_some() => Some(0),
            (Some(total), Some(points)) => Some(total - points),
            _ => None,
        };
        let points = |round: &RoundLayout| {
            Some(RoundPoints { name: round.name.clone(), points: signed_points(round.player_round(seat)?.round.points()) })
        };
        Self {
            name: &player.name,
            total: if unit.is_some() { last_round.map(|last| last.points.clone()) } else { Some(player.total.to_string()) },
            total_with_unit: unit
                .map(|[one, many]| format!("{} {}", player.total, if player.total == Points::Exactly(1) { one } else { many })),
            wins: player.winner,
            leads: sheet.leaders().iter().any(|leader| leader.name == player.name),
            before,
            rounds: if rounds.len() > 1 { rounds.iter().filter_map(points).collect() } else { Vec::new() },
        }
    }
}

impl<'s> RoundLayout<'s> {
    fn player_round(&self, seat: usize) -> Option<&PlayerRoundLayout<'s>> {
        self.players.iter().find(|player| player.seat == seat)
    }

    /// Whether any player has items, and not only a bare total.
    pub fn has_items(&self) -> bool {
        self.players.iter().any(|player| !player.round.items.is_empty())
    }
}

impl<'s> ItemLayout<'s> {
    fn of(item: &'s Item, face: &dyn Fn(&str) -> Option<Face>) -> Self {
        let codes = item.codes();
        let why_names_cards = item.why.split([' ', ',']).any(|word| codes.iter().any(|(code, _)| *code == word));
        let card = |&(code, pays): &(&'s str, bool)| {
            let (printed, stands) = code.split_once('=').map_or((code, None), |(printed, number)| (printed, Some(number)));
            CardLayout { face: face(printed).unwrap_or_else(|| vec![(Ink::Strong, code.to_owned())].into()), stands, pays }
        };
        // The page turns cards over one by one if their codes are points that sum up to those of the item.
        let steps: Vec<i32> = codes.iter().filter_map(|(code, _)| code.parse().ok()).collect();
        let is_sum = steps.len() == codes.len() && steps.len() > 1 && item.points.if_exact() == Some(steps.iter().sum());
        Self {
            item,
            label: &item.label,
            clause: item.clause.to_string(),
            points: signed_points(item.points),
            value: item.points.if_exact(),
            steps: is_sum.then_some(steps),
            why: (!item.why.is_empty() && !why_names_cards).then(|| capitalized(&clean(&item.why))),
            cards: codes.iter().map(card).collect(),
        }
    }
}

/// Points with their sign.
fn signed_points(points: Points) -> String {
    let plus = if points.if_exact() > Some(0) { "+" } else { "" };
    format!("{plus}{points}")
}

fn headline(sheet: &Sheet) -> String {
    if sheet.complete {
        return sheet.outcome();
    }
    let playing = sheet.players.iter().filter(|player| player.left.is_none());
    let mut totals: Vec<i32> = playing.map(|player| player.total.range().1).collect();
    totals.sort_unstable();
    totals.dedup();
    let [.., second, best] = totals[..] else { return "All are level".to_owned() };
    let leaders = sheet.leaders();
    let names = and_list(leaders.iter().map(|player| clean(&player.name)));
    if leaders.len() > 1 {
        return format!("{names} lead");
    }
    let [one, many] = sheet.units();
    format!("{names} leads by {}", count_of(best.abs_diff(second) as usize, one, many))
}
