//! Which of the numbers of each row is the count.

use super::row::Row;

/// One way to read the counts of all rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    /// The first number that may be a count.
    First,
    /// The one at this place behind the move, from 0.
    Number(usize),
    /// The first one, together with the groups of three digits behind it.
    Spaced,
}

impl Column {
    /// Every way to read these rows.
    pub(super) fn all(rows: &[Row]) -> impl Iterator<Item = Column> {
        let first = [Column::First].into_iter();
        first.chain(Column::numbered(rows)).chain([Column::Spaced])
    }

    /// Returns whether spaces group the digits of these rows: then nothing but groups of
    /// three stands behind any move.
    pub(super) fn are_spaced(rows: &[Row]) -> bool {
        let mut all = rows.iter();
        all.all(Row::is_spaced) && rows.iter().any(|row| row.spaced.is_some())
    }

    /// The places that a number of these rows may have.
    pub(super) fn numbered(rows: &[Row]) -> impl Iterator<Item = Column> + use<> {
        let most = rows.iter().map(|row| row.columns.len()).max();
        (0..most.unwrap_or_default()).map(Column::Number)
    }

    /// The count of a row.
    pub(super) fn of(self, row: &Row) -> Option<u128> {
        match self {
            Column::First => row.first(),
            Column::Number(at) => *row.columns.get(at)?,
            Column::Spaced => row.spaced.or_else(|| row.first()),
        }
    }

    /// The sum of the counts, if every row has one, and if it is not too large.
    pub(super) fn sum(self, rows: &[Row]) -> Option<u128> {
        let mut counts = rows.iter().map(|row| self.of(row));
        counts.try_fold(0_u128, |sum, count| sum.checked_add(count?))
    }
}
