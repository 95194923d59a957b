//! Binds the fields of a part to the fields of a game's struct: fills the struct from the parsed text, or writes its values.

use super::{
    Book, CardGroup, CountSign, FieldKind, FieldSpec, FieldValue, Grouping, ParseError, PartFields, PartOwner, Players, Seat,
    Tokens, or_list, parse_number,
};
use std::ops::{Deref, Range};

/// Parses the cards of a field in the notation of a verb. Returns the codes of the cards, in written order.
pub type ParseCardsFn<'a> = dyn Fn(&FieldSpec, &'static str, &mut Tokens<'_>) -> Result<Vec<String>, ParseError> + 'a;

/// The name that stands before the table's part.
pub const TABLE: &str = "table";

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

    /// Whether no cards are named or counted.
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
    pub const fn of(parse: fn(&str) -> Option<C>) -> Self {
        Self { parse, write: C::to_string, sort: <[C]>::sort_unstable }
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
        CardGroup { cards: cards.into_iter().map(self.write).collect(), unnamed: more, is_first_gone: false }
    }

    /// The named cards of a group, and the number of unnamed ones. Returns `None` if a code is invalid.
    pub fn named_cards(&self, group: &CardGroup) -> Option<PartialCards<C>> {
        Some(PartialCards { named: self.cards(group)?, more: group.unnamed })
    }

    fn sorted_cards(&self, group: &CardGroup) -> Option<Vec<C>> {
        let mut cards: Vec<C> = self.cards(group)?;
        (self.sort)(&mut cards);
        Some(cards)
    }
}

/// A visitor of the fields of a part, in the order of the book: fills a struct from parsed values, or collects the struct's
/// values.
#[derive(Debug)]
pub struct FieldBinder<'a> {
    text: &'a str,
    specs: &'a [FieldSpec],
    players: &'a Players,
    example: &'static str,
    /// The fields of the other kind of part: the table's if this is a player's, and vice versa.
    other_specs: &'a [FieldSpec],
    /// The name before a part of the other kind, and the kind in words.
    other_part: (&'a str, &'static str),
    /// Whether binding fills the struct from `values`; otherwise it fills `values` from the struct.
    is_parsing: bool,
    /// Whether the part belongs to a tally. There, a value without a keyword is recognised by its index, and a letter may stand for
    /// a count's keyword, unless the count always has a sign.
    is_tally: bool,
    /// The values by field, each with its byte range in the text.
    values: Vec<Option<(FieldValue, Range<usize>)>>,
    /// The index of the field to bind next.
    next: usize,
    error: Option<ParseError>,
}

impl<'a> FieldBinder<'a> {
    pub(super) fn for_writing(book: &'static Book, part: PartOwner, players: &'a Players) -> Self {
        let part_kind = usize::from(part.is_none());
        let other_part = match part {
            Some(_) => (TABLE, "the part of the table"),
            None => (players.name(Seat::new(0)), "a player's part"),
        };
        let other_specs = book.position_parts[1 - part_kind];
        let example = book.position_example[part_kind];
        Self { example, other_specs, other_part, ..Self::new("", book.position_parts[part_kind], players) }
    }

    fn new(text: &'a str, specs: &'a [FieldSpec], players: &'a Players) -> Self {
        Self {
            text,
            specs,
            players,
            example: "",
            other_specs: &[],
            other_part: ("", ""),
            is_parsing: false,
            is_tally: false,
            values: vec![None; specs.len()],
            next: 0,
            error: None,
        }
    }

    pub(super) fn parse(
        text: &'a str,
        book: &'static Book,
        part: PartOwner,
        players: &'a Players,
        parse_cards: &ParseCardsFn<'_>,
    ) -> Result<Self, ParseError> {
        Self { text, is_parsing: true, ..Self::for_writing(book, part, players) }.parse_pieces(parse_cards)
    }

    fn parse_pieces(mut self, parse_cards: &ParseCardsFn<'_>) -> Result<Self, ParseError> {
        let mut at = 0;
        while let Some(start) = self.next_piece_start(at) {
            at = self.parse_piece(start, parse_cards)?;
        }
        Ok(self)
    }

