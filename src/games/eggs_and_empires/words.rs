//! The texts of the game: reasons for verdicts, consequences, descriptions of steps, and hints.

use super::{
    Card, EggKnowledge, EggValue, EggsAndEmpires, Event, Fault, Phase, Setup, Step, TURNS,
    book::{MarkerRule, NextMarker, PriestRule, Scoring, ShepherdRule, TurnEnd, Verb, ee},
    collecting_order::{CardFate, PlayedCard},
    egg::UNLISTED,
    eggs_each_turn,
    score::{BLACKSMITH, MERCHANT},
    view::{CardOrEgg, DISCARDED},
};
use crate::table::prelude::*;

impl Words for EggsAndEmpires {
    #[allow(clippy::too_many_lines, reason = "an arm for each fault")]
    fn explain(&self, act: &ActOf<Self>, fault: Fault, context: &TableContext<Setup>) -> String {
        let players = &context.players;
        let name = |seat| players.name(seat);
        let seat = act.step().and_then(|(actor, _)| actor);
        let actor = players.actor(seat);
        match fault {
            Fault::Table(fault) => {
                let named = match act.step() {
                    Some((_, Step::Play(cards) | Step::Shows(cards))) => &cards[..],
                    _ => &[],
                };
                let holder = seat.unwrap_or(self.marker);
                // A card that is neither in the hand nor unaccounted for has been played.
                let location = |_| format!("it is among the cards that {actor} has played in this round");
                fault.explain(players, "round", &self.decks[holder.index()], named, location)
            }
            Fault::NewHandAgain => format!("{actor} has drawn a new hand in this round already"),
            Fault::NewHandTooLate if !self.is_underway() => "no round is being played".to_owned(),
            Fault::NewHandTooLate => "a new hand is drawn before the round's first eggs are revealed".to_owned(),
            Fault::NewHandInLaterRound => {
                format!("this is round {}; at this table only the first has new hands", self.rounds.number)
            }
            Fault::RevealDue => format!("the eggs of turn {} come first: {}", self.turn_now(), self.due_sentence(players)),
            Fault::WrongNumberOfEggs(revealed) => {
                let due = self.eggs_due();
                let why = if due < eggs_each_turn(self.players) { " (all that the deck still holds)" } else { "" };
                format!(
                    "{} revealed, and {due} {} due{why}",
                    count_of(revealed.into(), "egg was", "eggs were"),
                    if due == 1 { "is" } else { "are" }
                )
            }
            Fault::MoreThanTheDeck(revealed) => {
                let eggs_left = self.nest.as_ref().map_or(0, |nest| nest.left);
                format!("{} revealed, and the deck still holds {eggs_left}", count_of(revealed.into(), "egg was", "eggs were"))
            }
            Fault::CardsDue => self.due_sentence(players),
            Fault::PlayedAlready => {
                let cards = seat.iter().flat_map(|&seat| self.order.cards_of(seat)).map(|played| played.card.number());
                format!("{actor} has played {} in this turn", and_list(cards))
            }
            Fault::WrongNumberOfCards(played) => {
                let due_text = if self.copies_each() == 1 { "one" } else { "two" };
                format!("{} played, and a turn takes {due_text}", count_of(played.into(), "card was", "cards were"))
            }
            Fault::SameCardTwice(card) => {
                format!("{0} and {0} are the same card; a turn takes two different ones", card.number())
            }
            Fault::TakeDue => {
                let Some(&PlayedCard { seat, card, .. }) = self.collecting() else { return String::new() };
                format!("{}'s {} collects first", name(seat), card.full_name())
            }
            Fault::OutOfOrder { card: early, moved } => {
                let Some(&PlayedCard { seat, card, .. }) = self.collecting() else { return String::new() };
                let why = match self.setup.rules.shepherd {
                    _ if early.card == card => ", being nearer to the marker",
                    ShepherdRule::JumpsAhead if moved => ", ahead of the Blacksmith",
                    ShepherdRule::BlacksmithWaits if moved => ", while the Blacksmith waits for the Shepherd",
                    _ => "",
                };
                format!("{}'s {} collects first{why}; {}", name(seat), card.full_name(), self.order_in_words(players))
            }
            Fault::DoesNotCollect(PlayedCard { seat, card, fate }) => {
                let (name, title) = (name(seat), card.full_name());
                match fate {
                    CardFate::Took(EggKnowledge::Worth(value)) => {
                        format!("{name} has collected already: the {value}, with {card}")
                    }
                    CardFate::Took(EggKnowledge::Down { scout, .. }) => {
                        format!("{name} has collected already: the egg of {}'s Scout, with {card}", players.name(scout))
                    }
                    CardFate::Took(EggKnowledge::Unstated) => format!("{name} has collected already, with {card}"),
                    CardFate::Cancelled => format!("{} each played a {}", self.cancelled_names(players), card.name()),
                    CardFate::NothingForMage => {
                        format!("{name}'s {title} was passed over: only exploding eggs lay there, face up")
                    }
                    CardFate::Declined => format!("{name}'s {title} has declined"),
                    CardFate::NothingLeft => format!("{name}'s {title} found no egg left"),
                    CardFate::Waiting | CardFate::Lapsed | CardFate::Unreached => {
                        format!("{name}'s {title} was left out, and others have collected since")
                    }
                }
            }
            Fault::MustTake(card) => format!("only a Mage may leave an egg; {actor}'s {} must take one", card.full_name()),
            Fault::MustTakeDown(card) => {
                let down_eggs = count_of(self.offer.down_eggs().count(), "face-down egg lies", "face-down eggs lie");
                let cards = match self.obliged_collectors() {
                    1 => "no other card that has to take one is still to collect".to_owned(),
                    cards => format!("{cards} cards that have to take one are still to collect"),
                };
                format!("{down_eggs} there, and {cards}: {actor}'s {} must take a face-down one", card.full_name())
            }
            Fault::NoTurnLeft => format!("all {TURNS} turns of this round are played: {}", self.due_sentence(players)),
            Fault::NoRound | Fault::NothingToEnd if self.phase == Phase::Ready => "no round has begun".to_owned(),
            Fault::TurnsLeft | Fault::NothingToEnd if matches!(self.phase, Phase::Reveal | Phase::Play | Phase::Collect) => {
                format!("the round is at turn {} of {TURNS}: {}", self.turn_now(), self.due_sentence(players))
            }
            Fault::TurnsLeft | Fault::NothingToEnd => "no ability is open that the ninth turn waits for".to_owned(),
            Fault::NoRound => "the round is over, and the next has not begun".to_owned(),
            Fault::NotForMage(value) => {
                let instead = match &self.good_eggs()[..] {
                    [] => "only face-down eggs can be taken".to_owned(),
                    good => format!("{} there", eggs_lie(good)),
                };
                format!("{actor} collects with the Mage (7), and {value} explodes; {instead}")
            }
            Fault::MageMayNotDecline => format!("{} there, so the Mage must take an egg", eggs_lie(&self.good_eggs())),
            Fault::UnnamedEggs { holder, scout } => {
                let (holder, scout) = (name(holder), name(scout));
                format!(
                    "an egg in {holder}'s pile, which {scout}'s Scout laid, is not named yet: `{holder}: opens {scout} = V` names it"
                )
            }
            Fault::NoCourier => self.missing_right_reason(seat.unwrap_or(self.marker), Card::Courier, players),
            Fault::NotTheCouriersEgg => {
                let gifts = seat.into_iter().flat_map(|seat| self.pile(seat).gifts());
                format!("the Courier collected {}; another egg can't be given", and_list(gifts.map(egg_in_words)))
            }
            Fault::GiftToOneself => "the Courier's egg goes to another player".to_owned(),
            Fault::NoPriest => self.missing_right_reason(seat.unwrap_or(self.marker), Card::Priest, players),
            Fault::Spent(card) => {
                let used = if card == Card::Courier { "given its egg away" } else { "discarded an egg" };
                format!("{actor}'s {} is spent: it has {used} already", card.full_name())
            }
            Fault::AnothersEgg(holder) => {
                format!("the Priest is {actor}'s, and that egg lies in {}'s pile", name(holder))
            }
            Fault::TooLate(card) => {
                let why = match self.phase {
                    Phase::Play if self.order.cards.is_empty() => "the next eggs are revealed",
                    Phase::Naming | Phase::Over => "the round is closed",
                    _ => "the next turn's cards are played",
                };
                format!("the time for {actor}'s {} is over: {why}", card.full_name())
            }
            Fault::MarkerPassesLeft(due) => {
                format!("{} held the marker in the last round; it passes to {}", name(self.first), name(due))
            }
            Fault::NotTheFewest => {
                let points = self.points_for_marker();
                let fewest = self.may_hold_next();
                let fewest = or_list(fewest.iter().map(|seat| format!("{} ({})", name(seat), points[seat.index()])));
                let period = if self.setup.rules.next_marker == NextMarker::FewestInRound { " of the last round" } else { "" };
                format!("the marker goes to the player with the fewest points{period}: {fewest}")
            }
            Fault::NoSuchEgg(value) => self.missing_egg_reason(act, value, players),
            Fault::NotOnOffer(value) => match &self.offer.values().collect::<Vec<_>>()[..] {
                [] => "no egg lies there face up".to_owned(),
                up => format!("no egg of {value} lies there face up; {} there", eggs_lie(up)),
            },
            Fault::NotOnOfferDown(scout) => match &players.names_of(self.offer.scouts())[..] {
                [] => "no egg lies there face down".to_owned(),
                scouts => format!("no egg of {}'s Scout lies there face down, but of {}'s", name(scout), and_list(scouts)),
            },
            Fault::NotInPile { holder, value } => {
                let hint = match players.names_of(self.pile(holder).unnamed()).first() {
                    Some(scout) => format!("; if it is the one that {scout}'s Scout laid, `opens {scout} = V` says so first"),
                    None => String::new(),
                };
                format!("no egg of {value} is known to be in {}'s pile{hint}", name(holder))
            }
            Fault::NotInPileDown { holder, scout: Some(scout) } => {
                format!("no egg of {}'s Scout lies unnamed in {}'s pile", name(scout), name(holder))
            }
            Fault::NotInPileDown { holder, scout: None } => {
                format!("every egg in {}'s pile has a name: say which one", name(holder))
            }
            Fault::MoreThanOwned(seat, card) => {
                format!("{} has {}, not more", name(seat), count_of(self.copies_each(), card.name(), &card.plural()))
            }
            Fault::MoreThanOffered(eggs) => {
                let offered = usize::from(TURNS) * eggs_each_turn(self.players);
                let listed = if self.setup.eggs.is_some() { ", as far as the listed deck goes" } else { "" };
                format!("{eggs} eggs in all, and a round offers {offered} and what Scouts add{listed}")
            }
            Fault::MoreThanCollected(seat) => {
                format!("{} has more eggs than cards that can have collected, and Couriers that can have given", name(seat))
            }
        }
    }

