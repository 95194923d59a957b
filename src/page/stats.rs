//! The statistics of many games: one HTML file that loads and runs nothing.

use super::{
    chart::{self, Chart},
    html_page::document,
    inline_charts::{self, Drawing},
};
use crate::{
    archive::stats::{
        BestRecord, GameStats, HeadToHead, OwnStats, PlayedGame, PlayerCountStats, PlayerFocus, PlayerStats, Rating, Stats,
        TotalStats,
    },
    table::{capitalized, count_of, escape::clean, signed},
};
use maud::{Markup, PreEscaped, Render, html};
use serde::Serialize;
use serde_json::{Value, json};

const STYLE: &str =
    concat!(include_str!("table.css"), include_str!("report.css"), include_str!("bars.css"), include_str!("stats.css"));
/// The most players, and the most pairs, that get a row.
const MAX_ROWS: usize = 40;
/// The most pairs of which those who met once are shown, too.
const FEW_PAIRS: usize = 8;

/// The page of statistics.
pub fn stats(stats: &Stats) -> String {
    let about = stats.about.as_ref();
    let title = match (about, &stats.by_game[..]) {
        (Some(about), _) => format!("Statistics: {}", clean(&about.name)),
        (None, [only]) => format!("Statistics: {}", game_name(only)),
        _ => "Statistics".to_owned(),
    };
    let sections = sections(stats);
    let styles = PlayerStyles::of(stats);
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
                    (section(nth, figures, styles))
                }
                @if let Some(PlayerFocus { name, latest }) = about && !latest.is_empty() {
                    article { h2 { "Latest games" } (games_table(latest, name)) }
                }
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

/// The statistics as the live page draws them: of each section the title, the summary and the charts.
pub(super) fn shown(stats: &Stats) -> Value {
    let styles = PlayerStyles::of(stats);
    let section = |figures: &GameStats| {
        let players = shown_players(figures, styles);
        let charts: Vec<Value> = charts(figures, &players, styles).iter().map(TitledChart::document).collect();
        json!({"title": game_name(figures), "summary": figures.summary(None), "charts": charts})
    };
    sections(stats).into_iter().map(section).collect()
}

/// All games together, and each game. Only the game if there is one.
fn sections(stats: &Stats) -> Vec<&GameStats> {
    match &stats.by_game[..] {
        [only] => vec![only],
        several => std::iter::once(&stats.in_all).chain(several).collect(),
    }
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

impl<'s> PlayerStyles<'s> {
    fn of(stats: &'s Stats) -> Self {
        Self { fixed: &stats.in_all.timeline.players, about: stats.about.as_ref().map(|about| about.name.as_str()) }
    }

    fn is_shown(self, player: &str) -> bool {
        self.about.is_none_or(|about| about == player)
    }

    fn class(self, player: &str) -> Option<String> {
        self.fixed.iter().position(|name| name == player).map(chart::class)
    }
}

/// A chart with its title: lines over time, or a drawing for each row.
struct TitledChart<'s> {
    title: String,
    legend: String,
    content: ChartContent<'s>,
}

enum ChartContent<'s> {
    Lines(Chart<'s>),
    Rows(ChartRows<'s>),
}

#[derive(Serialize)]
struct ChartRows<'s> {
    rows: Vec<ChartRow<'s>>,
    /// The ends of the scale, below the drawings.
    scale: Option<[String; 2]>,
    /// A sentence about the rows that are left out.
    rest: Option<String>,
}

#[derive(Serialize)]
struct ChartRow<'s> {
    class: Option<String>,
    name: &'s str,
    drawing: Drawing,
    figure: String,
    level: Option<String>,
    /// The other player of a pair.
    other: Option<&'s str>,
}

impl<'s> ChartRows<'s> {
    fn of(rows: impl IntoIterator<Item = ChartRow<'s>>) -> Self {
        Self { rows: rows.into_iter().take(MAX_ROWS).collect(), scale: None, rest: None }
    }

    /// Titles the rows. `None` if there are none.
    fn titled(self, title: &str, legend: &str) -> Option<TitledChart<'s>> {
        let is_empty = self.rows.is_empty();
        let chart = TitledChart { title: title.to_owned(), legend: legend.to_owned(), content: ChartContent::Rows(self) };
        (!is_empty).then_some(chart)
    }
}

impl TitledChart<'_> {
    fn document(&self) -> Value {
        let mut document = match &self.content {
            ChartContent::Lines(chart) => json!({"chart": chart.document()}),
            ChartContent::Rows(rows) => json!(rows),
        };
        document["title"] = self.title.as_str().into();
        document["legend"] = self.legend.as_str().into();
        document
    }
}

