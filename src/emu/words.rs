//! The texts of both emu games: reasons for verdicts, consequences, descriptions of steps, and hints.

use super::{
    Bird, BirdCard, BirdNumber, BookFault, DueStep, Emu, EmuBook, Event, Fault, MARKET_DRAWS, Misfit, Phase, PileNumber, Setup,
    Step, TakeSource, TurnAction, WILDS, book::changed_upkeep, upkeep::BirdScore,
};
use crate::{
    decktet::{Card, Cards, Rank},
    table::prelude::*,
};
use std::cmp::Ordering;

fn signed_points(points: i32) -> String {
    signed(format!("{points:+}"))
}

fn titles(cards: &[Card]) -> String {
    cards.iter().map(|card| card.full_name()).collect::<Vec<_>>().join("; ")
}

impl<B: EmuBook> Words for Emu<B> {
    fn explain(&self, act: &ActOf<Self>, fault: BookFault<B>, context: &TableContext<Setup>) -> String {
        let fault = fault.0;
        let players = &context.players;
        let card = if let Fault::TooManyCopies(card) = fault { Some(card) } else { Self::missing_thing(fault.into()) };
        if let Some(card) = card.filter(|&card| !self.setup.cards.contains(card)) {
            let deck = if self.setup.cards == Cards::BASIC { "basic Decktet" } else { "deck" };
            return format!("{card} is not in the {deck} that this game is played with");
        }
        let step = act.step().map(|(_, step)| step);
        // A `lay`, `excuse` or `done` before the year's end (ER-5.1, RX-5.1).
        let is_out_of_phase = matches!(fault, Fault::DrawDue(_) | Fault::Table(TableFault::NotYourTurn { .. }));
        let is_early = is_out_of_phase && self.has_turns() && step.is_some_and(|step| step.due() == Some(DueStep::Laying));
        // A year that begins before the current year is over.
        let is_year_early = step.is_none() && matches!(fault, Fault::ActionDue(_) | Fault::DrawDue(_) | Fault::MarketDue);
        let why = self.explain_fault(act, fault, players);
        match (is_early, is_year_early) {
            (true, _) => format!("{}; {why}", self.not_over_sentence()),
            (_, true) => format!("the year is not over: {why}"),
            _ => why,
        }
    }

    fn consequences(&self, event: &Event, context: &TableContext<Setup>) -> Vec<Consequence> {
        let players = &context.players;
        vec![match *event {
            Event::YearBegins if !B::HAS_YEARS || self.rounds.number == 1 => {
                let (hand, pile) = (self.account.hand(self.first).len(), self.account.pile_len());
                let first = players.name(self.first);
                let text = format!("{first} goes first; each hand holds {hand} cards, the draw pile {pile}");
                Consequence::on_request(Self::clause(1, 2), text)
            }
            Event::YearBegins => {
                let first = players.name(self.first);
                let text = format!("year {}: {first} goes first, having gone second before", self.rounds.number);
                Consequence::immediate(Self::clause(1, 3), text)
            }
            Event::LastCardDrawn => {
                let laying_steps =
                    if self.setup.has_excuses() { "lay what fits, spend Excuses, then" } else { "lay cards that fit, then" };
                let text = format!("that was the last card of the draw pile: the year ends. Now {laying_steps} say done");
                Consequence::immediate(Self::clause(2, 2), text)
            }
            Event::Deduced(seat) => Consequence::hand_deduced::<Card, _>(players, seat, self.account.hand(seat), "cards"),
            Event::YearOver => return self.seats().flat_map(|seat| self.rancher_consequences(seat, players)).collect(),
            Event::GameOver => self.end_consequence(players),
            Event::MarketDraw(seat) => {
                let draws = self.rancher(seat).market_draws;
                let text = format!("{} has taken {draws} of {MARKET_DRAWS} market cards", players.name(seat));
                Consequence { immediate: draws >= MARKET_DRAWS, ..Consequence::on_request(Self::clause(4, 5), text) }
            }
            Event::Excused(seat, number, points) => {
                let text = format!(
                    "{}'s bird {number} would have scored {}; it is discarded instead",
                    players.name(seat),
                    signed_points(points)
                );
                Consequence::on_request(Self::clause(5, 4), text)
            }
            Event::PileTaken(number) => {
                let text = format!("that was the last card of discard pile {number}: its number is free");
                Consequence::on_request(Self::clause(4, 1), text)
            }
        }]
    }