    fn consequences(&self, event: &Event, context: &TableContext<Setup>) -> Vec<Consequence> {
        let players = &context.players;
        let name = |seat| players.name(seat);
        let immediate = |section, number, text: String| Consequence::immediate(ee(section, number), text);
        vec![match *event {
            Event::Collecting(marker) => return self.order_consequences(marker, players),
            Event::RoundOver => return self.round_consequences(players),
            Event::RoundBegins => {
                let text = format!("round {} begins, and {} holds the marker", self.rounds.number, name(self.marker));
                Consequence { immediate: self.rounds.number > 1, ..Consequence::on_request(ee(1, 6), text) }
            }
            Event::Passed(PlayedCard { seat, card, fate: CardFate::NothingForMage }) => {
                let text =
                    format!("{}'s {} is passed over: only exploding eggs lie there, face up", name(seat), card.full_name());
                immediate(3, 4, text)
            }
            Event::Passed(PlayedCard { seat, card, .. }) => {
                Consequence::on_request(ee(3, 5), format!("{}'s {} finds no egg left", name(seat), card.full_name()))
            }
            Event::Discarded(value) => immediate(2, 5, format!("nobody takes the {value}: it is discarded")),
            Event::DiscardedDown(scout) => {
                immediate(2, 5, format!("nobody takes the egg of {}'s Scout: it is discarded unseen", name(scout)))
            }
            Event::Unpaid(seat, card) => {
                let (clause, points) = if card == Card::Merchant { (ee(4, 3), MERCHANT) } else { (ee(4, 5), BLACKSMITH) };
                Consequence::immediate(
                    clause,
                    format!("{}'s {} did not collect: {} points", name(seat), card.full_name(), signed(points)),
                )
            }
            Event::Laid(scout) => {
                immediate(4, 1, format!("{}'s Scout looks at an egg and lays it face down for the next turn", name(scout)))
            }
            Event::NothingToLay(scout) => immediate(4, 1, format!("{}'s Scout finds no egg in the deck", name(scout))),
            Event::MarkerPasses => self.marker_consequence(players),
            Event::Able(seat, card) => {
                let until = match self.phase {
                    Phase::Closing => "",
                    _ if self.setup.rules.turn_end == TurnEnd::BeforeReveal => ", until the next eggs are revealed",
                    _ => ", until the next card is played",
                };
                let (name, title) = (name(seat), card.full_name());
                if card == Card::Priest {
                    let whose = if self.setup.rules.priest == PriestRule::Any { "any".to_owned() } else { format!("{name}'s") };
                    immediate(4, 4, format!("{name}'s {title} may discard an egg of {whose} pile{until}"))
                } else {
                    let gifts = or_list(self.pile(seat).gifts().map(egg_in_words));
                    immediate(4, 2, format!("{name}'s {title} may give {gifts} to another player{until}"))
                }
            }
            Event::GiftGone(seat) => immediate(4, 4, format!("{}'s Courier can give that egg to nobody any more", name(seat))),
            Event::Deduced(seat) => {
                let known = and_list(known_cards(self.hand(seat)).into_iter().map(Card::number));
                let deck = if self.decks[seat.index()].pile_len() == 0 { "is drawn" } else { "was all seen before" };
                Consequence::on_request(ClauseId::table(6), format!("{}'s deck {deck}, so the hand is {known}", name(seat)))
            }
            Event::NamesDue => {
                let eggs = and_list(self.unnamed_in_words(players));
                immediate(3, 6, format!("all is played; the round is counted once these eggs are named: {eggs}"))
            }
            Event::GameOver => self.end_consequence(players),
        }]
    }

