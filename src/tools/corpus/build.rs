//! The build script. It makes the corpus of `check` from the suites of the tests: one
//! compressed text.

fn main() {
    #[cfg(feature = "cli")]
    corpus::make();
}

#[cfg(feature = "cli")]
mod corpus {
    use std::path::Path;
    use std::{env, fs};

    /// The suites, in the order of the corpus, `irregular` last. `chess960-xfen` is not one: it
    /// has positions of `chess960`, with other castling letters.
    const SUITES: [&str; 10] = [
        "standard",
        "tricky",
        "endgame",
        "hand-made",
        "enpassant",
        "evasion",
        "random",
        "chess960",
        "chess960-extra",
        "irregular",
    ];

    /// Compressing takes a second, once per build.
    const COMPRESSION: u8 = 9;

    pub(super) fn make() {
        println!("cargo::rerun-if-changed=src/tools/corpus/build.rs");
        let mut corpus = String::new();
        for name in SUITES {
            let path = format!("tests/suites/{name}.epd");
            println!("cargo::rerun-if-changed={path}");
            let suite = fs::read_to_string(&path).expect("the suite can be read");
            corpus += &format!("# {name}\n");
            for line in suite.lines().filter(|line| !line.starts_with('#')) {
                corpus += line;
                corpus.push('\n');
            }
        }
        let compressed = miniz_oxide::deflate::compress_to_vec(corpus.as_bytes(), COMPRESSION);
        let folder = env::var("OUT_DIR").expect("cargo names a folder");
        fs::write(Path::new(&folder).join("corpus.deflate"), compressed)
            .expect("the corpus can be written");
    }
}