    fn describe(&self, actor: Option<Seat>, step: &Self::Step, _context: &TableContext<Self::Setup>) -> String {
        match step {
            Step::Market(cards) => format!("the market: {}", titles(cards)),
            Step::Hatch(bird_card) => {
                let last = actor.map_or(0, |seat| self.rancher(seat).birds.len()).saturating_sub(1);
                format!("bird {}: {}", BirdNumber::from_index(last), bird_card.full_name())
            }
            Step::Grow(number, bird_card) | Step::Lay(number, bird_card) => format!("bird {number} + {}", bird_card.full_name()),
            Step::Discard(card, Some(to)) => format!("discards {} on pile {to}", card.full_name()),
            Step::Discard(card, None) if B::PILES > 1 => format!("discards {} on a new pile", card.full_name()),
            Step::Discard(card, None) => format!("discards {}", card.full_name()),
            Step::Draw(Some(card)) => format!("draws {}", card.full_name()),
            Step::Draw(None) => "draws a card".to_owned(),
            Step::Take(card, Some(from)) => format!("takes {} from {}", card.full_name(), Self::source_name(*from)),
            Step::Take(card, None) if B::PILES > 1 => format!("takes {}", card.full_name()),
            Step::Take(card, None) => format!("takes {} from the discard pile", card.full_name()),
            Step::Excuse(number) => format!("spends an Excuse: bird {number} is discarded"),
            Step::Done => "is done".to_owned(),
            Step::Shows(cards) => format!("shows {}", titles(cards)),
        }
    }

    fn options(&self, actor: Option<Seat>, _context: &TableContext<Self::Setup>) -> Vec<VerbOption> {
        let options = |verb: B::Verb| match (verb.text().name, actor) {
            ("grow" | "lay", Some(seat)) => self.bird_options(seat, verb),
            ("take", Some(seat)) => self.take_options(seat, verb),
            ("excuse", Some(seat)) => self.excuse_options(seat, verb),
            ("draw", _) => {
                vec![VerbOption::new(verb, format!("the draw pile has {}", count_of(self.account.pile_len(), "card", "cards")))]
            }
            ("done", _) if self.not_done().len() > 1 => {
                vec![VerbOption::new(verb, format!("{}; `all done`: nobody does", verb.text().about))]
            }
            ("market", _) => {
                let text = format!("{} Pawns and Courts, two for each player", self.market_size());
                vec![VerbOption::new(verb, text).at(verb.text().form)]
            }
            _ => vec![VerbOption::new(verb, verb.text().about).at(verb.text().form)],
        };
        self.expects().verbs_of(actor).verbs().flat_map(options).collect()
    }

    fn table_task(&self, _context: &TableContext<Setup>) -> Option<String> {
        self.is_market_due.then(|| format!("Lay out {} market cards", self.market_size()))
    }

    fn effect(&self, actor: Option<Seat>, step: &Step, _context: &TableContext<Setup>) -> String {
        let Some(seat) = actor else { return String::new() };
        match step {
            Step::Hatch(_) => format!("as bird {}", BirdNumber::from_index(self.rancher(seat).birds.len())),
            Step::Grow(number, _) | Step::Lay(number, _) => {
                self.bird(seat, *number).and_then(Bird::top).map(|top| format!("on {top}")).unwrap_or_default()
            }
            // If there is only one pile, naming it adds nothing.
            Step::Discard(..) | Step::Take(..) if B::PILES == 1 => String::new(),
            Step::Discard(_, to) => match to.or(self.free_pile()).map(|to| (to, self.discards.get(to).top())) {
                Some((_, Some(top))) => format!("on {top}"),
                Some((to, None)) => format!("as pile {to}"),
                None => String::new(),
            },
            Step::Take(card, from) => {
                self.source(*card, *from).map(|source| format!("from {}", Self::source_name(source))).unwrap_or_default()
            }
            Step::Excuse(number) => self.bird(seat, *number).map(|bird| format!("for {bird}")).unwrap_or_default(),
            Step::Market(_) | Step::Draw(_) | Step::Done | Step::Shows(_) => String::new(),
        }
    }

