//! Binds the fields of a part to those of a game's position: parses the text leniently into them, or writes them.

use super::{
    Book, CardGroup, CardsSpec, FieldKind, FieldSpec, FieldValue, Grouping, ParseError, PartFields, PartOwner, Players, Seat,
    Tokens, or_list, parse_number,
};
use std::ops::{Deref, Range};

/// Parses the cards of a field by the notation of a verb. Returns their codes, in the order in which they are written.
pub type ParseCardsFn<'a> = dyn Fn(&FieldSpec, &'static str, &mut Tokens<'_>) -> Result<Vec<String>, ParseError> + 'a;

/// The name before the part of the table.
pub const TABLE: &str = "table";

/// The codes of cards.
pub fn codes_of<C: ToString>(cards: impl IntoIterator<Item = C>) -> Vec<String> {
    cards.into_iter().map(|card| card.to_string()).collect()
}

/// Named cards, and the stated number of unnamed ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialCards<C> {
    /// The named cards.
    pub named: Vec<C>,
    /// The number of unnamed cards, if it is stated.
    pub more: Option<u16>,
}

impl<C> PartialCards<C> {
    /// The number of cards, named and unnamed, as far as stated.
    pub fn len(&self) -> usize {
        self.named.len() + usize::from(self.more.unwrap_or_default())
    }

    /// Whether no cards are stated.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The notation of a type of card in positions, and the canonical order of the cards.
#[derive(Debug)]
pub struct CardCodec<C> {
    /// Parses a code.
    pub parse: fn(&str) -> Option<C>,
    /// Renders the code of a card.
    pub write: fn(&C) -> String,
    /// Sorts cards whose order on the table has no meaning.
    pub sort: fn(&mut [C]),
}

impl<C: Ord + ToString> CardCodec<C> {
    /// A notation that renders cards with `Display` and sorts them in ascending order.
    pub const fn of(read: fn(&str) -> Option<C>) -> Self {
        Self { parse: read, write: C::to_string, sort: <[C]>::sort_unstable }
    }
}

impl<C> CardCodec<C> {
    /// The cards of a group, in their order. Returns `None` if a code is invalid.
    pub fn cards<T: FromIterator<C>>(&self, group: &CardGroup) -> Option<T> {
        group.cards.iter().map(|code| (self.parse)(code)).collect()
    }

    /// A group of these cards, in their order.
    pub fn group<'a>(&self, cards: impl IntoIterator<Item = &'a C>, more: Option<u16>) -> CardGroup
    where
        C: 'a,
    {
        CardGroup { cards: cards.into_iter().map(self.write).collect(), more, gone: false }
    }

    /// The named cards of a group, and the number of unnamed ones. Returns `None` if a code is invalid.
    pub fn named_cards(&self, group: &CardGroup) -> Option<PartialCards<C>> {
        Some(PartialCards { named: self.cards(group)?, more: group.more })
    }

    fn sorted_cards(&self, group: &CardGroup) -> Option<Vec<C>> {
        let mut cards: Vec<C> = self.cards(group)?;
        (self.sort)(&mut cards);
        Some(cards)
    }
}

/// A visitor of the fields of a part, in the order of the book: fills a struct from parsed values, or collects its values.
#[derive(Debug)]
pub struct FieldBinder<'a> {
    text: &'a str,
    forms: &'a [FieldSpec],
    players: &'a Players,
    example: &'static str,
    /// The fields of the other kind of part. `other` is the name of one such part, and words for it.
    others: &'a [FieldSpec],
    other: (&'a str, &'static str),
    is_read: bool,
    /// Whether the part belongs to a tally. There, a value without a keyword is recognised by its index, and a letter may stand for
    /// a count's keyword.
    is_tally: bool,
    /// The values by field, each with its byte range in the text.
    values: Vec<Option<(FieldValue, Range<usize>)>>,
    next: usize,
    error: Option<ParseError>,
}

impl<'a> FieldBinder<'a> {
    pub(super) fn for_writing(book: &'static Book, part: PartOwner, players: &'a Players) -> Self {
        let of = usize::from(part.is_none());
        let other = match part {
            Some(_) => (TABLE, "the part of the table"),
            None => (players.name(Seat::new(0)), "a player's part"),
        };
        let others = book.position_parts[1 - of];
        Self { example: book.position_example[of], others, other, ..Self::of("", book.position_parts[of], players) }
    }