impl Render for TitledChart<'_> {
    fn render(&self) -> Markup {
        html! {
            section {
                h3 { (self.title) }
                p.legend { (self.legend) }
                @match &self.content {
                    ChartContent::Lines(chart) => (chart.figure()),
                    ChartContent::Rows(rows) => (rows),
                }
            }
        }
    }
}

impl Render for ChartRows<'_> {
    fn render(&self) -> Markup {
        html! {
            table.bars {
                tbody {
                    @for ChartRow { class, name, drawing, figure, level, other } in &self.rows {
                        tr class=[class] {
                            th scope="row" { bdi { (clean(name)) } }
                            td { (drawing) }
                            td.figure { (figure) @if let Some(level) = level { " " span.level { (level) } } }
                            @if let Some(other) = other { td.other { bdi { (clean(other)) } } }
                        }
                    }
                    @if let Some([least, most]) = &self.scale { tr.scale { td {} td { div { span { (least) } span { (most) } } } td {} } }
                }
            }
            @if let Some(rest) = &self.rest { p.legend { (rest) } }
        }
    }
}

fn shown_players<'s>(figures: &'s GameStats, styles: PlayerStyles) -> Vec<&'s PlayerStats> {
    figures.players.iter().filter(|player| player.games > 0 && styles.is_shown(&player.name)).collect()
}

/// The charts of a section, in their order.
fn charts<'s>(figures: &'s GameStats, players: &[&'s PlayerStats], styles: PlayerStyles<'s>) -> Vec<TitledChart<'s>> {
    if players.is_empty() {
        return Vec::new();
    }
    let units = if figures.book.is_some() { figures.units() } else { Vec::new() };
    let counts = figures.player_counts();
    let totals = counts.into_iter().flat_map(|count| units.iter().map(move |unit| (*unit, count)));
    let pairs = head_to_head(figures, styles);
    let (first, last) = if styles.about.is_some() { (pairs, None) } else { (None, pairs) };
    first
        .into_iter()
        .chain(timeline_charts(figures, styles))
        .chain(wins(players, styles))
        .chain(totals.filter_map(|(unit, count)| distributions(players, unit, count, styles)))
        .chain(ratings(players, styles))
        .chain(last)
        .collect()
}

fn section(nth: usize, figures: &GameStats, styles: PlayerStyles) -> Markup {
    let players = shown_players(figures, styles);
    let best = figures.own.as_ref().map_or(&figures.best, |own| &own.best);
    let is_mixed = figures.player_counts() != [None];
    html! {
        article id={ "s" (nth) } {
            h2 { (game_name(figures)) }
            p.about { (figures.summary(None)) }
            @if !players.is_empty() {
                div.parts {
                    @for chart in charts(figures, &players, styles) { (chart) }
                    @if figures.book.is_none() { section { h3 { "In figures" } (player_table(&players, false)) } }
                    @if let Some(own) = &figures.own { (by_players(&own.by_players)) }
                    @if figures.book.is_some() && figures.own.is_none() && is_mixed { (totals_by_players(figures, &players)) }
                }
                @if figures.book.is_some() { (player_table(&players, !is_mixed)) }
                @if let (Some(OwnStats { best_games, .. }), Some(name)) = (&figures.own, styles.about) && !best_games.is_empty() {
                    section { h3 { "Best games" } (games_table(best_games, name)) }
                }
                @if figures.book.is_some() && !best.is_empty() {
                    section { h3 { "The best" } @for record in best { (best_record(record)) } }
                }
            }
        }
    }
}

fn wins<'s>(players: &[&'s PlayerStats], styles: PlayerStyles) -> Option<TitledChart<'s>> {
    let most = players.iter().map(|player| player.games).max().unwrap_or_default();
    let row = |player: &&'s PlayerStats| ChartRow {
        class: styles.class(&player.name),
        name: &player.name,
        drawing: inline_charts::parts([
            (player.wins, "own"),
            (player.games - player.wins, "others"),
            (most - player.games, "none"),
        ]),
        figure: format!("{} of {}", player.wins, player.games),
        level: None,
        other: None,
    };
    ChartRows::of(players.iter().map(row)).titled("Wins", "Of all games that each has played, the part that was won.")
}

/// The results of a player by the number of players.
fn by_players(results: &[PlayerCountStats]) -> Markup {
    let has_points = results.iter().flat_map(|results| &results.totals).any(|totals| totals.unit == "points");
    html! {
        section {
            h3 { "By number of players" }
            table.players {
                thead { tr {
                    @for head in ["Players", "games", "wins", "rate", "average place"] { th scope="col" { (head) } }
                    @if has_points { (totals_head()) }
                } }
                tbody { @for PlayerCountStats { players, games, wins, average_rank, totals } in results {
                    tr {
                        th scope="row" { (players) }
                        td { (games) }
                        td { (wins) }
                        td { (format!("{:.0} %", 100.0 * f64::from(*wins) / f64::from(*games))) }
                        td { @if let Some(rank) = average_rank { (format!("{rank:.1}")) } }
                        @if has_points { (totals_cells(totals.iter().find(|totals| totals.unit == "points"))) }
                    }
                } }
            }
        }
    }
}

