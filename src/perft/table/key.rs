//! What all tables share: a bucket, a cache line of eight words, and the key of an
//! entry, which chooses the bucket and is compared there.

use std::sync::atomic::AtomicU64;

/// A bucket: one cache line.
pub(super) type Bucket = [AtomicU64; 8];

/// The bits of the key that choose the bucket.
const INDEX_BITS: u32 = 48;

/// A key in its three parts.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// Chooses the bucket.
    pub(super) index: u64,
    /// 16 bits that are compared.
    pub(super) more: u64,
    /// 64 bits that are compared.
    pub(super) low: u64,
}

impl Key {
    /// A position's key with the depth mixed into all of its parts. An entry
    /// then needs no bits for the depth.
    #[inline(always)]
    pub(super) fn new(key: u128, depth: u32) -> Key {
        // With an odd factor, different depths give different numbers.
        const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        let mixed = key ^ u128::from(depth).wrapping_mul(FACTOR);
        let high = (mixed >> 64) as u64;
        Key {
            index: high >> (64 - INDEX_BITS),
            more: high & 0xffff,
            low: mixed as u64,
        }
    }

    /// The bucket of this key. The product scales the index bits, as a fraction of
    /// 2^48, to the number of buckets, which may be any number.
    #[inline(always)]
    pub(super) fn bucket(self, buckets: &[Bucket]) -> &Bucket {
        let scaled = u128::from(self.index) * buckets.len() as u128;
        &buckets[(scaled >> INDEX_BITS) as usize]
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code)]
pub(super) fn prefetch(bucket: &Bucket) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch is a hint. It reads nothing into the program and cannot
    // fault at any address, and this address is valid.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.as_ptr().cast()) }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn prefetch(_: &Bucket) {}
