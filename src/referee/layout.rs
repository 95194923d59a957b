//! Positions and tallies field by field, for a table that is built by touch: its fields, their values, and the resulting text.

use super::{NewGame, Questions, Referee, Refusal, position::TABLE, registry::Games};
use crate::table::{
    Apart, BareTotal, Book, CardsForm, Face, Group, Holds, Laid, ParseError, PlaceForm, Places, Said, Stock, Tokens, write_places,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The kind of text that is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Built {
    /// A position.
    Position,
    /// A round counted by hand.
    Tally,
}

/// A part place by place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LaidPart {
    /// The player who owns the part. `None` for the table's part.
    of: Option<String>,
    /// The values of the part's fields.
    #[serde(flatten)]
    laid: Laid,
}

/// The values stated so far.
#[derive(Clone, Debug)]
pub enum Saying {
    /// No values: the table as the log has it.
    Nothing,
    /// A text a part: `NAME: …`.
    Parts(Vec<String>),
    /// Place by place.
    Laid(Vec<LaidPart>),
}

impl Saying {
    /// The given values: field by field if there are fields, or else as texts.
    pub fn of(parts: Option<Vec<String>>, laid: Option<Vec<LaidPart>>) -> Self {
        laid.map(Self::Laid).or(parts.map(Self::Parts)).unwrap_or(Self::Nothing)
    }
}

