//! The result of a game as a picture for a chat: one SVG that loads nothing.

use super::{
    GameReport, Standing,
    card_svg::{CARD, Drawing, Shapes, draw},
    chart, credit,
    highlights::highlights,
    standing::ORDER,
    symbols,
};
use crate::table::{CardLayout, ScoreLayout, Suit, count_of, escape::clean, is_same_name};
use maud::{Markup, PreEscaped, html};
use unicode_width::UnicodeWidthStr as _;

/// The width of a picture, and the height of each game.
const SIZE: f64 = 1080.0;
/// The width of the empty border.
const EDGE: f64 = 60.0;
const WIDTH: f64 = SIZE - 2.0 * EDGE;
/// The approximate width of a letter of size 1.
const LETTER_WIDTH: f64 = 0.58;
/// The smallest factor by which the letters of a line may shrink.
const MIN_FONT_SCALE: f64 = 0.55;
/// The width of a player's name.
const NAME_WIDTH: f64 = 230.0;
/// The width of the cards beside a name.
const FAN_WIDTH: f64 = 500.0;
/// The part of `FAN_WIDTH` that the unit of a total takes.
const UNIT_WIDTH: f64 = 150.0;
/// The vertical range of the players' rows.
const ROWS: (f64, f64) = (270.0, 700.0);
/// The vertical range of the chart.
const PLOT: (f64, f64) = (730.0, 892.0);
/// The baseline of the first highlight below the chart, and the height of each.
const HIGHLIGHTS: (f64, f64) = (942.0, 38.0);

/// The colour of a card's paper.
const PAPER: &str = "#fffdf6";
const STYLE: &str = "text { fill: #22231f } .faint { fill: #6a6b63 } .grid { stroke: #d8d5c9 } .zero { stroke: #6a6b63 } \
                     polyline { fill: none; stroke-width: 5; stroke-linejoin: round; stroke-linecap: round }";

/// The height of the standing of an evening.
const STANDING_HEIGHT: f64 = 760.0;

/// The picture of each game, one below the other, and above them the standing of an evening.
pub fn svg(games: &[GameReport], standing: Option<&Standing>) -> String {
    let suits = Suit::each_once(games.iter().flat_map(|game| game.referee.book().suits));
    let top = if standing.is_some() { STANDING_HEIGHT } else { 0.0 };
    let height = top + SIZE * f64::from(u32::try_from(games.len()).unwrap_or(1));
    let titles = games.iter().map(|game| format!("{}: {}", game.title(), game.sheet.outcome()));
    let titles: Vec<String> = standing.map(Standing::title).into_iter().chain(titles).collect();
    let symbols = without_variables(&symbols::symbols(&suits).into_string());
    // The picture has the colours for light paper, also in a dark chat.
    let piece_colours = symbols::COLOURS.split("@media").next().unwrap_or_default();
    let player_style = |(nth, colour): (usize, &str)| {
        format!(
            "polyline.p{nth}, .p{nth} .frame {{ stroke: {colour} }} .p{nth} .own {{ fill: {colour} }} .p{nth} .pays .paper \
             {{ stroke: {colour}; stroke-width: 3 }}"
        )
    };
    let player_styles: Vec<String> = chart::COLOURS.into_iter().enumerate().map(player_style).collect();
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (SIZE) " " (height) } width=(SIZE) height=(height) font-family="sans-serif" role="img" {
            title { (titles.join(" · ")) }
            style { (PreEscaped(piece_colours)) (PreEscaped(STYLE)) (PreEscaped(player_styles.join(" "))) }
            (PreEscaped(symbols))
            // Clips the coloured edge of a card to its round corners.
            clipPath #card { rect width=(CARD.0) height=(CARD.1) rx="6" {} }
            rect width=(SIZE) height=(height) fill="#fbfaf6" {}
            @if let Some(standing) = standing { (standing_markup(standing)) }
            @for (nth, game) in (0_u32..).zip(games) { g transform={ "translate(0 " (top + SIZE * f64::from(nth)) ")" } { (game_markup(game)) } }
        }
    };
    picture.into_string()
}

