//! The score sheet of a page, with the cards of each item.

use super::{card_svg, chart};
use crate::table::{ItemLayout, PlayerRoundLayout, ScoreLayout, and_list, escape::clean};
use maud::{Markup, html};

/// The score of each player: the total, the points of each round, and the best item. Of a single round, all items.
pub(super) fn standings(layout: &ScoreLayout) -> Markup {
    html! {
        div.tallies {
            @for (seat, player) in layout.sheet.players.iter().enumerate() {
                section class={ "tally " (chart::class(seat)) @if player.winner { " wins" } } {
                    header {
                        h3 { bdi { (clean(&player.name)) } }
                        @if player.winner { span.good { "★ wins" } }
                        b.count { (player.total) }
                        @if let Some(unit) = layout.sheet.unit { span.faint { (unit) } }
                    }
                    @if layout.rounds.len() == 1 { @for (_, tally) in layout.rounds_of(seat) { (items(tally)) } }
                    @else {
                        p.rounds { @for (round, tally) in layout.rounds_of(seat) { span { (round.name) " " b { (tally.points) } } " " } }
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
                @for tally in &round.players {
                    section class={ "tally " (chart::class(tally.seat)) } {
                        header { h3 { bdi { (clean(tally.name)) } } b.count { (tally.points) } }
                        (items(tally))
                    }
                }
            }
        }
    }
}

/// The items that paid or cost points, and below them the others.
fn items(tally: &PlayerRoundLayout) -> Markup {
    html! {
        @if !tally.items.is_empty() { ul.items { @for item in &tally.items { (row(item, item.label)) } } }
        @if !tally.zero_items.is_empty() { p.faint { "Nothing for " (and_list(tally.zero_items.iter().map(|item| clean(item.label)))) } }
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
