//! The standing of an evening across its games: wins and places. Points of different games are never added.

use super::{GameReport, chart};
use crate::table::{and_list, comparison_key, count_of, escape::clean};
use maud::{Markup, html};
use serde::Serialize;
use std::cmp::Reverse;

/// The explanation of a standing's order.
pub(super) const ORDER: &str = "By wins, then by places; points of different games are not added up.";

/// The standing of an evening.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The day of the games, or the first of their days.
    pub date: Option<String>,
    /// The players, best first: by wins, then by first places, by second places, and so on.
    pub players: Vec<PlayerStanding>,
    /// The titles of the games.
    #[serde(skip)]
    games: Vec<String>,
}

/// A player's results of an evening.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerStanding {
    /// The name, as in the first game.
    pub name: String,
    /// The number of wins, alone or shared.
    pub wins: u32,
    /// The place in each game, from 1. `None` if the game isn't over or nobody won it, and for a player who joined it
    /// late or left it.
    pub places: Vec<Option<u32>>,
    /// The games that the player won, alone or shared.
    #[serde(skip)]
    won: Vec<bool>,
    /// The seat in the first game, which has a colour.
    #[serde(skip)]
    pub(super) seat: usize,
}

impl Standing {
    /// The standing across these games, which are of the same people.
    pub fn of(games: &[GameReport]) -> Self {
        let names = games.first().map(|game| game.referee.players().names()).unwrap_or_default();
        let mut players: Vec<PlayerStanding> =
            names.iter().enumerate().map(|(seat, name)| PlayerStanding::of(seat, name, games)).collect();
        let times = |player: &PlayerStanding, place| player.places.iter().filter(|own| **own == Some(place)).count();
        let most = u32::try_from(players.len()).unwrap_or(u32::MAX);
        players.sort_by_cached_key(|player| {
            Reverse((player.wins, (1..=most).map(|place| times(player, place)).collect::<Vec<_>>()))
        });
        Self {
            date: games.iter().filter_map(|game| game.referee.log().day()).min().map(|day| day.to_string()),
            players,
            games: games.iter().map(GameReport::title).collect(),
        }
    }

    pub(super) fn title(&self) -> String {
        self.date.as_ref().map_or_else(|| "The evening".to_owned(), |date| format!("The evening of {date}"))
    }

    pub(super) fn about(&self) -> String {
        let names = and_list(self.players.iter().map(|player| clean(&player.name)));
        format!("{names} · {}", count_of(self.games.len(), "game", "games"))
    }

    /// Who won most.
    pub(super) fn outcome(&self) -> String {
        let most = self.players.iter().map(|player| player.wins).max().unwrap_or_default();
        let best: Vec<&str> = self.players.iter().filter(|player| player.wins == most).map(|player| &*player.name).collect();
        let each = if best.len() > 1 { " each" } else { "" };
        if most == 0 {
            return "Nobody won".to_owned();
        }
        format!("{}: {}{each}", and_list(best.iter().map(|name| clean(name))), count_of(most as usize, "win", "wins"))
    }

    /// The headings of the table: of the players, of the wins, and of each game.
    pub(super) fn head(&self) -> Vec<String> {
        let games = self.games.iter().zip(1..).map(|(title, nth)| format!("{nth}. {title}"));
        ["", "wins"].map(str::to_owned).into_iter().chain(games).collect()
    }

    pub(super) fn markup(&self) -> Markup {
        html! {
            article.evening {
                header { h1 { (self.title()) } p.about { (self.about()) } p.won { (self.outcome()) } }
                div.wide {
                    table.standing {
                        thead { tr { @for (nth, head) in self.head().iter().enumerate() {
                            th scope="col" { @if nth < 2 { (head) } @else { a href={ "#g" (nth - 2) } { (head) } } }
                        } } }
                        tbody { @for player in &self.players {
                            tr class=(chart::class(player.seat)) {
                                th scope="row" { bdi { (clean(&player.name)) } }
                                td { b { (player.wins) } }
                                @for place in player.places_in_words() { td { (place) } }
                            }
                        } }
                    }
                }
                p.about { (ORDER) }
            }
        }
    }
}

impl PlayerStanding {
    fn of(seat: usize, name: &str, games: &[GameReport]) -> Self {
        let result = |game: &GameReport| {
            let sheet = &game.sheet;
            let seat = sheet.players.iter().position(|player| comparison_key(&player.name) == comparison_key(name))?;
            let is_decided = !sheet.winners.is_empty() || !sheet.undecided.is_empty();
            Some((sheet.ranks()[seat].filter(|_| is_decided), sheet.players[seat].winner))
        };
        let (places, won): (Vec<Option<u32>>, Vec<bool>) = games.iter().map(|game| result(game).unwrap_or_default()).unzip();
        Self { name: name.to_owned(), wins: won.iter().map(|won| u32::from(*won)).sum(), places, won, seat }
    }

    /// The places as they are shown: a win has a star, also that of a player who joined late, and a missing place is a dash.
    pub(super) fn places_in_words(&self) -> impl Iterator<Item = String> {
        self.places.iter().zip(&self.won).map(|(place, won)| match place {
            Some(place) => format!("{}{place}", if *won { "★ " } else { "" }),
            None => if *won { "★" } else { "–" }.to_owned(),
        })
    }
}
