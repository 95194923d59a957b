//! Makes the folder of files that is fowlplay on a phone: `cargo run --manifest-path pocket/Cargo.toml -- FOLDER [MODULE]`. The module is
//! built with `cargo`, unless its file is named.

use flate2::{Compression, write::GzEncoder};
use fowlplay::{
    page::files::{self, PageFile},
    referee::Games,
};
use std::{
    env, fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// A static host sends no headers. `wasm-unsafe-eval` is for browsers in which a worker has the policy of its page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                      worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      require-trusted-types-for 'script'; trusted-types pocket";

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let Some(folder) = arguments.next() else {
        eprintln!("Name the folder to make: cargo run --manifest-path pocket/Cargo.toml -- FOLDER");
        return ExitCode::FAILURE;
    };
    match arguments.next().map_or_else(build_module, Ok).and_then(|module| make(&folder, &module)) {
        Ok(bytes) => {
            println!("{} is ready: {} KB. Put it on any host of files, at an https: address.", folder.display(), bytes / 1000);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the module for a browser.
fn build_module() -> io::Result<PathBuf> {
    const TARGET: &str = "wasm32-unknown-unknown";
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| package.join("target"), PathBuf::from);
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--locked", "--lib", "--profile", "module", "--target", TARGET]);
    build.arg("--manifest-path").arg(package.join("Cargo.toml")).arg("--target-dir").arg(&target);
    if build.status()?.success() {
        return Ok(target.join(TARGET).join("module/fowlplay_pocket.wasm"));
    }
    Err(io::Error::other(format!("The module was not built: is the target there? rustup target add {TARGET}")))
}

/// Writes the files, and returns how many bytes they are.
fn make(folder: &Path, module: &Path) -> io::Result<usize> {
    let games = Games::default();
    let own = [
        PageFile::module("host.js", include_str!("../scripts/host.js")),
        PageFile::module("files.js", include_str!("../scripts/files.js")),
        PageFile::script("start.js", include_str!("../scripts/start.js")),
        PageFile::script("worker.js", include_str!("../scripts/worker.js")),
        PageFile::of("fowlplay.module", "", compressed(&fs::read(module)?)?),
    ];
    let all: Vec<PageFile> = files::files(games).into_iter().chain(own).collect();
    let digest = files::digest(&all);
    let assets = format!("assets/{digest}");
    let names: Vec<String> = all.iter().map(|file| format!("{assets}/{}", file.name)).collect();
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"><meta name=\"referrer\" content=\"no-referrer\">\
         <script src=\"{assets}/start.js\"></script>"
    );
    let page = files::page(games, &assets, &all, &head);
    let worker =
        format!("\"use strict\";\nconst DIGEST = {digest:?};\nconst FILES = {names:?};\n{}", include_str!("../scripts/sw.js"));

    // An earlier version is replaced, and nothing else is.
    if folder.join("sw.js").exists() {
        fs::remove_dir_all(folder.join("assets"))?;
    } else if folder.exists() && fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::other(format!("{} has other files in it: name a new folder", folder.display())));
    }
    fs::create_dir_all(folder.join(&assets))?;
    let written = [("index.html".to_owned(), page.into_bytes()), ("sw.js".to_owned(), worker.into_bytes())];
    let written: Vec<_> = names.into_iter().zip(all.into_iter().map(|file| file.content)).chain(written).collect();
    for (name, content) in &written {
        fs::write(folder.join(name), content)?;
    }
    Ok(written.iter().map(|(_, content)| content.len()).sum())
}

fn compressed(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain)?;
    encoder.finish()
}
