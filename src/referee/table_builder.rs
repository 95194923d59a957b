//! Positions and tallies field by field, for a table that is built by touch: its fields, their values, and the resulting text.

use super::{NewGame, Referee, Refusal, SetupQuestions, position::TABLE, registry::Games};
use crate::table::{
    BareTotal, Book, CardGroup, CardsSpec, Face, FieldBinder, FieldKind, FieldSpec, FieldValue, Grouping, NameableCards,
    ParseError, PartFields, Tokens, write_fields,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The kind of text that is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BuildTarget {
    /// A position.
    Position,
    /// A round counted by hand.
    Tally,
}

/// A part place by place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OwnedFields {
    /// The player who owns the part. `None` for the table's part.
    of: Option<String>,
    /// The values of the part's fields.
    #[serde(flatten)]
    laid: PartFields,
}

/// The values stated so far.
#[derive(Clone, Debug)]
pub enum BuildInput {
    /// No values: the table as the log has it.
    Nothing,
    /// A text a part: `NAME: …`.
    Parts(Vec<String>),
    /// Place by place.
    Laid(Vec<OwnedFields>),
}

impl BuildInput {
    /// The given values: field by field if there are fields, or else as texts.
    pub fn of(parts: Option<Vec<String>>, laid: Option<Vec<OwnedFields>>) -> Self {
        laid.map(Self::Laid).or(parts.map(Self::Parts)).unwrap_or(Self::Nothing)
    }
}

/// `{"parts","laid","places","decks","before"}` of a table without a log: see `src/page_api.md`.
pub fn build_document_without_log(
    games: Games,
    book: &'static Book,
    new: &NewGame,
    built: BuildTarget,
    saying: &BuildInput,
) -> Result<Value, Refusal> {
    let tables = SetupQuestions::of(games, book, new).tables()?;
    let mut all = tables
        .iter()
        .map(|table| TableBuilder::of(&**table, built, false).document(saying))
        .collect::<Result<Vec<_>, _>>()?
        .into_iter();
    let mut document = all.next().unwrap_or_default();
    // `{"parts","laid","places","decks","before"}` of a table without a log: see `src/page_api.md`.
    for other in all {
        let decks = document["decks"].as_array_mut().into_iter().flatten().zip(other["decks"].as_array().into_iter().flatten());
        for (deck, other) in decks.filter_map(|(deck, other)| Some((deck.as_array_mut()?, other.as_array()?))) {
            let more: Vec<Value> = other.iter().filter(|card| !deck.contains(card)).cloned().collect();
            deck.extend(more);
        }
    }
    Ok(document)
}

/// `{"parts","laid","places","decks","before"}` of a table with its log: see `src/page_api.md`.
pub fn build_document(referee: &dyn Referee, built: BuildTarget, saying: &BuildInput) -> Result<Value, Refusal> {
    TableBuilder::of(referee, built, true).document(saying)
}

/// The numbers for which a wild card may stand; its ends suit every wild card. Any other card stands only for its own.
const NUMBERS: std::ops::RangeInclusive<u8> = 2..=9;
const UNAMBIGUOUS: [u8; 2] = [4, 5];

struct TableBuilder<'a> {
    referee: &'a dyn Referee,
    built: BuildTarget,
    has_log: bool,
    /// The fields of each player, and the table's. Fields that can't be built by touch are typed.
    all: [Vec<FieldSpec>; 2],
    stocks: Vec<(Vec<&'static str>, NameableCards)>,
}

impl<'a> TableBuilder<'a> {
    fn of(referee: &'a dyn Referee, built: BuildTarget, has_log: bool) -> Self {
        let book = referee.book();
        let all = match built {
            BuildTarget::Position => book.position_parts.map(<[_]>::to_vec),
            BuildTarget::Tally => [book.tally_parts.to_vec(), Vec::new()],
        };
        let mut building = Self { referee, built, has_log, all, stocks: referee.stocks() };
        // A count that this table doesn't have is not offered.
        let player = referee.players().names().first().map(String::as_str);
        let is_there = |of, form: &FieldSpec| {
            !matches!(form.holds, FieldKind::Count) || building.is_parsed_as(of, format!("{} 1", form.word).trim())
        };
        let offered = |of, form: &FieldSpec| FieldSpec { typed_only: form.typed_only || !is_there(of, form), ..*form };
        building.all = [player, None].map(|of| building.all_of(of).iter().map(|form| offered(of, form)).collect());
        if built == BuildTarget::Tally && referee.log().is_scores_only() {
            building.all[0].extend(BareTotal::forms(book));
        }
        building
    }

    fn all_of(&self, of: Option<&str>) -> &[FieldSpec] {
        &self.all[usize::from(of.is_none())]
    }

    fn forms(&self, of: Option<&str>) -> Vec<FieldSpec> {
        self.all_of(of).iter().filter(|form| !form.typed_only).copied().collect()
    }

    fn owners(&self) -> impl Iterator<Item = Option<&str>> {
        let table = Some(None).filter(|_| self.built == BuildTarget::Position);
        self.referee.players().names().iter().map(|name| Some(name.as_str())).chain(table)
    }

