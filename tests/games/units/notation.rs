//! Steps and tallies as text: read forgivingly, written canonically, and refused with what was expected; and what is offered instead.

use crate::judged::{Table, log};
use fowlplay::{
    games::{
        blulu::{self, Blulu, DealPlan},
        eggs_and_empires::EggsAndEmpires,
        emus_redux::EmusRedux,
        piepmatz::Piepmatz,
    },
    table::{Game, Notation, Players, RuleSettings, RuleValue, Seat, TableContext, Tallying, Words},
};

/// A table of a game, by its usual rules or by those of a variant.
fn context<G: Game>(players: usize, variant: Option<&str>) -> TableContext<G::Setup> {
    let rules = RuleSettings::of_variant(G::book(), variant).expect("a variant");
    let setup = G::setup(players, &rules, &[]).expect("a table");
    TableContext { players: Players::new(["Ada", "Bo", "Cy"].into_iter().take(players)), setup }
}

fn step<G: Notation>(text: &str, context: &TableContext<G::Setup>) -> Result<String, String> {
    let step = G::parse(text, context).map_err(|error| error.to_string())?;
    Ok(G::write(&step, &context.players))
}

fn tally<G: Tallying>(text: &str) -> Result<String, String> {
    let rules = RuleSettings::defaults(G::book());
    let setup = (2..=3).find_map(|players| G::setup(players, &rules, &[]).ok()).expect("a table");
    let tally = G::parse_tally(&[text], &setup).map_err(|(_, error)| error.to_string())?;
    Ok(G::write_tally(&tally, Seat::new(0)))
}

/// Each text is read, and written so.
#[track_caller]
fn reads(read: impl Fn(&str) -> Result<String, String>, texts: &[(&str, &str)]) {
    for (text, canonical) in texts {
        assert_eq!(read(text).as_deref(), Ok(*canonical), "{text}");
    }
}

