//! `serve`: the live page, on every phone in the room.

use crate::{
    cli::{
        command_output::CommandOutput,
        program::games,
        render::style::{faint, strong, wrap},
        signals,
    },
    page::server::{RecordingPolicy, ServeOptions, Server, links},
};
use anyhow::{Context as _, Result};
use console::{Style, colors_enabled};
use qrcode::{QrCode, render::unicode::Dense1x2};
use serde_json::json;
use std::{
    io::{IsTerminal as _, stdout},
    net::Ipv4Addr,
    path::PathBuf,
    process::ExitCode,
};

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay serve                     (the logs of this folder, for this machine only)
  fowlplay serve game.toml --lan     (one game, for all phones in the network: shows a code to scan)

There are two links. With the watch link you see what lies open on the table. With the record link you can do everything that `play` does. The part after the # is the link's secret; a browser sends it to this server only. A link to a file doesn't open the folder. Links stay valid until --new-links makes new ones. They are also renewed if another program was listening on the port at the start, because it could have read them.

Only one server records in a folder at a time; --force overrides that. Ctrl-C stops the server, and nothing is lost.";

/// The served files and the access to them.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct Args {
    /// A log, or a folder of logs
    #[arg(default_value = ".", value_name = "FILE or FOLDER")]
    path: PathBuf,
    /// The port to listen on; 0 picks a free one
    #[arg(long, default_value_t = 2473, value_name = "N")]
    port: u16,
    /// Allow other machines in the network to connect
    #[arg(long)]
    lan: bool,
    /// Listen at one address of this machine only
    #[arg(long, value_name = "A", requires = "lan")]
    address: Option<Ipv4Addr>,
    /// Create only the watch link
    #[arg(long)]
    watch_only: bool,
    /// Make new links; the old ones stop working
    #[arg(long)]
    new_links: bool,
    /// Record even if another server records in the folder
    #[arg(long)]
    force: bool,
}

/// Serves until a signal ends it.
pub(crate) fn run(args: &Args, json: bool) -> Result<ExitCode> {
    let Args { path, port, lan, address, watch_only, new_links, force } = args;
    let server = Server::bind(&ServeOptions {
        path: path.clone(),
        port: *port,
        lan: *lan,
        address: *address,
        recording: match (watch_only, force) {
            (true, _) => RecordingPolicy::Never,
            (false, true) => RecordingPolicy::BesideOthers,
            (false, false) => RecordingPolicy::Alone,
        },
        new_links: *new_links,
        state: None,
        games: games(),
    })?;
    let secrets = server.secrets();
    let links = |secret: &str| links(&server.hosts(), secret);
    let (watch, record) = (links(&secrets.watch), secrets.record.as_deref().map(links).unwrap_or_default());
    let answer = if json {
        CommandOutput::json(&json!({"watch": watch, "record": record}))?
    } else {
        let mut output = Vec::new();
        for (purpose, links) in [("To record", &record), ("To watch", &watch)] {
            output.extend(links.iter().enumerate().map(|(nth, link)| {
                let label = if nth == 0 { strong(purpose) } else { "or".to_owned() };
                format!("{label}: {link}")
            }));
            if let Some(link) = links.first().filter(|_| *lan && stdout().is_terminal()) {
                output.push(qr_code(link)?);
            }
        }
        if server.is_without_network() {
            output.push(wrap("This machine is in no network, so phones can't reach it: connect it, and start again.", "", ""));
        } else if *lan {
            output.push(wrap("It is plain HTTP: others in the same network could listen.", "", ""));
        }
        output.push(faint("Ctrl-C ends it."));
        CommandOutput::text(output.join("\n"))
    };
    let wait_for_signal = signals::termination().context("signals can't be handled")?;
    server.run(|| {
        // Serve even if the address can't be printed.
        let _ = answer.print();
        wait_for_signal();
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A link as a QR code: black on white if colours are enabled, whatever the terminal's own colours are.
fn qr_code(link: &str) -> Result<String> {
    let code = QrCode::new(link).context("the link can't be drawn as a code")?;
    if !colors_enabled() {
        // Inverted, because most terminals are dark.
        return Ok(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build());
    }
    let black_on_white = Style::new().black().on_white().on_bright();
    let drawn = code.render::<Dense1x2>().build();
    Ok(drawn.lines().map(|line| black_on_white.apply_to(line).to_string()).collect::<Vec<_>>().join("\n"))
}
