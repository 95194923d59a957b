//! The statistics of many games: one HTML file that loads and runs nothing.

use super::{chart, html_page::document, inline_charts};
use crate::{
    archive::stats::{BestRecord, GameStats, HeadToHead, PlayerFocus, PlayerStats, Rating, Stats, TotalStats},
    table::{capitalized, count_of, escape::clean, signed},
};
use maud::{Markup, PreEscaped, html};

const STYLE: &str = concat!(include_str!("table.css"), include_str!("report.css"), include_str!("stats.css"));
/// The most players, and the most pairs, that get a row.
const MAX_ROWS: usize = 40;

/// The page of statistics.
pub fn stats(stats: &Stats) -> String {
    let about = stats.about.as_ref();
    let title = match (about, &stats.by_game[..]) {
        (Some(about), _) => format!("Statistics: {}", clean(&about.name)),
        (None, [only]) => format!("Statistics: {}", game_name(only)),
        _ => "Statistics".to_owned(),
    };
    let sections: Vec<&GameStats> = match &stats.by_game[..] {
        [only] => vec![only],
        several => std::iter::once(&stats.in_all).chain(several).collect(),
    };
    let body = html! {
        body {
            header {
                @if let Some(PlayerFocus { name, .. }) = about { h1 { "Statistics" } p.won { bdi { (clean(name)) } } } @else { h1.won { (title) } }
                @if let Some([first, last]) = &stats.days { p.about { (first) @if first != last { " to " (last) } } }
            }
            @if sections.len() > 1 {
                nav aria-label="games" { @for (nth, figures) in sections.iter().enumerate() { a href={ "#s" (nth) } { (game_name(figures)) } } }
            }
            main {
                @if sections.iter().all(|figures| figures.finished == 0) { p.note { "No finished game matches: there is nothing to count." } }
                @for (nth, figures) in sections.iter().enumerate() {
                    (section(nth, figures, PlayerStyles { fixed: &stats.in_all.timeline.players, about: about.map(|about| about.name.as_str()) }))
                }
                @if let Some(about) = about { (latest_games(about)) }
            }
            footer {
                p { "Games with findings count; a shared win is a win. * In some of these games something was found that the table didn't let stand. † Some of them were taken up in the middle." }
                p {
                    "Counted by fowlplay from " (count_of(stats.logs, "log", "logs"))
                    @for (count, why) in [
                        (stats.copies, "a copy of another, and counted once"),
                        (stats.left_out, "left out"),
                        (stats.unread, "not to be read"),
                    ].into_iter().filter(|(count, _)| *count > 0) { "; " (count) " of them " (why) }
                    "."
                }
            }
        }
    };
    document(&title, &html! { style { (PreEscaped(STYLE)) } }, &body)
}

fn game_name(figures: &GameStats) -> &'static str {
    figures.book.map_or("All games", |book| book.short_title())
}

/// The players who are shown, and their colours.
#[derive(Clone, Copy)]
struct PlayerStyles<'s> {
    /// The players who have the same colour in every chart, in the order of the colours.
    fixed: &'s [String],
    /// The player that the page is about. `None` if all players are shown.
    about: Option<&'s str>,
}

impl PlayerStyles<'_> {
    fn is_shown(self, player: &str) -> bool {
        self.about.is_none_or(|about| about == player)
    }

    fn class(self, player: &str) -> Option<String> {
        self.fixed.iter().position(|name| name == player).map(chart::class)
    }
}

fn section(nth: usize, figures: &GameStats, styles: PlayerStyles) -> Markup {
    let is_shown = |player: &&PlayerStats| player.games > 0 && styles.is_shown(&player.name);
    let players: Vec<&PlayerStats> = figures.players.iter().filter(is_shown).collect();
    let best = if styles.about.is_some() { &figures.own_best } else { &figures.best };
    html! {
        article id={ "s" (nth) } {
            h2 { (game_name(figures)) }
            p.about { (figures.summary(None)) }
            @if !players.is_empty() {
                div.parts {
                    (timeline_charts(figures, styles))
                    (wins(&players, styles))
                    @if figures.book.is_some() { @for unit in units(&players) { (distributions(&players, unit, styles)) } }
                    (ratings(&players, styles))
                    (head_to_head(figures, styles))
                    @if figures.book.is_none() { section { h3 { "In figures" } (player_table(&players, false)) } }
                }
                @if figures.book.is_some() { (player_table(&players, true)) }
                @if figures.book.is_some() && !best.is_empty() {
                    section { h3 { "The best" } @for record in best { (best_record(record)) } }
                }
            }
        }
    }
}

