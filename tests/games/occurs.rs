//! Every fault, every event and every line of a sheet occurs in a recorded log, and beside every fault stands something legal.
//!
//! What there is comes from the source that declares it; what occurs comes from the logs of `tests/logs` and `examples`, each played
//! through once more. A fault's near miss is an act of the same kind (a step of the same verb, the beginning of a round, a position) that
//! is legal in the same log, or could be at one of its moments. For a tally it is another log's tally of as many players, and for a log
//! with table rules of its own it may be an act under other rules. What several games share is to occur in one of them; the two emu games
//! share all.

use crate::recorded_logs;
use fowlplay::{
    games::{
        blulu::Blulu, eggs_and_empires::EggsAndEmpires, emu_ranchers::EmuRanchers, emus_redux::EmusRedux, piepmatz::Piepmatz,
    },
    log::Log,
    referee::{LogAct, acts_as},
    table::{Act, ActOf, ClauseId, CompleteGame, FindingKind, GameFault, Item, Seat, Seats},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
    fs,
    path::Path,
};

fn source(path: &str) -> String {
    fs::read_to_string(Path::new(crate::ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What stands between two quotes after each `before`.
fn quoted<'a>(text: &'a str, before: &str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split('"').next())
}

/// The variants of a declared enum: name and what is written after it, up to the next one.
fn variants<'a>(source: &'a str, name: &str) -> Vec<(&'a str, String)> {
    let (before, body) =
        [" {", "<"].iter().find_map(|end| source.split_once(&format!("enum {name}{end}"))).expect("it is declared");
    let line = before.rsplit('\n').next().unwrap_or_default();
    let indent = line.len() - line.trim_start().len();
    let (end, inner) = (format!("{}}}", " ".repeat(indent)), " ".repeat(indent + 4));
    let mut variants: Vec<(&str, String)> = Vec::new();
    for line in body.lines().skip(1).take_while(|line| *line != end) {
        let own = line.strip_prefix(&inner).filter(|line| line.starts_with(char::is_uppercase));
        if let Some(own) = own {
            let (name, rest) = own.split_at(own.find(|c: char| !c.is_alphanumeric()).unwrap_or(own.len()));
            variants.push((name, rest.to_owned()));
        } else if let Some((_, rest)) = variants.last_mut().filter(|_| !line.trim_start().starts_with("//")) {
            rest.push_str(line);
        }
    }
    variants
}

/// The enums that carry what several games share, by the variant that carries them.
const SHARED: &[(&str, &str, &str)] = &[("TableFault", "src/table/fault.rs", "(TableFault")];

/// The names of all variants of an enum, with those that it carries: `Table NotInHand`. A fault that may break several clauses is
/// there once for each: `Misfit 3.4`.
fn declared(path: &str, name: &str) -> BTreeSet<String> {
    let text = source(path);
    let names = variants(&text, name).into_iter().flat_map(|(variant, rest)| {
        let carried = SHARED.iter().find(|(.., mark)| rest.starts_with(mark));
        let clauses: BTreeSet<&str> = quoted(&rest, "cited(\"").filter_map(|id| Some(id.split_once('-')?.1)).collect();
        match carried {
            Some((shared, path, _)) => {
                let names = declared(path, shared).into_iter();
                names.filter(|name| !is_for_other_crates(shared, name)).map(|name| format!("{variant} {name}")).collect()
            }
            None if clauses.len() > 1 => clauses.into_iter().map(|clause| format!("{variant} {clause}")).collect(),
            None => vec![variant.to_owned()],
        }
    });
    names.collect()
}

/// Whether only `Judge::check_due` gives a fault, which games of other crates use, and no game of this one.
fn is_for_other_crates(shared: &str, name: &str) -> bool {
    let path = format!("{shared}::{name}");
    let is_named_in = |file: &str| source(file).contains(&path);
    is_named_in("src/table/judge.rs") && !["src/emu/judge.rs", "src/games/blulu/judge.rs"].into_iter().any(is_named_in)
}

/// What several games share is to occur in one of them: its name without what carries it.
fn shared(name: &str) -> Option<&str> {
    name.strip_prefix("Table ")
}

/// The name of a value among those that are `declared`, by its variants as they are written for debugging.
fn name_in(declared: &BTreeSet<String>, value: &impl Debug, clause: &str) -> String {
    let text = format!("{value:?}");
    let mut name = String::new();
    for word in text.split('(').map(|part| part.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()) {
        name = if name.is_empty() { word.to_owned() } else { format!("{name} {word}") };
        let with_clause = format!("{name} {clause}");
        if let Some(known) = [name.clone(), with_clause].into_iter().find(|name| declared.contains(name)) {
            return known;
        }
    }
    panic!("{text} is not declared")
}

/// The number of a clause in its book: `3.4`.
fn number_of(clause: ClauseId) -> String {
    clause.to_string().split_once('-').map(|(_, number)| number.to_owned()).unwrap_or_default()
}

