//! Builds positions and tallies field by field, by touch: the fields of each part, their values, and the resulting text.

use super::{NewGame, Referee, Refusal, SetupQuestions, position::TABLE, registry::Games};
use crate::table::{
    BareTotal, Book, CardGroup, CountSign, Face, FieldBinder, FieldKind, FieldSpec, FieldValue, Grouping, NameableCards,
    ParseError, PartFields, Tokens, write_fields,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The text to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BuildTarget {
    /// A position.
    Position,
    /// A round counted by hand.
    Tally,
}

/// A part field by field, with its owner.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OwnedFields {
    /// The player who owns the part. `None` for the table's part.
    of: Option<String>,
    /// The values of the part's fields.
    #[serde(flatten)]
    fields: PartFields,
}

/// The values that the user has given so far.
#[derive(Clone, Debug)]
pub enum BuildInput {
    /// No values: the table begins as in the log, or empty.
    Nothing,
    /// A text for each part: `NAME: …`.
    Texts(Vec<String>),
    /// Parts field by field.
    Fields(Vec<OwnedFields>),
}

impl BuildInput {
    /// The given values: field by field if there are fields, or else as texts.
    pub fn of(parts: Option<Vec<String>>, fields: Option<Vec<OwnedFields>>) -> Self {
        fields.map(Self::Fields).or(parts.map(Self::Texts)).unwrap_or(Self::Nothing)
    }
}

/// `{"parts","laid","places","decks","before"}` of a table without a log: see `src/page_api.md`.
pub fn build_document_without_log(
    games: Games,
    book: &'static Book,
    new: &NewGame,
    target: BuildTarget,
    input: &BuildInput,
) -> Result<Value, Refusal> {
    let tables = SetupQuestions::of(games, book, new).referees()?;
    let mut documents = tables
        .iter()
        .map(|table| TableBuilder::of(&**table, target, false).document(input))
        .collect::<Result<Vec<_>, _>>()?
        .into_iter();
    let mut document = documents.next().unwrap_or_default();
    // Each table has its own answer to the required deck key, and may have further cards.
    for other_document in documents {
        let decks =
            document["decks"].as_array_mut().into_iter().flatten().zip(other_document["decks"].as_array().into_iter().flatten());
        for (deck, other_deck) in decks.filter_map(|(deck, other)| Some((deck.as_array_mut()?, other.as_array()?))) {
            let new_cards: Vec<Value> = other_deck.iter().filter(|card| !deck.contains(card)).cloned().collect();
            deck.extend(new_cards);
        }
    }
    Ok(document)
}

/// `{"parts","laid","places","decks","before"}` of a table with its log: see `src/page_api.md`.
pub fn build_document(referee: &dyn Referee, target: BuildTarget, input: &BuildInput) -> Result<Value, Refusal> {
    TableBuilder::of(referee, target, true).document(input)
}

struct TableBuilder<'a> {
    referee: &'a dyn Referee,
    target: BuildTarget,
    has_log: bool,
    /// The fields of a player's part, and the fields of the table's part. A field that can't be built by touch is `is_typed_only`.
    fields: [Vec<FieldSpec>; 2],
    stocks: Vec<(Vec<&'static str>, NameableCards)>,
}

impl<'a> TableBuilder<'a> {
    fn of(referee: &'a dyn Referee, target: BuildTarget, has_log: bool) -> Self {
        let book = referee.book();
        let fields = match target {
            BuildTarget::Position => book.position_parts.map(<[_]>::to_vec),
            BuildTarget::Tally => [book.tally_parts.to_vec(), Vec::new()],
        };
        let mut builder = Self { referee, target, has_log, fields, stocks: referee.stocks() };
        // A count that can't be stated at this table is not offered, nor is a field without any of its cards.
        let any_player = referee.players().names().first().map(String::as_str);
        let can_be_stated = |owner, field: &FieldSpec| match field.kind {
            FieldKind::Count => builder.can_consist_of(owner, format!("{} 1", field.keyword).trim()),
            _ => field.allowed.is_empty() || builder.faces(field, 0).next().is_some(),
        };
        let offered_field =
            |owner, field: &FieldSpec| FieldSpec { is_typed_only: field.is_typed_only || !can_be_stated(owner, field), ..*field };
        builder.fields =
            [any_player, None].map(|owner| builder.all_fields(owner).iter().map(|field| offered_field(owner, field)).collect());
        if target == BuildTarget::Tally && referee.log().is_scores_only() {
            builder.fields[0].extend(BareTotal::fields(book));
        }
        builder
    }

    fn all_fields(&self, owner: Option<&str>) -> &[FieldSpec] {
        &self.fields[usize::from(owner.is_none())]
    }

    /// The fields of a part that can be built by touch.
    fn touch_fields(&self, owner: Option<&str>) -> Vec<FieldSpec> {
        self.all_fields(owner).iter().filter(|field| !field.is_typed_only).copied().collect()
    }

    fn owners(&self) -> impl Iterator<Item = Option<&str>> {
        let table = Some(None).filter(|_| self.target == BuildTarget::Position);
        self.referee.players().names().iter().map(|name| Some(name.as_str())).chain(table)
    }

