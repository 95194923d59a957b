//! Disputes without a log, each with its verdict: the same for the command and for the page.

/// The verdict, the clause, and the words behind `judge`.
const TABLE: &str = include_str!("disputes.txt");

/// A dispute of the table, and its answer.
pub struct Row {
    pub verdict: &'static str,
    pub clause: Option<&'static str>,
    /// The game and the arguments behind it.
    pub words: Vec<&'static str>,
}

/// The disputes of the table.
pub fn rows() -> Vec<Row> {
    let row = |line: &'static str| {
        let mut columns = line.splitn(2, "  ");
        let (answer, words) = columns.next().zip(columns.next()).expect("an answer and a dispute");
        let (verdict, clause) = answer.split_once(' ').map_or((answer, None), |(verdict, clause)| (verdict, Some(clause)));
        Row { verdict, clause, words: words_of(words) }
    };
    let rows: Vec<Row> = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(row).collect();
    assert!(rows.len() > 30, "only {} disputes", rows.len());
    rows
}

/// The words of a shell line with single quotes.
pub fn words_of(line: &str) -> Vec<&str> {
    let quoted = line.split('\'').enumerate();
    let words = quoted.flat_map(|(nth, part)| if nth % 2 == 1 { vec![part] } else { part.split_whitespace().collect() });
    words.collect()
}