/// The number of the clause that a note ends with, as in `(EE-5.1).`, if the sheets name it.
fn cited(note: &str, all: &Words) -> Option<String> {
    let (_, number) = note.rsplit_once('(')?.1.split_once(')')?.0.split_once('-')?;
    all.lines.get(number).cloned()
}

/// What there is in a game, or what of it occurs.
#[derive(Default)]
struct Words {
    faults: BTreeSet<String>,
    events: BTreeSet<String>,
    /// Kinds of item, and the clauses that items and notes name.
    lines: BTreeSet<String>,
}

impl Words {
    /// What a game declares in its folder, or both emu games in theirs.
    fn declared(game: &str) -> Self {
        let is_emu = game.starts_with("emu");
        let folder = if is_emu { "src/emu".to_owned() } else { format!("src/games/{}", game.replace('-', "_")) };
        let upkeep = if is_emu { source("src/emu/upkeep.rs") } else { String::new() };
        Self {
            faults: declared(&format!("{folder}/judge.rs"), "Fault"),
            events: declared(&format!("{folder}/apply.rs"), "Event"),
            lines: lines_of(&(source(&format!("{folder}/score.rs")) + &upkeep)),
        }
    }
}

/// The kinds of item that stand in a source of sheets, and the clauses that award them, as `6.1`.
fn lines_of(source: &str) -> BTreeSet<String> {
    let kinds = ["kind: \"", "item(\""].into_iter().flat_map(|before| quoted(source, before)).map(str::to_owned);
    // In a list of kinds each has its name behind it.
    let listed = source.split("(\"").filter_map(|rest| rest.split_once("\", \"")).map(|(kind, _)| kind.to_owned());
    let listed = listed.filter(|kind| kind.chars().all(char::is_alphabetic));
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let clauses = code.flat_map(|line| line.split('(').skip(1)).filter_map(|call| {
        let (section, number) = call.split_once(')')?.0.split_once(", ")?;
        Some(format!("{}.{}", section.parse::<u8>().ok()?, number.parse::<u8>().ok()?))
    });
    kinds.chain(listed).chain(clauses).collect()
}

/// An act's kind: its verb, or what else it is. Tallies of as many players are of a kind.
fn kind_of<G: CompleteGame>(act: &ActOf<G>, players: usize) -> String {
    match act {
        Act::BeginRound { .. } => "round".to_owned(),
        Act::Step { step, .. } => G::verb_text(step).name.to_owned(),
        Act::Tally(_) => tally_of(players),
    }
}

fn tally_of(players: usize) -> String {
    format!("tally of {players}")
}

/// What occurs in the logs of a game.
#[derive(Default)]
struct Occurring {
    words: Words,
    /// The faults with something legal beside them.
    missed: BTreeSet<String>,
    /// The faults, with their kind, for which another log will do: of tallies, and under table rules of its own.
    elsewhere: BTreeSet<(String, String)>,
    /// The kinds of legal acts.
    legal: BTreeSet<String>,
}

/// All faults of an act: each part of a tally is judged on its own.
fn faults<G: CompleteGame>(game: &G, act: &ActOf<G>, players: usize) -> Vec<G::Fault> {
    let possible = game.check_possible(act);
    let parts: Vec<G::Fault> = match act {
        _ if possible.is_err() => Vec::new(),
        Act::Tally(tally) => {
            Seats::all(players).iter().filter_map(|seat| game.check_parts(tally, Seats::only(seat)).err()).collect()
        }
        _ => Vec::new(),
    };
    game.judge(act).err().into_iter().chain(parts).chain(possible.err()).collect()
}

