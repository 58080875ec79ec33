#![no_main]

#[path = "../../tests/input/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // As the program reads its input.
    laws::fen::check(&String::from_utf8_lossy(bytes));
});