    /// Measures how far a legal step is from the tried one. Another use of the same card is nearer than another card.
    fn distance(tried: &Step, legal: &Step) -> Option<u32> {
        let card_distance = match (tried.cards().first(), legal.cards().first()) {
            (Some(a), Some(b)) if a == b => 0,
            (Some(a), Some(b)) if a.rank() == b.rank() => 1,
            (Some(a), Some(b)) if a.suits().meets(b.suits()) => 2,
            (None, None) => 0,
            _ => 3,
        };
        let is_other_bird = tried.bird().zip(legal.bird()).is_some_and(|(a, b)| a != b);
        let is_other_place = match (tried, legal) {
            (Step::Discard(_, a), Step::Discard(_, b)) => a != b,
            (Step::Take(_, a), Step::Take(_, b)) => a != b,
            (Step::Hatch(a) | Step::Grow(_, a) | Step::Lay(_, a), Step::Grow(_, b) | Step::Lay(_, b)) => {
                a.card == b.card && a.named_rank != b.named_rank
            }
            _ => false,
        };
        let is_other_verb = Self::verb(tried) != Self::verb(legal);
        Some(card_distance * 5 + u32::from(is_other_bird) * 2 + u32::from(is_other_verb) * 3 + u32::from(is_other_place))
    }
}