    fn describe(&self, actor: Option<Seat>, step: &Step, context: &TableContext<Setup>) -> String {
        let name = |seat: &Seat| context.players.name(*seat);
        let in_pile = |holder: &Option<Seat>| holder.map(|seat| format!(" in {}'s pile", name(&seat))).unwrap_or_default();
        // The card that took the egg, if it was a card.
        let by_card = |fits: &dyn Fn(EggKnowledge) -> bool| {
            let took_it =
                |played: &&PlayedCard| Some(played.seat) == actor && matches!(played.fate, CardFate::Took(known) if fits(known));
            self.order.cards.iter().rfind(took_it).map(|played| format!(" with {}", played.card)).unwrap_or_default()
        };
        match step {
            Step::Reveal(values) if values.is_empty() => "no egg is left in the deck".to_owned(),
            Step::Reveal(values) => format!("on offer: {}", and_list(values)),
            Step::Play(cards) => format!("plays {}", and_list(cards)),
            Step::Take(value) => format!("takes the {value}{}", by_card(&|known| known == EggKnowledge::Worth(*value))),
            Step::TakeDown { scout, value } => {
                let value_text = value.map(|value| format!(": {value}")).unwrap_or_default();
                let card = by_card(&|known| known.is_called(*value) && known.scout().is_none_or(|owner| owner == *scout));
                format!("takes{card} the egg that {}'s Scout laid{value_text}", name(scout))
            }
            Step::Decline => "the Mage declines: the face-down eggs stay".to_owned(),
            Step::Give { value, to } => {
                let egg = value.map_or(EggKnowledge::Unstated, EggKnowledge::Worth);
                format!("the Courier gives {} to {}", egg_in_words(egg), name(to))
            }
            Step::Discard { value, from: holder } => format!("the Priest discards the {value}{}", in_pile(holder)),
            Step::DiscardDown { scout, from: holder } => {
                format!("the Priest discards the egg that {}'s Scout laid{}, unseen", name(scout), in_pile(holder))
            }
            Step::Opens { scout, value } => format!("the egg that {}'s Scout laid is {value}", name(scout)),
            Step::Mulligan => "lays the starting hand aside and draws a new one".to_owned(),
            Step::End => "nobody uses an ability any more".to_owned(),
            Step::Shows(cards) => format!("shows {}", and_list(cards)),
        }
    }

