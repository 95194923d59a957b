//! Faults, events and steps in words.

use super::{
    BOOK, Blulu, Bonus, Bonuses, Capture, Event, Fault, MustCapture, Phase, Ranks, Setup, Step, Verb,
    arithmetic::{higher_first, rank_names, twins},
    book::bl,
    ranks_of,
};
use crate::{
    decktet::{Card, Cards, Rank},
    table::prelude::*,
};

impl Words for Blulu {
    #[allow(clippy::too_many_lines)] // an arm for each fault
    fn explain(&self, act: &ActOf<Self>, fault: Fault, context: &TableContext<Setup>) -> String {
        let players = &context.players;
        let name = |seat| players.name(seat);
        let (dealing, deck) = (self.setup.dealing, self.setup.dealing.deck.cards());
        let cards_named = act.step().map_or(&[][..], |(_, step)| step.cards());
        let pair: Option<[Card; 2]> = cards_named.try_into().ok();
        match fault {
            Fault::Table(TableFault::NotInHand { card, .. }) | Fault::NotInDeck(card) if !deck.contains(card) => {
                format!("{card} is not in this game's deck (`deck = {}`)", dealing.deck)
            }
            Fault::Table(TableFault::ShownOutsideRound) if self.phase == Phase::Deal => {
                "the table cards come first; cards are shown after that".to_owned()
            }
            Fault::Table(fault) => {
                fault.explain(players, BOOK.round_noun, &self.account, cards_named, |card| self.where_is(card, players))
            }
            Fault::NotTheDealer(due) => {
                format!("{} dealt the last round; this one is dealt by {}", name(self.dealer), name(due))
            }
            Fault::DealDue => {
                let not_over = if act.step().is_none() { "the round is not over: " } else { "" };
                format!("{not_over}{} go face up on the table before the first turn", cards(dealing.table))
            }
            Fault::DealtTooLate => "the first turn has been played; the table cards are dealt before it".to_owned(),
            Fault::WrongCount(1) => format!("1 card was dealt to the table, and {} are due", dealing.table),
            Fault::WrongCount(dealt) => format!("{dealt} cards were dealt to the table, and {} are due", dealing.table),
            Fault::NoneToTheTable => "no cards are dealt to the table in this game".to_owned(),
            Fault::DealtAgain => "the table cards were dealt; after that nothing more goes to the table".to_owned(),
            Fault::TurnDue(turn) => format!("the round is not over: it is {}'s turn", name(turn)),
            Fault::NotTwo(1) => "one card was played, and a turn plays two".to_owned(),
            Fault::NotTwo(played) => format!("{played} cards were played, and a turn plays two"),
            Fault::NotReached(rank) => match pair {
                Some(pair) => {
                    let [high, low] = higher_first(pair);
                    if let Some(twin) = twins(pair).filter(|_| self.setup.pairing.own_rank) {
                        return format!("{high} and {low} capture {} and nothing else, not the {}", twin.plural(), rank.name());
                    }
                    format!("{high} and {low} make {}, and not the {}", self.setup.pairing.results_text(pair), rank.name())
                }
                None => format!("a single card captures nothing, not even the {}", rank.name()),
            },
            Fault::LeftOut(rank) => {
                let sum_text = pair.map(|pair| format!(": {}", self.setup.pairing.sum_text(pair, rank))).unwrap_or_default();
                let cards_left = self.table & Cards::of_rank(rank);
                format!("the pair reaches the {} too{sum_text}, and {cards_left} would be left lying", rank.name())
            }
            Fault::SeveralRanks => match act.step() {
                Some((_, Step::Capture(ranks, _))) => {
                    format!("{} are {} ranks, and a turn captures one", and_list(rank_names(*ranks)), ranks_of(*ranks).count())
                }
                _ => "a turn captures one rank".to_owned(),
            },
            Fault::CouldCapture(capture, _) if capture.pair.iter().all(|card| cards_named.contains(card)) => {
                self.explain_capture(capture, "capture")
            }
            Fault::CouldCapture(capture, seat) => {
                self.explain_capture(capture, &format!("are known to be in {}'s hand, and capture", name(seat)))
            }
            Fault::Revoked(capture, seat) => self.explain_revoke(capture, seat, players),
            Fault::RoundIsOver if self.phase == Phase::Ready => "no round has begun".to_owned(),
            Fault::RoundIsOver => {
                format!("the round is over: all cards are played; {} deals the next", name(self.next_dealer()))
            }
            Fault::NotInDeck(card) if self.account.unaccounted(card.index()) == 0 => {
                format!("{card} can't come from the deck: {}", self.where_is(card, players))
            }
            Fault::NotInDeck(card) if cards_named.iter().filter(|&&named| named == card).count() > 1 => {
                format!("{card} is named twice; there is one")
            }
            Fault::NotInDeck(_) => format!("the deck has {}", cards(self.account.pile_len())),
            Fault::NotOnTheTable(_) if self.table.is_empty() => "the table is empty".to_owned(),
            Fault::NotOnTheTable(rank) => {
                let ranks: Vec<&str> = ranks_of(self.table).map(Rank::plural).collect();
                format!("no {} lies on the table; there are {}", rank.name(), and_list(&ranks))
            }
            Fault::MoreThanTheDeck(captured) => {
                format!("{captured} cards captured in all, and the deck has {}", deck.len())
            }
            Fault::FewerThanTheDeck(captured) => format!(
                "{captured} cards captured in all, of the {} of the deck; what is left on the table goes to whoever captured last",
                deck.len()
            ),
            Fault::MoreBonusesThanCaptures(seat) => {
                format!("{} has more bonuses than captures are possible with these cards and turns", name(seat))
            }
            Fault::NoCapture(seat) => {
                format!("a capture takes three cards or more, and {} has fewer", name(seat))
            }
            Fault::WhoEnded(seats) => format!(
                "{} ended the game, depending on whose bonus came first; say it at the end of that player's text: `; first`",
                or_list(players.names_of(seats.iter()))
            ),
            Fault::WronglyMarked(marked, candidates) => {
                let verb = if marked.len() == 1 { "is" } else { "are" };
                let marked = format!("{} {verb} marked `first`", and_list(players.names_of(marked.iter())));
                match &players.names_of(candidates.iter())[..] {
                    [] => format!("{marked}, and no bonus can have ended the game in this round"),
                    [only] => format!("{marked}, and only {only} can have ended the game: leave the mark out"),
                    several => {
                        format!("{marked}, and one of {} ended the game: mark that one", and_list(several))
                    }
                }
            }
        }
    }

