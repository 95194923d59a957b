//! Short forms typed at the table: one letter for a verb, `.` for a draw, arguments alone where one kind of step is open.

use super::{
    Bird, Piepmatz, Step,
    book::{BOOK, verb},
    reading,
};
use crate::table::{Act, Game as _, Kinds, Seat, Shorthand, Unclear, Unreadable, Words, or_list};

type Read = Result<Step, Shorthand<Step>>;

impl Piepmatz {
    /// Reads `p ch6 1`, `ch6 1`, `ch6`, `k bl2`, `.`, `. ye1`, `d ye1`, `l 3 1`, `f crow`, `r 2 crow 1`, `a bl3 ch4`, and the
    /// arguments alone where one kind of step is open.
    pub(super) fn short_forms(&self, actor: Option<Seat>, text: &str) -> Result<Vec<(Option<Seat>, Step)>, Shorthand<Step>> {
        let step = self.short(actor, text.trim_end())?;
        // What the table does is nobody's, or that of the player whose turn it is.
        let of_table = matches!(step, Step::Perches(_) | Step::Seeds(_));
        Ok(vec![(actor.filter(|_| !of_table), step)])
    }

    fn short(&self, actor: Option<Seat>, text: &str) -> Read {
        if let Some(card) = text.strip_prefix('.') {
            return in_full("draw", card.trim_start(), text);
        }
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let mut letters = first.chars();
        let letter = letters.next().map(|letter| letter.to_ascii_lowercase());
        let verb = BOOK.verbs.iter().find(|verb| {
            (letters.as_str().is_empty() && verb.letter.is_some() && verb.letter == letter)
                || verb.name.eq_ignore_ascii_case(first)
        });
        match verb {
            Some(verb) if verb.name == "play" => self.played(actor, rest, text),
            Some(verb) => in_full(verb.name, rest.trim_start(), text),
            None => self.bare(actor, text),
        }
    }

    /// Arguments without a verb: what they can be as the table stands.
    fn bare(&self, actor: Option<Seat>, text: &str) -> Read {
        let open = self.whats_open();
        let players = match actor {
            Some(seat) => open.to(Some(seat)),
            None => open.seats().iter().fold(Kinds::NONE, |kinds, seat| kinds.and(open.to(Some(seat)))),
        };
        let kinds: Vec<usize> = open.table.and(players).iter().collect();
        let unreadable = || match Step::read(text) {
            Err(unreadable) => unreadable,
            Ok(_) => Unreadable::new(0..text.len(), "this is no step", ""),
        };
        if let [only] = kinds[..] {
            return match only {
                verb::PLAY => self.played(actor, text, text),
                _ => in_full(BOOK.verbs[only].name, text, text),
            }
            .map_err(|wrong| if is_argument(text) { wrong } else { unreadable().into() });
        }
        // A bird alone may be drawn or kept, added or kept, played or kept.
        let mut options = Vec::new();
        for kind in &kinds {
            match (*kind == verb::PLAY).then(|| self.played(actor, text, text)) {
                Some(Ok(step)) => options.push(step),
                Some(Err(Shorthand::Unclear(unclear))) => options.extend(unclear.options),
                Some(Err(Shorthand::Unreadable(_))) => {}
                None => options.extend(in_full(BOOK.verbs[*kind].name, text, text).ok()),
            }
        }
        let legal: Vec<Step> = options.iter().filter(|step| self.is_open_to(actor, step)).cloned().collect();
        let mut left = if legal.is_empty() { options } else { legal };
        match left.len() {
            0 => Err(unreadable().into()),
            1 => Ok(left.remove(0)),
            _ => Err(Unclear { question: format!("what is done with {text}?"), options: left }.into()),
        }
    }

    /// Whether somebody may do a step.
    fn is_open_to(&self, actor: Option<Seat>, step: &Step) -> bool {
        let seats = actor.map_or_else(|| self.whats_open().seats().iter().collect(), |seat| vec![seat]);
        let act = |actor| Act::Step { actor, step: step.clone() };
        seats.into_iter().map(Some).chain([None]).any(|actor| self.judge(&act(actor)).is_ok())
    }

    /// A bird and its perch, `at` left out; without a perch it is asked, unless a single one is there.
    fn played(&self, actor: Option<Seat>, rest: &str, text: &str) -> Read {
        let (mut words, offset) = (Words::of(rest), text.len() - rest.len());
        let placed = |error: Unreadable| -> Shorthand<Step> {
            let at = |place: usize| (place + offset).min(text.len());
            let range = at(error.range.start)..at(error.range.end);
            error.at(range).into()
        };
        let bird = reading::bird(&mut words, "play").map_err(placed)?;
        if words.is_done() {
            return Err(self.which_perch(actor, bird).into());
        }
        let perch = reading::perch(&mut words, false).map_err(placed)?;
        reading::nothing_more(&mut words, "a bird and a perch, as ch6 1").map_err(placed)?;
        Ok(Step::Play(bird, perch))
    }

    fn which_perch(&self, actor: Option<Seat>, bird: Bird) -> Unclear<Step> {
        let fights = |number: u8| self.does(actor, &Step::Play(bird, number)).0;
        let perches = (1..=self.setup.perches).map(|number| format!("{number} ({})", fights(number)));
        Unclear {
            question: format!("at which perch: {}?", or_list(&perches.collect::<Vec<_>>())),
            options: (1..=self.setup.perches).map(|number| Step::Play(bird, number)).collect(),
        }
    }
}

/// Whether a text begins as an argument does: a misspelt verb is told of as such.
fn is_argument(text: &str) -> bool {
    let mut words = Words::of(text);
    let is_bird = matches!(reading::next_bird(&mut words.clone()), Some(Ok(_)));
    is_bird || words.next().is_some_and(|(word, _)| reading::feeder_card(word).is_some() || looks_like_bird(word))
}

/// Two letters and a number: meant as a bird.
fn looks_like_bird(word: &str) -> bool {
    let letters = word.trim_end_matches(|char: char| char.is_ascii_digit());
    letters.len() < word.len() && letters.len() == 2
}

/// A verb and its arguments, read in full; what is wrong is placed in what was typed.
fn in_full(verb: &str, rest: &str, text: &str) -> Read {
    let full = format!("{verb} {rest}");
    Step::read(full.trim_end()).map_err(|error| {
        let back = (verb.len() + 1).saturating_sub(text.len() - rest.len());
        let ahead = (text.len() - rest.len()).saturating_sub(verb.len() + 1);
        let at = |place: usize| (place.saturating_sub(back) + ahead).min(text.len());
        let range = at(error.range.start)..at(error.range.end);
        error.at(range).into()
    })
}
