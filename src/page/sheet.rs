//! The score sheet of a page, with the cards of each item.

use super::{card_svg, chart};
use crate::table::{ItemLayout, PlayerRoundLayout, ScoreLayout, and_list, escape::clean};
use maud::{Markup, html};

/// The score of each player: the total, then the points of each round and the best item, or all items of a single round.
pub(super) fn standings(layout: &ScoreLayout) -> Markup {
    html! {
        div.tallies {
            @for (seat, player) in layout.sheet.players.iter().enumerate() {
                section class={ "tally " (chart::class(seat)) @if player.winner { " wins" } } {
                    header {
                        h2 { bdi { (clean(&player.name)) } }
                        @if player.winner { span.good { "★ wins" } }
                        b.count { (player.total) }
                        @if let Some([_, unit]) = layout.sheet.unit { span.faint { (unit) } }
                    }
                    @if layout.rounds.len() == 1 { @for (_, player_round) in layout.rounds_of(seat) { (items(player_round)) } }
                    @else {
                        p.rounds { @for (round, player_round) in layout.rounds_of(seat) { span { (round.name) " " b { (player_round.points) } } " " } }
                        @if let Some((round, item)) = layout.best(seat) {
                            ul.items { (row(item, &format!("{}, {}", item.label, round.name.to_lowercase().replace(' ', "\u{a0}")))) }
                        }
                    }
                }
            }
        }
    }
}

/// All items of each round, if there are several rounds.
pub(super) fn rounds(layout: &ScoreLayout) -> Markup {
    html! {
        @for round in layout.rounds.iter().filter(|round| layout.rounds.len() > 1 && round.has_items()) {
            h2 { (round.name) }
            div.tallies {
                @for player_round in &round.players {
                    section class={ "tally " (chart::class(player_round.seat)) } {
                        header { h3 { bdi { (clean(player_round.name)) } } b.count { (player_round.points) } }
                        (items(player_round))
                    }
                }
            }
        }
    }
}

/// The items that scored or cost points, and below them the labels of the others.
fn items(round: &PlayerRoundLayout) -> Markup {
    html! {
        @if !round.items.is_empty() { ul.items { @for item in &round.items { (row(item, item.label)) } } }
        @if !round.zero_items.is_empty() { p.faint { "Nothing for " (and_list(round.zero_items.iter().map(|item| clean(item.label)))) } }
    }
}

/// An item with its cards. Its explanation stands below, or in the tooltip if the cards show it.
fn row(item: &ItemLayout, label: &str) -> Markup {
    let title = item.why.is_none().then(|| clean(&item.item.why)).filter(|why| !why.is_empty());
    html! {
        li.item title=[title] {
            span.label { (clean(label)) }
            span.fan { @for card in &item.cards { (card_svg::draw(&card.face, card.stands).inline(card.pays)) } }
            b.points { (item.points) }
            @if let Some(why) = &item.why { span.why { (why) } }
        }
    }
}
