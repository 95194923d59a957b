//! The texts of the game: reasons for verdicts, consequences, descriptions of steps, and what can be done next.

use super::{EmusRedux, Event, Fault, MARKET_DRAWS, Setup, Source, Step, Verb, WILDS, book::rx};
use crate::{
    decktet::{Card, Rank},
    emu::{
        Bird, BirdNumber, Laid, Phase, Rancher as _, YearEvent, YearFault, YearStep, distance, gain, reckon, titles, told_bird,
        told_last_draw,
    },
    table::{Act, ActOf, Consequence, Header, Judge, Notation, Players, Seat, Verbs as _, View, Words, and_list, count_of},
};

impl EmusRedux {
    /// The score of one player, bird by bird.
    fn tell_rancher(&self, seat: Seat, players: &Players) -> Vec<Consequence> {
        let name = players.name(seat);
        if self.year.totals.absent.contains(seat) {
            return Vec::new();
        }
        if let Some(total) = self.year.totals.of(seat) {
            return vec![Consequence::aloud(rx(6, 5), format!("{name}'s year: {}", gain(total)))];
        }
        let outcome = self.year.rancher(seat).outcome(self.year.upkeep);
        let bird = |(index, reckoning)| {
            let number = BirdNumber::from_index(index);
            if outcome.is_excused(number) {
                Consequence::quiet(outcome.clause(number), format!("{name}'s bird {number}: {}", outcome.excused_why(number)))
            } else {
                told_bird(name, number, reckoning, rx)
            }
        };
        let mut told: Vec<Consequence> = outcome.birds.iter().enumerate().map(bird).collect();
        told.extend(outcome.notes(name).into_iter().map(|(clause, note)| Consequence::aloud(clause, note)));
        told.push(Consequence::aloud(rx(6, 5), format!("{name}'s year: {}", gain(outcome.total()))));
        told
    }

    fn tell_winner(&self, players: &Players) -> Consequence {
        let (winner, tiebreak) = self.winner(players);
        let wins = winner.map_or_else(|| "nobody wins".to_owned(), |winner| format!("{} wins", players.name(winner)));
        self.year.tell_end(players, &tiebreak.into_iter().chain([wins]).collect::<Vec<_>>().join("; "), rx)
    }

    /// What may be taken instead of drawing, one line each.
    fn takes(&self, seat: Seat) -> Vec<String> {
        let line = |(card, source): (Card, Source)| {
            self.may_take(seat, card, Some(source)).ok()?;
            let lies = match source {
                Source::Market => "lies in the market".to_owned(),
                Source::Pile(_) => format!("is on top of {}", source.place()),
            };
            Some(format!("{}: it {lies}", Self::write(&self.taken(card, source), &Players::default())))
        };
        let discarded = matches!(self.year.phase, Phase::Draw { discarded: true, .. });
        let unnamed = self.discards.there().filter(|(_, pile)| pile.has_unnamed_top() && !discarded);
        let unnamed = unnamed.map(|(number, _)| format!("take CARD from {number}: the card on top, which nobody has named yet"));
        self.all_open().into_iter().filter_map(line).chain(unnamed).collect()
    }

    /// The birds that an Excuse could be spent on.
    fn excusable(&self, seat: Seat) -> Vec<String> {
        let losing = self.year.rancher(seat).on_table().filter(|(_, bird)| !self.year.is_covered(bird));
        let line = |(number, bird): (BirdNumber, &Bird)| {
            let loss = -reckon(bird, self.year.upkeep).points;
            format!("excuse {number}: with an Excuse in hand, it saves the {loss} that this bird would lose")
        };
        losing.map(line).collect()
    }
}