    fn consequences(&self, event: &Event, context: &TableContext<Setup>) -> Vec<Consequence> {
        let players = &context.players;
        let name = |seat| players.name(seat);
        let dealing = self.setup.dealing;
        vec![match *event {
            Event::RoundBegins => {
                let text = format!(
                    "{} deals round {}: {} to each player, {} to the table; {} plays first",
                    name(self.dealer),
                    self.rounds.number,
                    cards(dealing.hand),
                    cards(dealing.table),
                    name(self.next_dealer())
                );
                Consequence { immediate: self.rounds.number > 1, ..Consequence::on_request(bl(1, 1), text) }
            }
            Event::Dealt => {
                let (dealer, hand, deals) = (name(self.dealer), cards(dealing.hand), dealing.deals(self.players));
                let text = format!("all hands are empty: {dealer} deals {hand} to each player, deal {} of {deals}", self.deal);
                Consequence::immediate(bl(1, 3), text)
            }
            Event::Taken(seat, taken, all_cards) => {
                // After a position, a pile may have unnamed cards.
                let are_all_named = self.covered[seat.index()] == 0;
                let pile_len = self.piles[seat.index()].len();
                let pile_text =
                    if are_all_named && pile_len > all_cards.len() { format!(", {pile_len} in all") } else { String::new() };
                let captured = cards(all_cards.len());
                let text = format!("{} takes {taken} from the table: {captured} captured{pile_text}", name(seat));
                let no_bonus =
                    Bonus::why_none(all_cards).map(|why| Consequence::on_request(bl(3, 2), format!("no bonus: {why}")));
                return std::iter::once(Consequence::immediate(bl(2, 4), text)).chain(no_bonus).collect();
            }
            Event::Earned(seat, earned_bonus) => {
                let (worth, name) = (earned_bonus.bonus.worth(), name(seat));
                let worth = match self.setup.rules.bonuses {
                    Bonuses::Tally => format!("{worth} points for {name}"),
                    Bonuses::Exchange => format!("{name} is owed {worth} cards"),
                    Bonuses::RoundEnd => format!("{worth} points for {name} when the round is counted (BL-3.5)"),
                };
                let text = format!("a {}! {}; {worth}", earned_bonus.bonus.name(), earned_bonus.bonus.why(earned_bonus.cards));
                Consequence::immediate(earned_bonus.bonus.clause(), text)
            }
            Event::Deduced(seat) => Consequence::hand_deduced::<Card, _>(players, seat, self.account.hand(seat), "cards"),
            // The finding against the trail shows the revoke, so the consequence is shown only on request.
            Event::Revoke { seat, capture, .. } => {
                let why = self.explain_revoke(capture, seat, players);
                Consequence::on_request(bl(2, 7), format!("{}'s trail was a revoke: {why}", name(seat)))
            }
            Event::TookTheRest(seat, rest) => {
                Consequence::immediate(bl(4, 1), format!("{} captured last and takes what is left: {rest}", name(seat)))
            }
            Event::NobodyCaptured => {
                Consequence::immediate(bl(4, 1), "nobody captured in this round; the cards on the table count for nobody")
            }
            Event::RoundOver => return self.round_consequences(players),
            Event::GameOver => self.end_consequence(players),
        }]
    }