/// The players' totals in points, in a table for each number of players.
fn totals_by_players(figures: &GameStats, players: &[&PlayerStats]) -> Markup {
    let rows =
        |count| players.iter().take(MAX_ROWS).filter_map(move |player| Some((player, player.totals("points", Some(count))?)));
    let mut counts = figures.player_counts().into_iter().flatten().filter(|count| rows(*count).next().is_some()).peekable();
    html! {
        @if counts.peek().is_some() {
            section {
                h3 { "By number of players" }
                @for count in counts {
                    table.players {
                        thead { tr { th scope="col" { (count) " players" } th scope="col" { "games" } (totals_head()) } }
                        tbody { @for (player, points) in rows(count) {
                            tr { th scope="row" { bdi { (clean(&player.name)) } } td { (points.games) } (totals_cells(Some(points))) }
                        } }
                    }
                }
            }
        }
    }
}

fn totals_head() -> Markup {
    html! { th scope="col" { "average" } th.less scope="col" { "best" } th.less scope="col" { "worst" } }
}

fn totals_cells(totals: Option<&TotalStats>) -> Markup {
    html! {
        td { @if let Some(totals) = totals { (signed(format!("{:.1}", totals.average))) } }
        td.less { @if let Some(totals) = totals { (signed(totals.best)) } }
        td.less { @if let Some(totals) = totals { (signed(totals.worst)) } }
    }
}

/// Games of the player that the page is about.
fn games_table(games: &[PlayedGame], name: &str) -> Markup {
    html! {
        div.wide {
            table.games {
                thead { tr { th scope="col" { "Day" } th scope="col" { "Game" } th scope="col" { "Place" } th scope="col" { "Who played" } } }
                tbody { @for game in games {
                    @let own_seat = game.players.iter().find(|player| player.name == name);
                    tr {
                        td { @if let Some(date) = &game.date { (date) } }
                        td { @if let Some(book) = game.book { (book.short_title()) } }
                        td { @if let Some(own_seat) = own_seat {
                            @if own_seat.is_winner { span.good { "★ won" } } @else { (own_seat.rank) } " of " (game.players.len())
                        } }
                        td { @for (nth, player) in game.players.iter().enumerate() {
                            @if nth > 0 { ", " }
                            bdi .strong[player.name == name] { (clean(&player.name)) } @if let Some(total) = player.total { "\u{a0}" (signed(total)) }
                        } }
                    }
                } }
            }
        }
    }
}

/// The results of each player. Scores are listed only for one game with one number of players; others can't be compared.
fn player_table(players: &[&PlayerStats], has_totals: bool) -> Markup {
    let is_timed = players.iter().any(|player| player.time.games > 0);
    html! {
        div.wide {
            table.players {
                thead { tr {
                    th scope="col" { "Player" } th scope="col" { "games" } th scope="col" { "wins" } th scope="col" { "rate" }
                    @if has_totals { (totals_head()) }
                    th.less scope="col" { "fouls" } @if is_timed { th.less scope="col" { "time" } } th scope="col" { "rating" }
                } }
                tbody { @for player in players.iter().take(MAX_ROWS) {
                    tr {
                        th scope="row" { bdi { (clean(&player.name)) } }
                        td { (player.games) @if player.with_findings > 0 { "*" } @if player.taken_up > 0 { "†" } }
                        td { (player.wins) @if player.shared > 0 { span.less { " (" (player.shared) " shared)" } } }
                        td { @if let Some(rate) = player.win_rate { (format!("{:.0} %", rate * 100.0)) } }
                        @if has_totals { (totals_cells(player.points())) }
                        td.less { (player.fouls) }
                        @if is_timed { td.less { @if player.time.games > 0 { (player.time) } } }
                        td { @if let Some(rating) = &player.rating { (rating_text(rating)) } }
                    }
                } }
            }
        }
        @if let Some(rest) = rest_count(players.len(), MAX_ROWS, "player", "players") { p.legend { (rest) } }
    }
}

/// A rating with its uncertainty, on two lines if there is little room.
fn rating_text(rating: &Rating) -> Markup {
    html! { (signed(format!("{:.1}", rating.value))) span.margin { " ± " (format!("{:.1}", rating.half_width())) } }
}