impl Words for EmusRedux {
    fn explain(&self, act: &ActOf<Self>, fault: Fault, header: &Header<Setup>) -> String {
        let players = &header.players;
        let name = |seat| players.name(seat);
        let market_size = self.market_size();
        match fault {
            Fault::Year(YearFault::NoSuchBird(seat, bird)) if self.year.rancher(seat).excused.contains(&bird) => {
                format!("{}'s bird {bird} was discarded with an Excuse", name(seat))
            }
            Fault::Year(fault) => {
                let counted = |seat: Seat| match act {
                    Act::Tally(tally) => tally.birds().nth(seat.index()),
                    Act::Position(position) => position.birds(seat),
                    _ => None,
                };
                self.year.explain(fault, players, act.step().map(|(_, step)| step), counted, |card| self.where_is(card, players))
            }
            Fault::MarketDue => {
                let early = if act.step().is_none() { "the year is not over: " } else { "" };
                let market = count_of(market_size, "Pawn or Court", "Pawns and Courts");
                format!("{early}the market has to be laid out first: {market}")
            }
            Fault::MarketTooLate => "the market is laid out once, before the first turn".to_owned(),
            Fault::MarketSize(cards) => format!(
                "with {} players the market has {market_size} cards, two for each; here {} laid out",
                self.year.players,
                if cards == 1 { "is 1".to_owned() } else { format!("are {cards}") }
            ),
            Fault::NotForMarket(card) => format!("{card} is neither a Pawn nor a Court, and can't be in the market"),
            Fault::ThirdCopy(card) => format!("there are two copies of {card}, and here is a third"),
            Fault::TooManyWilds(cards) => {
                let players = self.year.players;
                format!("here are {cards} Pawns and Courts; with {players} players the market has {market_size}")
            }
            Fault::NoPlaceForMarket(cards) => format!(
                "{} nowhere to be seen, and hands and covered places have no room for {}",
                if cards == 1 { "a market card is".to_owned() } else { format!("{cards} market cards are") },
                if cards == 1 { "it" } else { "them" }
            ),
            Fault::WildHatched(card) => format!("{card} can't hatch: a Pawn or Court only grows a bird that is there"),
            Fault::WithoutNumber(Laid { card, named: None }) => {
                format!("name the number from 2 to 9 that {card} is played as, as in `{card}=6`")
            }
            Fault::WithoutNumber(Laid { card, named: Some(rank) }) => {
                let rank = if rank == Rank::Ace { "an Ace" } else { "a Crown" };
                format!("{card} can't be {rank}: it is played as a number from 2 to 9, as in `{card}=6`")
            }
            Fault::ExcusePlayed => "the Excuse has no suit and no rank, so it is never part of a bird".to_owned(),
            Fault::NewPileDue => {
                let there: String = self.discards.there().map(|(number, _)| number.to_string()).collect();
                format!("there is only pile {there}: a discard has to start a new pile")
            }
            Fault::PileNumberSkipped(free) => format!("there is no such pile yet; a new one is pile {free}"),
            Fault::PileNotNamed => {
                let there: String = self.discards.there().map(|(number, _)| number.to_string()).collect();
                let new: String = self.discards.free().map(|number| number.to_string()).unwrap_or_default();
                format!("say on which pile: `to {there}`, which lies there, or `to {new}`, a new one")
            }
            Fault::ThirdPile => {
                let there = and_list(self.discards.there().map(|(number, _)| number));
                format!("there are two discard piles, {there}, and no third is started: a discard goes on one of them")
            }
            Fault::TakenAfterDiscard => "after a discard nothing is taken from a discard pile".to_owned(),
            Fault::NotOnTop(card, pile) => match self.discards.get(pile).top() {
                Some(top) if !self.discards.get(pile).contains(card) => {
                    format!("{top} is on top of discard pile {pile}, not {card}")
                }
                Some(top) => format!("{card} lies further down; {top} is on top of discard pile {pile}"),
                None => format!("{card} is not on top of discard pile {pile}"),
            },
            Fault::MarketAfterDiscard => "a market card may only be taken after hatching or growing".to_owned(),
            Fault::ThirdMarketDraw(seat) => {
                format!("{} has taken {MARKET_DRAWS} market cards already, and that is all in one game", name(seat))
            }
            Fault::ExcusedTooEarly => self.year.tell_not_over(),
            Fault::NotLosing(seat, number) => {
                let total = self.year.bird(seat, number).map_or(0, Bird::total);
                let upkeep = self.year.upkeep;
                format!("bird {number} has a total of {total}, which covers the upkeep of {upkeep}, so it loses nothing")
            }
            Fault::TooManyCopies(Card::EXCUSE) if self.excuses_spent() > 0 => {
                let spent = if self.excuses_spent() == 1 { "one was" } else { "both were" };
                format!("{} is there too often; the game has two, and {spent} spent", Card::EXCUSE)
            }
            Fault::TooManyCopies(card) => {
                match if WILDS.contains(card) { self.market.copies_at_most(card) } else { Self::copies(card) } {
                    0 => format!("{card} is not among the Pawns and Courts of this game"),
                    1 => format!("{card} is there too often; the game has one"),
                    _ => format!("{card} is there too often; the game has two"),
                }
            }
            Fault::NotThere(card, from) => {
                let place = from.map_or_else(|| "the market or a discard pile".to_owned(), Source::place);
                format!("{card} is not in {place}: {}", self.where_is(card, players))
            }
        }
    }

