//! Bytes as the source of random choices.

/// Bytes that decide, one after another.
pub struct Choices<'d> {
    left: &'d [u8],
    used_up: u8,
}

impl<'d> Choices<'d> {
    pub fn new(data: &'d [u8]) -> Self {
        Self { left: data, used_up: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// The next byte; where there is none left, one number after another.
    pub fn byte(&mut self) -> u8 {
        if let Some((first, rest)) = self.left.split_first() {
            self.left = rest;
            return *first;
        }
        self.used_up = self.used_up.wrapping_add(1);
        self.used_up
    }

    /// A number below another one.
    pub fn below(&mut self, below: usize) -> usize {
        let byte = usize::from(self.byte());
        if below <= 256 { byte % below.max(1) } else { (byte << 8 | usize::from(self.byte())) % below }
    }
}