fn standing_markup(standing: &Standing) -> Markup {
    let height = row_height(standing.players.len());
    html! {
        (heading(&standing.title(), &standing.about(), &standing.outcome()))
        @for (player, y) in standing.players.iter().zip(0_u32..) {
            @let (places, baseline) = (player.places_in_words().collect::<Vec<_>>().join(" · "), (height - 12.0) * 0.62);
            g class=(chart::class(player.seat)) transform={ "translate(" (EDGE) " " (short_number(ROWS.0 + height * f64::from(y))) ")" } {
                rect class="frame" width=(WIDTH) height=(short_number(height - 12.0)) rx="14" fill="#fff" stroke-width="2" {}
                (FittedText { text: &clean(&player.name), at: (36.0, baseline), size: 40.0, width: NAME_WIDTH, is_bold: true, class: "own" }.draw())
                (FittedText { text: &places, at: (56.0 + NAME_WIDTH, baseline), size: 40.0, width: FAN_WIDTH - 60.0, is_bold: false, class: "" }.draw())
                text x=(WIDTH - 24.0) y=(short_number(baseline)) font-size="40" font-weight="700" text-anchor="end" { (count_of(player.wins as usize, "win", "wins")) }
            }
        }
        text class="faint" x=(EDGE) y=(STANDING_HEIGHT - 22.0) font-size="22" { (ORDER) }
    }
}

/// The height of a player's row, if there are so many.
fn row_height(players: usize) -> f64 {
    ((ROWS.1 - ROWS.0) / f64::from(u32::try_from(players.max(1)).unwrap_or(1))).min(235.0)
}

fn heading(title: &str, about: &str, outcome: &str) -> Markup {
    html! {
        (FittedText { text: title, at: (EDGE, 92.0), size: 38.0, width: WIDTH, is_bold: true, class: "" }.draw())
        (FittedText { text: about, at: (EDGE, 138.0), size: 27.0, width: WIDTH, is_bold: false, class: "faint" }.draw())
        (FittedText { text: outcome, at: (EDGE, 236.0), size: 96.0, width: WIDTH, is_bold: true, class: "" }.draw())
    }
}

fn game_markup(game: &GameReport) -> Markup {
    let height = row_height(game.sheet.players.len());
    let (plot_height, chart_left) = (PLOT.1 - PLOT.0, EDGE + 60.0);
    let layout = game.layout();
    html! {
        (heading(&game.title(), &game.about().join(" · "), &game.sheet.outcome()))
        @for (seat, y) in (0..game.sheet.players.len()).zip(0_u32..) {
            g class=(chart::class(seat)) transform={ "translate(" (EDGE) " " (short_number(ROWS.0 + height * f64::from(y))) ")" } {
                (row(game, &layout, seat, height - 12.0))
            }
        }
        @if let Some(chart) = chart::chart(game) {
            g transform={ "translate(" (chart_left) " " (PLOT.0) ")" } {
                (chart.plot((WIDTH - 60.0, plot_height)))
                @for tick in chart.ticks() {
                    text class="faint" x="-14" y=(short_number(chart.height(tick) * plot_height + 8.0)) font-size="22" text-anchor="end" { (chart::label(tick)) }
                }
            }
        }
        // The cards of the best item stand beside its player's name.
        @for (highlight, nth) in highlights(game, &layout).iter().filter(|highlight| highlight.at.is_some()).zip(0_u32..) {
            @let (text, y) = (format!("{}: {}", highlight.title, highlight.in_words()), HIGHLIGHTS.0 + HIGHLIGHTS.1 * f64::from(nth));
            (FittedText { text: &text, at: (EDGE, y), size: 27.0, width: WIDTH, is_bold: false, class: "" }.draw())
        }
        text class="faint" x=(EDGE) y="1045" font-size="22" { (credit(std::slice::from_ref(game))) }
    }
}

/// A player's name and total, and between them the cards of the best item.
fn row(game: &GameReport, layout: &ScoreLayout, seat: usize, height: f64) -> Markup {
    let (player, best) = (&game.sheet.players[seat], layout.best(seat).map(|(_, item)| item));
    let (middle, size) = (height / 2.0, (height * 0.4).min(52.0));
    let presences = game.referee.log().presences().iter().filter(|presence| is_same_name(&presence.name, &player.name));
    let noun = game.referee.book().round_noun;
    let presences: Vec<String> = presences.map(|presence| presence.key.in_words(noun, presence.round)).collect();
    let label = (!presences.is_empty())
        .then(|| presences.join(", "))
        .or_else(|| best.map(|item| format!("{} {}", clean(item.label), item.points)));
    let label = label.filter(|_| height > 90.0);
    let baseline = if label.is_some() { middle } else { middle + size * 0.36 };
    let (total, fan_width) = match &layout.players[seat].total_with_unit {
        Some(total) => (total.clone(), FAN_WIDTH - UNIT_WIDTH),
        None => (player.total.to_string(), FAN_WIDTH),
    };
    let (paper, frame_width) = if player.winner { ("#eef2e6", 5) } else { ("#fff", 2) };
    html! {
        rect class="frame" width=(WIDTH) height=(short_number(height)) rx="14" fill=(paper) stroke-width=(frame_width) {}
        rect class="own" width="14" height=(short_number(height)) rx="7" {}
        (FittedText { text: &clean(&player.name), at: (36.0, baseline), size, width: NAME_WIDTH, is_bold: true, class: "own" }.draw())
        @if let Some(label) = &label {
            (FittedText { text: label, at: (36.0, middle + 34.0), size: 25.0, width: NAME_WIDTH, is_bold: false, class: "faint" }.draw())
        }
        @if let Some(best) = best { g transform={ "translate(" (36.0 + NAME_WIDTH + 20.0) " 0)" } { (fan(&best.cards, height, fan_width)) } }
        text x=(WIDTH - 24.0) y=(short_number(middle + size * 0.42)) font-size=(short_number(size * 1.2)) font-weight="700" text-anchor="end" { (total) }
    }
}

