//! The program ox88: its arguments, diagnostics, signals of the system and exit
//! status. Everything else is in the library.

use log::LevelFilter;
use ox88::engine::Host;
use ox88::progress::ProgressLine;
use ox88::search::AlphaBeta;
use ox88::uci::{End, Program};

/// The level of diagnostics that `debug off` returns to.
const QUIET: LevelFilter = LevelFilter::Warn;

fn main() -> End {
    start_logging();
    let host = Host {
        progress: ProgressLine::on_terminal(),
        set_debug: |on| log::set_max_level(if on { LevelFilter::Debug } else { QUIET }),
        ..Host::default()
    };
    #[cfg(unix)]
    watch_signals(&host);
    let name = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
    // Arguments that are no UTF-8 name nothing that is known here.
    let arguments = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned());
    Program::new(name, env!("CARGO_PKG_AUTHORS"), AlphaBeta::default())
        .with_host(host)
        .run(arguments)
}

/// Diagnostics go to stderr: warnings by default, more with `debug on`, or what
/// `RUST_LOG` asks for.
fn start_logging() {
    let mut logger = env_logger::Builder::new();
    let asked_for = std::env::var_os("RUST_LOG").is_some();
    if asked_for {
        logger.parse_default_env();
    } else {
        logger.filter_module("ox88", LevelFilter::Debug);
    }
    logger.init();
    if !asked_for {
        log::set_max_level(QUIET);
    }
}

/// Ends the programs that are being compared with when a signal ends this one:
/// they lead process groups of their own, which a terminal's interrupt does not
/// reach. The signal then does what it does by default.
#[cfg(unix)]
fn watch_signals(host: &Host) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // No child program has started yet.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        log::warn!("a signal will not end compared programs");
        return;
    };
    let children = host.children.clone();
    let watch = move || {
        for signal in signals.forever() {
            children.end_all();
            if emulate_default_handler(signal).is_err() {
                std::process::exit(128 + signal);
            }
        }
    };
    // Where this thread cannot be had, the session ends for want of threads.
    let _ = std::thread::Builder::new().spawn(watch);
}
