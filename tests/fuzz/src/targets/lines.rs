//! Logs from standard input, a line of JSON each: any bytes.

use fowlplay::archive::ExportTable;

use crate::tabled::rows;

/// Any input is a row of `games` for each line; every table can be read by a reader of CSV and one of JSON, which are told the same;
/// and what the rounds bring is what the items do.
pub fn lines(data: &[u8]) {
    let count = data.split_inclusive(|byte| *byte == b'\n').count();
    let [games, _, rounds, items, _, _] = ExportTable::ALL.map(|table| rows(data, table));
    assert_eq!(games.len(), count);
    for round in &rounds {
        let key = |row: &serde_json::Value| ["game_id", "round", "name"].map(|key| row[key].clone());
        let own = items.iter().filter(|item| key(item) == key(round));
        let sum: Option<i64> = own.map(|item| item["points"].as_i64()).sum();
        assert_eq!(sum, round["points"].as_i64());
    }
}
