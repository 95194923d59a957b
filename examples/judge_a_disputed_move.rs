//! Judges a disputed move in a recorded game, and changes nothing: `cargo run --example judge_a_disputed_move`.

use fowlplay::{
    log::LogFile,
    referee::{self, Refusal},
};
use std::{error::Error, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/emu-ranchers-two-years.toml");
    let log = LogFile::read(&path)?;
    let referee = referee::open(log)?;

    // Was Ada allowed to put the Darkness on her second bird, as the table stood before line 7 of round 1?
    let disputed_line = "Ada: grow 2 9WY";
    let earlier_table = referee.before_line("1.7".parse()?).map_err(|refusal| format!("{refusal:?}"))?;
    match earlier_table.try_line(disputed_line) {
        Ok(verdicts) => {
            for (step, verdict) in verdicts {
                println!("{step} is {}: {}", verdict.word(), verdict.message);
                if let (Some(clause), Some(text)) = (&verdict.clause, &verdict.clause_text) {
                    println!("  {clause}: {text}");
                }
                for alternative in &verdict.alternatives {
                    println!("  legal instead: {alternative}");
                }
            }
        }
        Err(Refusal::Unparsed { problem, expected, .. }) => println!("{problem}; expected {expected}"),
        Err(refusal) => println!("{refusal:?}"),
    }
    Ok(())
}
