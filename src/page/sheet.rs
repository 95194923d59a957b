//! The score sheet as an HTML table: a row for each item, a block for each player, and the totals.

use super::GameReport;
use crate::table::{Detail, Item, RoundSheet, escape::clean};
use maud::{Markup, html};

/// The points of each round and in total: the row's label, and a cell for each player.
pub fn sums(game: &GameReport) -> Vec<(String, Vec<String>)> {
    let players = &game.sheet.players;
    let round = |nth: usize| {
        let of = |round: Option<&RoundSheet>| round.map(|round| round.points().to_string()).unwrap_or_default();
        (game.referee.book().round_name(nth), players.iter().map(|player| of(player.rounds.get(nth))).collect())
    };
    let all = players.iter().map(|player| player.total.to_string()).collect();
    let mut rows: Vec<_> = (0..game.sheet.rounds()).map(round).collect();
    if rows.len() != 1 || rows[0].1 != all {
        rows.push((game.sheet.unit.unwrap_or("in all").to_owned(), all));
    }
    rows
}

/// The sums, and every item that they are made of.
pub fn sheet(game: &GameReport) -> Markup {
    let players = &game.sheet.players;
    html! {
        div.wide {
            table.sums {
                thead { tr { td {} @for player in players { th scope="col" .wins[player.winner] { bdi { (clean(&player.name)) } } } } }
                tbody {
                    @for (name, points) in sums(game) { tr { th scope="row" { (name) } @for points in points { td { (points) } } } }
                }
            }
        }
        @for nth in 0..game.sheet.rounds() { (round(game, nth)) }
    }
}

/// What each player scored in a round, item by item.
fn round(game: &GameReport, nth: usize) -> Markup {
    let rounds = || game.sheet.players.iter().filter_map(|player| Some((player, player.rounds.get(nth)?)));
    if rounds().all(|(_, round)| round.items.is_empty()) {
        return html! {};
    }
    let columns = game.sheet.columns(nth);
    html! {
        div.wide {
            table.items {
                thead {
                    tr {
                        th scope="col" { (game.referee.book().round_name(nth)) }
                        @for column in &columns { th scope="col" { (column.replace('_', " ")) } }
                        th.number scope="col" { "points" }
                    }
                }
                @for (player, round) in rounds() {
                    tbody {
                        tr.of {
                            th scope="rowgroup" colspan=(columns.len() + 1) { bdi { (clean(&player.name)) } }
                            td.number { (round.points()) }
                        }
                        @for item in &round.items { (row(item, &columns)) }
                    }
                }
            }
        }
    }
}

fn row(item: &Item, columns: &[&str]) -> Markup {
    let detail = |column: &str| item.details.iter().find(|(key, _)| *key == column).map(|(_, detail)| detail);
    html! {
        tr title=(clean(&item.why)) {
            th scope="row" { (clean(&item.label)) }
            @for column in columns {
                @let detail = detail(column);
                td .number[matches!(detail, Some(Detail::Number(_)))] {
                    @if let Some(detail) = detail { (clean(&detail.to_string())) }
                }
            }
            td.number { (item.points) }
        }
    }
}