    /// Lists the options without revealing face-down eggs.
    fn options(&self, actor: Option<Seat>, context: &TableContext<Setup>) -> Vec<VerbOption> {
        let name = |seat| context.players.name(seat);
        let text = |verb: Verb| match (verb, actor) {
            (Verb::Reveal, _) => {
                format!("the eggs of turn {} of {TURNS}; {}", self.turn_now(), self.due_sentence(&context.players))
            }
            (Verb::Play, _) if self.copies_each() == 1 => "one card of the hand, 1 to 10".to_owned(),
            (Verb::Play, _) => "two different cards of the hand, 1 to 10".to_owned(),
            (Verb::Take, _) => {
                let Some(played) = self.collecting() else { return String::new() };
                let must_take_down = self.must_take_down();
                let up = self.offer.values().filter(|&value| !must_take_down && (value >= 0 || played.card != Card::Mage));
                let down = self.offer.scouts().map(|scout| format!("face down from {0}'s Scout (`down {0}`)", name(scout)));
                let eggs = or_list(up.map(|value| value.to_string()).chain(down));
                format!("{eggs}, with {}'s {}", name(played.seat), played.card.full_name())
            }
            (Verb::Give, Some(seat)) => {
                format!("{}, to another player", or_list(self.pile(seat).gifts().map(egg_in_words)))
            }
            (Verb::Opens, Some(seat)) => {
                let mut scouts = self.pile(seat).unnamed();
                scouts.dedup();
                let forms = or_list(scouts.into_iter().map(|scout| format!("`opens {} = V`", name(scout))));
                format!("the value of a face-down egg that was collected: {forms}")
            }
            (Verb::Discard, _) if self.setup.rules.priest == PriestRule::Any => {
                "one egg of any pile; `from NAME` for another's".to_owned()
            }
            (Verb::Discard, _) => "one egg of the own pile".to_owned(),
            _ => verb.text().about.to_owned(),
        };
        self.expects().verbs_of(actor).verbs().map(|verb| VerbOption::new(verb, text(verb))).collect()
    }