    fn describe(&self, _actor: Option<Seat>, step: &Step, _context: &TableContext<Setup>) -> String {
        let card_names = step.cards().iter().map(|card| card.full_name()).collect::<Vec<_>>().join("; ");
        match step {
            Step::Deal(_) => format!("on the table: {card_names}"),
            Step::Trail(_) => format!("trails {card_names}"),
            Step::Capture(ranks, cards) => {
                let reason = self.capture_reason(*ranks, cards).map(|reason| format!(": {reason}")).unwrap_or_default();
                format!("captures {} with {card_names}{reason}", and_list(rank_names(*ranks)))
            }
            Step::Shows(_) => format!("shows {card_names}"),
        }
    }

    fn options(&self, actor: Option<Seat>, _context: &TableContext<Setup>) -> Vec<VerbOption> {
        let open_verbs = self.expects().verbs_of(actor);
        let mut options = Vec::new();
        if open_verbs.contains(Verb::Deal) {
            let text = format!("the {} that go face up on the table", cards(self.setup.dealing.table));
            options.push(VerbOption::new(Verb::Deal, text));
        }
        if open_verbs.contains(Verb::Capture) {
            options.extend(ranks_of(self.table).map(|rank| {
                let ways = self.setup.pairing.capture_texts(rank, self.setup.dealing.deck.cards());
                let arguments = format!("{rank} ({})", self.table & Cards::of_rank(rank));
                VerbOption::new(Verb::Capture, ways.join(" ")).at(arguments)
            }));
        }
        if open_verbs.contains(Verb::Trail) {
            let text = match self.setup.rules.must_capture {
                MustCapture::Hand => "two cards, if no two of the hand capture",
                MustCapture::Pair => "two cards that don't capture themselves",
                MustCapture::Never => "any two cards",
            };
            options.push(VerbOption::new(Verb::Trail, text));
        }
        options
    }

    fn table_task(&self, _context: &TableContext<Setup>) -> Option<String> {
        matches!(self.phase, Phase::Deal).then(|| format!("Deal {} face up", cards(self.setup.dealing.table)))
    }

    fn effect(&self, _actor: Option<Seat>, step: &Step, _context: &TableContext<Setup>) -> String {
        match step {
            Step::Capture(ranks, cards) => {
                let taken = self.table & *ranks;
                let bonus = Bonus::of(taken | cards.iter().copied().collect::<Cards>());
                let earned = bonus.map(|bonus| format!(", a {}", bonus.name())).unwrap_or_default();
                format!("takes {taken}{earned}")
            }
            _ => String::new(),
        }
    }

    fn distance(tried: &Step, legal: &Step) -> Option<u32> {
        // Another use of the same cards is nearer than other cards.
        let changed = legal.cards().iter().filter(|card| !tried.cards().contains(card)).count();
        let rank_distance = match (tried, legal) {
            (Step::Capture(ranks, _), Step::Capture(legal_ranks, _)) => u32::from((*ranks & *legal_ranks).is_empty()),
            _ => u32::from(Self::verb(tried) != Self::verb(legal)),
        };
        Some(u32::try_from(changed).unwrap_or(u32::MAX / 4) * 2 + rank_distance)
    }
}