    /// The parts in canonical notation, each with the values of its fields.
    fn parse_parts(&self, parts: &[String]) -> Result<Vec<(String, OwnedFields)>, Refusal> {
        let texts: Vec<&str> = parts.iter().map(String::as_str).collect();
        if self.target == BuildTarget::Position {
            let values = self.referee.position_fields(&texts)?;
            return Ok(self.owners().zip(values).map(|(owner, values)| self.owned_fields(owner, values)).collect());
        }
        // A part that can't be parsed stays as it is, until the tally is counted.
        let canonical = texts.iter().map(|part| self.canonical_tally(part).unwrap_or_else(|| (*part).to_owned()));
        Ok(canonical.map(|part| (part.clone(), self.parse_tally_part(&part))).collect())
    }

    /// A part with these values, in canonical notation and field by field.
    fn owned_fields(&self, owner: Option<&str>, values: Vec<Option<FieldValue>>) -> (String, OwnedFields) {
        let specs = self.all_fields(owner);
        let text = format!("{}: {}", owner.unwrap_or(TABLE), write_fields(specs, &values)).trim_end().to_owned();
        let (mut fields, mut typed) = (PartFields::default(), Vec::new());
        for (field, value) in specs.iter().zip(values) {
            if field.is_typed_only {
                typed.extend(value.iter().flat_map(|value| field.write(value)));
            } else {
                fields.values.push(value);
            }
        }
        fields.extra = typed.join("; ");
        (text, OwnedFields { of: owner.map(str::to_owned), fields })
    }

    fn canonical_tally(&self, part: &str) -> Option<String> {
        let (name, text) = part.split_once(':')?;
        let (content, reason) = text.split_at(text.find(" ! ").unwrap_or(text.len()));
        Some(format!("{name}: {}{reason}", self.referee.canonical_tally(name, content)?).trim_end().to_owned())
    }

    /// Whether a part can consist of this text alone.
    fn can_consist_of(&self, owner: Option<&str>, text: &str) -> bool {
        let part = |part_owner: Option<&str>| {
            format!("{}: {}", part_owner.unwrap_or(TABLE), if part_owner == owner { text } else { "" })
        };
        match self.target {
            BuildTarget::Position => self.parse_parts(&self.owners().map(part).collect::<Vec<_>>()).is_ok(),
            BuildTarget::Tally => owner.is_some_and(|name| self.referee.canonical_tally(name, text).is_some()),
        }
    }

    fn stock(&self, field: &FieldSpec, group: usize) -> Option<&NameableCards> {
        let verb = field.verb_of_group(group)?;
        self.stocks.iter().find(|(verbs, _)| verbs.contains(&verb)).map(|(_, stock)| stock)
    }

    fn faces(&self, field: &FieldSpec, group: usize) -> impl Iterator<Item = &Face> {
        let allowed = field.allowed;
        let is_allowed = move |face: &&Face| allowed.is_empty() || allowed.contains(&&*face.code());
        self.stock(field, group).into_iter().flat_map(|stock| &stock.faces).filter(is_allowed)
    }

    fn cards(&self, field: &FieldSpec, tokens: &mut Tokens<'_>) -> Result<Vec<String>, ParseError> {
        let known_card = |(code, range): (&str, _)| {
            // A card may be named with the number for which it stands.
            let card = code.split_once('=').map_or(code, |(card, _)| card);
            let is_known = self.faces(field, 0).any(|face| face.code() == card);
            if is_known {
                Ok(code.to_owned())
            } else {
                Err(ParseError::new(range, format!("`{code}` is none of these cards"), ""))
            }
        };
        tokens.map(known_card).collect()
    }

    fn parse_tally_part(&self, part: &str) -> OwnedFields {
        let (name, text) = part.split_once(':').unwrap_or((TABLE, part));
        let owner = self.referee.players().find(name).ok().map(|seat| self.referee.players().name(seat).to_owned());
        // The reason that overrules a tally ends the part.
        let (text, reason) = text.split_at(text.find(" ! ").unwrap_or(text.len()));
        let players = self.referee.players();
        let mut fields = FieldBinder::parse_lenient(text, &self.touch_fields(owner.as_deref()), players, &|field, _, tokens| {
            self.cards(field, tokens)
        });
        fields.extra.push_str(reason);
        OwnedFields { of: owner, fields }
    }

    fn write(&self, OwnedFields { of: owner, fields }: &OwnedFields) -> String {
        let mut fields = fields.clone();
        if self.target == BuildTarget::Tally {
            // Leave out fields without cards.
            let has_cards =
                |value: &FieldValue| !matches!(value, FieldValue::Cards(groups) if groups.iter().all(CardGroup::is_empty));
            fields.values.iter_mut().for_each(|value| *value = value.take().filter(has_cards));
        }
        let text = fields.write(&self.touch_fields(owner.as_deref()));
        format!("{}: {text}", owner.as_deref().unwrap_or(TABLE)).trim_end().to_owned()
    }

