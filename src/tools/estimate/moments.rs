//! The mean and the variance of samples, and the sum of the means of strata with
//! its error.

/// The number of samples, their mean, and the sum of their squared distances from
/// the mean (B. P. Welford, "Note on a Method for Calculating Corrected Sums of
/// Squares and Products", 1962).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    pub(super) fn add(&mut self, sample: f64) {
        self.count += 1.0;
        let distance = sample - self.mean;
        self.mean += distance / self.count;
        self.squares += distance * (sample - self.mean);
    }

    /// Adds the samples of `other`.
    pub(super) fn merge(&mut self, other: &Moments) {
        let count = self.count + other.count;
        if count > 0.0 {
            let distance = other.mean - self.mean;
            self.mean += distance * other.count / count;
            self.squares += other.squares + distance * distance * self.count * other.count / count;
            self.count = count;
        }
    }

    pub(super) fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation of the population, estimated from two samples or
    /// more.
    pub(super) fn standard_deviation(&self) -> f64 {
        (self.squares / (self.count - 1.0)).sqrt()
    }

    /// The variance of the mean, estimated from two samples or more.
    fn variance_of_mean(&self) -> f64 {
        self.squares / (self.count - 1.0) / self.count
    }
}

/// The sum of the means of all strata, its standard error, and the half-width of
/// its 95 % interval.
pub(super) fn sum_of_means(strata: &[Moments]) -> [f64; 3] {
    let sum = strata.iter().map(Moments::mean).sum();
    let variance: f64 = strata.iter().map(Moments::variance_of_mean).sum();
    // The degrees of freedom by F. E. Satterthwaite, "An Approximate Distribution
    // of Estimates of Variance Components", 1946.
    let squares: f64 = strata
        .iter()
        .map(|stratum| stratum.variance_of_mean().powi(2) / (stratum.count - 1.0))
        .sum();
    let freedom = variance * variance / squares;
    let error = variance.sqrt();
    [sum, error, error * two_sided_t(freedom)]
}

/// The 97.5 % quantile of Student's t-distribution, by the expansion for many
/// degrees of freedom (Abramowitz and Stegun, "Handbook of Mathematical Functions",
/// 26.7.5).
fn two_sided_t(freedom: f64) -> f64 {
    const Z: f64 = 1.959_964;
    if !freedom.is_finite() {
        return Z;
    }
    let n = freedom.max(1.0);
    let (z3, z5, z7) = (Z.powi(3), Z.powi(5), Z.powi(7));
    Z + (z3 + Z) / (4.0 * n)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * n * n)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * n.powi(3))
        + (79.0 * Z.powi(9) + 776.0 * z7 + 1482.0 * z5 - 1920.0 * z3 - 945.0 * Z)
            / (92160.0 * n.powi(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(samples: &[f64]) -> Moments {
        let mut moments = Moments::default();
        samples.iter().for_each(|&sample| moments.add(sample));
        moments
    }

    #[test]
    fn merged_samples_are_as_if_added_one_by_one() {
        let all = moments(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(all.mean(), 5.0);
        assert!((all.standard_deviation().powi(2) - 32.0 / 7.0).abs() < 1e-12);
        let mut merged = Moments::default();
        merged.merge(&Moments::default());
        merged.merge(&moments(&[2.0, 4.0, 4.0]));
        merged.merge(&moments(&[4.0, 5.0, 5.0, 7.0, 9.0]));
        assert_eq!(merged.mean(), 5.0);
        assert!((merged.squares - all.squares).abs() < 1e-12);
    }

    /// Values of printed tables.
    #[test]
    fn students_distribution_is_met() {
        for (freedom, expected) in [
            (5.0, 2.571),
            (10.0, 2.228),
            (30.0, 2.042),
            (100.0, 1.984),
            (f64::INFINITY, 1.960),
        ] {
            let found = two_sided_t(freedom);
            assert!((found - expected).abs() < 0.002, "{freedom}: {found}");
        }
    }

    #[test]
    fn strata_add_up() {
        let strata = [moments(&[1.0, 3.0]), moments(&[10.0, 10.0])];
        let [sum, error, half_width] = sum_of_means(&strata);
        assert_eq!((sum, error), (12.0, 1.0));
        assert!(half_width > 10.0, "one degree of freedom: {half_width}");
        let [sum, error, half_width] = sum_of_means(&strata[1..]);
        assert_eq!((sum, error, half_width), (10.0, 0.0, 0.0));
    }
}