fn wins(players: &[&PlayerStats], styles: PlayerStyles) -> Markup {
    let most = players.iter().map(|player| player.games).max().unwrap_or_default();
    let rows = html! {
        table.bars {
            tbody {
                @for player in players.iter().take(MAX_ROWS) {
                    tr class=[styles.class(&player.name)] {
                        th scope="row" { bdi { (clean(&player.name)) } }
                        td { (inline_charts::parts([(player.wins, "own"), (player.games - player.wins, "others"), (most - player.games, "none")])) }
                        td.figure { (player.wins) " of " (player.games) }
                    }
                }
            }
        }
    };
    chart_section("Wins", "Of all games that each has played, the part that was won.", &rows)
}

fn latest_games(focus: &PlayerFocus) -> Markup {
    html! {
        @if !focus.latest.is_empty() {
            article {
                h2 { "Latest games" }
                div.wide {
                    table.games {
                        thead { tr { th scope="col" { "Day" } th scope="col" { "Game" } th scope="col" { "Place" } th scope="col" { "Who played" } } }
                        tbody { @for game in &focus.latest {
                            @let focus_seat = game.seats.iter().find(|seat| seat.name == focus.name);
                            tr {
                                td { @if let Some(day) = game.day { (day) } }
                                td { @if let Some(book) = game.book { (book.short_title()) } }
                                td { @if let Some(focus_seat) = focus_seat {
                                    @if focus_seat.is_winner { span.good { "★ won" } } @else { (focus_seat.rank) } " of " (game.seats.len())
                                } }
                                td { @for (nth, seat) in game.seats.iter().enumerate() {
                                    @if nth > 0 { ", " }
                                    bdi .strong[seat.name == focus.name] { (clean(&seat.name)) } @if let Some(total) = seat.total { "\u{a0}" (signed(total)) }
                                } }
                            }
                        } }
                    }
                }
            }
        }
    }
}

/// The results of each player. Scores are listed only for one game, because scores of different games can't be compared.
fn player_table(players: &[&PlayerStats], is_one_game: bool) -> Markup {
    let is_timed = players.iter().any(|player| player.time.games > 0);
    html! {
        div.wide {
            table.players {
                thead { tr {
                    th scope="col" { "Player" } th scope="col" { "games" } th scope="col" { "wins" } th scope="col" { "rate" }
                    @if is_one_game { th scope="col" { "average" } th.less scope="col" { "best" } th.less scope="col" { "worst" } }
                    th.less scope="col" { "fouls" } @if is_timed { th.less scope="col" { "time" } } th scope="col" { "rating" }
                } }
                tbody { @for player in players.iter().take(MAX_ROWS) {
                    @let points = player.points();
                    tr {
                        th scope="row" { bdi { (clean(&player.name)) } }
                        td { (player.games) @if player.with_findings > 0 { "*" } @if player.taken_up > 0 { "†" } }
                        td { (player.wins) @if player.shared > 0 { span.less { " (" (player.shared) " shared)" } } }
                        td { @if let Some(rate) = player.win_rate { (format!("{:.0} %", rate * 100.0)) } }
                        @if is_one_game {
                            td { @if let Some(points) = points { (signed(format!("{:.1}", points.average))) } }
                            td.less { @if let Some(points) = points { (signed(points.best)) } }
                            td.less { @if let Some(points) = points { (signed(points.worst)) } }
                        }
                        td.less { (player.fouls) }
                        @if is_timed { td.less { @if player.time.games > 0 { (player.time) } } }
                        td { @if let Some(rating) = &player.rating { (rating_text(rating)) } }
                    }
                } }
            }
        }
        (rest_count(players.len(), "player", "players"))
    }
}

/// A rating with its uncertainty, on two lines if there is little room.
fn rating_text(rating: &Rating) -> Markup {
    html! { (signed(format!("{:.1}", rating.value))) span.margin { " ± " (format!("{:.1}", rating.half_width())) } }
}

fn rest_count(count: usize, singular: &str, plural: &str) -> Markup {
    html! { @if count > MAX_ROWS { p.legend { "… and " (count_of(count - MAX_ROWS, &format!("more {singular}"), &format!("more {plural}"))) "." } } }
}

fn timeline_charts(figures: &GameStats, styles: PlayerStyles) -> Markup {
    let PlayerStyles { fixed, about } = styles;
    let timeline = &figures.timeline;
    let charts = [
        (
            "Results over time",
            "Wins above an even share, game by game: at a table of four, a fourth of each game is each player's.",
            chart::timeline_chart(timeline, fixed, about, |stage| &stage.surplus),
        ),
        ("Ratings over time", "Everybody begins with 25.", chart::timeline_chart(timeline, fixed, about, |stage| &stage.ratings)),
    ];
    let note = if about.is_none() && timeline.players.len() < figures.players.len() { " Those who played most." } else { "" };
    html! {
        @for (title, legend, chart) in &charts {
            @if let Some(chart) = chart { (chart_section(title, &[legend, note].concat(), &chart.figure())) }
        }
    }
}

fn chart_section(title: &str, legend: &str, content: &Markup) -> Markup {
    html! { section { h3 { (title) } p.legend { (legend) } (content) } }
}