    /// The parts without counts that follow from the other fields. The players have not counted them, and a new card may contradict
    /// them.
    fn without_counts(&self, parts: &[String]) -> Result<Vec<String>, Refusal> {
        let texts = |field_parts: &[OwnedFields]| field_parts.iter().map(|part| self.write(part)).collect::<Vec<_>>();
        let is_unchanged = |field_parts: &[OwnedFields]| {
            let texts = texts(field_parts);
            self.referee.diff_position(&texts.iter().map(String::as_str).collect::<Vec<_>>()).is_empty()
        };
        let mut field_parts: Vec<OwnedFields> = self.parse_parts(parts)?.into_iter().map(|(_, part)| part).collect();
        for part_index in (0..field_parts.len()).rev() {
            let fields = self.touch_fields(field_parts[part_index].of.as_deref());
            for nth in (0..fields.len()).filter(|&nth| matches!(fields[nth].kind, FieldKind::Count)) {
                let value = field_parts[part_index].fields.values[nth].take();
                if value.is_some() && !is_unchanged(&field_parts) {
                    field_parts[part_index].fields.values[nth] = value;
                }
            }
        }
        Ok(texts(&field_parts))
    }

    fn document(&self, input: &BuildInput) -> Result<Value, Refusal> {
        let players = self.referee.players().count();
        let is_log_position = self.has_log && self.target == BuildTarget::Position;
        let position = if is_log_position && matches!(input, BuildInput::Nothing) { self.referee.position(false) } else { None };
        let parsed = match input {
            BuildInput::Texts(parts) => Some(self.parse_parts(parts)?),
            BuildInput::Fields(field_parts) => {
                Some(self.parse_parts(&field_parts.iter().map(|part| self.write(part)).collect::<Vec<_>>())?)
            }
            BuildInput::Nothing => {
                position.as_ref().map(|position| self.parse_parts(&self.without_counts(&position.parts)?)).transpose()?
            }
        };
        let empty_part = |owner: Option<&str>| {
            let part = OwnedFields {
                of: owner.map(str::to_owned),
                fields: PartFields::empty(&self.touch_fields(owner), players, is_log_position),
            };
            (self.write(&part), part)
        };
        let (canonical, mut field_parts): (Vec<String>, Vec<OwnedFields>) =
            parsed.unwrap_or_else(|| self.owners().map(empty_part).collect()).into_iter().unzip();
        if let BuildInput::Fields(tapped) = input {
            // The tapped values stay as they are, also those of unstated fields.
            field_parts.clone_from(tapped);
        }
        let mut decks: Vec<Value> = Vec::new();
        let [player_fields, table_fields] = [true, false].map(|is_player| {
            let owner = self.referee.players().names().first().filter(|_| is_player).map(String::as_str);
            self.touch_fields(owner).iter().map(|field| self.field_document(field, &mut decks)).collect::<Vec<Value>>()
        });
        let before = position.filter(|position| position.is_earlier).map(|position| position.at.to_string());
        Ok(
            json!({"parts": canonical, "laid": field_parts, "places": {"player": player_fields, "table": table_fields}, "decks": decks, "before": before}),
        )
    }

    /// The `{"what","word","holds","always","signed"}` of a field, for cards also `"each","groups","gone","more","copies","decks"`.
    fn field_document(&self, field: &FieldSpec, decks: &mut Vec<Value>) -> Value {
        let holds = match field.kind {
            FieldKind::Count | FieldKind::Number | FieldKind::Times => "count",
            FieldKind::Mark => "mark",
            FieldKind::Name => "name",
            FieldKind::Names => "names",
            FieldKind::Cards(_) => "cards",
        };
        let mut document = json!({"what": field.noun, "word": field.keyword, "holds": holds, "always": field.is_required, "signed": field.sign != CountSign::None});
        if let FieldKind::Cards(grouping) = field.kind {
            document["each"] = json!(match grouping {
                Grouping::Groups(each) | Grouping::Fixed(each, _) | Grouping::Beside(each, ..) => each,
                Grouping::No | Grouping::Pieces => "",
            });
            document["groups"] = json!(grouping.groups(self.referee.players().count()));
            let can_go = field.gone_by.is_empty() || self.faces(field, 0).any(|face| face.code() == field.gone_by);
            document["gone"] = json!(field.first_gone.filter(|_| can_go).map(|(_, what)| what));
            document["more"] = json!(field.may_have_unnamed);
            document["copies"] = json!(self.stock(field, 0).and_then(|stock| stock.each));
            let mut deck_of = |group| {
                let deck: Value = self.faces(field, group).map(|face| card_document(field, face)).collect();
                decks.iter().position(|listed| *listed == deck).unwrap_or_else(|| {
                    decks.push(deck);
                    decks.len() - 1
                })
            };
            document["decks"] = (0..field.verbs.len()).map(&mut deck_of).collect();
        }
        document
    }
}

/// A card with its code. The key `as` has the numbers for which the card can stand in a field, each with its code.
fn card_document(field: &FieldSpec, face: &Face) -> Value {
    let (mut card, code) = (json!(face), face.code());
    let numbers = (field.numbers)(&code).iter();
    card["as"] = numbers.map(|number| json!({"code": format!("{code}={number}"), "number": number})).collect();
    card["code"] = json!(code);
    card
}
