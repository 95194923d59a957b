//! Writes an archive of random games, with a folder for each year, to try `export` and `stats` on.
//!
//! ```sh
//! cargo run --release --features conformance --example deal_logs -- 20000 logs
//! ```

#[path = "../benches/dealt/mod.rs"]
mod dealt;
#[path = "../benches/dealt/archive.rs"]
mod random;

use rayon::prelude::*;
use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [count, folder] = &arguments[..] else {
        return Err("say how many, and where to: deal_logs 20000 logs".into());
    };
    let count: u64 = count.parse()?;
    (0..count).into_par_iter().try_for_each(|nth| {
        let log = random::log(nth).ok_or_else(|| format!("game {nth} can't be dealt"))?;
        let year = log.date().map_or(0, jiff::civil::Date::year);
        let folder = Path::new(folder).join(year.to_string());
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("{nth:06}-{}.toml", &**log.game())), log.text())?;
        Ok(())
    })
}