impl<B: EmuBook> Emu<B> {
    #[allow(clippy::too_many_lines, reason = "an arm for each fault")]
    fn explain_fault(&self, act: &ActOf<Self>, fault: Fault, players: &Players) -> String {
        let name = |seat| players.name(seat);
        let is_over = self.phase == Phase::Over;
        let step = act.step().map(|(_, step)| step);
        let market_size = self.market_size();
        let piles = || self.discards.piles().map(|(number, _)| number);
        match fault {
            Fault::Table(TableFault::NotYourTurn { turn }) if self.phase == Phase::Ready => {
                format!("no year has begun; {} is to go first", name(turn))
            }
            Fault::Table(fault) => {
                let step_cards = step.map_or(&[][..], Step::cards);
                fault.explain(players, "year", &self.account, step_cards, |card| self.where_is(card, players))
            }
            Fault::FirstAgain => {
                let (first, next) = (name(self.first), name(self.first.left(self.players)));
                format!("{first} went first last year too; this year it is {next}")
            }
            Fault::MarketDue => {
                let market = count_of(market_size, "Pawn or Court", "Pawns and Courts");
                format!("the market has to be laid out first: {market}")
            }
            Fault::MarketTooLate => "the market is laid out once, before the first turn".to_owned(),
            Fault::MarketSize(cards) => format!(
                "with {} players the market has {market_size} cards, two for each; here {} laid out",
                self.players,
                if cards == 1 { "is 1".to_owned() } else { format!("are {cards}") }
            ),
            Fault::NotForMarket(card) => format!("{card} is neither a Pawn nor a Court, and can't be in the market"),
            Fault::ThirdCopy(card) => format!("there are two copies of {card}, and here is a third"),
            Fault::TooManyWilds(cards) => {
                let players = self.players;
                format!("here are {cards} Pawns and Courts; with {players} players the market has {market_size}")
            }
            Fault::ActionDue(seat) => format!("{} has to hatch, grow or discard first", name(seat)),
            Fault::DrawDue(seat) => format!("{} has not drawn a card yet", name(seat)),
            Fault::ActedTwice(seat) => {
                let action = match self.action {
                    Some(TurnAction::Hatched(card)) => format!("hatched {card}"),
                    Some(TurnAction::Grew(bird, card)) => format!("grown bird {bird} with {card}"),
                    Some(TurnAction::Discarded(card)) => format!("discarded {card}"),
                    Some(TurnAction::LaidDown) | None => "had an action".to_owned(),
                };
                format!("{} has {action} already; a turn has one action, and the draw is due", name(seat))
            }
            Fault::DrawnTwice(turn) => format!("the turn ended with its one draw; it is {}'s turn", name(turn)),
            Fault::TurnAfterYear(_) | Fault::HatchedOrDrawnAfterYear if is_over => "the year is over: all are done".to_owned(),
            Fault::TurnAfterYear(seat) if self.done.contains(seat) => {
                format!("the year has ended, and {} had already said done", name(seat))
            }
            Fault::TurnAfterYear(_) => {
                let advice = match step {
                    Some(Step::Grow(bird, bird_card)) => format!("a card goes on a bird with `lay {bird} {bird_card}` now"),
                    _ => "the cards left in hand are discarded with `done` now".to_owned(),
                };
                format!("the year has ended: the last card of the draw pile was drawn; {advice}")
            }
            Fault::Misfit(misfit, seat, number, bird_card) => {
                self.explain_misfit(act, (misfit, seat, number, bird_card), players)
            }
            Fault::WildHatched(card) => format!("{card} can't hatch: a Pawn or Court only grows a bird that is there"),
            Fault::WithoutNumber(BirdCard { card, named_rank: None }) => {
                format!("name the number from 2 to 9 that {card} is played as, as in `{card}=6`")
            }
            Fault::WithoutNumber(BirdCard { card, named_rank: Some(rank) }) => {
                let rank = if rank == Rank::Ace { "an Ace" } else { "a Crown" };
                format!("{card} can't be {rank}: it is played as a number from 2 to 9, as in `{card}=6`")
            }
            Fault::ExcusePlayed => "the Excuse has no suit and no rank, so it is never part of a bird".to_owned(),
            Fault::NewPileDue => format!("there is only pile {}: a discard has to start a new pile", and_list(piles())),
            Fault::PileNumberSkipped(free) => format!("there is no such pile yet; a new one is pile {free}"),
            Fault::PileNotNamed => {
                let (existing, new) = (and_list(piles()), and_list(self.free_pile()));
                format!("say on which pile: `to {existing}`, which lies there, or `to {new}`, a new one")
            }
            Fault::ThirdPile => {
                format!(
                    "there are two discard piles, {}, and no third is started: a discard goes on one of them",
                    and_list(piles())
                )
            }
            Fault::TakenAfterDiscard if B::PILES == 1 => "after a discard the card comes from the draw pile".to_owned(),
            Fault::TakenAfterDiscard => "after a discard nothing is taken from a discard pile".to_owned(),
            Fault::NotOnTop(card, number) => {
                let (pile, place) = (self.discards.get(number), Self::source_name(TakeSource::Pile(number)));
                match pile.top() {
                    Some(top) if !pile.contains(card) => format!("{top} is on top of {place}, not {card}"),
                    Some(top) => format!("{card} lies further down; {top} is on top of {place}"),
                    None => format!("{card} is not on top of {place}"),
                }
            }
            Fault::MarketAfterDiscard => "a market card may only be taken after hatching or growing".to_owned(),
            Fault::ThirdMarketDraw(seat) => {
                format!("{} has taken {MARKET_DRAWS} market cards already, and that is all in one game", name(seat))
            }
            Fault::LaidTooEarly | Fault::ExcusedTooEarly => self.not_over_sentence(),
            Fault::HatchedOrDrawnAfterYear => "the year has ended: nothing is hatched or drawn any more".to_owned(),
            Fault::AlreadyDone(seat) if is_over => format!("the year is over; {} was done", name(seat)),
            Fault::AlreadyDone(seat) => format!("{} has already said done", name(seat)),
            Fault::DoneDue => {
                let not_done = players.names_of(self.not_done().iter());
                let verb = if not_done.len() == 1 { "is" } else { "are" };
                format!("the year is not over: {} {verb} not done", and_list(&not_done))
            }
            Fault::NotLosing(seat, number) => {
                let total = self.bird(seat, number).map_or(0, Bird::total);
                let upkeep = self.setup.upkeep;
                format!("bird {number} has a total of {total}, which covers the upkeep of {upkeep}, so it loses nothing")
            }
            Fault::NotInDrawPile(card)
                if B::MARKET_EACH > 0 && WILDS.contains(card) && self.account.unaccounted(card.index()) > 0 =>
            {
                format!("{card} is not in the draw pile: no Pawn or Court ever is")
            }
            Fault::NotInDrawPile(card) => {
                // An unseen card is not in the draw pile only if the pile is empty.
                let is_unseen = self.account.unaccounted(card.index()) > 0;
                let why = if is_unseen { "no card is".to_owned() } else { self.where_is(card, players) };
                format!("{card} is not in the draw pile: {why}")
            }
            Fault::TooManyCopies(Card::EXCUSE) if self.excuses_spent() > 0 => {
                let excuses = match (B::COPIES, self.excuses_spent()) {
                    (1, _) => "one, which was",
                    (_, 1) => "two, and one was",
                    _ => "two, and both were",
                };
                format!("{} is there too often; the game has {excuses} spent", Card::EXCUSE)
            }
            Fault::TooManyCopies(card) if B::COPIES == 1 => format!("{card} is there twice; the deck has one"),
            Fault::TooManyCopies(card) => {
                match if WILDS.contains(card) { self.market.copies_at_most(card) } else { Self::copies(self.setup.cards, card) } {
                    0 => format!("{card} is not among the Pawns and Courts of this game"),
                    1 => format!("{card} is there too often; the game has one"),
                    _ => format!("{card} is there too often; the game has two"),
                }
            }
            Fault::NoSuchBird(seat, bird) if self.rancher(seat).excused.contains(&bird) => {
                format!("{}'s bird {bird} was discarded with an Excuse", name(seat))
            }
            Fault::NoSuchBird(seat, bird) => match self.rancher(seat).birds.len() {
                0 => format!("{} has no bird yet", name(seat)),
                1 => format!("{} has one bird, number 1; there is no bird {bird}", name(seat)),
                2 => format!("{}'s birds are 1 and 2; there is no bird {bird}", name(seat)),
                n => format!("{}'s birds are 1 to {n}; there is no bird {bird}", name(seat)),
            },
            Fault::NotThere(card, from) => {
                let place = match from {
                    Some(from) => Self::source_name(from),
                    None if B::PILES == 1 => "the discard pile".to_owned(),
                    None => "the market or a discard pile".to_owned(),
                };
                format!("{card} is not in {place}: {}", self.where_is(card, players))
            }
        }
    }