    /// The parts in canonical notation, each with the values of its fields.
    fn read(&self, parts: &[String]) -> Result<Vec<(String, OwnedFields)>, Refusal> {
        let texts: Vec<&str> = parts.iter().map(String::as_str).collect();
        if self.built == BuildTarget::Position {
            let said = self.referee.position_fields(&texts)?;
            return Ok(self.owners().zip(said).map(|(of, said)| self.owned_fields(of, said)).collect());
        }
        // A part that can't be parsed stays as it is, until the tally is counted.
        let canonical = texts.iter().map(|part| self.canonical_tally(part).unwrap_or_else(|| (*part).to_owned()));
        Ok(canonical.map(|part| (part.clone(), self.read_tally(&part))).collect())
    }

    /// A part with these values, in canonical notation and field by field.
    fn owned_fields(&self, of: Option<&str>, said: Vec<Option<FieldValue>>) -> (String, OwnedFields) {
        let all = self.all_of(of);
        let text = format!("{}: {}", of.unwrap_or(TABLE), write_fields(all, &said)).trim_end().to_owned();
        let (mut laid, mut typed) = (PartFields::default(), Vec::new());
        for (form, said) in all.iter().zip(said) {
            if form.typed_only {
                typed.extend(said.iter().flat_map(|said| form.write(said)));
            } else {
                laid.values.push(said);
            }
        }
        laid.extra = typed.join("; ");
        (text, OwnedFields { of: of.map(str::to_owned), laid })
    }

    fn canonical_tally(&self, part: &str) -> Option<String> {
        let (name, text) = part.split_once(':')?;
        let (said, reason) = text.split_at(text.find(" ! ").unwrap_or(text.len()));
        Some(format!("{name}: {}{reason}", self.referee.canonical_tally(name, said)?).trim_end().to_owned())
    }

    /// Whether a part can consist of this text alone.
    fn is_parsed_as(&self, of: Option<&str>, text: &str) -> bool {
        let part = |owner: Option<&str>| format!("{}: {}", owner.unwrap_or(TABLE), if owner == of { text } else { "" });
        match self.built {
            BuildTarget::Position => self.read(&self.owners().map(part).collect::<Vec<_>>()).is_ok(),
            BuildTarget::Tally => of.is_some_and(|name| self.referee.canonical_tally(name, text).is_some()),
        }
    }

    fn stock(&self, form: &FieldSpec, group: usize) -> Option<&NameableCards> {
        let like = form.like(group)?;
        self.stocks.iter().find(|(kinds, _)| kinds.contains(&like)).map(|(_, stock)| stock)
    }

    fn faces(&self, form: &FieldSpec, group: usize) -> impl Iterator<Item = &Face> {
        let only = if let FieldKind::Cards(CardsSpec { only, .. }) = form.holds { only } else { &[] };
        let is_meant = move |face: &&Face| only.is_empty() || only.contains(&&*face.code());
        self.stock(form, group).into_iter().flat_map(|stock| &stock.faces).filter(is_meant)
    }

    fn cards(&self, form: &FieldSpec, tokens: &mut Tokens<'_>) -> Result<Vec<String>, ParseError> {
        let card = |(code, place): (&str, _)| {
            // A wild card may be named with the number for which it stands.
            let card = code.split_once('=').map_or(code, |(card, _)| card);
            let is_there = self.faces(form, 0).any(|face| face.code() == card);
            if is_there {
                Ok(code.to_owned())
            } else {
                Err(ParseError::new(place, format!("`{code}` is none of these cards"), ""))
            }
        };
        tokens.map(card).collect()
    }

    fn read_tally(&self, part: &str) -> OwnedFields {
        let (name, text) = part.split_once(':').unwrap_or((TABLE, part));
        let of = self.referee.players().find(name).ok().map(|seat| self.referee.players().name(seat).to_owned());
        // The reason that overrules a tally ends the part.
        let (text, reason) = text.split_at(text.find(" ! ").unwrap_or(text.len()));
        let players = self.referee.players();
        let mut laid =
            FieldBinder::parse_lenient(text, &self.forms(of.as_deref()), players, &|form, _, tokens| self.cards(form, tokens));
        laid.extra.push_str(reason);
        OwnedFields { of, laid }
    }

    fn write(&self, OwnedFields { of, laid }: &OwnedFields) -> String {
        let mut laid = laid.clone();
        if self.built == BuildTarget::Tally {
            // Leave out fields without cards.
            let is_there =
                |said: &FieldValue| !matches!(said, FieldValue::Cards(groups) if groups.iter().all(CardGroup::is_empty));
            laid.values.iter_mut().for_each(|said| *said = said.take().filter(is_there));
        }
        let text = laid.write(&self.forms(of.as_deref()));
        format!("{}: {text}", of.as_deref().unwrap_or(TABLE)).trim_end().to_owned()
    }

