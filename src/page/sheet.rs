//! The score sheet of a page: for each player what scored, as pieces.

use super::{GameReport, chart};
use crate::table::{Book, Item, PlayerSheet, Points, RoundSheet, Sheet, and_list, capitalized, escape::clean};
use maud::{Markup, html};

/// The points of each round and in total: the row's label, and a cell for each player.
pub(super) fn sums(book: &Book, sheet: &Sheet) -> Vec<(String, Vec<String>)> {
    let players = &sheet.players;
    let round = |nth: usize| {
        let of = |round: Option<&RoundSheet>| round.map(|round| round.points().to_string()).unwrap_or_default();
        Some((sheet.round_name(book, nth)?, players.iter().map(|player| of(player.rounds.get(nth))).collect()))
    };
    let all = players.iter().map(|player| player.total.to_string()).collect();
    let mut rows: Vec<_> = (0..sheet.rounds()).filter_map(round).collect();
    if rows.len() != 1 || rows[0].1 != all {
        rows.push((sheet.unit.unwrap_or("in all").to_owned(), all));
    }
    rows
}

/// What each player scored: the total, the points of each round, and what scored most; of a single round everything that scored.
pub(super) fn standing(game: &GameReport) -> Markup {
    let is_one_round = game.sheet.rounds() == 1;
    let all = (0_usize..).zip(&game.sheet.players);
    html! {
        div.tallies {
            @for (seat, player) in all {
                section class={ "tally " (chart::class(seat)) @if player.winner { " wins" } } {
                    header {
                        h3 { bdi { (clean(&player.name)) } }
                        @if player.winner { span.good { "★ wins" } }
                        b.count { (player.total) }
                        @if let Some(unit) = game.sheet.unit { span.faint { (unit) } }
                    }
                    @if is_one_round { @for round in &player.rounds { (items(game, round)) } }
                    @else {
                        p.rounds { @for (nth, round) in player.rounds.iter().enumerate() { @if let Some(name) = game.sheet.round_name(game.referee.book(), nth) { span { (name) " " b { (round.points()) } } " " } } }
                        @if let Some((nth, item)) = best(game, player) {
                            ul.items { (row(game, item, &format!("{}, {}", item.label, game.referee.book().round_name(nth).to_lowercase().replace(' ', "\u{a0}")))) }
                        }
                    }
                }
            }
        }
    }
}

/// The item with the most points of a player, and the index of its round; one with cards, if any of them paid.
pub(super) fn best<'g>(game: &GameReport, player: &'g PlayerSheet) -> Option<(usize, &'g Item)> {
    let items = player.rounds.iter().enumerate().flat_map(|(nth, round)| round.items.iter().map(move |item| (nth, item)));
    let paid = items.filter_map(|(nth, item)| {
        let points = item.points.exactly().filter(|points| *points > 0)?;
        Some(((!game.pieces(item).is_empty(), points), nth, item))
    });
    // Of equal ones, the first.
    paid.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, nth, item)| (nth, item))
}

/// Every item of each of several rounds.
pub(super) fn rounds(game: &GameReport) -> Markup {
    let of = |nth: usize| {
        (0_usize..).zip(&game.sheet.players).filter_map(move |(seat, player)| Some((seat, player, player.rounds.get(nth)?)))
    };
    let has_items = |nth: &usize| of(*nth).any(|(_, _, round)| !round.items.is_empty());
    let several = if game.sheet.rounds() > 1 { 0..game.sheet.rounds() } else { 0..0 };
    html! {
        @for nth in several.filter(has_items) {
            h2 { (game.referee.book().round_name(nth)) }
            div.tallies {
                @for (seat, player, round) in of(nth) {
                    section class={ "tally " (chart::class(seat)) } {
                        header { h3 { bdi { (clean(&player.name)) } } b.count { (round.points()) } }
                        (items(game, round))
                    }
                }
            }
        }
    }
}

/// What paid or cost points, and below it what didn't.
fn items(game: &GameReport, round: &RoundSheet) -> Markup {
    let (paid, unpaid): (Vec<&Item>, Vec<&Item>) = round.items.iter().partition(|item| item.points != Points::ZERO);
    html! {
        @if !paid.is_empty() { ul.items { @for item in paid { (row(game, item, &item.label)) } } }
        @if !unpaid.is_empty() { p.faint { "Nothing for " (and_list(unpaid.iter().map(|item| clean(&item.label)))) } }
    }
}

/// An item with its cards. How it came about stands below it, unless that only repeats the cards.
fn row(game: &GameReport, item: &Item, label: &str) -> Markup {
    let pieces = game.pieces(item);
    let names_cards = names_cards(item);
    let title = names_cards.then(|| clean(&item.why));
    html! {
        li.item title=[title] {
            span.label { (clean(label)) }
            span.fan { @for (piece, pays) in &pieces { (piece.inline(*pays)) } }
            b.points { (gained(item.points)) }
            @if !names_cards && !item.why.is_empty() { span.why { (capitalized(&clean(&item.why))) } }
        }
    }
}

/// Whether the sentence on an item only repeats its cards.
pub(super) fn names_cards(item: &Item) -> bool {
    item.why.split([' ', ',']).any(|word| super::codes(item).iter().any(|(code, _)| *code == word))
}

/// Points with their sign.
pub(super) fn gained(points: Points) -> String {
    let plus = if points.exactly().is_some_and(|points| points > 0) { "+" } else { "" };
    format!("{plus}{points}")
}
