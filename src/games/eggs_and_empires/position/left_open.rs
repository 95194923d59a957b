//! What a position leaves open in a dispute, with the values at which anything can change.

use super::{Gift, Own, Position, worked_out_marker};
use crate::{
    games::eggs_and_empires::{Card, EggsAndEmpires, Step, TURNS, Value, egg::Nest, eggs_each_turn, judge::count},
    table::prelude::*,
};

impl Position {
    /// What a dispute's position leaves open and these lines can depend on.
    pub(super) fn left_open(&self, before: &EggsAndEmpires, lines: &Disputed<'_, Step>, players: &Players) -> Vec<Free> {
        let mut free = self.touched(before, lines);
        if self.turn.is_none() {
            free.push(Free::fact(None, "turn N", (1..=TURNS).map(|turn| (format!("turn {turn}"), format!("it is turn {turn}")))));
        }
        let is_worked_out = self.turn.is_some_and(|turn| worked_out_marker(before, turn).is_some());
        if self.marker.is_none() && !is_worked_out {
            free.push(Free::player(players, "marker", |name| format!("{name} has the marker"), before.seats()));
        }
        let does = |is_meant: fn(&Step) -> bool| lines.steps.iter().any(|(_, step)| is_meant(step));
        if self.eggs.is_none() {
            // Before they are revealed, and after it: then any eggs; in the first turn all that are not in the deck.
            let each = eggs_each_turn(before.players).min(self.spare_eggs(before));
            let is_first = self.turn.is_none_or(|turn| turn == 1);
            let of_first = self.deck.filter(|_| is_first).map(|_| self.spare_eggs(before)).filter(|spare| *spare != each);
            // Whether a Mage may decline, or is passed over, depends on which they are (EE-3.4, EE-3.5).
            let lowest = does(|step| matches!(step, Step::Decline | Step::Take(..0))).then_some((each, true));
            let revealed =
                [(each, false)].into_iter().chain(of_first.map(|eggs| (eggs, false))).chain(lowest).map(|(eggs, are_lowest)| {
                    let eggs = spaced(self.any_eggs(before, lines, eggs, are_lowest));
                    let words = if are_lowest { "eggs that explode are revealed" } else { "eggs are revealed" };
                    (format!("eggs {}", if eggs.is_empty() { "-" } else { &eggs }), words.to_owned())
                });
            let none = [(String::new(), "no eggs are revealed yet".to_owned())];
            free.push(Free::fact(None, "eggs V…", none.into_iter().chain(revealed)));
        }
        free.extend(self.scouts_on_offer(before, lines, players));
        // The round isn't over while an egg has no name, whoever has it (EE-3.6).
        if does(|step| matches!(step, Step::Opens { .. } | Step::End | Step::Shows(_)))
            && let Some((seat, _)) = before.seats().zip(&self.players).find(|(_, own)| !own.has_pile())
            && let Some(scout) = before.seats().find(|scout| !self.is_elsewhere(*scout, lines))
        {
            let words = |has: &str| format!("{} has {has} egg without a name", players.name(seat));
            let unnamed = (format!("down {}; unseen 1", players.name(scout)), words("an"));
            free.push(Free::fact(Some(seat), "V …", [(String::new(), words("no")), unnamed]));
        }
        if self.deck.is_none()
            && let Some(listed) = &before.setup.eggs
            && (does(|step| matches!(step, Step::Reveal(_))) || lines.actors.is_empty())
        {
            // All but those on offer, if they are the first.
            let most = listed.len().min(self.spare_eggs(before));
            let first = count(most.saturating_sub(if self.eggs.is_some() { 0 } else { eggs_each_turn(before.players) }));
            let mut left = numbers(0, count(most));
            left.extend(Some(first).filter(|first| !left.contains(first)));
            left.sort_unstable();
            free.push(Free::count(None, "deck", "the deck has", ["egg", "eggs"], left));
        }
        // Who has no cards left plays none, and then the others have played (EE-2.2).
        let plays = |seat| lines.steps.iter().any(|(actor, step)| *actor == Some(seat) && matches!(step, Step::Play(_)));
        let silent: Vec<Seat> = before
            .seats()
            .filter(|&seat| self.own(seat).hand.is_none() && self.own(seat).shows.is_empty() && !plays(seat))
            .collect();
        let collects = does(|step| matches!(step, Step::Take(_) | Step::TakeDown { .. } | Step::Decline));
        if collects && does(|step| matches!(step, Step::Play(_))) && !silent.is_empty() {
            let words = |have: &str| format!("{} {have}", and_list(silent.iter().map(|&seat| players.name(seat))));
            let values = [(String::new(), words("can still play")), ("hand 0".to_owned(), words("can't play any more"))];
            let mut hands = Free::fact(Some(silent[0]), "hand N", values);
            hands.values[1].texts = silent.iter().map(|&seat| (Some(seat), "hand 0".to_owned())).collect();
            hands.values[1].is_odd = true;
            free.push(hands);
        }
        for (seat, own) in before.seats().zip(&self.players).filter(|(seat, _)| lines.may_act(*seat)) {
            let of = |is_meant: fn(&Step) -> bool| lines.steps.iter().any(|(actor, step)| *actor == Some(seat) && is_meant(step));
            let name = players.name(seat);
            let mut right = |form: &str, without: String, texts: Vec<String>, card: &str| {
                let words = |may: &str| format!("{name}'s {card} {may}");
                let can = texts.into_iter().map(|text| (text, words("may")));
                free.push(Free::fact(Some(seat), form, std::iter::once((without, words("may not"))).chain(can)));
            };
            // Who plays the card in these lines has no right of it yet.
            let plays = |card: Card| {
                let mut own = lines.steps.iter().filter(|(actor, _)| *actor == Some(seat));
                own.any(|(_, step)| matches!(step, Step::Play(cards) if cards.contains(&card)))
            };
            if own.may_give.is_empty() && of(|step| matches!(step, Step::Give { .. })) && !plays(Card::Courier) {
                let given = lines.steps.iter().filter(|(actor, _)| *actor == Some(seat)).map(|(_, step)| step);
                // An egg of any Scout, if nobody says what lies there.
                let gives_down = of(|step| matches!(step, Step::Give { value: None, .. }));
                let can_be_any = gives_down && !own.has_pile() && self.spare_eggs(before) > 0;
                let any = before.seats().find(|scout| can_be_any && !self.is_elsewhere(*scout, lines));
                let there = any.map_or_else(String::new, |scout| format!("down {}", players.name(scout)));
                right("may give V", there, own.gifts(given, any, players), "Courier");
            }
            let discards = of(|step| matches!(step, Step::Discard { .. } | Step::DiscardDown { .. }));
            if own.may_discard == 0 && discards && !plays(Card::Priest) {
                right("may discard", String::new(), vec!["may discard".to_owned()], "Priest");
            }
            if own.mulligan.is_none() && of(|step| matches!(step, Step::Mulligan)) {
                let words = |has: &str| format!("{name} {has}");
                let values =
                    [(String::new(), words("has the first hand")), ("mulligan taken".to_owned(), words("took a new hand"))];
                free.push(Free::fact(Some(seat), "mulligan taken", values));
            }
        }
        free
    }