    fn tell(&self, event: &Event, header: &Header<Setup>) -> Vec<Consequence> {
        let players = &header.players;
        let told = match *event {
            Event::Year(YearEvent::Begins) => self.year.tell_first(players, rx),
            Event::Year(YearEvent::Ends) => told_last_draw("lay what fits, spend Excuses, then say done", rx),
            Event::Year(YearEvent::Deduced(seat)) => self.year.tell_deduced(players, seat),
            Event::Year(YearEvent::Over) => {
                return self.year.seats().flat_map(|seat| self.tell_rancher(seat, players)).collect();
            }
            Event::Year(YearEvent::GameOver) => self.tell_winner(players),
            Event::MarketDraw(seat) => {
                let draws = self.year.rancher(seat).market_draws;
                let text = format!("{} has taken {draws} of {MARKET_DRAWS} market cards", players.name(seat));
                Consequence { aloud: draws >= MARKET_DRAWS, ..Consequence::quiet(rx(4, 5), text) }
            }
            Event::Excused(seat, number, points) => {
                let text =
                    format!("{}'s bird {number} would have scored {}; it is discarded instead", players.name(seat), gain(points));
                Consequence::quiet(rx(5, 4), text)
            }
            Event::PileGone(number) => {
                let text = format!("that was the last card of discard pile {number}: its number is free");
                Consequence::quiet(rx(4, 1), text)
            }
        };
        vec![told]
    }

    fn describe(&self, actor: Option<Seat>, step: &Step, _header: &Header<Setup>) -> String {
        match step {
            Step::Year(step) => self.year.describe(actor, step),
            Step::Market(cards) => format!("the market: {}", titles(cards)),
            Step::Discard(card, None) => format!("discards {} on a new pile", card.titled()),
            Step::Discard(card, Some(to)) => format!("discards {} on pile {to}", card.titled()),
            Step::Take(card, Some(from)) => format!("takes {} from {}", card.titled(), from.place()),
            Step::Take(card, None) => format!("takes {}", card.titled()),
            Step::Excuse(number) => format!("spends an Excuse: bird {number} is discarded"),
        }
    }

    fn options(&self, actor: Option<Seat>, _header: &Header<Setup>) -> Vec<String> {
        let lines = |verb: Verb| match (verb, actor) {
            (Verb::Grow | Verb::Lay, Some(seat)) => self.year.bird_options(seat, verb.text()),
            (Verb::Take, Some(seat)) => self.takes(seat),
            (Verb::Excuse, Some(seat)) => self.excusable(seat),
            (Verb::Draw, _) => vec![self.year.draw_option()],
            (Verb::Done, _) => vec![self.year.done_option(verb.text())],
            (Verb::Market, _) => vec![format!("market CARD…: {} Pawns and Courts, two for each player", self.market_size())],
            _ => vec![verb.text().line()],
        };
        self.expects().to(actor).verbs().flat_map(lines).collect()
    }

    fn effect(&self, actor: Option<Seat>, step: &Step, _header: &Header<Setup>) -> String {
        let Some(seat) = actor else { return String::new() };
        match step {
            Step::Year(step) => self.year.effect(seat, step),
            Step::Discard(_, to) => match to.or(self.discards.free()).map(|to| (to, self.discards.get(to).top())) {
                Some((_, Some(top))) => format!("on {top}"),
                Some((to, None)) => format!("as pile {to}"),
                None => String::new(),
            },
            Step::Take(card, from) => {
                self.source(*card, *from).map(|source| format!("from {}", source.place())).unwrap_or_default()
            }
            Step::Excuse(number) => self.year.bird(seat, *number).map(|bird| format!("for {bird}")).unwrap_or_default(),
            Step::Market(_) => String::new(),
        }
    }

    fn distance(tried: &Step, legal: &Step) -> Option<u32> {
        let other_place = match (tried, legal) {
            (Step::Discard(_, a), Step::Discard(_, b)) => a != b,
            (Step::Take(_, a), Step::Take(_, b)) => a != b,
            (
                Step::Year(YearStep::Hatch(a) | YearStep::Grow(_, a) | YearStep::Lay(_, a)),
                Step::Year(YearStep::Grow(_, b) | YearStep::Lay(_, b)),
            ) => a.card == b.card && a.named != b.named,
            _ => false,
        };
        Some(distance(tried, legal, Self::verb(tried) == Self::verb(legal)) + u32::from(other_place))
    }
}