    fn table_task(&self, _context: &TableContext<Setup>) -> Option<String> {
        match self.phase {
            Phase::Reveal if self.eggs_due() == 0 => Some("Reveal nothing: the deck is empty".to_owned()),
            Phase::Reveal => Some(format!("Reveal {}", count_of(self.eggs_due(), "egg", "eggs"))),
            Phase::Closing => Some("Use the last abilities, then end the round".to_owned()),
            _ => None,
        }
    }

    /// Names the card that takes an egg, and says if a discarded egg is a Courier's.
    fn effect(&self, actor: Option<Seat>, step: &Step, _: &TableContext<Setup>) -> String {
        let Some(seat) = actor else { return String::new() };
        match step {
            Step::Take(_) | Step::TakeDown { .. } | Step::Decline => match self.phase {
                Phase::Play | Phase::Collect => {
                    self.order.next_card(seat).map(|index| format!("with {}", self.order.cards[index].card)).unwrap_or_default()
                }
                _ => String::new(),
            },
            Step::Discard { value, from } => {
                let pile = self.pile(from.unwrap_or(seat));
                let is_gift =
                    pile.find(false, |known| known == EggKnowledge::Worth(*value)).is_some_and(|index| pile.eggs[index].is_gift);
                if is_gift { "the Courier's egg goes".to_owned() } else { String::new() }
            }
            _ => String::new(),
        }
    }

    fn distance(tried: &Step, legal: &Step) -> Option<u32> {
        let (verb, legal_verb) = (Self::verb(tried), Self::verb(legal));
        Some(match (tried, legal) {
            (Step::Take(value), Step::Take(legal_value)) => value.abs_diff(*legal_value).into(),
            (Step::Discard { value, from }, Step::Discard { value: legal_value, from: legal_from }) => {
                u32::from(value.abs_diff(*legal_value)) + u32::from(from != legal_from)
            }
            (Step::Give { value, to }, Step::Give { value: legal_value, to: legal_to }) => {
                u32::from(value != legal_value) * 2 + u32::from(to != legal_to)
            }
            (Step::Play(cards), Step::Play(legal_cards)) => {
                to_u32(legal_cards.iter().filter(|card| !cards.contains(card)).count())
            }
            _ => u32::from(verb != legal_verb) * 1000 + legal_verb as u32,
        })
    }
}