    fn explain_misfit(
        &self,
        act: &ActOf<Self>,
        (misfit, seat, number, bird_card): (Misfit, Seat, BirdNumber, BirdCard),
        players: &Players,
    ) -> String {
        let counted_birds = match act {
            Act::Tally(tally) => tally.part(seat).map(|(birds, _)| birds),
            Act::BeginRound { .. } | Act::Step { .. } => None,
        };
        let (owner, bird) = match counted_birds {
            Some(birds) => (format!("{}'s ", players.name(seat)), birds.below(number, misfit)),
            None => (String::new(), self.bird(seat, number).cloned()),
        };
        let ranks = bird_card.rank().zip(bird.as_ref().and_then(Bird::last_rank));
        // The Ace and the Crown have an article: `above 7`, but `above the Ace`.
        let article = |last: Rank| if last.number().is_some() { "" } else { "the " };
        let why = match (misfit, ranks.map(|(rank, last)| (rank.cmp(&last), last))) {
            // No card fits a spoilt bird, whatever its suits and rank.
            _ if bird.as_ref().is_some_and(Bird::is_spoilt) => "can't go on it, and no card can".to_owned(),
            (Misfit::NoSharedSuit, _) => "has none of its suits".to_owned(),
            (Misfit::OutOfOrder, Some((Ordering::Less, last))) => format!("is below {}{}", article(last), last.name()),
            (Misfit::OutOfOrder, Some((Ordering::Greater, last))) => format!("is above {}{}", article(last), last.name()),
            (Misfit::OutOfOrder, Some((Ordering::Equal, last))) => format!("is a second {}", last.name()),
            (Misfit::OutOfOrder, None) => "goes against it".to_owned(),
        };
        let bird_text = bird.map(|bird| format!(" is {bird}")).unwrap_or_default();
        format!("{owner}bird {number}{bird_text}; {bird_card} {why}")
    }

    fn not_over_sentence(&self) -> String {
        let cards_left = count_of(self.account.pile_len(), "card", "cards");
        format!("the year is not over: it ends with the last card of the draw pile, which has {cards_left}")
    }

    fn source_name(source: TakeSource) -> String {
        match source {
            TakeSource::Pile(_) if B::PILES == 1 => "the discard pile".to_owned(),
            TakeSource::Pile(number) => format!("discard pile {number}"),
            TakeSource::Market => "the market".to_owned(),
        }
    }
}