/// Cards side by side, as large as fit into `height` and `max_width`. Cards with suits overlap.
fn fan(cards: &[CardLayout], height: f64, max_width: f64) -> Markup {
    let pieces: Vec<(Drawing, bool)> = cards.iter().map(|card| (draw(&card.face, card.stands), card.pays)).collect();
    let advance = |(piece, _): &(Drawing, bool)| if piece.class == "suited" { 28.0 } else { piece.upright.width + 4.0 };
    let total_width: f64 = pieces.iter().map(advance).sum::<f64>() + 16.0;
    let scale = ((height - 22.0) / 62.0).min(max_width / total_width);
    let offsets = pieces.iter().scan(0.0, |x, piece| Some(std::mem::replace(x, *x + advance(piece))));
    html! {
        @for ((piece, pays), x) in pieces.iter().zip(offsets) {
            @let Shapes { width, height: card_height, markup } = &piece.upright;
            @let lift = if *pays { 4.0 * scale } else { 0.0 };
            @let (x, y) = (short_number(x * scale), short_number((height - card_height * scale) / 2.0 + 2.0 * scale - lift));
            g class={ (piece.class) @if *pays { " pays" } } transform={ "translate(" (x) " " (y) ") scale(" (format!("{scale:.3}")) ")" } {
                @if !piece.class.ends_with("egg") { rect.paper x="0.75" y="0.75" width=(width - 1.5) height=(card_height - 1.5) rx="6" {} }
                g clip-path=[((*width, *card_height) == CARD).then_some("url(#card)")] { (markup) }
            }
        }
    }
}

/// A line of text that becomes smaller, and then shorter, if it is wider than `width`.
struct FittedText<'t> {
    text: &'t str,
    at: (f64, f64),
    size: f64,
    width: f64,
    is_bold: bool,
    class: &'static str,
}

impl FittedText<'_> {
    fn draw(&self) -> Markup {
        let Self { at: (x, y), size, width, is_bold, class, .. } = self;
        let width_of = |text: &str| f64::from(u32::try_from(text.width()).unwrap_or(u32::MAX)) * LETTER_WIDTH;
        let font_size = (width / width_of(self.text).max(1.0)).clamp(size * MIN_FONT_SCALE, *size);
        let ends: Vec<usize> = self.text.char_indices().map(|(at, char)| at + char.len_utf8()).collect();
        let fitting_chars = ends.partition_point(|end| width_of(&self.text[..*end]) * font_size <= *width);
        let text = if fitting_chars == ends.len() {
            self.text.to_owned()
        } else {
            let kept_bytes = fitting_chars.checked_sub(2).map_or(0, |last| ends[last]);
            format!("{}…", &self.text[..kept_bytes])
        };
        html! { text class=[Some(*class).filter(|class| !class.is_empty())] x=(x) y=(short_number(*y)) font-size=(short_number(font_size)) font-weight=(if *is_bold { "700" } else { "400" }) { (text) } }
    }
}

/// Replaces style sheet variables by their values on light paper, because not every viewer supports variables.
fn without_variables(drawings: &str) -> String {
    let mut parts = drawings.split("var(--");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (variable, rest) = part.split_once(')').unwrap_or((part, ""));
        text += variable.split_once(',').map_or(PAPER, |(_, fallback)| fallback.trim());
        text += rest;
    }
    text
}

/// A coordinate with one digit after the point.
fn short_number(number: f64) -> String {
    format!("{number:.1}")
}