impl Occurring {
    /// Plays a log through.
    fn see<G: CompleteGame>(&mut self, log: Log, all: &Words) {
        let has_rules = !log.rules().is_empty();
        let (context, acts) = acts_as::<G>(log).unwrap_or_else(|error| panic!("{error}"));
        let players = context.players.count();
        let mut game = G::new(players, &context.setup);
        let (mut moments, mut legal) = (Vec::new(), BTreeSet::new());
        let mut found: Vec<(String, String)> = Vec::new();
        let mut events = Vec::new();
        let named_in = |fault: &G::Fault| name_in(&all.faults, fault, &number_of(fault.breach().clause));
        for act in &acts {
            let LogAct::Act(act) = act else {
                moments.push(game.clone());
                let untimely = game.check_position_due().err();
                found.extend(untimely.map(|fault| (named_in(&fault), "position".to_owned())));
                events.clear();
                if act.redo(&mut game, &context.players, &mut events).is_none() {
                    break;
                }
                if untimely.is_none() {
                    legal.insert("position".to_owned());
                }
                self.words.events.extend(events.iter().map(|event| name_in(&all.events, event, "")));
                continue;
            };
            let (kind, named) = (kind_of::<G>(act, players), named_in);
            let faults = faults(&game, act, players);
            for fault in &faults {
                found.push((named(fault), kind.clone()));
            }
            if faults.is_empty() {
                legal.insert(kind);
            }
            moments.push(game.clone());
            if faults.iter().any(|fault| fault.kind() == FindingKind::Impossible) {
                break;
            }
            events.clear();
            game.apply(act, &mut events);
            self.words.events.extend(events.iter().map(|event| name_in(&all.events, event, "")));
            let convicted = events.iter().filter_map(G::conviction);
            let kind_at = |nth: usize| acts[nth].act().map_or_else(|| "position".to_owned(), |act| kind_of::<G>(act, players));
            found.extend(convicted.map(|(nth, fault)| (named(&fault), kind_at(nth))));
        }
        self.legal.extend(legal.iter().cloned());
        for (fault, kind) in found {
            if has_rules || kind == tally_of(players) {
                self.elsewhere.insert((fault.clone(), kind.clone()));
            }
            let is_legal = || legal.contains(&kind) || moments.iter().any(|moment| is_open(moment, &kind, players));
            if !self.missed.contains(&fault) && is_legal() {
                self.missed.insert(fault.clone());
            }
            self.words.faults.insert(fault);
        }
        let sheet = game.score(&context.players);
        let items = sheet.players.iter().flat_map(|player| &player.rounds).flat_map(|round| &round.items);
        // A clause that its kind of item always has is not named alone.
        let clause = |item: &Item| Some(number_of(item.clause)).filter(|number| all.lines.contains(number));
        self.words.lines.extend(items.flat_map(|item| clause(item).into_iter().chain([item.kind.to_owned()])));
        self.words.lines.extend(sheet.notes.iter().filter_map(|note| cited(note, all)));
    }
}

/// Whether a step of a kind can be done legally. What the table turns up is in no list of legal steps.
fn is_open<G: CompleteGame>(game: &G, kind: &str, players: usize) -> bool {
    let open = game.expects();
    let is_open_to = |actor: Option<Seat>| G::book().verbs_of(open.verbs_of(actor)).any(|verb| verb.name == kind);
    let is_listed = || game.legal_steps().iter().any(|(_, step)| G::verb_text(step).name == kind);
    is_open_to(None) || Seat::all(players).any(|seat| is_open_to(Some(seat))) && is_listed()
}

/// The logs of the games, by game.
fn logs() -> BTreeMap<String, Vec<Log>> {
    let mut logs: BTreeMap<String, Vec<Log>> = BTreeMap::new();
    for (path, text) in recorded_logs() {
        let log = Log::parse(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        logs.entry(log.game().to_string()).or_default().push(log);
    }
    logs
}

/// What of a game never occurs, and the names of what does.
fn never<G: CompleteGame>(logs: &BTreeMap<String, Vec<Log>>) -> (Vec<String>, BTreeSet<String>) {
    let game = G::book().game;
    let all = Words::declared(game);
    let mut occurring = Occurring::default();
    logs[game].iter().for_each(|log| occurring.see::<G>(log.clone(), &all));
    let Occurring { words, mut missed, elsewhere, legal } = occurring;
    missed.extend(elsewhere.into_iter().filter(|(_, kind)| legal.contains(kind)).map(|(fault, _)| fault));
    let lacks = |what: &str, all: &BTreeSet<String>, seen: &BTreeSet<String>| -> Vec<String> {
        assert!(seen.is_subset(all), "{game}: {what} that {:?} are not declared", seen.difference(all));
        all.difference(seen).map(|name| format!("{game}: {what} {name}")).collect()
    };
    let mut never = lacks("fault", &all.faults, &words.faults);
    never.extend(lacks("event", &all.events, &words.events));
    never.extend(lacks("line", &all.lines, &words.lines));
    never.extend(words.faults.difference(&missed).map(|name| format!("{game}: nothing legal beside {name}")));
    (never, words.faults.into_iter().chain(words.events).chain(words.lines).collect())
}

#[test]
fn whatever_there_is_occurs_in_a_recorded_log() {
    let logs = logs();
    let games = [
        never::<EmuRanchers>(&logs),
        never::<EmusRedux>(&logs),
        never::<Blulu>(&logs),
        never::<EggsAndEmpires>(&logs),
        never::<Piepmatz>(&logs),
    ];
    let occur = games.iter().flat_map(|(_, occur)| occur).filter_map(|name| shared(name));
    let of_emus = games[..2].iter().flat_map(|(_, occur)| occur).map(String::as_str);
    let elsewhere: BTreeSet<&str> = occur.chain(of_emus).collect();
    let is_elsewhere = |missing: &str| {
        let said = [": fault ", ": event ", ": line "].iter().find_map(|what| missing.split_once(what));
        said.is_some_and(|(game, name)| {
            let of_emus = Some(name).filter(|_| game.starts_with("emu"));
            shared(name).or(of_emus).is_some_and(|name| elsewhere.contains(name))
        })
    };
    let never: Vec<&str> =
        games.iter().flat_map(|(never, _)| never).map(String::as_str).filter(|name| !is_elsewhere(name)).collect();
    assert!(never.is_empty(), "{} never occur:\n{}", never.len(), never.join("\n"));
}