    /// The table of the log without derived counts, which the players have not counted and which a new card may contradict.
    fn without_counts(&self, parts: &[String]) -> Result<Vec<String>, Refusal> {
        let texts = |laid: &[OwnedFields]| laid.iter().map(|part| self.write(part)).collect::<Vec<_>>();
        let is_the_same = |laid: &[OwnedFields]| {
            let texts = texts(laid);
            self.referee.diff_position(&texts.iter().map(String::as_str).collect::<Vec<_>>()).is_empty()
        };
        let mut laid: Vec<OwnedFields> = self.read(parts)?.into_iter().map(|(_, part)| part).collect();
        for part in (0..laid.len()).rev() {
            let forms = self.forms(laid[part].of.as_deref());
            for nth in (0..forms.len()).filter(|&nth| matches!(forms[nth].holds, FieldKind::Count)) {
                let said = laid[part].laid.values[nth].take();
                if said.is_some() && !is_the_same(&laid) {
                    laid[part].laid.values[nth] = said;
                }
            }
        }
        Ok(texts(&laid))
    }

    fn document(&self, saying: &BuildInput) -> Result<Value, Refusal> {
        let players = self.referee.players().count();
        let is_of_log = self.has_log && self.built == BuildTarget::Position;
        let standing = if is_of_log && matches!(saying, BuildInput::Nothing) { self.referee.position(false) } else { None };
        let read = match saying {
            BuildInput::Parts(parts) => Some(self.read(parts)?),
            BuildInput::Laid(laid) => Some(self.read(&laid.iter().map(|part| self.write(part)).collect::<Vec<_>>())?),
            BuildInput::Nothing => {
                standing.as_ref().map(|standing| self.read(&self.without_counts(&standing.parts)?)).transpose()?
            }
        };
        let blank = |of: Option<&str>| {
            let part = OwnedFields { of: of.map(str::to_owned), laid: PartFields::empty(&self.forms(of), players, is_of_log) };
            (self.write(&part), part)
        };
        let (canonical, mut laid): (Vec<String>, Vec<OwnedFields>) =
            read.unwrap_or_else(|| self.owners().map(blank).collect()).into_iter().unzip();
        if let BuildInput::Laid(tapped) = saying {
            // Keep the tapped values: an unstated field stays as it is.
            laid.clone_from(tapped);
        }
        let mut decks: Vec<Value> = Vec::new();
        let [player, table] = [true, false].map(|is_player| {
            let of = self.referee.players().names().first().filter(|_| is_player).map(String::as_str);
            self.forms(of).iter().map(|form| self.place(of, form, &mut decks)).collect::<Vec<Value>>()
        });
        let before = standing.filter(|standing| standing.is_earlier).map(|standing| standing.at.to_string());
        Ok(
            json!({"parts": canonical, "laid": laid, "places": {"player": player, "table": table}, "decks": decks, "before": before}),
        )
    }

    /// The `{"what","word","holds","always","signed"}` of a field, for cards also `"each","groups","gone","more","copies","decks"`.
    fn place(&self, of: Option<&str>, form: &FieldSpec, decks: &mut Vec<Value>) -> Value {
        let holds = match form.holds {
            FieldKind::Count | FieldKind::Number | FieldKind::Times => "count",
            FieldKind::Mark => "mark",
            FieldKind::Name => "name",
            FieldKind::Names => "names",
            FieldKind::Cards(_) => "cards",
        };
        let mut place =
            json!({"what": form.what, "word": form.word, "holds": holds, "always": form.always, "signed": form.signed});
        if let FieldKind::Cards(cards) = form.holds {
            place["each"] = json!(match cards.grouping {
                Grouping::Groups(each) | Grouping::Fixed(each, _) | Grouping::Beside(each, ..) => each,
                Grouping::No | Grouping::Pieces => "",
            });
            place["groups"] = json!(cards.grouping.groups(self.referee.players().count()));
            place["gone"] = json!(cards.gone.map(|(_, what)| what));
            place["more"] = json!(cards.more);
            place["copies"] = json!(self.stock(form, 0).and_then(|stock| stock.each));
            let mut deck_of = |group| {
                let deck: Value = self.faces(form, group).map(|face| self.card(of, form, face)).collect();
                decks.iter().position(|known| *known == deck).unwrap_or_else(|| {
                    decks.push(deck);
                    decks.len() - 1
                })
            };
            place["decks"] = (0..cards.like.len()).map(&mut deck_of).collect();
        }
        place
    }

    /// A card with its code. `as` are the numbers that the card can stand for in this field, each with its code.
    fn card(&self, of: Option<&str>, form: &FieldSpec, face: &Face) -> Value {
        let mut card = json!(face);
        let code = face.code();
        let can_stand = |number: &u8| self.is_parsed_as(of, format!("{} {code}={number}", form.word).trim());
        let numbers = UNAMBIGUOUS.iter().all(can_stand).then(|| NUMBERS.filter(can_stand)).into_iter().flatten();
        card["as"] = numbers.map(|number| json!({"code": format!("{code}={number}"), "number": number.to_string()})).collect();
        card["code"] = json!(code);
        card
    }
}