impl EggsAndEmpires {
    fn due_sentence(&self, players: &Players) -> String {
        let have = |count| if count == 1 { "has" } else { "have" };
        match self.phase {
            Phase::Reveal => match self.eggs_due() {
                0 => "the deck is empty, and `reveal` stands alone".to_owned(),
                1 => "1 egg is to be revealed".to_owned(),
                due => format!("{due} eggs are to be revealed"),
            },
            Phase::Play => {
                let players_left = self.yet_to_play();
                format!("{} {} yet to play", players.join_names(players_left.iter()), have(players_left.len()))
            }
            Phase::Collect => match self.collecting() {
                Some(played) => format!("{}'s {} is to collect", players.name(played.seat), played.card.full_name()),
                None => "a card is to collect".to_owned(),
            },
            Phase::Closing => {
                format!(
                    "{} may still use an ability, and `end` closes the round",
                    players.join_names(self.ability_holders().iter())
                )
            }
            Phase::Naming => {
                format!("{} still {} an egg to name", players.join_names(self.holders().iter()), have(self.holders().len()))
            }
            Phase::Ready | Phase::Over | Phase::GameOver => "a new round may begin".to_owned(),
        }
    }

    /// The reason why a player's Courier or Priest has no egg to give or discard.
    fn missing_right_reason(&self, seat: Seat, card: Card, players: &Players) -> String {
        let (name, title) = (players.name(seat), card.full_name());
        let own_cards = || self.order.cards_of(seat).filter(move |played| played.card == card);
        let has_played = self.order.cards_of(seat).next().is_some();
        match own_cards().next().map(|played| played.fate) {
            None if has_played => format!("{name} played no {} in this turn", card.name()),
            None => format!("{name}'s {} took no egg in the turn before", card.name()),
            Some(_) if own_cards().any(|played| played.has_collected()) => {
                let purpose = if card == Card::Courier { "give away" } else { "discard" };
                format!("no {} of {name}'s has an egg to {purpose}", card.name())
            }
            Some(CardFate::Waiting) => format!("{name}'s {title} has not collected yet"),
            Some(_) => format!("{name}'s {title} did not collect in this turn"),
        }
    }

    fn good_eggs(&self) -> Vec<EggValue> {
        self.offer.values().filter(|&value| value >= 0).collect()
    }

    /// The number of eggs of this value in the game, in words.
    pub(super) fn listed_in_words(&self, value: EggValue) -> String {
        let (least, most) = UNLISTED;
        match self.setup.eggs.as_ref().map(|listed| listed.iter().filter(|&&egg| egg == value).count()) {
            None => format!("{value} is not an egg's value: where the table lists no eggs, one is worth {least} to {most}"),
            Some(0) => format!("no egg of {value} is listed in this game's deck"),
            Some(1) => format!("1 egg of {value} is listed, not more"),
            Some(count) => format!("{count} eggs of {value} are listed, not more"),
        }
    }

    fn missing_egg_reason(&self, act: &ActOf<Self>, value: EggValue, players: &Players) -> String {
        let listed = self.listed_in_words(value);
        let count = self.setup.eggs.iter().flat_map(|listed| &**listed).filter(|&&egg| egg == value).count();
        let mut places = self.locations(CardOrEgg::Egg(value));
        if let Act::Tally(_) = act {
            places.retain(|place| *place == DISCARDED); // the tally may count any other egg
        }
        let named = match act {
            Act::Step { step: Step::Reveal(values), .. } => values.iter().filter(|&&revealed| revealed == value).count(),
            Act::Tally(tally) => tally.parts.iter().flat_map(|part| &part.eggs).filter(|egg| **egg == value).count(),
            _ => 1,
        };
        // If only some of these eggs have a place, the others may turn up, but fewer than are named.
        let may_turn_up = places.len() < count;
        // Each place once, with its number of eggs: `2 in Ada's pile and 1 in Bo's pile`.
        let in_words = |equal_places: &[Location]| {
            let place = equal_places[0].describe(players);
            match equal_places.len() {
                1 if may_turn_up => format!("one is {place}"),
                eggs if may_turn_up => format!("{eggs} are {place}"),
                1 if count == 1 => place,
                eggs => format!("{eggs} {place}"),
            }
        };
        match &places.chunk_by(|first, second| first == second).map(in_words).collect::<Vec<_>>()[..] {
            [] => listed,
            places if may_turn_up => {
                format!("{named} eggs of {value} are named and {count} listed, of which {}", and_list(places))
            }
            places => format!("{}: {}", listed.trim_end_matches(", not more"), and_list(places)),
        }
    }