    /// Whether the position says where a Scout's egg lies, or these lines lay it or name it.
    fn is_elsewhere(&self, scout: Seat, lines: &Disputed<'_, Step>) -> bool {
        let of = |(actor, step): &(Option<Seat>, Step)| match step {
            Step::TakeDown { scout: of, .. } | Step::Opens { scout: of, .. } => *of == scout,
            Step::Play(cards) | Step::Shows(cards) => *actor == Some(scout) && cards.contains(&Card::Scout),
            _ => false,
        };
        self.laid_by(scout) > 0 || lines.steps.iter().any(of)
    }

    /// Whether eggs of Scouts lie on offer face down, if these lines can depend on it.
    fn scouts_on_offer(&self, before: &EggsAndEmpires, lines: &Disputed<'_, Step>, players: &Players) -> Option<Free> {
        let scout = |(_, step): &(_, Step)| if let Step::TakeDown { scout, .. } = step { Some(*scout) } else { None };
        let mut scouts: Vec<Seat> = lines.steps.iter().filter_map(scout).collect();
        let taken = scouts.len();
        // Whoever's it is, another egg that lies there face down may have to be taken first (EE-2.4, EE-3.4).
        let collects = |step: &Step| matches!(step, Step::Take { .. } | Step::Decline | Step::Reveal(_));
        if self.turn != Some(1) && lines.steps.iter().any(|(_, step)| collects(step)) {
            let may_have =
                |own: &Own| own.played.as_ref().is_none_or(|played| played.more.is_some() || played.named.contains(&Card::Scout));
            let mut others =
                before.seats().zip(&self.players).filter(|(seat, own)| !self.is_elsewhere(*seat, lines) && may_have(own));
            scouts.extend(others.next().map(|(seat, _)| seat));
        }
        if !self.down.is_empty() || scouts.is_empty() {
            return None;
        }
        let several = [taken, scouts.len()].into_iter().filter(|several| *several > 1).map(|several| &scouts[..several]);
        let mut laid: Vec<&[Seat]> = scouts.chunks(1).chain(several).collect();
        laid.dedup();
        let laid = laid.into_iter().map(|scouts| {
            let down: Vec<String> = scouts.iter().map(|&seat| format!("down {}", players.name(seat))).collect();
            let whose = and_list(scouts.iter().map(|&seat| format!("{}'s Scout", players.name(seat))));
            let lie =
                if scouts.len() > 1 { format!("eggs of {whose} lie there") } else { format!("an egg of {whose} lies there") };
            (down.join("; "), lie)
        });
        let none = (String::new(), "no egg of a Scout lies there".to_owned());
        Some(Free::fact(None, "down NAME", std::iter::once(none).chain(laid)))
    }

