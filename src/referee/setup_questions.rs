//! The questions of setting up a game, for terminal and page: table rules, deck, and first player.

use super::{Games, NewGame, Referee, Refusal, document, setup::chosen_rules};
use crate::{
    log::Log,
    table::{AllowedValues, Book, DeckKey, TableRule},
};
use serde_json::{Value, json};

/// A table rule in force: its key, its value, and whether the value is the usual one (the variant's, or else the default).
pub type RuleSetting = (&'static str, String, bool);

/// A game that is being set up, with the choices made so far.
#[derive(Clone, Copy)]
pub struct SetupQuestions<'a> {
    games: Games,
    book: &'static Book,
    new_game: &'a NewGame,
}

impl<'a> SetupQuestions<'a> {
    /// The questions of a game with these choices.
    pub fn of(games: Games, book: &'static Book, new_game: &'a NewGame) -> Self {
        Self { games, book, new_game }
    }

    /// The text of the log of the new game.
    pub fn log_text(&self) -> Result<String, Refusal> {
        self.games.start(self.book.game, self.new_game)
    }

    /// The new game, before its first step.
    pub fn referee(&self) -> Result<Box<dyn Referee>, Refusal> {
        self.games.open(Log::parse(self.log_text()?).map_err(Refusal::cannot)?).map_err(Refusal::cannot)
    }

    /// The new game once for each answer to the required deck key, or once if no key is required.
    pub fn referees(&self) -> Result<Vec<Box<dyn Referee>>, Refusal> {
        let Some(key) = self.required_deck_keys().next() else { return Ok(vec![self.referee()?]) };
        let with_answer = |answer: &&str| {
            let mut new_game = self.new_game.clone();
            new_game.deck.push((key.name.to_owned(), (*answer).to_owned()));
            SetupQuestions { new_game: &new_game, ..*self }.referee()
        };
        key.one_of.iter().map(with_answer).collect()
    }

    /// The table rules in force. `None` if the game can't be set up with these choices.
    pub fn rules_in_force(&self) -> Option<Vec<RuleSetting>> {
        Some(self.referee().ok()?.rules_in_force())
    }

    /// Whether a rule has an effect under the settings `in_force`. If only scores are kept, a rule about moves has no effect.
    pub fn has_effect(&self, rule: &TableRule, in_force: &[RuleSetting]) -> bool {
        let value = |key: &str| in_force.iter().find(|(rule_key, ..)| *rule_key == key).map(|(_, value, _)| value.as_str());
        !(self.book.has_no_effect(rule, value) || self.new_game.by_scores && rule.moves_only)
    }

    /// Whether a rule has an effect under the settings `in_force`, and can have another value.
    pub fn can_change(&self, rule: &TableRule, in_force: &[RuleSetting]) -> bool {
        self.has_effect(rule, in_force) && self.has_choice(rule)
    }

    /// The rules that have an effect, each with its value.
    fn effective_rules(&self) -> Vec<(&'static TableRule, String)> {
        let in_force = self.rules_in_force().unwrap_or_default();
        let rules = in_force.iter().filter_map(|(key, value, _)| Some((self.book.rule(key)?, value.clone())));
        rules.filter(|(rule, _)| self.has_effect(rule, &in_force)).collect()
    }

    /// The rules that have an effect and another possible value, each with its value.
    pub fn open_rules(&self) -> Vec<(&'static TableRule, String)> {
        self.effective_rules().into_iter().filter(|(rule, _)| self.has_choice(rule)).collect()
    }

    fn has_choice(&self, rule: &TableRule) -> bool {
        self.values(rule).is_none_or(|values| values.len() > 1)
    }

    /// The possible values of a rule at this table. `None` if there are too many to list.
    pub fn values(&self, rule: &TableRule) -> Option<Vec<String>> {
        let all_values = rule.values.all()?.into_iter().map(|number| rule.values.write(number).to_string());
        let is_possible = |value: &String| {
            let new_game = self.new_game.with_rule(rule.key, value.clone());
            SetupQuestions { new_game: &new_game, ..*self }.log_text().is_ok()
        };
        Some(all_values.filter(is_possible).collect())
    }