/// No text is read, and what is said of it has this part.
#[track_caller]
fn refuses(read: impl Fn(&str) -> Result<String, String>, texts: &[(&str, &str)]) {
    for (text, part) in texts {
        let error = read(text).expect_err(text);
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn steps_of_blulu() {
    let context = context::<Blulu>(2, Some("extended"));
    let read = |text: &str| step::<Blulu>(text, &context);
    reads(
        read,
        &[
            ("deal 9lk 4MS, ay 2mk", "deal AY 2MK 4MS 9LK"),
            ("trail castle journey", "trail 3MW 7SK"),
            ("capture C 4 with 7sk 3mw", "capture 4 C with 3MW 7SK"),
            ("capture crowns, t with 5sw 5ml", "capture C T with 5SW 5ML"),
            ("capture 4s WITH 7SK 3MW", "capture 4 with 3MW 7SK"),
            ("capture 10 with 7SK 3MW", "capture C with 3MW 7SK"),
            ("trail 7SK", "trail 7SK"),
            ("shows pmsl ex", "shows PMSL EX"),
        ],
    );
    refuses(
        read,
        &[
            ("", "there is no step here"),
            ("capture with 7SK 3MW", "needs a rank before `with`"),
            ("capture 7SK 3MW", "`with` and the two cards are missing"),
            ("capture 11 with 7SK 3MW", "`11` is not a rank"),
            ("capture EX with 7SK 3MW", "`EX` is not a rank"),
            ("capture 4", "`with` and the two cards are missing"),
            ("capture 4 with", "`capture` needs at least one card"),
            ("trail ,", "`trail` needs at least one card"),
            ("trail 7SK xyz", "xyz"),
        ],
    );
    let error = Blulu::parse("trail 7SK, xyz 2MK", &context).expect_err("it is no card");
    assert_eq!(error.range, 11..14);
}

#[test]
fn tallies_of_blulu() {
    reads(
        tally::<Blulu>,
        &[
            ("20; flush 1; sextet 0", "20; flush 1; sextet 0"),
            (" 20;Sextets 2 ", "20; flush 0; sextet 2"),
            ("20; sextet 1; flush 3;", "20; flush 3; sextet 1"),
            ("", ""),
            ("0; flush 0", ""),
            ("; flush 1", "0; flush 1; sextet 0"),
            ("flush 1", "0; flush 1; sextet 0"),
            ("20; flush 1; First", "20; flush 1; sextet 0; first"),
            ("first", "0; flush 0; sextet 0; first"),
            ("17 f2", "17; flush 2; sextet 0"),
            ("; f 2;", "0; flush 2; sextet 0"),
            ("17, F 2, s1 first", "17; flush 2; sextet 1; first"),
            ("f1 s2", "0; flush 1; sextet 2"),
        ],
    );
    refuses(
        tally::<Blulu>,
        &[
            ("twenty", "`twenty` is not a valid number"),
            ("-3", "`-3` is not a valid number"),
            ("20 cards", "`cards` is not allowed"),
            ("20 f", "a number is missing after `f`"),
            ("20 f2 flush 1", "twice"),
            ("20 f2x", "`2x` is not a valid number"),
            ("20; 3", "`3` is not allowed"),
            ("99999", "not a valid number"),
            ("20; first; first", "`first` is here twice"),
        ],
    );
}

#[test]
fn tallies_of_eggs_and_empires() {
    reads(
        tally::<EggsAndEmpires>,
        &[
            ("13 10 -6; merchant 1; blacksmith 1", "13 10 -6; merchant 1; blacksmith 1"),
            (" −6, 13, 10 ;Blacksmiths 2 ", "13 10 -6; blacksmith 2"),
            ("merchant 1", "; merchant 1"),
            ("13, 10 m b,", "13 10; merchant 1; blacksmith 1"),
            (", +2 m2", "2; merchant 2"),
            ("; merchant 1; blacksmith 0", "; merchant 1"),
            ("", ""),
            ("0", "0"),
            (";", ""),
        ],
    );
    refuses(
        tally::<EggsAndEmpires>,
        &[
            ("13 ten", "`ten` is not an egg's value"),
            ("13; 10", "`10` is not allowed"),
            ("13; merchant x", "`x` is not allowed"),
            ("13; merchant 1 2", "`2` is not allowed"),
            ("13; merchant 1; merchants 1", "twice"),
            ("99999", "not an egg's value"),
        ],
    );
}

#[test]
fn steps_of_piepmatz() {
    let context = context::<Piepmatz>(3, None);
    let read = |text: &str| step::<Piepmatz>(text, &context);
    reads(
        read,
        &[
            ("perches SP2 bl3", "perches SP2 BL3"),
            ("display ye1, bl2  Sparrow 3", "display BL2 SP3 YE1"),
            ("seeds 1 3 2, 2", "seeds 1 3 2 2"),
            ("play Chaffinch 6 AT 2", "play CH6 at 2"),
            ("feeder Squirrel", "feeder squirrel"),
            ("lose BL3 BL1", "lose BL1 BL3"),
            ("lose 1 3", "lose 3 1"),
            ("keep greenfinch4", "keep GR4"),
            ("keep Blackbirds 6", "keep BL6"),
            ("draw", "draw"),
            ("draw yellow 6", "draw YE6"),
            ("refill crow 2 SQUIRREL 1", "refill crow 2 squirrel 1"),
            ("adds ye1 ch4", "adds CH4 YE1"),
            ("shows YE1 YE1 BL1", "shows BL1 YE1 YE1"),
        ],
    );
    refuses(
        read,
        &[
            ("", "there is no step here"),
            ("play BL7 at 1", "`BL7` is not a bird"),
            ("play BL0 at 1", "`BL0` is not a bird"),
            ("play B3 at 1", "`B3` is not a bird"),
            ("play BL3", "no perch is named"),
            ("play BL3 1", "`at` stands before the perch"),
            ("play BL3 at x", "`x` is not a perch"),
            ("play BL3 at 1 2", "`2`"),
            ("seeds 4", "`4` is not a feeder card"),
            ("refill", "`refill` needs"),
            ("lose 3 BL1", "`BL1` is not a seed card"),
            ("lose 3 crow", "`crow` is not a seed card"),
            ("feeder 1 2", "`2`"),
            ("display", "`display` needs"),
            ("draw unseen", "`unseen` is not a bird"),
        ],
    );
}

#[test]
fn tallies_of_piepmatz() {
    reads(
        tally::<Piepmatz>,
        &[
            ("BL6 BL6 CH2; 3 1 2", "BL6 BL6 CH2; 3 2 1"),
            (" ch2, bl6 Blackbird 6 ", "BL6 BL6 CH2"),
            ("; 1 1", "; 1 1"),
            ("BL6;", "BL6"),
            ("-; 1;", "; 1"),
            ("", ""),
        ],
    );
    refuses(
        tally::<Piepmatz>,
        &[
            ("BL7", "`BL7` is not a bird"),
            ("BL6 3", "`3` is not a bird"),
            ("BL6; 4", "`4` is not a seed card"),
            ("BL6; crow", "`crow` is not a seed card"),
            ("BL6; 1; 2", "`2` is not allowed"),
        ],
    );
}

/// Each of the legal steps is farther from the one that was tried than those before it.
#[track_caller]
fn farther_and_farther<G: Notation + Words>(players: usize, tried: &str, legal: &[&str]) {
    let context = context::<G>(players, None);
    let step = |text: &str| G::parse(text, &context).expect("a step");
    let distances: Vec<_> = legal.iter().map(|legal| G::distance(&step(tried), &step(legal))).collect();
    assert!(distances.is_sorted_by(|one, other| one < other), "{tried}: {distances:?}");
}

#[test]
fn what_is_nearest_to_a_step_is_offered_first() {
    // The bird counts most, then the kind of step, then the perch.
    let legal = ["play YE5 at 1", "play YE5 at 2", "draw YE5", "play YE6 at 1", "play GR5 at 1"];
    farther_and_farther::<Piepmatz>(3, "play YE5 at 1", &legal);
    // The same card to another place before another card.
    farther_and_farther::<EmusRedux>(3, "discard 7SK to 1", &["discard 7SK to 2", "discard 8YK to 1"]);
    farther_and_farther::<EmusRedux>(3, "take 7SK from 1", &["take 7SK from market", "take 8YK from 1"]);
    farther_and_farther::<EmusRedux>(3, "grow 1 PMSL=3", &["grow 1 PMSL=4", "grow 1 8YK"]);
}

#[test]
fn bl_1_3_the_setups_that_come_out_are_those_of_the_book() {
    let exact = |players| DealPlan::exact(players).map(|d| format!("{}/{}/{}", d.deck, d.hand, d.table)).collect::<Vec<_>>();
    let two = ["basic/4/4", "basic/6/0", "pawns/4/0", "pawns/6/4", "courts/4/0", "courts/6/4", "pawns-and-courts/4/4"];
    assert_eq!(exact(2), two);
    assert_eq!(exact(3), ["basic/4/0", "basic/6/0", "pawns/4/4", "pawns/6/4", "courts/4/4", "courts/6/4"]);
    assert_eq!(exact(4), ["basic/4/4"]);
}

#[test]
fn bl_1_3_a_new_game_gets_a_setup_that_works() {
    let made = |players, variant: Option<&str>, given: &[(&str, &str)]| {
        let mut rules = RuleSettings::of_variant(&blulu::BOOK, variant).expect("a variant");
        for (key, value) in given {
            rules.set(&blulu::BOOK, key, &RuleValue::from_text(value)).expect("a value of the rule");
        }
        Blulu::adjust_rules(players, &mut rules, &given.iter().map(|(key, _)| *key).collect::<Vec<_>>());
        Blulu::setup(players, &rules, &[]).map(|setup| (setup.dealing.hand, setup.dealing.table)).ok()
    };
    assert_eq!((made(2, None, &[]), made(3, None, &[])), (Some((4, 4)), Some((4, 0))), "with three, nothing on the table");
    assert_eq!(made(3, None, &[("deck", "pawns")]), Some((4, 4)));
    assert_eq!(made(2, None, &[("deck", "courts")]), Some((4, 0)));
    assert_eq!((made(2, None, &[("hand", "6")]), made(2, None, &[("table", "0")])), (Some((6, 0)), Some((6, 0))));
    assert_eq!(made(3, None, &[("table", "4")]), None, "what was asked for is not changed");
    assert_eq!((made(2, Some("brulu"), &[]), made(3, Some("brulu"), &[])), (Some((4, 0)), None), "nor what the variant asks for");
    assert_eq!(made(3, Some("six-card"), &[]), Some((6, 0)));
    assert_eq!((made(2, Some("extended"), &[]), made(4, Some("extended"), &[])), (Some((4, 4)), None));
}

#[test]
fn the_ways_to_reach_a_rank() {
    let ways = |rules: &str, deal: &str| {
        let table = Table::of(&log("blulu", &["Ada", "Bo"], rules, &[("Bo", &[deal])]));
        let zones = table.zones();
        move |row: &str| zones.lines().find_map(|line| line.strip_prefix(row)).unwrap_or(&zones).to_owned()
    };
    let basic = ways("", "deal 4MS CM 9LK AY");
    assert_eq!(basic("4 | 4MS | "), "A+3 2+2 5−A 6−2 7−3 8−4 9−5 C−6 4,4");
    assert_eq!(basic("Crown = 10 | CM | "), "A+9 2+8 3+7 4+6 5+5 C,C");
    assert_eq!(ways("arithmetic = \"difference\"", "deal 4MS CM 9LK AY")("9 | 9LK | "), "C−A 9,9");
    let extended = "deck = \"pawns-and-courts\"";
    let both = ways(extended, "deal 9LK PMSL CM AY");
    assert_eq!(both("9 | 9LK | "), "A+8 2+7 3+6 4+5 C−A 9+P 9+T 9,9");
    assert_eq!(both("Pawn = 0 | PMSL | "), "two of one rank P+T");
    let own = ways(&format!("{extended}\npairs = \"own-rank\""), "deal 4MS PMSL CM AY");
    assert_eq!(own("4 | 4MS | "), "A+3 5−A 6−2 7−3 8−4 9−5 C−6 4+P 4+T 4,4", "2+2 is none");
    assert_eq!(own("Pawn = 0 | PMSL | "), "P,P P+T");
}

#[test]
fn how_a_pair_comes_to_a_rank() {
    let how = |rules: &str, line: &str| {
        let lines = ["deal 7SK CM PMSL 9LK"];
        let rules = format!("deck = \"pawns-and-courts\"\n{rules}");
        Table::of(&log("blulu", &["Ada", "Bo"], &rules, &[("Bo", &lines)])).verdict(line).message
    };
    for (rules, line, wanted) in [
        ("", "capture 7 with 2MK 9WY", ": 9 − 2 = 7; "),
        ("", "capture C with 3MW 7WY", ": 7 + 3 = 10; "),
        ("", "capture 7 with 7WY 7ML", ": two 7s; "),
        ("", "capture P with 7WY 7ML", ": 7 − 7 = 0; "),
        ("", "capture 7 with 7WY TSWY", ": 7 + 0 = 7; "),
        ("arithmetic = \"difference\"", "capture 7 with 7WY TSWY", ": 7 − 0 = 7; "),
    ] {
        let told = how(rules, line);
        assert!(told.contains(wanted), "{line}: {told}");
    }
}

#[test]
fn ee_5_1_two_cards_of_one_player_are_no_tie() {
    let lines = ["reveal 5 6", "Ada: play 8 8 ! nobody saw it", "Bo: play 1 2", "Ada: take 5", "Ada: take 6"];
    let table = Table::of(&log("eggs-and-empires", &["Ada", "Bo"], "", &[("Ada", &lines)]));
    assert_eq!((table.findings(), &table.state()["marker"]), (vec!["1.2 step 1 overruled EE-2.2".to_owned()], &"Ada".into()));
    let both = lines.map(|line| line.replace("8 8 ! nobody saw it", "8 9").replace("play 1 2", "play 8 2"));
    let table = Table::of(&log("eggs-and-empires", &["Ada", "Bo"], "", &[("Ada", &both[..3])]));
    assert_eq!(table.records(&["Ada: take 5", "Ada: take 6"]).state()["marker"], "Bo");
}

#[test]
fn rx_3_4_a_card_without_a_rank_leaves_the_order_alone() {
    let others = ["Bo: grow 1 9MS; draw", "Cy: grow 1 3MW; draw"];
    let begun =
        ["market PMSL PSWK PWLY TMLY TSLK TSWY", "Ada: hatch 7SK; take PMSL", "Bo: hatch 8MS; draw", "Cy: hatch 2WL; draw"];
    let lines = [&begun[..], &["Ada: grow 1 8MS; draw"], &others, &["Ada: grow 1 PMSL=C; draw ! so it was"]].concat();
    let lines = [&lines[..], &["Bo: hatch 3MW; draw", "Cy: hatch 4YK; draw"]].concat();
    let table = Table::of(&log("emus-redux", &["Ada", "Bo", "Cy"], "", &[("Ada", &lines)]));
    table.allows("Ada: grow 1 9MS").forbids("Ada: grow 1 2SY", "RX-3.4", "2SY is below 8");
}

#[test]
fn what_may_go_on_top_of_a_bird() {
    let lines = ["Ada: hatch 7SK; draw", "Bo: hatch CM; draw", "Ada: grow 1 9LK; draw", "Bo: hatch 3SK; draw"];
    let lines = [&lines[..], &["Ada: grow 1 CK; draw", "Bo: grow 2 2SY; draw"]].concat();
    let open = |turns: usize, row: &str| {
        let zones = Table::of(&log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &lines[..turns])])).zones();
        assert!(zones.lines().any(|line| line == row), "{row}: {zones}");
    };
    open(2, "1 | 7SK | Suns or Knots, 8 or higher, or 6 or lower");
    open(2, "1 | CM | Moons, 9 or lower");
    open(4, "1 | 7SK 9LK | Knots, Crown");
    open(6, "1 | 7SK 9LK CK | nothing more");
    open(6, "2 | 3SK 2SY | Suns, Ace");
    // Let stand without a rank.
    let lines =
        ["market PMSL PSWK PWLY TMLY TSLK TSWY", "Ada: hatch 7SK; take PMSL", "Bo: hatch 8MS; draw", "Cy: hatch 2WL; draw"];
    let lines = [&lines[..], &["Ada: hatch PMSL; draw"]].concat();
    let zones = Table::of(&log("emus-redux", &["Ada", "Bo", "Cy"], "", &[("Ada", &lines)])).zones();
    assert!(zones.contains("2 | PMSL | Moons, Suns or Leaves, any rank"), "{zones}");
}