    fn of(text: &'a str, forms: &'a [FieldSpec], players: &'a Players) -> Self {
        let (said, other) = (vec![None; forms.len()], ("", ""));
        Self {
            text,
            forms,
            players,
            example: "",
            others: &[],
            other,
            is_read: false,
            is_tally: false,
            values: said,
            next: 0,
            error: None,
        }
    }

    pub(super) fn parse(
        text: &'a str,
        book: &'static Book,
        part: PartOwner,
        players: &'a Players,
        cards: &ParseCardsFn<'_>,
    ) -> Result<Self, ParseError> {
        Self { text, is_read: true, ..Self::for_writing(book, part, players) }.pieces(cards)
    }

    fn pieces(mut self, cards: &ParseCardsFn<'_>) -> Result<Self, ParseError> {
        let mut at = 0;
        while let Some(start) = self.next_piece_start(at) {
            at = self.piece(start, cards)?;
        }
        Ok(self)
    }

    /// Parses a player's part of a tally. `says` binds the fields.
    pub fn read_tally(
        text: &str,
        forms: &[FieldSpec],
        cards: &ParseCardsFn<'_>,
        says: impl FnOnce(&mut FieldBinder<'_>),
    ) -> Result<(), ParseError> {
        let players = Players::default();
        let mut say = FieldBinder { is_read: true, is_tally: true, ..FieldBinder::of(text, forms, &players) }.pieces(cards)?;
        says(&mut say);
        say.finish(|_| None)
    }

    /// Renders a player's part of a tally. An absent field without a keyword becomes an empty piece.
    pub fn write_tally(forms: &[FieldSpec], says: impl FnOnce(&mut FieldBinder<'_>)) -> String {
        let players = Players::default();
        let mut say = FieldBinder::of("", forms, &players);
        says(&mut say);
        let pieces = forms.iter().zip(say.into_values()).flat_map(|(form, said)| match said {
            Some(said) => form.write(&said),
            None => vec![String::new(); usize::from(form.word.is_empty())],
        });
        let text = pieces.collect::<Vec<_>>().join("; ");
        text.trim_end_matches("; ").to_owned()
    }

    /// Parses as much of a player's part of a tally as possible. Invalid pieces are returned unparsed.
    pub fn parse_lenient(text: &'a str, forms: &'a [FieldSpec], players: &'a Players, cards: &ParseCardsFn<'_>) -> PartFields {
        let (mut say, mut at, mut also) = (Self { is_tally: true, ..Self::of(text, forms, players) }, 0, Vec::new());
        while let Some(start) = say.next_piece_start(at) {
            at = say.piece(start, cards).unwrap_or_else(|_| {
                let end = say.end(start);
                also.push(text[start..end].trim());
                end
            });
        }
        PartFields { values: say.into_values(), extra: also.join("; ") }
    }

    /// The byte offset of the next piece.
    fn next_piece_start(&self, at: usize) -> Option<usize> {
        let left = self.text[at..].trim_start_matches(|char: char| char.is_whitespace() || matches!(char, ';' | ','));
        Some(self.text.len() - left.len()).filter(|_| !left.is_empty())
    }

    fn end(&self, at: usize) -> usize {
        self.text[at..].find(';').map_or(self.text.len(), |length| at + length)
    }

    pub(super) fn finish(self, lacks: impl Fn(&FieldSpec) -> Option<&'static str>) -> Result<(), ParseError> {
        let mut said = self.forms.iter().zip(&self.values).filter_map(|(form, said)| Some((form, said.as_ref()?)));
        let lacking = said.find_map(|(form, (_, place))| Some(self.error_at(place.clone(), lacks(form)?)));
        self.error.or(lacking).map_or(Ok(()), Err)
    }

    pub(super) fn into_values(self) -> Vec<Option<FieldValue>> {
        self.values.into_iter().map(|said| said.map(|(said, _)| said)).collect()
    }

    /// Binds a count, a number, or the number of times of a flag. Zero is a stated value.
    pub fn count<N: Copy + TryFrom<i32> + Into<i32>>(&mut self, field: &mut Option<N>) -> &mut Self {
        let read = |said: &FieldValue| if let FieldValue::Count(count) = *said { N::try_from(count).ok() } else { None };
        self.bind_value(field, read, |&count| FieldValue::Count(count.into()))
    }

    /// Binds a flag: present or absent.
    pub fn mark(&mut self, field: &mut Option<()>) -> &mut Self {
        let mut is_so = field.map(|()| true);
        self.bind_value(
            &mut is_so,
            |said| if let FieldValue::Mark(is_so) = *said { Some(is_so) } else { None },
            |&is_so| FieldValue::Mark(is_so),
        );
        *field = is_so.filter(|is_so| *is_so).map(|_| ());
        self
    }

    /// Binds the number of times of a flag; zero counts as absent.
    pub fn times(&mut self, field: &mut u8) -> &mut Self {
        let mut times = Some(*field).filter(|times| *times > 0);
        self.count(&mut times);
        *field = times.unwrap_or_default();
        self
    }

    /// Binds a player.
    pub fn name(&mut self, field: &mut Option<Seat>) -> &mut Self {
        let players = self.players;
        let read = |said: &FieldValue| if let FieldValue::Name(name) = said { players.find(name).ok() } else { None };
        self.bind_value(field, read, |&seat| FieldValue::Name(players.name(seat).to_owned()))
    }

    /// Binds players, in seat order if `sorted`. An empty list is a stated value.
    pub fn names<C: FromIterator<Seat> + Deref<Target = [Seat]>>(&mut self, field: &mut Option<C>, sorted: bool) -> &mut Self {
        let players = self.players;
        let read = |said: &FieldValue| {
            let FieldValue::Names(names) = said else { return None };
            let mut seats: Vec<Seat> = names.iter().map(|name| players.find(name).ok()).collect::<Option<_>>()?;
            if sorted {
                seats.sort_unstable();
            }
            Some(seats.into_iter().collect())
        };
        self.bind_value(field, read, |seats| FieldValue::Names(seats.iter().map(|&seat| players.name(seat).to_owned()).collect()))
    }

    /// Binds unordered cards. An empty list is a stated value.
    pub fn cards<T, C: FromIterator<T> + Deref<Target = [T]>>(
        &mut self,
        field: &mut Option<C>,
        code: &CardCodec<T>,
    ) -> &mut Self {
        let read = |said: &FieldValue| Some(code.sorted_cards(first(said)?)?.into_iter().collect());
        self.bind_value(field, read, |cards| FieldValue::Cards(vec![code.group(cards.iter(), None)]))
    }

    /// Binds unordered cards; an empty list counts as absent.
    pub fn some_cards<T, C: Default + FromIterator<T> + Deref<Target = [T]>>(
        &mut self,
        field: &mut C,
        code: &CardCodec<T>,
    ) -> &mut Self {
        let mut cards = Some(std::mem::take(field)).filter(|cards| !cards.is_empty());
        self.cards(&mut cards, code);
        *field = cards.unwrap_or_default();
        self
    }

    /// Binds unordered cards, and the number of unnamed ones.
    pub fn cards_and_more<T>(&mut self, field: &mut Option<PartialCards<T>>, code: &CardCodec<T>) -> &mut Self {
        let read = |said: &FieldValue| {
            first(said).and_then(|group| Some(PartialCards { named: code.sorted_cards(group)?, more: group.more }))
        };
        self.bind_value(field, read, |cards| FieldValue::Cards(vec![code.group(&cards.named, cards.more)]))
    }

    /// Binds groups of cards, in their order.
    pub fn groups<T>(
        &mut self,
        field: &mut Option<Vec<T>>,
        read: impl Fn(&CardGroup) -> Option<T>,
        group: impl Fn(&T) -> CardGroup,
    ) -> &mut Self {
        let read =
            |said: &FieldValue| if let FieldValue::Cards(groups) = said { groups.iter().map(read).collect() } else { None };
        self.bind_value(field, read, |each| FieldValue::Cards(each.iter().map(group).collect()))
    }

    /// Reports `problem` for the field bound last, unless `is_so`.
    pub fn require(&mut self, is_so: bool, problem: impl Into<String>) -> &mut Self {
        let place = self.next.checked_sub(1).and_then(|nth| self.values[nth].as_ref()).map(|(_, place)| place.clone());
        if let (true, false, Some(place), None) = (self.is_read, is_so, place, &self.error) {
            self.error = Some(self.error_at(place, problem));
        }
        self
    }

    fn bind_value<T>(
        &mut self,
        field: &mut Option<T>,
        read: impl FnOnce(&FieldValue) -> Option<T>,
        said: impl FnOnce(&T) -> FieldValue,
    ) -> &mut Self {
        let Some(place) = self.values.get_mut(self.next) else { return self };
        self.next += 1;
        if !self.is_read {
            *place = field.as_ref().map(|value| (said(value), 0..0));
            return self;
        }
        *field = place.as_ref().and_then(|(said, _)| read(said));
        let problem = place.as_ref().map(|(_, place)| format!("`{}` can't stand here", &self.text[place.clone()]));
        self.require(field.is_some(), problem.unwrap_or_default())
    }

    fn error_at(&self, place: Range<usize>, problem: impl Into<String>) -> ParseError {
        ParseError::new(place, problem, format!("optional pieces, as in `{}`", self.example))
    }
}

fn first(said: &FieldValue) -> Option<&CardGroup> {
    if let FieldValue::Cards(groups) = said { groups.first() } else { None }
}

/// The largest count that a position may state, more than any table has.
const MOST: u32 = 9_999;

fn is_nothing(text: &str) -> bool {
    matches!(text, "-" | "–" | "−")
}

/// The length of `word` at the start of a text, in any letter case, as singular or plural.
fn word_length(text: &str, word: &str) -> Option<usize> {
    let mut left = text;
    for part in word.split_terminator(' ') {
        let one = part.strip_suffix("es").filter(|stem| stem.ends_with("ch")).or(part.strip_suffix('s'));
        let stem = one.filter(|one| !one.is_empty()).unwrap_or(part);
        let (head, behind) = left.trim_start().split_at_checked(stem.len())?;
        let ended = |end: &&str| {
            let (plural, next) = behind.split_at_checked(end.len()).unwrap_or_default();
            plural.eq_ignore_ascii_case(end) && !next.starts_with(char::is_alphabetic)
        };
        let end = ["es", "s", ""].into_iter().find(ended).filter(|_| head.eq_ignore_ascii_case(stem))?;
        left = &behind[end.len()..];
    }
    Some(text.len() - left.len())
}

impl FieldBinder<'_> {
    /// Parses the piece that begins at `at`, and returns the offset where the next piece can begin. A number ends its piece, and
    /// can follow its keyword at once, as `hand4`.
    fn piece(&mut self, at: usize, cards: &ParseCardsFn<'_>) -> Result<usize, ParseError> {
        let mut end = self.end(at);
        let length = |form: &FieldSpec| self.word_at(at, form);
        let longest = self.forms.iter().filter_map(length).max();
        let mut word = longest.unwrap_or_default();
        let mut open: Vec<usize> =
            (0..self.forms.len()).filter(|&nth| longest.is_some() && length(&self.forms[nth]) == longest).collect();
        if self.is_tally && word == 0 {
            let before = self.text[..at].trim_end_matches(|char: char| char.is_whitespace() || char == ',');
            let begins = before.is_empty() || before.ends_with(';');
            open = open.into_iter().nth(before.matches(';').count()).filter(|_| begins).into_iter().collect();
            // Cards end before a keyword.
            let starts = Tokens::after(&self.text[..end], at, "").skip(1).map(|(_, place)| place.start);
            let is_word = |start: &usize| self.forms.iter().any(|form| self.word_at(*start, form) > Some(0));
            end = starts.into_iter().find(is_word).unwrap_or(end);
        }
        let rest = &self.text[at..end];
        let is_over = word == 0 && open.iter().all(|&nth| self.values[nth].is_some() || self.forms[nth].typed_only);
        let value = rest[word..].trim();
        let first = value.split([' ', ',']).next().unwrap_or_default();
        let is_count = |nth: &usize| matches!(self.forms[*nth].holds, FieldKind::Count | FieldKind::Number);
        let is_number = (parse_number::<i32>(first).is_some() || is_nothing(first)) && open.iter().any(is_count);
        if open.len() > 1 {
            open.retain(|nth| match self.forms[*nth].holds {
                FieldKind::Count | FieldKind::Number => is_number,
                FieldKind::Mark | FieldKind::Times => value.is_empty() || is_nothing(value),
                FieldKind::Name | FieldKind::Names | FieldKind::Cards(_) => !value.is_empty() && !is_number,
            });
        }
        let begin = at + word;
        if word == 0 {
            word = first.len();
        }
        let key = at..at + word;
        let (mut failed, mut is_twice): (Option<ParseError>, bool) = (None, false);
        for nth in open {
            match self.value(nth, &key, begin..end, cards) {
                Ok((said, place)) => {
                    let next = if matches!(self.forms[nth].holds, FieldKind::Count | FieldKind::Number | FieldKind::Mark) {
                        place.end
                    } else {
                        end
                    };
                    if self.merge(nth, said, place) {
                        return Ok(next);
                    }
                    is_twice = true;
                }
                Err(error) if failed.as_ref().is_none_or(|failed| failed.range.start < error.range.start) => failed = Some(error),
                Err(_) => {}
            }
        }
        let is = |problem: &str| self.error_at(key.clone(), format!("`{}` {problem}", &self.text[key.clone()]));
        let failed = failed.filter(|failed| !is_over || failed.range.start > at);
        let elsewhere = self.others.iter().filter(|form| longest.unwrap_or_default() == 0 && !form.word.is_empty());
        if let Some(length) = elsewhere.filter_map(|form| self.word_at(at, form)).max().filter(|length| *length > 0) {
            let (name, part) = self.other;
            let problem = format!("`{}` belongs in {part}", &rest[..length]);
            return Err(ParseError::new(at..at + length, problem, format!("it there, as `{name}: …; {}`", rest.trim())));
        }
        Err(match failed {
            _ if is_twice && !is_over => is("is here twice"),
            Some(failed) => failed,
            None => is("is not allowed in this part"),
        })
    }

    /// The length of a field's keyword at this offset. Returns `None` if the text has another word there.
    fn word_at(&self, at: usize, form: &FieldSpec) -> Option<usize> {
        let rest = &self.text[at..self.end(at)];
        let other = form.other.and_then(|other| word_length(rest, other));
        let letter = form.word.get(..1).filter(|_| self.is_tally && matches!(form.holds, FieldKind::Count));
        word_length(rest, form.word).max(other).max(letter.and_then(|letter| word_length(rest, letter)))
    }

    /// Merges a parsed piece into its field. Returns false if the field already has another value.
    fn merge(&mut self, nth: usize, said: FieldValue, place: Range<usize>) -> bool {
        match (self.values[nth].as_mut().map(|(before, _)| before), said) {
            (None, said) => self.values[nth] = Some((said, place)),
            (Some(FieldValue::Names(names)), FieldValue::Names(more)) => names.extend(more),
            (Some(FieldValue::Count(times)), FieldValue::Count(more)) if matches!(self.forms[nth].holds, FieldKind::Times) => {
                *times += more;
            }
            (Some(FieldValue::Cards(groups)), FieldValue::Cards(more))
                if matches!(self.forms[nth].holds, FieldKind::Cards(CardsSpec { grouping: Grouping::Pieces, .. })) =>
            {
                groups.iter_mut().zip(more).for_each(|(group, more)| group.cards.extend(more.cards));
            }
            _ => return false,
        }
        true
    }

    fn value(
        &self,
        nth: usize,
        key: &Range<usize>,
        rest: Range<usize>,
        cards: &ParseCardsFn<'_>,
    ) -> Result<(FieldValue, Range<usize>), ParseError> {
        let (form, word) = (&self.forms[nth], &self.text[key.clone()]);
        let mut tokens = Tokens::after(&self.text[..rest.end], rest.start, word);
        let place = super::trimmed(self.text, rest.clone());
        let said = match form.holds {
            FieldKind::Mark => match tokens.next().filter(|(word, _)| is_nothing(word)) {
                Some((_, place)) => return Ok((FieldValue::Mark(false), key.start..place.end)),
                None => return Ok((FieldValue::Mark(true), key.clone())),
            },
            FieldKind::Times if is_nothing(&self.text[place.clone()]) => FieldValue::Count(0),
            FieldKind::Names if is_nothing(&self.text[place.clone()]) => FieldValue::Names(Vec::new()),
            FieldKind::Count
                if form.or_one
                    && tokens.clone().next().is_none_or(|(next, _)| next == "," || next.starts_with(char::is_alphabetic)) =>
            {
                return Ok((FieldValue::Count(1), key.clone()));
            }
            FieldKind::Count | FieldKind::Number => {
                let missing = || self.error_at(key.end..key.end, format!("a number is missing after `{word}`"));
                let (text, place) = tokens.next().ok_or_else(missing)?;
                let bare = text.trim_end_matches(',');
                let place = place.start..place.start + bare.len();
                if is_nothing(bare) && matches!(form.holds, FieldKind::Count) {
                    return Ok((FieldValue::Count(0), place));
                }
                let count = parse_number(bare).filter(|count: &i32| count.unsigned_abs() <= MOST && (form.signed || *count >= 0));
                let count = count.ok_or_else(|| self.error_at(place.clone(), format!("`{bare}` is not a valid number here")))?;
                if matches!(form.holds, FieldKind::Number) && count < 1 {
                    return Err(self.error_at(key.clone(), "these are counted from 1"));
                }
                return Ok((FieldValue::Count(count), place));
            }
            FieldKind::Times => {
                tokens.done()?;
                FieldValue::Count(1)
            }
            FieldKind::Name => FieldValue::Name(self.player(key, &place)?),
            FieldKind::Names => FieldValue::Names(vec![self.player(key, &place)?]),
            FieldKind::Cards(_) if place.is_empty() => {
                return Err(self.error_at(key.end..key.end, format!("no cards are named after `{word}`")));
            }
            FieldKind::Cards(of) => FieldValue::Cards(self.groups_of(form, of, &place, cards)?),
        };
        Ok((said, place))
    }

    fn player(&self, key: &Range<usize>, place: &Range<usize>) -> Result<String, ParseError> {
        let name = self.text[place.clone()].trim_end_matches(',').trim_end();
        let wrong = |place: &Range<usize>, problem| ParseError::new(place.clone(), problem, or_list(self.players.names()));
        if name.is_empty() {
            return Err(wrong(key, format!("a name is missing after `{}`", &self.text[key.clone()])));
        }
        let found = self.players.find_by_prefix(name).map_err(|unknown| wrong(place, unknown.to_string()))?;
        Ok(self.players.name(found).to_owned())
    }

    fn groups_of(
        &self,
        form: &FieldSpec,
        of: CardsSpec,
        place: &Range<usize>,
        cards: &ParseCardsFn<'_>,
    ) -> Result<Vec<CardGroup>, ParseError> {
        let text = &self.text[place.clone()];
        let starts = text.split('|').scan(place.start, |at, part| {
            let range = *at..*at + part.len();
            *at = range.end + 1;
            Some(super::trimmed(self.text, range))
        });
        let read = |(nth, place): (usize, Range<usize>)| self.group(form, of, nth, place, cards);
        match of.grouping {
            Grouping::No | Grouping::Pieces if text.contains('|') => {
                Err(self.error_at(place.clone(), "`|` stands between places, and this is one"))
            }
            Grouping::No | Grouping::Pieces => Ok(vec![read((0, place.clone()))?]),
            Grouping::Groups(_) => {
                let mut groups: Vec<CardGroup> = starts.enumerate().map(read).collect::<Result<_, _>>()?;
                groups.retain(|group| *group != CardGroup::default());
                Ok(groups)
            }
            Grouping::Beside(each, _, first) => self.attached_groups(form, of, (each, first), place, cards),
            Grouping::Fixed(..) => {
                let groups = starts.clone().enumerate().map(read).collect::<Result<Vec<_>, _>>();
                match groups {
                    // The cards of the second side may follow without a `|`.
                    Err(wrong) if of.like.len() > 1 && !text.contains('|') => {
                        let at = wrong.range.start;
                        let sides = [place.start..at, at..place.end].map(|side| super::trimmed(self.text, side));
                        sides.into_iter().enumerate().map(read).collect::<Result<_, _>>().map_err(|_| wrong)
                    }
                    Ok(groups) if of.like.len() > 1 && groups.len() > of.like.len() => {
                        let place = starts.last().unwrap_or_default();
                        Err(self.error_at(place, format!("there are {} lists of these, and this is one more", of.like.len())))
                    }
                    groups => groups,
                }
            }
        }
    }

    fn group(
        &self,
        form: &FieldSpec,
        of: CardsSpec,
        nth: usize,
        place: Range<usize>,
        cards: &ParseCardsFn<'_>,
    ) -> Result<CardGroup, ParseError> {
        let mut group = CardGroup::default();
        let mut tokens = Tokens::after(&self.text[..place.end], place.start, form.word);
        let is_always = form.always || !matches!(of.grouping, Grouping::Fixed(..));
        if let (Grouping::Fixed(each, _), Some(_), true) = (of.grouping, of.gone, place.is_empty()) {
            return Err(self.error_at(place, format!("this {each} is missing: write `-` if it is empty")));
        }
        if let Some((gone, _)) = of.gone {
            group.gone = tokens.take_word(gone) || is_nothing(gone) && tokens.take_word("–");
        }
        let (rest, start) = tokens.rest();
        let mut end = start + rest.len();
        if let Some(at) = rest.find('+').filter(|_| of.more || !self.is_tally) {
            let number = rest[at + 1..].trim();
            let plus = start + at..end;
            if !of.more {
                return Err(self.error_at(plus, format!("`+{number}` can't stand here: each of these cards is named")));
            }
            let more = number.parse().ok().filter(|more| u32::from(*more) <= MOST);
            let wrong = || ParseError::new(plus, format!("`+{number}` is not a number of cards"), "`+N` for N more cards");
            group.more = Some(more.ok_or_else(wrong)?);
            end = start + at;
        }
        let named = self.text[start..end].trim_end_matches(|char: char| char.is_whitespace() || char == ',');
        if is_nothing(named) && !is_always {
            group.more = group.more.or(Some(0));
        } else if !named.is_empty() && !is_nothing(named) {
            let kind = form.like(nth).unwrap_or_default();
            let end = start + named.len();
            let read = |start| cards(form, kind, &mut Tokens::after(&self.text[..end], start, form.word));
            // A `-` may remain from when the field was empty.
            let behind = named.strip_prefix('-').filter(|cards| !cards.starts_with('-'));
            group.cards = read(start).or_else(|wrong| behind.and_then(|_| read(start + 1).ok()).ok_or(wrong))?;
        }
        // If the word for a gone card is `-`, an empty group has no gone card.
        group.gone &= of.gone.is_some_and(|(gone, _)| !is_nothing(gone)) || !group.cards.is_empty();
        Ok(group)
    }

    /// Parses groups that each begin with a card of the verb `first`, as `3+crow 1 -+squirrel 2`.
    fn attached_groups(
        &self,
        form: &FieldSpec,
        of: CardsSpec,
        (each, first): (&str, &'static str),
        place: &Range<usize>,
        cards: &ParseCardsFn<'_>,
    ) -> Result<Vec<CardGroup>, ParseError> {
        let mut groups: Vec<CardGroup> = Vec::new();
        let ends = |char: char| char.is_whitespace() || matches!(char, ',' | '|' | '+');
        let mut at = place.start;
        while let Some(skipped) = self.text[at..place.end].find(|char| !ends(char)) {
            let is_beside = self.text[at..at + skipped].contains('+');
            let start = at + skipped;
            at = self.text[start..place.end].find(ends).map_or(place.end, |length| start + length);
            let word = &self.text[start..at];
            let read = |kind| cards(form, kind, &mut Tokens::after(&self.text[..at], start, form.word));
            let opens = if is_nothing(word) { Ok(Vec::new()) } else { read(first) };
            match (opens, groups.last_mut()) {
                (Ok(_), _) if is_beside => return Err(self.error_at(start..at, format!("`{word}` can't lie beside a {each}"))),
                (Ok(opens), _) => groups.push(CardGroup { gone: opens.is_empty(), cards: opens, more: None }),
                (Err(_), Some(group)) => group.cards.extend(read(of.like.first().copied().unwrap_or_default())?),
                (Err(wrong), None) => return Err(wrong),
            }
        }
        for group in &mut groups {
            group.gone &= !group.cards.is_empty();
        }
        Ok(groups)
    }
}