fn units(players: &[&PlayerStats]) -> Vec<&'static str> {
    let mut units: Vec<&str> = players.iter().flat_map(|player| &player.totals).map(|totals| totals.unit).collect();
    units.sort_unstable();
    units.dedup();
    units
}

fn distributions(players: &[&PlayerStats], unit: &str, styles: PlayerStyles) -> Markup {
    let totals_of = |player: &PlayerStats| player.totals.iter().find(|totals| totals.unit == unit).cloned();
    let rows: Vec<(&str, TotalStats)> =
        players.iter().take(MAX_ROWS).filter_map(|player| Some((player.name.as_str(), totals_of(player)?))).collect();
    let least = rows.iter().map(|(_, totals)| totals.worst).min().unwrap_or_default();
    let most = rows.iter().map(|(_, totals)| totals.best).max().unwrap_or_default();
    let title = if unit == "points" { "Totals".to_owned() } else { format!("Totals, in {unit}") };
    chart_section(
        &title,
        "How often each total was reached; beside it the median, which half of the games are at or below.",
        &html! {
            table.bars {
                tbody {
                    @for (name, totals) in &rows {
                        tr class=[styles.class(name)] {
                            th scope="row" { bdi { (clean(name)) } }
                            td { (inline_charts::histogram(&totals.counts, (least, most))) }
                            td.figure { (signed(totals.quantile(0.5))) }
                        }
                    }
                    (scale(&signed(least), &signed(most)))
                }
            }
        },
    )
}

fn ratings(players: &[&PlayerStats], styles: PlayerStyles) -> Markup {
    let rated: Vec<_> = players.iter().take(MAX_ROWS).filter_map(|player| Some((player, player.rating?))).collect();
    let bounds = |factor: f64| rated.iter().map(move |(_, rating)| rating.value + factor * rating.half_width());
    let (least, most) = (bounds(-1.0).fold(25.0, f64::min), bounds(1.0).fold(25.0, f64::max));
    let rows = html! {
        table.bars {
            tbody {
                @for (player, rating) in &rated {
                    tr class=[styles.class(&player.name)] {
                        th scope="row" { bdi { (clean(&player.name)) } }
                        td { (inline_charts::band(rating.value, rating.half_width(), 25.0, (least, most))) }
                        td.figure { (signed(format!("{:.1}", rating.value))) " ± " (format!("{:.1}", rating.half_width())) }
                    }
                }
                (scale(&signed(format!("{least:.0}")), &signed(format!("{most:.0}"))))
            }
        }
    };
    let legend = "In nineteen cases of twenty the truth is within the band; the line is 25, where everybody begins. Sorted by the \
                  lower end of the band.";
    html! { @if !rated.is_empty() { (chart_section("Ratings", legend, &rows)) } }
}

/// The ends of a scale, below a drawing.
fn scale(least: &str, most: &str) -> Markup {
    html! { tr.scale { td {} td { div { span { (least) } span { (most) } } } td {} } }
}

fn head_to_head(figures: &GameStats, styles: PlayerStyles) -> Markup {
    let focus_first = |pair: &HeadToHead| {
        let mut pair = pair.clone();
        if styles.about.is_some_and(|about| pair.players[1] == about) {
            pair.players.reverse();
            pair.ahead.reverse();
        }
        pair
    };
    let is_shown = |pair: &&HeadToHead| pair.players.iter().any(|player| styles.is_shown(player));
    let pairs: Vec<HeadToHead> = figures.head_to_head.iter().filter(is_shown).map(focus_first).collect();
    let rows = html! {
        table.bars {
            tbody {
                @for pair in pairs.iter().take(MAX_ROWS) {
                    @let [first, second] = &pair.players;
                    tr class=[styles.class(first)] {
                        th scope="row" { bdi { (clean(first)) } }
                        td { (inline_charts::parts([(pair.ahead[0], "own"), (pair.level, "even"), (pair.ahead[1], "others")])) }
                        td.figure { (pair.ahead[0]) " : " (pair.ahead[1]) @if pair.level > 0 { " " span.level { (pair.level) " level" } } }
                        td.other { bdi { (clean(second)) } }
                    }
                }
            }
        }
        (rest_count(pairs.len(), "pair", "pairs"))
    };
    let legend = "In how many games one had the better place, they shared one, or the other had it.";
    html! { @if !pairs.is_empty() { (chart_section("Head to head", legend, &rows)) } }
}

fn best_record(record: &BestRecord) -> Markup {
    html! {
        p.best {
            strong { (record.kind) ": " (signed(record.points)) } ", " bdi { (clean(&record.player)) }
            @if let Some(date) = &record.date { ", " (date) }
            @if record.label != record.kind { " (" (clean(&record.label)) ")" }
            ". " (capitalized(&clean(&record.why)))
        }
    }
}