    /// Parses a player's part of a tally. `bind` binds the fields.
    pub fn parse_tally(
        text: &str,
        specs: &[FieldSpec],
        parse_cards: &ParseCardsFn<'_>,
        bind: impl FnOnce(&mut FieldBinder<'_>),
    ) -> Result<(), ParseError> {
        let players = Players::default();
        let binder = FieldBinder { is_parsing: true, is_tally: true, ..FieldBinder::new(text, specs, &players) };
        let mut binder = binder.parse_pieces(parse_cards)?;
        bind(&mut binder);
        binder.finish(|_| None)
    }

    /// Renders a player's part of a tally. An absent field without a keyword becomes an empty piece.
    pub fn write_tally(specs: &[FieldSpec], bind: impl FnOnce(&mut FieldBinder<'_>)) -> String {
        let players = Players::default();
        let mut binder = FieldBinder::new("", specs, &players);
        bind(&mut binder);
        let pieces = specs.iter().zip(binder.into_values()).flat_map(|(spec, value)| match value {
            Some(value) => spec.write(&value),
            None => vec![String::new(); usize::from(spec.keyword.is_empty())],
        });
        let text = pieces.collect::<Vec<_>>().join("; ");
        text.trim_end_matches("; ").to_owned()
    }

    /// Parses as much of a player's part of a tally as possible. Invalid pieces are returned unparsed.
    pub fn parse_lenient(
        text: &'a str,
        specs: &'a [FieldSpec],
        players: &'a Players,
        parse_cards: &ParseCardsFn<'_>,
    ) -> PartFields {
        let mut binder = Self { is_tally: true, ..Self::new(text, specs, players) };
        let (mut at, mut invalid) = (0, Vec::new());
        while let Some(start) = binder.next_piece_start(at) {
            at = binder.parse_piece(start, parse_cards).unwrap_or_else(|_| {
                let end = binder.piece_end(start);
                invalid.push(text[start..end].trim());
                end
            });
        }
        PartFields { values: binder.into_values(), extra: invalid.join("; ") }
    }

    /// The byte offset of the first piece from `at` on.
    fn next_piece_start(&self, at: usize) -> Option<usize> {
        let rest = self.text[at..].trim_start_matches(|char: char| char.is_whitespace() || matches!(char, ';' | ','));
        Some(self.text.len() - rest.len()).filter(|_| !rest.is_empty())
    }

    /// The byte offset of the first `;` from `at` on, or of the end of the text.
    fn piece_end(&self, at: usize) -> usize {
        self.text[at..].find(';').map_or(self.text.len(), |length| at + length)
    }

    /// Checks that the binding reported no error, and that no field is stated that the setup doesn't have. `why_absent` says why
    /// it doesn't have a field.
    pub(super) fn finish(self, why_absent: impl Fn(&FieldSpec) -> Option<&'static str>) -> Result<(), ParseError> {
        let mut stated = self.specs.iter().zip(&self.values).filter_map(|(spec, value)| Some((spec, value.as_ref()?)));
        let absent_error = stated.find_map(|(spec, (_, range))| Some(self.error_at(range.clone(), why_absent(spec)?)));
        self.error.or(absent_error).map_or(Ok(()), Err)
    }

    pub(super) fn into_values(self) -> Vec<Option<FieldValue>> {
        self.values.into_iter().map(|stated| stated.map(|(value, _)| value)).collect()
    }

    /// Binds a count, a number, or how often a repeated flag stands. Zero is a stated value.
    pub fn count<N: Copy + TryFrom<i32> + Into<i32>>(&mut self, field: &mut Option<N>) -> &mut Self {
        let read = |value: &FieldValue| if let FieldValue::Count(count) = *value { N::try_from(count).ok() } else { None };
        self.bind_value(field, read, |&count| FieldValue::Count(count.into()))
    }

    /// Binds a flag (`FieldKind::Mark`): present or absent.
    pub fn flag(&mut self, field: &mut Option<()>) -> &mut Self {
        let mut mark = field.map(|()| true);
        let read = |value: &FieldValue| if let FieldValue::Mark(is_present) = *value { Some(is_present) } else { None };
        self.bind_value(&mut mark, read, |&is_present| FieldValue::Mark(is_present));
        *field = mark.filter(|is_present| *is_present).map(|_| ());
        self
    }

    /// Binds how often a repeated flag (`FieldKind::Times`) stands; zero counts as absent.
    pub fn repeats(&mut self, field: &mut u8) -> &mut Self {
        let mut times = Some(*field).filter(|times| *times > 0);
        self.count(&mut times);
        *field = times.unwrap_or_default();
        self
    }

    /// Binds a player.
    pub fn name(&mut self, field: &mut Option<Seat>) -> &mut Self {
        let players = self.players;
        let read = |value: &FieldValue| if let FieldValue::Name(name) = value { players.find(name).ok() } else { None };
        self.bind_value(field, read, |&seat| FieldValue::Name(players.name(seat).to_owned()))
    }

    /// Binds players, sorted by seat if `is_sorted`. An empty list is a stated value.
    pub fn names<C: FromIterator<Seat> + Deref<Target = [Seat]>>(&mut self, field: &mut Option<C>, is_sorted: bool) -> &mut Self {
        let players = self.players;
        let read = |value: &FieldValue| {
            let FieldValue::Names(names) = value else { return None };
            let mut seats: Vec<Seat> = names.iter().map(|name| players.find(name).ok()).collect::<Option<_>>()?;
            if is_sorted {
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
        codec: &CardCodec<T>,
    ) -> &mut Self {
        let read = |value: &FieldValue| Some(codec.sorted_cards(first_group(value)?)?.into_iter().collect());
        self.bind_value(field, read, |cards| FieldValue::Cards(vec![codec.group(cards.iter(), None)]))
    }

    /// Binds unordered cards; an empty list counts as absent.
    pub fn cards_or_empty<T, C: Default + FromIterator<T> + Deref<Target = [T]>>(
        &mut self,
        field: &mut C,
        codec: &CardCodec<T>,
    ) -> &mut Self {
        let mut cards = Some(std::mem::take(field)).filter(|cards| !cards.is_empty());
        self.cards(&mut cards, codec);
        *field = cards.unwrap_or_default();
        self
    }

    /// Binds unordered cards, and the number of unnamed ones.
    pub fn cards_and_more<T>(&mut self, field: &mut Option<PartialCards<T>>, codec: &CardCodec<T>) -> &mut Self {
        let read = |value: &FieldValue| {
            first_group(value).and_then(|group| Some(PartialCards { named: codec.sorted_cards(group)?, more: group.unnamed }))
        };
        self.bind_value(field, read, |cards| FieldValue::Cards(vec![codec.group(&cards.named, cards.more)]))
    }

    /// Binds groups of cards, in their order. `read` and `write` convert one group.
    pub fn groups<T>(
        &mut self,
        field: &mut Option<Vec<T>>,
        read: impl Fn(&CardGroup) -> Option<T>,
        write: impl Fn(&T) -> CardGroup,
    ) -> &mut Self {
        let read_all =
            |value: &FieldValue| if let FieldValue::Cards(groups) = value { groups.iter().map(read).collect() } else { None };
        self.bind_value(field, read_all, |groups| FieldValue::Cards(groups.iter().map(write).collect()))
    }

    /// Reports `problem` for the field bound last, unless `is_met`.
    pub fn require(&mut self, is_met: bool, problem: impl Into<String>) -> &mut Self {
        let range = self.next.checked_sub(1).and_then(|index| self.values[index].as_ref()).map(|(_, range)| range.clone());
        if let (true, false, Some(range), None) = (self.is_parsing, is_met, range, &self.error) {
            self.error = Some(self.error_at(range, problem));
        }
        self
    }

    fn bind_value<T>(
        &mut self,
        field: &mut Option<T>,
        read: impl FnOnce(&FieldValue) -> Option<T>,
        write: impl FnOnce(&T) -> FieldValue,
    ) -> &mut Self {
        let Some(slot) = self.values.get_mut(self.next) else { return self };
        self.next += 1;
        if !self.is_parsing {
            *slot = field.as_ref().map(|content| (write(content), 0..0));
            return self;
        }
        *field = slot.as_ref().and_then(|(value, _)| read(value));
        let problem = slot.as_ref().map(|(_, range)| format!("`{}` can't stand here", &self.text[range.clone()]));
        self.require(field.is_some(), problem.unwrap_or_default())
    }

    fn error_at(&self, range: Range<usize>, problem: impl Into<String>) -> ParseError {
        ParseError::new(range, problem, format!("optional pieces, as in `{}`", self.example))
    }
}

fn first_group(value: &FieldValue) -> Option<&CardGroup> {
    if let FieldValue::Cards(groups) = value { groups.first() } else { None }
}

/// The largest count that a part may state, more than any table has.
const MAX_COUNT: u32 = 9_999;

/// Whether a text is a dash, the notation for none.
fn is_dash(text: &str) -> bool {
    matches!(text, "-" | "–" | "−")
}

/// The length of `keyword` at the start of a text, in any letter case, as singular or plural. 0 for an empty keyword, and `None`
/// if the text begins otherwise.
fn keyword_length(text: &str, keyword: &str) -> Option<usize> {
    let mut rest = text;
    for word in keyword.split_terminator(' ') {
        let singular = word.strip_suffix("es").filter(|stem| stem.ends_with("ch")).or(word.strip_suffix('s'));
        let stem = singular.filter(|stem| !stem.is_empty()).unwrap_or(word);
        let (start, after_stem) = rest.trim_start().split_at_checked(stem.len())?;
        let is_ending = |ending: &&str| {
            let (plural, next) = after_stem.split_at_checked(ending.len()).unwrap_or_default();
            plural.eq_ignore_ascii_case(ending) && !next.starts_with(char::is_alphabetic)
        };
        let ending = ["es", "s", ""].into_iter().find(is_ending).filter(|_| start.eq_ignore_ascii_case(stem))?;
        rest = &after_stem[ending.len()..];
    }
    Some(text.len() - rest.len())
}

impl FieldBinder<'_> {
    /// Parses the piece that begins at `at`, and returns the offset where the next piece can begin. A number ends its piece, and
    /// can follow its keyword at once, as `hand4`.
    fn parse_piece(&mut self, at: usize, parse_cards: &ParseCardsFn<'_>) -> Result<usize, ParseError> {
        let mut end = self.piece_end(at);
        let keyword_length_of = |spec: &FieldSpec| self.keyword_length_at(at, spec);
        let longest = self.specs.iter().filter_map(keyword_length_of).max();
        let mut key_length = longest.unwrap_or_default();
        // The indices of the fields that the piece can state.
        let mut matching: Vec<usize> =
            (0..self.specs.len()).filter(|&nth| longest.is_some() && keyword_length_of(&self.specs[nth]) == longest).collect();
        if self.is_tally && key_length == 0 {
            let before = self.text[..at].trim_end_matches(|char: char| char.is_whitespace() || char == ',');
            let is_after_separator = before.is_empty() || before.ends_with(';');
            let index = before.matches(';').count();
            matching = matching.into_iter().nth(index).filter(|_| is_after_separator).into_iter().collect();
            // Cards without a keyword end where the keyword of another field begins.
            let word_starts = Tokens::after(&self.text[..end], at, "").skip(1).map(|(_, range)| range.start);
            let is_keyword = |start: &usize| self.specs.iter().any(|spec| self.keyword_length_at(*start, spec) > Some(0));
            end = word_starts.into_iter().find(is_keyword).unwrap_or(end);
        }
        let piece = &self.text[at..end];
        // Whether the piece has no keyword, and no field without a keyword remains for it.
        let is_surplus =
            key_length == 0 && matching.iter().all(|&nth| self.values[nth].is_some() || self.specs[nth].is_typed_only);
        let value = piece[key_length..].trim();
        let first_word = value.split([' ', ',']).next().unwrap_or_default();
        let is_number_field = |nth: &usize| matches!(self.specs[*nth].kind, FieldKind::Count | FieldKind::Number);
        let is_number =
            (parse_number::<i32>(first_word).is_some() || is_dash(first_word)) && matching.iter().any(is_number_field);
        if matching.len() > 1 {
            matching.retain(|nth| match self.specs[*nth].kind {
                FieldKind::Count | FieldKind::Number => is_number,
                FieldKind::Mark | FieldKind::Times => value.is_empty() || is_dash(value),
                FieldKind::Name | FieldKind::Names | FieldKind::Cards(_) => !value.is_empty() && !is_number,
            });
        }
        let value_start = at + key_length;
        if key_length == 0 {
            key_length = first_word.len();
        }
        let key = at..at + key_length;
        let (mut furthest_error, mut is_repeated): (Option<ParseError>, bool) = (None, false);
        for nth in matching {
            match self.parse_value(nth, &key, value_start..end, parse_cards) {
                Ok((value, range)) => {
                    let next_start = if matches!(self.specs[nth].kind, FieldKind::Count | FieldKind::Number | FieldKind::Mark) {
                        range.end
                    } else {
                        end
                    };
                    if self.merge(nth, value, range) {
                        return Ok(next_start);
                    }
                    is_repeated = true;
                }
                Err(error) if furthest_error.as_ref().is_none_or(|furthest| furthest.range.start < error.range.start) => {
                    furthest_error = Some(error);
                }
                Err(_) => {}
            }
        }
        let key_error = |problem: &str| self.error_at(key.clone(), format!("`{}` {problem}", &self.text[key.clone()]));
        // A surplus piece has an error of its own only if the error lies behind the piece's start.
        let furthest_error = furthest_error.filter(|error| !is_surplus || error.range.start > at);
        let keyword_specs = self.other_specs.iter().filter(|spec| longest.unwrap_or_default() == 0 && !spec.keyword.is_empty());
        let other_length = keyword_specs.filter_map(|spec| self.keyword_length_at(at, spec)).max();
        if let Some(length) = other_length.filter(|length| *length > 0) {
            let (name, part) = self.other_part;
            let problem = format!("`{}` belongs in {part}", &piece[..length]);
            return Err(ParseError::new(at..at + length, problem, format!("it there, as `{name}: …; {}`", piece.trim())));
        }
        Err(match furthest_error {
            _ if is_repeated && !is_surplus => key_error("is here twice"),
            Some(error) => error,
            None => key_error("is not allowed in this part"),
        })
    }

    /// The length of a field's keyword at `at`. Returns `None` if the text has another word there.
    fn keyword_length_at(&self, at: usize, spec: &FieldSpec) -> Option<usize> {
        let rest = &self.text[at..self.piece_end(at)];
        let alias_length = spec.other_keyword.and_then(|keyword| keyword_length(rest, keyword));
        let has_letter = self.is_tally && matches!(spec.kind, FieldKind::Count) && spec.sign != CountSign::Always;
        let letter = spec.keyword.get(..1).filter(|_| has_letter);
        keyword_length(rest, spec.keyword).max(alias_length).max(letter.and_then(|letter| keyword_length(rest, letter)))
    }

    /// Merges a parsed value into the field with the index `nth`. Returns false if the field has a value that can't be extended.
    fn merge(&mut self, nth: usize, value: FieldValue, range: Range<usize>) -> bool {
        match (self.values[nth].as_mut().map(|(stated, _)| stated), value) {
            (None, value) => self.values[nth] = Some((value, range)),
            (Some(FieldValue::Names(names)), FieldValue::Names(added)) => names.extend(added),
            (Some(FieldValue::Count(times)), FieldValue::Count(added)) if matches!(self.specs[nth].kind, FieldKind::Times) => {
                *times += added;
            }
            (Some(FieldValue::Cards(groups)), FieldValue::Cards(added))
                if matches!(self.specs[nth].kind, FieldKind::Cards(Grouping::Pieces)) =>
            {
                groups.iter_mut().zip(added).for_each(|(group, added)| group.cards.extend(added.cards));
            }
            _ => return false,
        }
        true
    }

    /// Parses the value of the field with the index `nth` in `rest`. `key` is the range of the keyword, or of the first word if
    /// there is no keyword. Also returns the range of the value.
    fn parse_value(
        &self,
        nth: usize,
        key: &Range<usize>,
        rest: Range<usize>,
        parse_cards: &ParseCardsFn<'_>,
    ) -> Result<(FieldValue, Range<usize>), ParseError> {
        let (spec, word) = (&self.specs[nth], &self.text[key.clone()]);
        let mut tokens = Tokens::after(&self.text[..rest.end], rest.start, word);
        let range = super::trim_range(self.text, rest.clone());
        let value = match spec.kind {
            FieldKind::Mark => match tokens.next().filter(|(word, _)| is_dash(word)) {
                Some((_, range)) => return Ok((FieldValue::Mark(false), key.start..range.end)),
                None => return Ok((FieldValue::Mark(true), key.clone())),
            },
            FieldKind::Times if is_dash(&self.text[range.clone()]) => FieldValue::Count(0),
            FieldKind::Names if is_dash(&self.text[range.clone()]) => FieldValue::Names(Vec::new()),
            FieldKind::Count
                if spec.may_omit_number
                    && tokens.clone().next().is_none_or(|(next, _)| next == "," || next.starts_with(char::is_alphabetic)) =>
            {
                return Ok((FieldValue::Count(1), key.clone()));
            }
            FieldKind::Count | FieldKind::Number => {
                let missing_number = || self.error_at(key.end..key.end, format!("a number is missing after `{word}`"));
                let (text, range) = tokens.next().ok_or_else(missing_number)?;
                let number = text.trim_end_matches(',');
                let range = range.start..range.start + number.len();
                if is_dash(number) && matches!(spec.kind, FieldKind::Count) {
                    return Ok((FieldValue::Count(0), range));
                }
                let count = parse_number(number)
                    .filter(|count: &i32| count.unsigned_abs() <= MAX_COUNT && (spec.sign != CountSign::None || *count >= 0));
                let count =
                    count.ok_or_else(|| self.error_at(range.clone(), format!("`{number}` is not a valid number here")))?;
                if matches!(spec.kind, FieldKind::Number) && count < 1 {
                    return Err(self.error_at(key.clone(), "these are counted from 1"));
                }
                return Ok((FieldValue::Count(count), range));
            }
            FieldKind::Times => {
                tokens.expect_end()?;
                FieldValue::Count(1)
            }
            FieldKind::Name => FieldValue::Name(self.parse_player(key, &range)?),
            FieldKind::Names => FieldValue::Names(vec![self.parse_player(key, &range)?]),
            FieldKind::Cards(_) if range.is_empty() => {
                return Err(self.error_at(key.end..key.end, format!("no cards are named after `{word}`")));
            }
            FieldKind::Cards(grouping) => FieldValue::Cards(self.parse_groups(spec, grouping, &range, parse_cards)?),
        };
        Ok((value, range))
    }

    fn parse_player(&self, key: &Range<usize>, range: &Range<usize>) -> Result<String, ParseError> {
        let name = self.text[range.clone()].trim_end_matches(',').trim_end();
        let error = |range: &Range<usize>, problem| ParseError::new(range.clone(), problem, or_list(self.players.names()));
        if name.is_empty() {
            return Err(error(key, format!("a name is missing after `{}`", &self.text[key.clone()])));
        }
        let seat = self.players.find_by_prefix(name).map_err(|unknown| error(range, unknown.to_string()))?;
        Ok(self.players.name(seat).to_owned())
    }

    fn parse_groups(
        &self,
        spec: &FieldSpec,
        grouping: Grouping,
        range: &Range<usize>,
        parse_cards: &ParseCardsFn<'_>,
    ) -> Result<Vec<CardGroup>, ParseError> {
        let text = &self.text[range.clone()];
        let ranges = text.split('|').scan(range.start, |at, group| {
            let range = *at..*at + group.len();
            *at = range.end + 1;
            Some(super::trim_range(self.text, range))
        });
        let parse = |(nth, range): (usize, Range<usize>)| self.parse_group(spec, nth, range, parse_cards);
        match grouping {
            Grouping::No | Grouping::Pieces if text.contains('|') => {
                Err(self.error_at(range.clone(), "`|` stands between several places, and here is only one"))
            }
            Grouping::No | Grouping::Pieces => Ok(vec![parse((0, range.clone()))?]),
            Grouping::Groups(_) => {
                let mut groups: Vec<CardGroup> = ranges.enumerate().map(parse).collect::<Result<_, _>>()?;
                groups.retain(|group| *group != CardGroup::default());
                Ok(groups)
            }
            Grouping::Beside(noun, _, first_verb) => self.parse_groups_beside(spec, (noun, first_verb), range, parse_cards),
            Grouping::Fixed(..) => {
                let groups = ranges.clone().enumerate().map(parse).collect::<Result<Vec<_>, _>>();
                match groups {
                    // If each group has its own verb, the cards of the second group may follow without a `|`.
                    Err(error) if spec.verbs.len() > 1 && !text.contains('|') => {
                        let at = error.range.start;
                        let sides = [range.start..at, at..range.end].map(|side| super::trim_range(self.text, side));
                        sides.into_iter().enumerate().map(parse).collect::<Result<_, _>>().map_err(|_| error)
                    }
                    Ok(groups) if spec.verbs.len() > 1 && groups.len() > spec.verbs.len() => {
                        let last = ranges.last().unwrap_or_default();
                        Err(self.error_at(last, format!("there are {} lists of these, and this is one more", spec.verbs.len())))
                    }
                    groups => groups,
                }
            }
        }
    }

    fn parse_group(
        &self,
        spec: &FieldSpec,
        nth: usize,
        range: Range<usize>,
        parse_cards: &ParseCardsFn<'_>,
    ) -> Result<CardGroup, ParseError> {
        let mut group = CardGroup::default();
        let mut tokens = Tokens::after(&self.text[..range.end], range.start, spec.keyword);
        // Whether a group without text is stated as empty. If not, it is unstated, and only `-` states that it is empty.
        let is_empty_by_default = spec.is_required || !matches!(spec.kind, FieldKind::Cards(Grouping::Fixed(..)));
        if let (FieldKind::Cards(Grouping::Fixed(noun, _)), Some(_), true) = (spec.kind, spec.first_gone, range.is_empty()) {
            return Err(self.error_at(range, format!("this {noun} is missing: write `-` if it is empty")));
        }
        if let Some((gone_word, _)) = spec.first_gone {
            group.is_first_gone = tokens.take_word(gone_word) || is_dash(gone_word) && tokens.take_word("–");
        }
        let (rest, start) = tokens.rest();
        let mut end = start + rest.len();
        if let Some(at) = rest.find('+').filter(|_| spec.may_have_unnamed || !self.is_tally) {
            let number = rest[at + 1..].trim();
            let plus_range = start + at..end;
            if !spec.may_have_unnamed {
                return Err(self.error_at(plus_range, format!("`+{number}` can't stand here: each of these cards is named")));
            }
            let more = number.parse().ok().filter(|more| u32::from(*more) <= MAX_COUNT);
            let error = || ParseError::new(plus_range, format!("`+{number}` is not a number of cards"), "`+N` for N more cards");
            group.unnamed = Some(more.ok_or_else(error)?);
            end = start + at;
        }
        let named_text = self.text[start..end].trim_end_matches(|char: char| char.is_whitespace() || char == ',');
        if is_dash(named_text) && !is_empty_by_default {
            group.unnamed = group.unnamed.or(Some(0));
        } else if !named_text.is_empty() && !is_dash(named_text) {
            let verb = spec.verb_of_group(nth).unwrap_or_default();
            let end = start + named_text.len();
            let parse = |start| parse_cards(spec, verb, &mut Tokens::after(&self.text[..end], start, spec.keyword));
            // Whoever adds cards to an empty field may leave its `-` before them.
            let after_dash = named_text.strip_prefix('-').filter(|cards| !cards.starts_with('-'));
            group.cards = parse(start).or_else(|error| after_dash.and_then(|_| parse(start + 1).ok()).ok_or(error))?;
        }
        // Where the word for a gone card is `-`, a `-` alone states an empty group, not a gone card.
        group.is_first_gone &= spec.first_gone.is_some_and(|(gone_word, _)| !is_dash(gone_word)) || !group.cards.is_empty();
        Ok(group)
    }

    /// Parses groups that each begin with a card of `first_verb`, as `3+crow 1 -+squirrel 2`. A group is called `noun`.
    fn parse_groups_beside(
        &self,
        spec: &FieldSpec,
        (noun, first_verb): (&str, &'static str),
        range: &Range<usize>,
        parse_cards: &ParseCardsFn<'_>,
    ) -> Result<Vec<CardGroup>, ParseError> {
        let mut groups: Vec<CardGroup> = Vec::new();
        let is_separator = |char: char| char.is_whitespace() || matches!(char, ',' | '|' | '+');
        let mut at = range.start;
        while let Some(skipped) = self.text[at..range.end].find(|char| !is_separator(char)) {
            let is_beside = self.text[at..at + skipped].contains('+');
            let start = at + skipped;
            at = self.text[start..range.end].find(is_separator).map_or(range.end, |length| start + length);
            let word = &self.text[start..at];
            let parse = |verb| parse_cards(spec, verb, &mut Tokens::after(&self.text[..at], start, spec.keyword));
            let first_card = if is_dash(word) { Ok(Vec::new()) } else { parse(first_verb) };
            match (first_card, groups.last_mut()) {
                (Ok(_), _) if is_beside => return Err(self.error_at(start..at, format!("`{word}` can't lie beside a {noun}"))),
                (Ok(first), _) => groups.push(CardGroup { is_first_gone: first.is_empty(), cards: first, unnamed: None }),
                (Err(_), Some(group)) => group.cards.extend(parse(spec.verbs.first().copied().unwrap_or_default())?),
                (Err(error), None) => return Err(error),
            }
        }
        for group in &mut groups {
            group.is_first_gone &= !group.cards.is_empty();
        }
        Ok(groups)
    }
}
