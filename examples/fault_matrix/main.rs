fn main() {
    use ox88::tools::faults::*;
    let start = std::time::Instant::now();
    let mut lines = 0; let mut total = 0u128;
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|l| !l.starts_with('#')) {
            let mut f = line.split(';');
            let fen = f.next().unwrap();
            let p = ox88::board::fen::parse(fen, ox88::board::CastlingNotation::Chess960).unwrap().position;
            for c in f { let (d, n) = c.trim().strip_prefix('D').unwrap().split_once(' ').unwrap();
                let n: u128 = n.parse().unwrap();
                if n > 20000 { continue; }
                let got = FaultyGenerator::new(&p, None).count(d.parse().unwrap());
                if got != n { println!("{fen} D{d} {got} right {n}"); }
                lines += 1; total += n;
            }
        }
    }
    println!("{lines} {total} {:?} faults {}", start.elapsed(), FAULTS.len());
}
