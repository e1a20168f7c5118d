//! Values as bytes, between workers and in checkpoints.

use foregone::{Fixed64, Fixed128, Grade, Rational, UBig};

use crate::packet::{Reader, put_bytes};

/// A value that is sent. Reading what was written gives the same value.
pub(crate) trait Wire: Clone {
    fn put(&self, out: &mut Vec<u8>);
    fn get(from: &mut Reader<'_>) -> Self;

    fn put_all(values: &[Self]) -> Vec<u8> {
        let mut out = Vec::new();
        values.iter().for_each(|value| value.put(&mut out));
        out
    }

    fn get_all(bytes: &[u8]) -> Vec<Self> {
        let mut reader = Reader(bytes);
        let mut all = Vec::new();
        while !reader.is_empty() {
            all.push(Self::get(&mut reader));
        }
        all
    }
}

impl Wire for u8 {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(*self);
    }
    fn get(from: &mut Reader<'_>) -> Self {
        from.u8()
    }
}

impl Wire for bool {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }
    fn get(from: &mut Reader<'_>) -> Self {
        from.u8() != 0
    }
}

impl Wire for u32 {
    fn put(&self, out: &mut Vec<u8>) {
        out.extend(self.to_le_bytes());
    }
    fn get(from: &mut Reader<'_>) -> Self {
        from.u32()
    }
}

impl Wire for u64 {
    fn put(&self, out: &mut Vec<u8>) {
        out.extend(self.to_le_bytes());
    }
    fn get(from: &mut Reader<'_>) -> Self {
        from.u64()
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }
    fn get(from: &mut Reader<'_>) -> Self {
        let first = A::get(from);
        (first, B::get(from))
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as u32).put(out);
        self.iter().for_each(|value| value.put(out));
    }
    fn get(from: &mut Reader<'_>) -> Self {
        (0..from.u32()).map(|_| T::get(from)).collect()
    }
}

impl Wire for Grade {
    fn put(&self, out: &mut Vec<u8>) {
        out.extend(self.raw().to_le_bytes());
    }
    fn get(from: &mut Reader<'_>) -> Self {
        Grade::from_raw(i32::from_le_bytes(from.array())).expect("peers send grades")
    }
}

impl Wire for Fixed64 {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
    }
    fn get(from: &mut Reader<'_>) -> Self {
        Self(from.u64())
    }
}

impl Wire for Fixed128 {
    fn put(&self, out: &mut Vec<u8>) {
        out.extend(self.0.to_le_bytes());
    }
    fn get(from: &mut Reader<'_>) -> Self {
        Self(u128::from_le_bytes(from.array()))
    }
}

/// Values in `[0,1]`: neither part is negative.
impl Wire for Rational {
    fn put(&self, out: &mut Vec<u8>) {
        let (_, numerator) = self.numerator().clone().into_parts();
        put_bytes(out, &numerator.to_le_bytes());
        put_bytes(out, &self.denominator().to_le_bytes());
    }
    fn get(from: &mut Reader<'_>) -> Self {
        let numerator = UBig::from_le_bytes(from.bytes());
        Self::from_parts(numerator.into(), UBig::from_le_bytes(from.bytes()))
    }
}