impl Blulu {
    /// Renders how a pair reaches the captured ranks, if it does: `7 − 3 = 4 and 7 + 3 = 10`.
    pub(super) fn capture_reason(&self, ranks: Ranks, cards: &[Card]) -> Option<String> {
        let pair: [Card; 2] = cards.try_into().ok()?;
        let pairing = self.setup.pairing;
        let is_reached = (ranks - pairing.reachable_ranks(pair[0], pair[1])).is_empty();
        is_reached.then(|| and_list(ranks_of(ranks).map(|rank| pairing.sum_text(pair, rank))))
    }

    /// Renders a capture with its sum: `9LK and 2MK capture the 7: 9 − 2 = 7`.
    fn explain_capture(&self, capture: Capture, verb: &str) -> String {
        let [high, low] = higher_first(capture.pair);
        let sum_text = self.setup.pairing.sum_text(capture.pair, capture.rank);
        format!("{high} and {low} {verb} the {}: {sum_text}", capture.rank.name())
    }

    fn explain_revoke(&self, capture: Capture, seat: Seat, players: &Players) -> String {
        self.explain_capture(capture, &format!("were both in {}'s hand, and would have captured", players.name(seat)))
    }

    fn round_consequences(&self, players: &Players) -> Vec<Consequence> {
        let scores = self.rounds.current.player_scores(&self.setup, self.players);
        let bare_totals = &self.rounds.current.totals;
        let share = self.setup.share(self.players - bare_totals.absent.len());
        let totals = self.totals();
        let mut consequences = Vec::new();
        if let Some(debt) = self.debt_in_words(players) {
            let paid = cards(scores[0].exchanged.unsigned_abs());
            consequences.push(Consequence::immediate(bl(3, 4), format!("{debt} Paid: {paid}")));
        }
        for seat in self.seats().filter(|&seat| !bare_totals.absent.contains(seat)) {
            let (score, total) = (scores[seat.index()], totals[seat.index()]);
            if let Some(points) = bare_totals.of(seat) {
                let text = format!("{}: {}; {} in all", players.name(seat), signed(points), signed(total));
                consequences.push(Consequence::immediate(bl(4, 2), text));
                continue;
            }
            let kept = cards(score.kept.unsigned_abs());
            let bonuses = if score.bonuses > 0 { format!(", {} for bonuses", score.bonuses) } else { String::new() };
            let above = score.above;
            let text = format!("{}: {kept}, the share is {share}, so {above}{bonuses}; {total} in all", players.name(seat));
            consequences.push(Consequence::immediate(bl(4, 2), text));
        }
        if self.phase == Phase::Over {
            let next = players.name(self.next_dealer());
            consequences.push(Consequence::immediate(bl(1, 1), format!("the round is over; {next} deals the next")));
        }
        consequences
    }

    fn end_consequence(&self, players: &Players) -> Consequence {
        let totals = players.join_counts(self.seats().zip(self.totals()));
        let winner = players.join_names(self.winners().iter());
        let (clause, end_text) = match self.phase {
            Phase::GameOver { by: Some(_) } => (bl(3, 3), "the game ends at once, and the round's cards don't count"),
            _ => (bl(5, 1), "the game is over"),
        };
        let tie_break = self.tie_break_reason(players).map(|tie_break| format!(": {tie_break}")).unwrap_or_default();
        let text = format!("{end_text}: {totals}; {winner} wins{tie_break}");
        Consequence::immediate(clause, text).with_rule(RuleInForce { key: "target", value: self.setup.rules.target.to_string() })
    }

    /// The reason why a player won without being the only leader (BL-4.3).
    pub(super) fn tie_break_reason(&self, players: &Players) -> Option<String> {
        let winners = self.winners();
        let is_decided_by_bonus = self.is_game_over() && winners != self.leaders();
        is_decided_by_bonus.then(|| format!("{}'s bonus came first (BL-4.3)", players.join_names(winners.iter())))
    }

    /// Renders the debt: `Bo owes Ada 2 cards for bonuses (BL-3.4).`
    pub(super) fn debt_in_words(&self, players: &Players) -> Option<String> {
        let debt = self.rounds.current.debt();
        if self.setup.rules.bonuses != Bonuses::Exchange || debt == 0 {
            return None;
        }
        let [debtor, creditor] = if debt > 0 { [1, 0] } else { [0, 1] }.map(|index| players.name(Seat::new(index)));
        Some(format!("{debtor} owes {creditor} {} for bonuses (BL-3.4).", cards(debt.unsigned_abs())))
    }
}

fn cards(count: impl TryInto<usize>) -> String {
    count_of(count.try_into().unwrap_or_default(), "card", "cards")
}
