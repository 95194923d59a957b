//! Names that players go by, and cells that a spreadsheet would run.

use crate::archive::tabled::{line, rows, written};
use fowlplay::{
    archive::{
        ExportTable, RowFormat,
        stats::{ALIASES, AliasError, Aliases},
    },
    log::FileError,
};
use std::fs;

#[test]
fn an_alias_stands_for_the_name_that_a_player_goes_by() {
    let mut aliases = Aliases::default();
    aliases.add("Adi", "Ada").expect("an alias");
    aliases.add("ada", "Ada").expect("a spelling");
    aliases.add("ADI", "ada").expect("the alias again");
    assert_eq!((aliases.of("ADI"), aliases.of("ADA"), aliases.of("Bo")), (Some("ada"), Some("Ada"), None));
    for (name, player) in [("Dada", "Adi"), ("Ada", "Bo"), ("Ada", "Adi")] {
        assert!(matches!(aliases.add(name, player), Err(AliasError::Chain(..))), "{name} = {player}");
    }
    assert!(matches!(aliases.add("a", ""), Err(AliasError::Name(_))));
    assert_eq!((aliases.of("Dada"), aliases.of("ada")), (None, Some("Ada")), "a refused alias changes nothing");
}

/// The names in a file of them, or the place and the words of what is wrong there.
fn read(text: &str) -> Result<Aliases, (u32, u32, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(ALIASES), text).expect("written");
    let mut aliases = Aliases::default();
    match aliases.read(folder.path()) {
        Ok(()) => Ok(aliases),
        Err(FileError::Invalid { error, .. }) => Err((error.line, error.column, error.message.clone())),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn what_is_wrong_in_a_file_of_names_has_its_place() {
    for (text, place, message) in [
        ("Adi = \"Ada\"\nBob = 1\n", (2, 7), "expected a string"),
        ("Adi = \"Ada\"\nAda = \"Adi\"\n", (2, 7), "Adi is an alias, too, of Ada"),
        ("Zoe = \"Adi\"\nBo = \"Cy\"\nAdi = \"Ada\"\n", (1, 7), "Adi is an alias, too, of Ada"),
        ("Adi = \"a:b\"\n", (1, 7), "`a:b`"),
        ("Adi\n", (1, 4), ""),
    ] {
        let (line, column, said) = read(text).expect_err("it is wrong");
        assert!((line, column) == place && said.contains(message), "{text}: {said}");
    }
}

#[test]
fn a_file_of_names_has_a_largest_size() {
    let names = |count| (0..count).map(|number| format!("n{number} = \"Ada\"\n")).collect::<Vec<_>>().concat();
    assert_eq!(read(&names(9000)).expect("names").of("N8999"), Some("Ada"));
    let (line, _, said) = read(&names(30_000)).expect_err("it is too large");
    assert!(said.contains("no larger than 256 KiB") && line > 9000, "{said}");
}

#[test]
fn a_formula_is_harmless_and_comes_back_whatever_separates_cells() {
    let titles = [
        "=1+1",
        "+1",
        "-6",
        "@x",
        "\t=1",
        "\r=1",
        "\n",
        "'=1",
        "''-",
        "'t Hooft",
        "1-1",
        "a,\"b\";",
        "x;=1+1;",
        "x,+1",
        "x\t@y",
        "x\n=1+1",
        "x;'=1",
        "x; =1",
        "Ada\r\n\r\nBo",
        "=x;=y",
        "＝1",
        "＋1",
        "－1",
        "＠x",
        "x;＝1",
        "\u{feff}a",
        ";;-1",
        "a;",
    ];
    let log = |(nth, title): (usize, &&str)| {
        let title = serde_json::to_string(title).expect("a string");
        line("x", &format!("fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo {nth}\"]\ntitle = {title}\n"))
    };
    let input: String = titles.iter().enumerate().map(log).collect();
    // `rows` reads the same titles back from CSV.
    let rows = rows(input.as_bytes(), ExportTable::Games);
    assert_eq!(rows.iter().map(|row| row["title"].as_str().expect("a title")).collect::<Vec<_>>(), titles);
    for (format, own) in [(RowFormat::Csv, b','), (RowFormat::Excel, b';')] {
        let csv = written(input.as_bytes(), ExportTable::Games, format);
        for separator in *b",;\t" {
            let mut reader = csv::ReaderBuilder::new();
            let mut reader = reader.delimiter(separator).quoting(separator == own).flexible(true).from_reader(&csv[..]);
            for cell in
                reader.byte_records().flat_map(|record| record.expect("a row").iter().map(<[u8]>::to_vec).collect::<Vec<_>>())
            {
                let cell = String::from_utf8(cell).expect("UTF-8");
                let is_run = cell.trim_start_matches('"').starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
                assert!(!is_run, "{format:?} split at {:?}: {cell:?} would be run", char::from(separator));
            }
        }
    }
    let csv = String::from_utf8(written(input.as_bytes(), ExportTable::Games, RowFormat::Csv)).expect("UTF-8");
    for cell in [",'=1+1,", ",'-6,", ",\"\r'=1\",", ",''=1,", ",'t Hooft,", ",1-1,", ",x;'=1+1;,", ",\"x\n'=1+1\",", ",'＝1,"] {
        assert!(csv.contains(cell), "{cell:?}: {csv}");
    }
}

#[test]
fn for_spreadsheets_of_europe_there_is_a_mark_and_a_semicolon() {
    let log = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Zoë\", \"Bo\"]\ntitle = \"a;b, c\"\n";
    let csv = String::from_utf8(written(line("x", log).as_bytes(), ExportTable::Games, RowFormat::Excel)).expect("UTF-8");
    let csv = csv.strip_prefix('\u{feff}').expect("one mark, at the beginning");
    assert!(csv.starts_with("game_id;file;game;") && !csv.contains('\u{feff}'), "{csv}");
    assert!(csv.contains(";\"a;b, c\";\"Zoë; Bo\";"), "{csv}");
}

#[test]
fn no_cell_turns_the_text_around_it() {
    let log = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\ntitle = \"a\u{202e}b\"\n";
    let csv = String::from_utf8(written(line("x", log).as_bytes(), ExportTable::Games, RowFormat::Csv)).expect("UTF-8");
    assert!(csv.contains(r",a\u{202e}b,") && !csv.contains('\u{202e}'), "{csv}");
}
