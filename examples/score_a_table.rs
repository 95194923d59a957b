//! Counts the birds that lie on a table, without a log: `cargo run --example score_a_table`.

use fowlplay::referee::{self, NewGame, Refusal};

fn main() {
    // The game is set to one year. Otherwise it would not be over, and the sheet would have no winner.
    let game = NewGame { rules: vec![("years".to_owned(), "1".to_owned())], ..NewGame::default() };
    let birds = ["Ada: AW 2WL 3MW 5SW 6MW 8WL CW", "Bo: CS 9MS 8MS | AM"];
    match referee::Games::default().count("emu-ranchers", &game, &birds) {
        Ok(sheet) => {
            for player in &sheet.players {
                println!("{}: {}", player.name, player.total);
                for item in player.rounds.iter().flat_map(|round| &round.items) {
                    println!("  {}: {} ({})", item.label, item.points, item.why);
                }
            }
            println!("winner: {}", sheet.winners.join(", "));
        }
        // A bird that breaks a rule, or a card that lies there twice, is refused with the clause.
        Err(Refusal::Foul { verdict, .. }) => eprintln!("{}: {}", verdict.word(), verdict.message),
        Err(refusal) => eprintln!("{refusal:?}"),
    }
}