    fn variants(&self) -> Vec<&'static str> {
        let is_possible = |name: &&str| {
            let new_game = NewGame { variant: Some((*name).to_owned()), rules: Vec::new(), ..self.new_game.clone() };
            SetupQuestions { new_game: &new_game, ..*self }.log_text().is_ok()
        };
        self.book.variants.iter().map(|variant| variant.name).filter(is_possible).collect()
    }

    /// The deck keys that the log must have.
    pub fn required_deck_keys(&self) -> impl Iterator<Item = &'static DeckKey> + use<> {
        self.deck_keys().filter(|key| !key.one_of.is_empty())
    }

    /// The optional deck keys, which state the cards in play. Empty if only scores are kept, because scores don't depend on them.
    pub fn cards_in_play(&self) -> impl Iterator<Item = &'static DeckKey> + use<> {
        let by_scores = self.new_game.by_scores;
        self.deck_keys().filter(move |key| key.one_of.is_empty() && !by_scores)
    }

    fn deck_keys(&self) -> impl Iterator<Item = &'static DeckKey> + use<> {
        let players = self.new_game.players.len();
        self.book.deck.iter().filter(move |key| key.is_for(players))
    }

    /// The question for the first player.
    pub fn first_question(&self) -> String {
        format!("Who {}?", self.book.first_role)
    }

    /// All questions: `{"game","first","variants","rules","deck","chosen","fields"}`.
    pub fn document(&self) -> Result<Value, Refusal> {
        let log = Log::parse(self.log_text()?).map_err(Refusal::cannot)?;
        let rule = |(rule, now): (&TableRule, String)| {
            let mut entry = document::rule(rule);
            if let Some(values) = self.values(rule) {
                entry["values"] = json!(values);
            }
            entry["question"] = json!(rule.question);
            entry["now"] = json!(now);
            entry
        };
        let deck = self.required_deck_keys().chain(self.cards_in_play());
        let deck =
            deck.map(|key| json!({"key": key.name, "question": key.question_text(true), "form": key.form, "one_of": key.one_of}));
        Ok(json!({
            "game": self.book.game,
            "first": self.first_question(),
            "variants": self.variants(),
            "rules": self.effective_rules().into_iter().map(rule).collect::<Vec<_>>(),
            "deck": deck.collect::<Vec<_>>(),
            "chosen": chosen_rules(self.new_game, &log, self.book),
            "fields": self.fields(),
        }))
    }

    /// The questions one by one, for a form: `{"group","of","key","label","about","values","least","most","now","form","needed"}`.
    /// `of` is the part of the answer that gets the value. `values` are `[{"value","text"}]`, or null for a number or words.
    fn fields(&self) -> Vec<Value> {
        let options = |values: &[(String, String)]| {
            json!(values.iter().map(|(value, text)| json!({"value": value, "text": text})).collect::<Vec<_>>())
        };
        let values_as_text =
            |values: Vec<String>| options(&values.into_iter().map(|value| (value.clone(), value)).collect::<Vec<_>>());
        let needed = self.required_deck_keys().map(|key| {
            let names = key.names.iter().chain(key.one_of.iter().skip(key.names.len()));
            let named_values = key.one_of.iter().zip(names).map(|(word, name)| ((*word).to_owned(), (*name).to_owned()));
            let values: Vec<_> = [(String::new(), "choose".to_owned())].into_iter().chain(named_values).collect();
            let question = key.question_text(false);
            json!({"group": "needed", "of": "deck", "key": key.name, "label": question, "values": options(&values), "needed": true})
        });
        let variants = self.variants();
        let variant = (!variants.is_empty()).then(|| {
            let names = variants.into_iter().map(|name| (name.to_owned(), name.to_owned()));
            let values: Vec<_> = [(String::new(), "as the rules say".to_owned())].into_iter().chain(names).collect();
            let now = self.new_game.variant.as_deref().unwrap_or_default();
            json!({"group": "variant", "of": "variant", "key": "variant", "label": "Variant", "values": options(&values), "now": now})
        });
        let rules = self.effective_rules().into_iter().map(|(rule, now)| {
            let mut field = json!({"group": "rules", "of": "rules", "key": rule.key, "label": rule.key.replace('_', " "), "about": rule.meaning, "now": now});
            match (self.values(rule), &rule.values) {
                (None, AllowedValues::Whole { least, most, .. }) => (field["least"], field["most"]) = (json!(least), json!(most)),
                (values, _) => field["values"] = values_as_text(values.unwrap_or_default()),
            }
            field
        });
        let cards = self.cards_in_play().map(
            |key| json!({"group": "cards", "of": "deck", "key": key.name, "label": key.name, "about": key.question_text(true), "form": key.form}),
        );
        needed.chain(variant).chain(rules).chain(cards).collect()
    }
}