/// `{"parts","laid","places","decks","before"}` of a table without a log: see `src/page_api.md`.
pub fn laid_without_log(
    games: Games,
    book: &'static Book,
    new: &NewGame,
    built: Built,
    saying: &Saying,
) -> Result<Value, Refusal> {
    let tables = Questions::of(games, book, new).tables()?;
    let mut all = tables
        .iter()
        .map(|table| Building::of(&**table, built, false).document(saying))
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
pub fn laid(referee: &dyn Referee, built: Built, saying: &Saying) -> Result<Value, Refusal> {
    Building::of(referee, built, true).document(saying)
}

/// The numbers for which a wild card may stand; its ends suit every wild card. Any other card stands only for its own.
const NUMBERS: std::ops::RangeInclusive<u8> = 2..=9;
const SURE: [u8; 2] = [4, 5];

struct Building<'a> {
    referee: &'a dyn Referee,
    built: Built,
    has_log: bool,
    /// The fields of each player, and the table's. Fields that can't be built by touch are typed.
    all: [Vec<PlaceForm>; 2],
    stocks: Vec<(Vec<&'static str>, Stock)>,
}

impl<'a> Building<'a> {
    fn of(referee: &'a dyn Referee, built: Built, has_log: bool) -> Self {
        let book = referee.book();
        let all = match built {
            Built::Position => book.position_parts.map(<[_]>::to_vec),
            Built::Tally => [book.tally_parts.to_vec(), Vec::new()],
        };
        let mut building = Self { referee, built, has_log, all, stocks: referee.stocks() };
        // A count that this table doesn't have is not offered.
        let player = referee.players().names().first().map(String::as_str);
        let is_there =
            |of, form: &PlaceForm| !matches!(form.holds, Holds::Count) || building.reads(of, format!("{} 1", form.word).trim());
        let offered = |of, form: &PlaceForm| PlaceForm { typed: form.typed || !is_there(of, form), ..*form };
        building.all = [player, None].map(|of| building.all_of(of).iter().map(|form| offered(of, form)).collect());
        if built == Built::Tally && referee.log().is_kept_by_scores() {
            building.all[0].extend(BareTotal::forms(book));
        }
        building
    }

    fn all_of(&self, of: Option<&str>) -> &[PlaceForm] {
        &self.all[usize::from(of.is_none())]
    }

    fn forms(&self, of: Option<&str>) -> Vec<PlaceForm> {
        self.all_of(of).iter().filter(|form| !form.typed).copied().collect()
    }

    fn owners(&self) -> impl Iterator<Item = Option<&str>> {
        let table = Some(None).filter(|_| self.built == Built::Position);
        self.referee.players().names().iter().map(|name| Some(name.as_str())).chain(table)
    }

    /// The parts in canonical notation, each with the values of its fields.
    fn read(&self, parts: &[String]) -> Result<Vec<(String, LaidPart)>, Refusal> {
        let texts: Vec<&str> = parts.iter().map(String::as_str).collect();
        if self.built == Built::Position {
            let said = self.referee.position_said(&texts)?;
            return Ok(self.owners().zip(said).map(|(of, said)| self.laid(of, said)).collect());
        }
        // A part that can't be parsed stays as it is, until the tally is counted.
        let canonical = texts.iter().map(|part| self.canonical_tally(part).unwrap_or_else(|| (*part).to_owned()));
        Ok(canonical.map(|part| (part.clone(), self.read_tally(&part))).collect())
    }

    /// A part with these values, in canonical notation and field by field.
    fn laid(&self, of: Option<&str>, said: Vec<Option<Said>>) -> (String, LaidPart) {
        let all = self.all_of(of);
        let text = format!("{}: {}", of.unwrap_or(TABLE), write_places(all, &said)).trim_end().to_owned();
        let (mut laid, mut typed) = (Laid::default(), Vec::new());
        for (form, said) in all.iter().zip(said) {
            if form.typed {
                typed.extend(said.iter().flat_map(|said| form.write(said)));
            } else {
                laid.said.push(said);
            }
        }
        laid.also = typed.join("; ");
        (text, LaidPart { of: of.map(str::to_owned), laid })
    }

    fn canonical_tally(&self, part: &str) -> Option<String> {
        let (name, text) = part.split_once(':')?;
        let (said, reason) = text.split_at(text.find(" ! ").unwrap_or(text.len()));
        Some(format!("{name}: {}{reason}", self.referee.canonical_tally(name, said)?).trim_end().to_owned())
    }

    /// Whether a part can consist of this text alone.
    fn reads(&self, of: Option<&str>, text: &str) -> bool {
        let part = |owner: Option<&str>| format!("{}: {}", owner.unwrap_or(TABLE), if owner == of { text } else { "" });
        match self.built {
            Built::Position => self.read(&self.owners().map(part).collect::<Vec<_>>()).is_ok(),
            Built::Tally => of.is_some_and(|name| self.referee.canonical_tally(name, text).is_some()),
        }
    }

    fn stock(&self, form: &PlaceForm, group: usize) -> Option<&Stock> {
        let like = form.like(group)?;
        self.stocks.iter().find(|(kinds, _)| kinds.contains(&like)).map(|(_, stock)| stock)
    }

    fn faces(&self, form: &PlaceForm, group: usize) -> impl Iterator<Item = &Face> {
        let only = if let Holds::Cards(CardsForm { only, .. }) = form.holds { only } else { &[] };
        let is_meant = move |face: &&Face| only.is_empty() || only.contains(&&*face.code());
        self.stock(form, group).into_iter().flat_map(|stock| &stock.faces).filter(is_meant)
    }

    fn cards(&self, form: &PlaceForm, tokens: &mut Tokens<'_>) -> Result<Vec<String>, ParseError> {
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

    fn read_tally(&self, part: &str) -> LaidPart {
        let (name, text) = part.split_once(':').unwrap_or((TABLE, part));
        let of = self.referee.players().find(name).ok().map(|seat| self.referee.players().name(seat).to_owned());
        // The reason that overrules a tally ends the part.
        let (text, reason) = text.split_at(text.find(" ! ").unwrap_or(text.len()));
        let players = self.referee.players();
        let mut laid = Places::as_far(text, &self.forms(of.as_deref()), players, &|form, _, tokens| self.cards(form, tokens));
        laid.also.push_str(reason);
        LaidPart { of, laid }
    }

    fn write(&self, LaidPart { of, laid }: &LaidPart) -> String {
        let mut laid = laid.clone();
        if self.built == Built::Tally {
            // Leave out fields without cards.
            let is_there = |said: &Said| !matches!(said, Said::Cards(groups) if groups.iter().all(Group::is_empty));
            laid.said.iter_mut().for_each(|said| *said = said.take().filter(is_there));
        }
        let text = laid.write(&self.forms(of.as_deref()));
        format!("{}: {text}", of.as_deref().unwrap_or(TABLE)).trim_end().to_owned()
    }

    /// The table of the log without derived counts, which the players have not counted and which a new card may contradict.
    fn without_counts(&self, parts: &[String]) -> Result<Vec<String>, Refusal> {
        let texts = |laid: &[LaidPart]| laid.iter().map(|part| self.write(part)).collect::<Vec<_>>();
        let is_the_same = |laid: &[LaidPart]| {
            let texts = texts(laid);
            self.referee.differing(&texts.iter().map(String::as_str).collect::<Vec<_>>()).is_empty()
        };
        let mut laid: Vec<LaidPart> = self.read(parts)?.into_iter().map(|(_, part)| part).collect();
        for part in (0..laid.len()).rev() {
            let forms = self.forms(laid[part].of.as_deref());
            for nth in (0..forms.len()).filter(|&nth| matches!(forms[nth].holds, Holds::Count)) {
                let said = laid[part].laid.said[nth].take();
                if said.is_some() && !is_the_same(&laid) {
                    laid[part].laid.said[nth] = said;
                }
            }
        }
        Ok(texts(&laid))
    }

    fn document(&self, saying: &Saying) -> Result<Value, Refusal> {
        let players = self.referee.players().count();
        let is_of_log = self.has_log && self.built == Built::Position;
        let standing = if is_of_log && matches!(saying, Saying::Nothing) { self.referee.position(false) } else { None };
        let read = match saying {
            Saying::Parts(parts) => Some(self.read(parts)?),
            Saying::Laid(laid) => Some(self.read(&laid.iter().map(|part| self.write(part)).collect::<Vec<_>>())?),
            Saying::Nothing => standing.as_ref().map(|standing| self.read(&self.without_counts(&standing.parts)?)).transpose()?,
        };
        let blank = |of: Option<&str>| {
            let part = LaidPart { of: of.map(str::to_owned), laid: Laid::blank(&self.forms(of), players, is_of_log) };
            (self.write(&part), part)
        };
        let (canonical, mut laid): (Vec<String>, Vec<LaidPart>) =
            read.unwrap_or_else(|| self.owners().map(blank).collect()).into_iter().unzip();
        if let Saying::Laid(tapped) = saying {
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
    fn place(&self, of: Option<&str>, form: &PlaceForm, decks: &mut Vec<Value>) -> Value {
        let holds = match form.holds {
            Holds::Count | Holds::Number | Holds::Times => "count",
            Holds::Mark => "mark",
            Holds::Name => "name",
            Holds::Names => "names",
            Holds::Cards(_) => "cards",
        };
        let mut place =
            json!({"what": form.what, "word": form.word, "holds": holds, "always": form.always, "signed": form.signed});
        if let Holds::Cards(cards) = form.holds {
            place["each"] = json!(match cards.apart {
                Apart::Groups(each) | Apart::Fixed(each, _) | Apart::Beside(each, ..) => each,
                Apart::No | Apart::Pieces => "",
            });
            place["groups"] = json!(cards.apart.groups(self.referee.players().count()));
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
    fn card(&self, of: Option<&str>, form: &PlaceForm, face: &Face) -> Value {
        let mut card = json!(face);
        let code = face.code();
        let can_stand = |number: &u8| self.reads(of, format!("{} {code}={number}", form.word).trim());
        let numbers = SURE.iter().all(can_stand).then(|| NUMBERS.filter(can_stand)).into_iter().flatten();
        card["as"] = numbers.map(|number| json!({"code": format!("{code}={number}"), "number": number.to_string()})).collect();
        card["code"] = json!(code);
        card
    }
}
