//! The signature of `bench`: all methods count the same leaves.

use ox88::control::Token;
use ox88::perft::{BenchOutcome, Method, bench};

#[test]
fn all_methods_have_one_signature_at_one_depth() {
    for method in Method::ALL {
        let mut sum = 0;
        let outcome = bench(method, 1, 2, &Token::never(), |count| sum += count.leaves);
        assert_eq!(outcome, BenchOutcome::Complete(53_323_261), "{method}");
        assert_eq!(sum, 53_323_261, "{method}");
    }
}
