//! The program ox88: its arguments, diagnostics, system signals and exit status.
//! Everything else is in the library.

#[cfg(target_os = "linux")]
mod missing_stdout;
#[cfg(unix)]
mod signals;

use log::LevelFilter;
use ox88::diagnostics::{self, Log};
use ox88::engine::{Host, TerminalMode};
use ox88::progress::ProgressLine;
use ox88::search::AlphaBeta;
use ox88::streams::Output;
use ox88::uci::{End, Program};

/// The level of diagnostics that `debug off` returns to.
const QUIET: LevelFilter = LevelFilter::Warn;

fn main() -> End {
    start_logging();
    let host = Host {
        progress: ProgressLine::on_terminal(),
        set_debug: |on| log::set_max_level(if on { LevelFilter::Debug } else { QUIET }),
        terminal: TerminalMode::present(),
        output: output(),
        ..Host::default()
    };
    report_panics(&host);
    #[cfg(unix)]
    watch_signals(&host);
    let name = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
    // Every command and option is ASCII, so a lossy conversion hides none.
    let arguments = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned());
    Program::new(name, env!("CARGO_PKG_AUTHORS"), AlphaBeta::default())
        .with_host(host)
        .run(arguments)
}

fn output() -> Output {
    #[cfg(target_os = "linux")]
    if missing_stdout::is_missing() {
        return Output::missing();
    }
    Output::default()
}

/// Sends diagnostics to stderr: warnings by default, more after `debug on`, or
/// whatever `RUST_LOG` selects.
fn start_logging() {
    let mut logger = env_logger::Builder::new();
    logger.target(env_logger::Target::Pipe(Box::new(Log)));
    let is_selected = std::env::var_os("RUST_LOG").is_some();
    if is_selected {
        logger.parse_default_env();
    } else {
        logger.filter_module("ox88", LevelFilter::Debug);
    }
    logger.init();
    if !is_selected {
        log::set_max_level(QUIET);
    }
}

/// Says why the program panics, which ends it, and ends its child programs.
fn report_panics(host: &Host) {
    let children = host.children.clone();
    std::panic::set_hook(Box::new(move |panic| {
        children.end_all();
        diagnostics::report(env!("CARGO_PKG_NAME"), panic);
        diagnostics::settle();
    }));
}

/// Ends the child programs of `compare` when a signal ends this one, and restores the
/// terminal. The children lead process groups of their own, which a terminal's interrupt
/// does not reach. The signal then has its default effect, unless it is an interrupt that
/// the session takes.
#[cfg(unix)]
fn watch_signals(host: &Host) {
    use signal_hook::iterator::Signals;

    signals::let_large_writes_fail();
    // A signal that the parent has chosen to ignore, as nohup does, stays ignored.
    let watched = signals::ENDING.into_iter();
    let watched = watched.filter(|signal| !is_ignored(*signal));
    let Ok(mut signals) = Signals::new(watched) else {
        log::warn!("a signal will not end compared programs");
        return;
    };
    let host = host.clone();
    let watch = move || {
        for signal in signals.forever() {
            if signal == signal_hook::consts::SIGINT && host.interrupts.give() {
                continue;
            }
            host.terminal.restore();
            signals::end_by(signal, &host.children, &host.output);
        }
    };
    // Without this thread, the session fails to start its own threads and ends.
    let _ = std::thread::Builder::new().stack_size(1 << 18).spawn(watch);
}

/// Returns whether this process ignores a signal. Linux tells; elsewhere only the
/// signal that nohup is about is taken for ignored.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    match mask.map(|mask| u64::from_str_radix(mask.trim(), 16)) {
        Some(Ok(mask)) => mask >> (signal - 1) & 1 != 0,
        _ => signal == signal_hook::consts::SIGHUP,
    }
}