impl<B: EmuBook> Emu<B> {
    fn rancher_consequences(&self, seat: Seat, players: &Players) -> Vec<Consequence> {
        let name = players.name(seat);
        let year = if B::HAS_YEARS { format!("year {}", self.rounds.number) } else { "year".to_owned() };
        let total_consequence =
            |points| Consequence::immediate(Self::clause(6, 5), format!("{name}'s {year}: {}", signed_points(points)));
        if self.rounds.current.totals.absent.contains(seat) {
            return Vec::new();
        }
        if let Some(total) = self.rounds.current.totals.of(seat) {
            return vec![total_consequence(total)];
        }
        let result = self.rancher(seat).ranch_result(self.setup.upkeep);
        let bird_consequence = |(index, score): (usize, &BirdScore)| {
            let number = BirdNumber::from_index(index);
            let text = |why: String| format!("{name}'s bird {number}: {why}");
            if result.is_excused(number) {
                return Consequence::on_request(result.clause(number, Self::clause), text(result.excuse_reason(number)));
            }
            let why = format!("{}, so {}", score.why(), signed_points(score.points));
            Consequence::on_request(score.clause(Self::clause), text(why)).with_rule(changed_upkeep(to_u16(score.upkeep)))
        };
        let mut consequences: Vec<Consequence> = result.birds.iter().enumerate().map(bird_consequence).collect();
        consequences
            .extend(result.notes(name, Self::clause).into_iter().map(|(clause, note)| Consequence::immediate(clause, note)));
        consequences.push(total_consequence(result.total()));
        consequences
    }

    fn end_consequence(&self, players: &Players) -> Consequence {
        let sheet = self.score(players);
        let result = match &sheet.winners[..] {
            [winner] => Some(format!("{winner} wins")),
            _ if !sheet.undecided.is_empty() => None,
            _ if B::MARKET_EACH > 0 => Some("nobody wins".to_owned()),
            _ => Some("equal totals share the win".to_owned()),
        };
        let end = sheet.tiebreak.into_iter().chain(result).collect::<Vec<_>>().join("; ");
        let totals = players.join_counts(self.seats().zip(self.totals()));
        Consequence::immediate(Self::clause(6, 6), format!("the game is over: {totals}; {end}"))
    }
}

impl<B: EmuBook> Emu<B> {
    /// An option for each bird with the suits and ranks that may go on top: `grow 1: Suns, 8 or higher`.
    fn bird_options(&self, seat: Seat, verb: B::Verb) -> Vec<VerbOption> {
        let option = |(number, bird): (BirdNumber, &Bird)| {
            let fitting = bird.options().map_or_else(|| "nothing fits any more".to_owned(), |options| options.to_plain());
            VerbOption::new(verb, fitting).at(number.to_string())
        };
        self.rancher(seat).on_table().map(option).collect()
    }

    fn take_options(&self, seat: Seat, verb: B::Verb) -> Vec<VerbOption> {
        let option = |(card, source): (Card, TakeSource)| {
            self.check_take(seat, card, Some(source)).ok()?;
            let arguments = match self.take_step(card, source) {
                Step::Take(card, Some(source)) => format!("{card} from {source}"),
                _ => card.to_string(),
            };
            let relation = if source == TakeSource::Market { "lies in" } else { "is on top of" };
            Some(VerbOption::new(verb, format!("it {relation} {}", Self::source_name(source))).at(arguments))
        };
        let unnamed_piles = self.discards.piles().filter(|(_, pile)| pile.has_unnamed_top() && !self.has_discarded());
        let unnamed_options = unnamed_piles.map(|(number, _): (PileNumber, _)| match B::PILES {
            1 => VerbOption::new(verb, "the card on top of the discard pile, which nobody has named yet").at("CARD"),
            _ => VerbOption::new(verb, "the card on top, which nobody has named yet").at(format!("CARD from {number}")),
        });
        self.open_cards().into_iter().filter_map(option).chain(unnamed_options).collect()
    }

    fn excuse_options(&self, seat: Seat, verb: B::Verb) -> Vec<VerbOption> {
        let losing = self.rancher(seat).on_table().filter(|(_, bird)| !self.covers_upkeep(bird));
        let option = |(number, bird): (BirdNumber, &Bird)| {
            let loss = -self.score_bird(bird).points;
            VerbOption::new(verb, format!("with an Excuse in hand, it saves the {loss} that this bird would lose"))
                .at(number.to_string())
        };
        losing.map(option).collect()
    }
}