    /// The order of collecting in one line, then the reason for each card's place.
    fn order_consequences(&self, marker: Seat, players: &Players) -> Vec<Consequence> {
        let order = self.order_in_words(players);
        let are_cancelled = self.order.cards.iter().any(|played| played.fate == CardFate::Cancelled);
        let cancelled = || format!("the Dark Priestesses of {} cancel each other out", self.cancelled_names(players));
        let text = if are_cancelled { format!("{order}; {}", cancelled()) } else { order };
        let mut consequences = vec![Consequence::immediate(ee(3, 1), text)];
        let (mut place, mut previous) = (0, None);
        for played in &self.order.cards {
            let title = format!("{}'s {}", players.name(played.seat), played.card.full_name());
            if played.fate == CardFate::Cancelled {
                let text = format!("{title} does not collect: {} of them were played", self.order.count(Card::DarkPriestess));
                consequences.push(Consequence::on_request(ee(3, 3), text));
            } else {
                place += 1;
                let among_equals = why_among_equals(*played, previous, marker, players);
                let (rule, why) = match (played.card, self.setup.rules.shepherd) {
                    (Card::Shepherd, ShepherdRule::JumpsAhead) if self.order.has_exception() => {
                        (Some(ShepherdRule::JumpsAhead), ", just before the first Blacksmith")
                    }
                    (Card::Blacksmith, ShepherdRule::BlacksmithWaits) if self.order.has_exception() => {
                        (Some(ShepherdRule::BlacksmithWaits), ", having waited for the last Shepherd")
                    }
                    _ if !among_equals.is_empty() => (None, ""),
                    _ if place == 1 => (None, ", the highest that collects"),
                    _ => (None, ", the next in number"),
                };
                let clause = if rule.is_some() { ee(3, 2) } else { ee(3, 1) };
                let reason = Consequence::on_request(clause, format!("{place}. {title}{why}{among_equals}"));
                consequences.push(reason.with_rule(rule.map(ShepherdRule::in_force)));
            }
            previous = Some(*played);
        }
        consequences
    }

    fn order_in_words(&self, players: &Players) -> String {
        let collectors = self.order.cards.iter().filter(|played| played.fate != CardFate::Cancelled);
        let collectors: Vec<String> =
            collectors.map(|played| format!("{} {}", players.name(played.seat), played.card.number())).collect();
        if collectors.is_empty() {
            "no card collects".to_owned()
        } else {
            format!("order of collecting: {}", collectors.join(", "))
        }
    }

    /// The players whose Dark Priestesses collect nothing (EE-3.3).
    fn cancelled_names(&self, players: &Players) -> String {
        let cancelled = self.order.cards.iter().filter(|played| played.fate == CardFate::Cancelled);
        and_list(players.names_of(cancelled.map(|played| played.seat)))
    }

    fn marker_consequence(&self, players: &Players) -> Consequence {
        let tie_in_words = |card: Card| {
            let tied = self.order.cards.iter().filter(|played| played.card == card);
            let mut names = players.names_of(tied.map(|played| played.seat));
            names.dedup();
            format!("{} {} with {card}", and_list(&names), if names.len() > 2 { "all" } else { "both" })
        };
        // If a new turn began before all cards of the last one had collected, the old cards are no longer known.
        let ties: Vec<String> = self.ties_that_count().map(tie_in_words).collect();
        let ties = if ties.is_empty() { String::new() } else { format!(": {}", and_list(ties)) };
        let why = match self.setup.rules.marker {
            MarkerRule::EveryTurn => String::new(),
            MarkerRule::AfterBrokenTie => format!("a tie that was broken{ties}; "),
            MarkerRule::AfterTie | MarkerRule::EveryRound => format!("a tie{ties}; "),
        };
        let text = format!("{why}the marker passes to {}", players.name(self.marker));
        Consequence::immediate(ee(5, 1), text).with_rule(self.setup.rules.marker.in_force())
    }

    /// The unnamed eggs: `the egg of Bo's Scout in Ada's pile (Ada: opens Bo = V)`.
    pub(super) fn unnamed_in_words(&self, players: &Players) -> Vec<String> {
        let mut eggs = Vec::new();
        for holder in self.seats() {
            let name = players.name(holder);
            let egg = |scout| format!("the egg of {scout}'s Scout in {name}'s pile (`{name}: opens {scout} = V`)");
            eggs.extend(players.names_of(self.pile(holder).unnamed()).into_iter().map(egg));
        }
        eggs
    }

