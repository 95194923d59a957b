//! What Tab offers while a line is typed.

use super::{
    replay::Replay,
    typed::{Typed, parts},
};
use crate::table::Game;

impl<G: Game> Replay<G> {
    /// Where the last word begins, and what it could be as the table stands.
    pub(super) fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let ends_word = |&(_, c): &(usize, char)| c.is_whitespace() || c == ';' || c == ':';
        let start = line.char_indices().rev().find(ends_word).map_or(0, |(at, c)| at + c.len_utf8());
        let word = line[start..].to_lowercase();
        // What was typed before on this line counts as done.
        let mut game = self.game.clone();
        let done = line.rfind(';').map_or("", |at| &line[..at]);
        if let Ok(typed) = parts(done) {
            let actor = self.actor_of(done, &typed).ok().flatten();
            for part in &typed.steps {
                for step in self.understand(&game, done, &part.range, actor, None).unwrap_or_default() {
                    if let Typed::Step(actor, step) = step {
                        let act = crate::table::Act::Step { actor, step };
                        if game.possible(&act).is_ok() {
                            game.apply(&act, &mut |_| {});
                        }
                    }
                }
            }
        }
        let step = line.rfind(';').map_or_else(|| line.find(':').map_or(0, |at| at + 1), |at| at + 1);
        let mut before: Vec<String> = line[step.min(start)..start].split_whitespace().map(str::to_lowercase).collect();
        if let Some(first) = before.first_mut() {
            let letter = first.chars().next().filter(|_| first.len() == 1);
            let verb = G::book().verbs.iter().find(|verb| letter.is_some() && verb.letter == letter);
            if let Some(verb) = verb {
                verb.name.clone_into(first);
            }
        }
        let mut offers: Vec<String> = Vec::new();
        for (_, legal) in game.legal_steps() {
            let written = G::write(&legal, &self.header.players);
            let mut words = written.split(' ');
            let leads = before.iter().all(|typed| words.next().is_some_and(|word| word.to_lowercase() == *typed));
            if let (true, Some(next)) = (leads, words.next())
                && next.to_lowercase().starts_with(&word)
                && !offers.iter().any(|offer| offer == next)
            {
                offers.push(next.to_owned());
            }
        }
        if before.is_empty() {
            let anyone = G::book().verbs.iter().map(|verb| verb.name).filter(|name| *name == "shows").chain(["note"]);
            offers.extend(anyone.filter(|name| name.starts_with(&word)).map(str::to_owned));
            let named = self.header.players.names().iter().filter(|_| step == 0);
            offers.extend(named.filter(|name| name.to_lowercase().starts_with(&word)).map(|name| format!("{name}:")));
        }
        (start, offers)
    }
}
