//! Ratings: estimates of how well players play, from their results, with the uncertainty of each estimate.
//!
//! The method is from Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (Journal of Machine Learning Research
//! 12, 2011): the algorithm for the Bradley-Terry model with full pairs. Any number of players may take part, and only their
//! ranks count. A new player has a rating of 25, with a standard deviation of 25/3.

use serde::{Serialize, Serializer, ser::SerializeStruct};
use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

/// The half-width of the 95 % confidence interval of a normal distribution, in standard deviations.
const MARGIN: f64 = 1.96;

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The mean: 25 for a new player.
    pub value: f64,
    /// The standard deviation. It shrinks with every game.
    pub uncertainty: f64,
}

impl Default for Rating {
    fn default() -> Self {
        WengLinRating::new().into()
    }
}

impl From<WengLinRating> for Rating {
    fn from(rating: WengLinRating) -> Self {
        Self { value: rating.rating, uncertainty: rating.uncertainty }
    }
}

impl Rating {
    /// The half-width of the 95 % confidence interval.
    pub fn half_width(self) -> f64 {
        MARGIN * self.uncertainty
    }

    /// The lower end of the 95 % confidence interval. Players are ordered by this value, so a single lucky game doesn't lead.
    pub fn lower_bound(self) -> f64 {
        self.value - self.half_width()
    }
}

impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rating = serializer.serialize_struct("Rating", 3)?;
        rating.serialize_field("value", &self.value)?;
        rating.serialize_field("uncertainty", &self.uncertainty)?;
        rating.serialize_field("margin", &self.half_width())?;
        rating.end()
    }
}

/// The ratings after a game of these players, each given by the rating before the game and the rank. Ranks count from 1, and equal
/// players share one.
pub(super) fn rate(players: &[(Rating, u32)]) -> Vec<Rating> {
    let before: Vec<[WengLinRating; 1]> =
        players.iter().map(|(rating, _)| [WengLinRating { rating: rating.value, uncertainty: rating.uncertainty }]).collect();
    let outcome = |rank: u32| MultiTeamOutcome::new(usize::try_from(rank).unwrap_or(usize::MAX));
    let teams: Vec<_> = before.iter().zip(players).map(|(team, (_, rank))| (&team[..], outcome(*rank))).collect();
    weng_lin_multi_team(&teams, &WengLinConfig::new()).into_iter().flatten().map(Rating::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(value: f64, uncertainty: f64) -> Rating {
        Rating { value, uncertainty }
    }

    fn assert_near(rated: &[Rating], expected: &[(f64, f64)]) {
        assert_eq!(rated.len(), expected.len());
        for (rated, (value, uncertainty)) in rated.iter().zip(expected) {
            assert!((rated.value - value).abs() < 1e-9, "{rated:?} is not {value}");
            assert!((rated.uncertainty - uncertainty).abs() < 1e-9, "{rated:?} is not {uncertainty}");
        }
    }

    /// Algorithm 1 of the paper with one player per team, implemented independently.
    fn by_the_paper(players: &[(Rating, u32)]) -> Vec<(f64, f64)> {
        let beta: f64 = 25.0 / 6.0;
        let rate_one = |nth: usize| {
            let (rating, rank) = players[nth];
            let variance = rating.uncertainty.powi(2);
            let (mut omega, mut delta) = (0.0, 0.0);
            for (_, (opponent, opponent_rank)) in players.iter().enumerate().filter(|(index, _)| *index != nth) {
                let c = (variance + opponent.uncertainty.powi(2) + 2.0 * beta.powi(2)).sqrt();
                let expected = (rating.value / c).exp() / ((rating.value / c).exp() + (opponent.value / c).exp());
                let score = match rank.cmp(opponent_rank) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                omega += variance / c * (score - expected);
                let gamma = rating.uncertainty / c;
                delta += gamma * (rating.uncertainty / c).powi(2) * expected * (1.0 - expected);
            }
            (rating.value + omega, rating.uncertainty * f64::max(1.0 - delta, 0.000_001).sqrt())
        };
        (0..players.len()).map(rate_one).collect()
    }

    #[test]
    fn tables_of_two_to_six_are_rated_as_the_paper_has_it() {
        let ratings = [
            rating(25.0, 25.0 / 3.0),
            rating(30.0, 1.2),
            rating(21.0, 6.5),
            rating(41.0, 1.4),
            rating(19.2, 4.3),
            rating(29.4, 1.6),
        ];
        let ranks: [[u32; 6]; 5] =
            [[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1], [1, 1, 1, 1, 1, 1], [2, 1, 2, 4, 4, 4], [1, 1, 3, 3, 5, 6]];
        for (player_count, ranks) in (2..=6).flat_map(|player_count| ranks.map(|ranks| (player_count, ranks))) {
            let players: Vec<(Rating, u32)> = ratings.into_iter().zip(ranks).take(player_count).collect();
            assert_near(&rate(&players), &by_the_paper(&players));
        }
    }
}