fn rest_count(count: usize, shown: usize, singular: &str, plural: &str) -> Option<String> {
    let rest = count.checked_sub(shown).filter(|rest| *rest > 0)?;
    Some(format!("… and {}.", count_of(rest, &format!("more {singular}"), &format!("more {plural}"))))
}

fn timeline_charts<'s>(figures: &'s GameStats, PlayerStyles { fixed, about }: PlayerStyles) -> Vec<TitledChart<'s>> {
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
    let titled = |(title, legend, chart): (&str, &str, Option<Chart<'s>>)| {
        Some(TitledChart { title: title.to_owned(), legend: [legend, note].concat(), content: ChartContent::Lines(chart?) })
    };
    charts.into_iter().filter_map(titled).collect()
}

/// How often each total was reached: in games with `count` players if it is given.
fn distributions<'s>(
    players: &[&'s PlayerStats],
    unit: &str,
    count: Option<usize>,
    styles: PlayerStyles,
) -> Option<TitledChart<'s>> {
    let totals: Vec<(&str, &TotalStats)> =
        players.iter().take(MAX_ROWS).filter_map(|player| Some((player.name.as_str(), player.totals(unit, count)?))).collect();
    let least = totals.iter().map(|(_, totals)| totals.worst).min().unwrap_or_default();
    let most = totals.iter().map(|(_, totals)| totals.best).max().unwrap_or_default();
    let row = |(name, totals): (&'s str, &TotalStats)| ChartRow {
        class: styles.class(name),
        name,
        drawing: inline_charts::histogram(&totals.counts, (least, most)),
        figure: signed(totals.quantile(0.5)),
        level: None,
        other: None,
    };
    let unit = if unit == "points" { String::new() } else { format!(", in {unit}") };
    let title = format!("Totals{unit}{}", count.map(|count| format!(", {count} players")).unwrap_or_default());
    ChartRows { scale: Some([signed(least), signed(most)]), ..ChartRows::of(totals.into_iter().map(row)) }
        .titled(&title, "How often each total was reached; beside it the median, which half of the games are at or below.")
}

fn ratings<'s>(players: &[&'s PlayerStats], styles: PlayerStyles) -> Option<TitledChart<'s>> {
    let rated: Vec<(&str, Rating)> =
        players.iter().take(MAX_ROWS).filter_map(|player| Some((player.name.as_str(), player.rating?))).collect();
    let bounds = |factor: f64| rated.iter().map(move |(_, rating)| rating.value + factor * rating.half_width());
    let (least, most) = (bounds(-1.0).fold(25.0, f64::min), bounds(1.0).fold(25.0, f64::max));
    let row = |&(name, rating): &(&'s str, Rating)| ChartRow {
        class: styles.class(name),
        name,
        drawing: inline_charts::band(rating.value, rating.half_width(), 25.0, (least, most)),
        figure: format!("{} ± {:.1}", signed(format!("{:.1}", rating.value)), rating.half_width()),
        level: None,
        other: None,
    };
    let scale = Some([least, most].map(|bound| signed(format!("{bound:.0}"))));
    ChartRows { scale, ..ChartRows::of(rated.iter().map(row)) }.titled(
        "Ratings",
        "Who wins rises, the more the better the others are. Everybody begins at the line, with 25. The pale bar says how far off it \
         may be, and shrinks with each game. First is whose bar begins highest.",
    )
}

fn head_to_head<'s>(figures: &'s GameStats, styles: PlayerStyles) -> Option<TitledChart<'s>> {
    let is_shown = |pair: &&HeadToHead| pair.players.iter().any(|player| styles.is_shown(player));
    let mut pairs: Vec<&HeadToHead> = figures.head_to_head.iter().filter(is_shown).collect();
    let all = pairs.len();
    if all > FEW_PAIRS {
        let most = pairs.iter().map(|pair| pair.games).max().unwrap_or_default();
        pairs.retain(|pair| pair.games >= most.min(2));
    }
    let row = |pair: &&'s HeadToHead| {
        // The player that the page is about comes first.
        let [first, second] = if styles.about.is_some_and(|about| pair.players[1] == about) { [1, 0] } else { [0, 1] };
        let (name, ahead, behind) = (&pair.players[first], pair.ahead[first], pair.ahead[second]);
        ChartRow {
            class: styles.class(name),
            name,
            drawing: inline_charts::parts([(ahead, "own"), (pair.level, "even"), (behind, "others")]),
            figure: format!("{ahead} : {behind}"),
            level: (pair.level > 0).then(|| format!("{} level", pair.level)),
            other: Some(&pair.players[second]),
        }
    };
    let rest = rest_count(all, pairs.len().min(MAX_ROWS), "pair", "pairs");
    ChartRows { rest, ..ChartRows::of(pairs.iter().map(row)) }
        .titled("Head to head", "In how many games one had the better place, they shared one, or the other had it.")
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