    fn round_consequences(&self, players: &Players) -> Vec<Consequence> {
        let (points, sums) = (self.points(), self.sums());
        let mut consequences = Vec::new();
        let bare_totals = &self.rounds.current.totals;
        for seat in self.seats().filter(|&seat| !bare_totals.absent.contains(seat)) {
            let earned = points[seat.index()];
            // For example `eggs 13 -6 and 6 for merchant`
            let item_in_words = |item: &Item| match &item.details[..] {
                [(_, Detail::List(eggs))] if eggs.is_empty() => "no eggs".to_owned(),
                [(_, Detail::List(eggs))] => format!("{} {}", if eggs.len() == 1 { "egg" } else { "eggs" }, eggs.join(" ")),
                _ => format!("{} for {}", item.points, item.label),
            };
            let parts = and_list(self.rounds.current.sheet(earned, seat).items.iter().map(item_in_words));
            let unit = if earned == Points::Exactly(1) { "point" } else { "points" };
            let in_all = if self.rounds.number <= 1 { String::new() } else { format!("; {} in all", sums[seat.index()]) };
            let parts = if bare_totals.of(seat).is_some() { String::new() } else { format!("{parts}, so ") };
            let text = format!("{}: {parts}{earned} {unit}{in_all}", players.name(seat));
            consequences.push(Consequence::immediate(ee(6, 1), text));
        }
        if self.setup.for_tokens() {
            let (new_tokens, tokens) = (self.tokens_for(&points), self.tokens(false));
            let with_tokens = |seat: Seat| format!("{} (now {})", players.name(seat), tokens[seat.index()]);
            let earners = self.seats().filter(|seat| new_tokens[seat.index()] == Points::Exactly(1));
            let text = format!("a token for the most points: {}", and_list(earners.map(with_tokens)));
            consequences.push(Consequence::immediate(ee(6, 3), text).with_rule(Scoring::Tokens.in_force()));
        }
        if self.phase == Phase::Over {
            let next = or_list(players.names_of(self.may_hold_next().iter()));
            consequences.push(if self.setup.rules.marker == MarkerRule::EveryRound {
                let text = format!("the marker passes to {next} for the next round");
                Consequence::immediate(ee(5, 1), text).with_rule(MarkerRule::EveryRound.in_force())
            } else {
                let rule = Some(NextMarker::FewestInRound).filter(|rule| *rule == self.setup.rules.next_marker);
                let period = if rule.is_some() { "of this round" } else { "so far" };
                let text = format!("the fewest points {period}: {next} holds the marker in the next round");
                Consequence::immediate(ee(5, 2), text).with_rule(rule.map(NextMarker::in_force))
            });
        }
        consequences
    }

    fn end_consequence(&self, players: &Players) -> Consequence {
        let score = players.join_counts(self.seats().zip(self.totals()));
        let result = match &players.names_of(self.winners().iter())[..] {
            [] => "it can't be said who won".to_owned(),
            [winner] => format!("{winner} wins"),
            winners => format!("{} share the victory", and_list(winners)),
        };
        let (clause, unit) = if self.setup.for_tokens() { (ee(6, 3), "tokens: ") } else { (ee(6, 2), "") };
        let text = format!("the game is over: {unit}{score}; {result}");
        Consequence::immediate(clause, text).with_rule(self.setup.rules.scoring.in_force())
    }
}

fn egg_in_words(known: EggKnowledge) -> String {
    match known {
        EggKnowledge::Worth(value) => format!("the {value}"),
        EggKnowledge::Down { .. } | EggKnowledge::Unstated => "an egg not named in the log".to_owned(),
    }
}

fn eggs_lie(values: &[EggValue]) -> String {
    format!("{} {}", and_list(values), if values.len() == 1 { "lies" } else { "lie" })
}

/// The reason why a card collects after an equal one; empty if the card before it differs.
fn why_among_equals(played: PlayedCard, previous: Option<PlayedCard>, marker: Seat, players: &Players) -> String {
    match previous.filter(|previous| previous.card == played.card) {
        Some(previous) if previous.seat == played.seat => ", the second of these".to_owned(),
        Some(previous) => {
            let (name, holder) = (players.name(previous.seat), players.name(marker));
            format!(", after {name}'s: equal cards go clockwise from {holder}, who holds the marker")
        }
        None => String::new(),
    }
}