    /// The zones that aren't said and that these lines touch.
    fn touched(&self, before: &EggsAndEmpires, lines: &Disputed<'_, Step>) -> Vec<Free> {
        let mut asked = Vec::new();
        let mut is_revealed = self.eggs.is_some();
        // Eggs that are in a pile, whatever else is: by their values, or none for a face-down one.
        let gifts = |seat| {
            self.own(seat).may_give.iter().map(move |gift| match gift {
                Gift::Worth(value) => (seat, Some(*value)),
                Gift::Down(_) | Gift::Unsaid => (seat, None),
            })
        };
        let mut got: Vec<(Seat, Option<Value>)> = before.seats().flat_map(gifts).collect();
        // With eggs that nobody has said a round may go on longer, until they have a name.
        let opens = |done: &&(Option<Seat>, Step)| matches!(done.1, Step::Opens { .. }) && !lines.due.contains(*done);
        for (actor, step) in lines.due.iter().chain(lines.steps.iter().filter(opens)) {
            let of = |holder: &Option<Seat>| holder.or(*actor);
            let needs = match step {
                Step::Reveal(_) => {
                    is_revealed = true;
                    None
                }
                Step::Take(_) | Step::TakeDown { .. } | Step::Decline if !is_revealed => {
                    asked.push(Free::asked(None, "eggs V…"));
                    None
                }
                Step::Take(value) => {
                    got.extend(actor.map(|seat| (seat, Some(*value))));
                    None
                }
                Step::TakeDown { value, .. } => {
                    got.extend(actor.map(|seat| (seat, *value)));
                    None
                }
                Step::Give { value, .. } => actor.map(|seat| (seat, *value)),
                Step::Discard { value, from } => of(from).map(|seat| (seat, Some(*value))),
                Step::DiscardDown { from, .. } => of(from).map(|seat| (seat, None)),
                Step::Opens { .. } => actor.map(|seat| (seat, None)),
                Step::Play(_) | Step::Decline | Step::Mulligan | Step::End | Step::Shows(_) => None,
            };
            if let Some(egg) = needs
                && !self.own(egg.0).has_pile()
                && !got.contains(&egg)
            {
                asked.push(Free::asked(Some(egg.0), "V …"));
            }
        }
        asked
    }

    /// Eggs that can be on offer, the highest that are left of those that these lines do not name; or the lowest,
    /// with those of these that they take.
    fn any_eggs(&self, before: &EggsAndEmpires, lines: &Disputed<'_, Step>, eggs: usize, are_lowest: bool) -> Vec<Value> {
        let taken =
            lines.steps.iter().filter_map(|(_, step)| if let Step::Take(value @ ..0) = step { Some(*value) } else { None });
        let mut any: Vec<Value> = if are_lowest { taken.take(eggs).collect() } else { Vec::new() };
        let Some(listed) = &before.setup.eggs else {
            any.resize(eggs, if are_lowest { -1 } else { 1 });
            return any;
        };
        let mut nest = Nest::new(listed);
        let gifts = self.players.iter().filter(|own| !own.has_pile()).flat_map(|own| &own.may_give);
        let gifts = gifts.filter_map(|gift| if let Gift::Worth(value) = gift { Some(*value) } else { None });
        let said = self.players.iter().flat_map(|own| own.eggs.iter().flatten()).copied().chain(gifts);
        let gone = self.gone.iter().flat_map(|gone| &gone.named).copied();
        let named = lines.steps.iter().filter_map(|(_, step)| match step {
            Step::Opens { value, .. } => Some(*value),
            Step::TakeDown { value, .. } => *value,
            _ => None,
        });
        said.chain(gone).chain(named).for_each(|value| {
            nest.see(value);
        });
        let mut listed = listed.to_vec();
        listed.sort_unstable_by_key(|value| if are_lowest { *value } else { -*value });
        for value in listed {
            let more = [&any[..], &[value]].concat();
            if any.len() < eggs && nest.missing(&more).is_none() {
                any = more;
            }
        }
        any
    }
}

impl Own {
    /// The ways in which a right to give an egg can be said that these steps may need: as it lies in the pile, as far as that is said,
    /// or an egg of `any` Scout.
    fn gifts<'a>(&self, steps: impl Iterator<Item = &'a Step>, any: Option<Seat>, players: &Players) -> Vec<String> {
        let mut texts = Vec::new();
        for step in steps {
            match step {
                Step::Give { value: Some(value), .. } if self.eggs.iter().flatten().any(|egg| egg == value) => {
                    texts.push(format!("may give {value}"));
                }
                Step::Give { value: None, .. } => {
                    texts.extend(self.down.iter().map(|&scout| format!("may give down {}", players.name(scout))));
                    texts.extend(any.map(|scout| players.name(scout)).map(|name| format!("down {name}; may give down {name}")));
                }
                _ => {}
            }
        }
        texts.sort_unstable();
        texts.dedup();
        if texts.is_empty() { vec!["may give".to_owned()] } else { texts }
    }
}
