//! Answers of functions, as numbers whose sums are compared.

/// An answer as a number. The sums of these show that every copy of a function answers alike.
pub trait Answer {
    /// The number; equal answers have equal ones.
    fn number(&self) -> u64;
}

macro_rules! answers {
    ($($integer:ty)+) => {$(
        impl Answer for $integer {
            #[inline(always)]
            fn number(&self) -> u64 {
                *self as u64
            }
        }
    )+};
}

answers! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize bool char }

/// An odd number without a pattern: the golden ratio's digits.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Its upper half counts too, so that no pattern of bits is likely to hide.
impl Answer for u128 {
    #[inline(always)]
    fn number(&self) -> u64 {
        (*self as u64).wrapping_add(((*self >> 64) as u64).wrapping_mul(ODD))
    }
}

impl Answer for i128 {
    #[inline(always)]
    fn number(&self) -> u64 {
        self.cast_unsigned().number()
    }
}

impl Answer for f32 {
    #[inline(always)]
    fn number(&self) -> u64 {
        u64::from(self.to_bits())
    }
}

impl Answer for f64 {
    #[inline(always)]
    fn number(&self) -> u64 {
        self.to_bits()
    }
}

/// `None` is told from every answer but one, whose number nobody means.
impl<A: Answer> Answer for Option<A> {
    #[inline(always)]
    fn number(&self) -> u64 {
        self.as_ref().map_or(ODD, Answer::number)
    }
}
