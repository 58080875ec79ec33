#![no_main]

#[path = "../../tests/input/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::files::check_printout(&String::from_utf8_lossy(bytes));
});
