//! The independent parts of a board for cram: its connected regions of free squares.
//!
//! No domino touches two regions, so a board is the sum of its regions. Invariant: regions of the
//! same shape, turned and mirrored too where they fit, become the same position, the least of those
//! at the top left.

/// A board of at most 64 squares, numbered row by row from the top left.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    rows: usize,
    columns: usize,
    all: u64,
    /// The leftmost squares of all rows.
    left: u64,
}

impl Board {
    /// `rows` and `columns` are at least 1, their product at most 64.
    pub fn new(rows: usize, columns: usize) -> Self {
        let all = u64::MAX >> (64 - rows * columns);
        let left = (0..rows).fold(0, |left, row| left | 1 << (row * columns));
        Self { rows, columns, all, left }
    }

    /// All squares.
    pub fn all(&self) -> u64 {
        self.all
    }

    /// The regions of `free` that have room for a domino, each in its standard place.
    pub fn regions(&self, mut free: u64) -> impl Iterator<Item = u64> {
        let board = *self;
        std::iter::from_fn(move || {
            while free != 0 {
                let region = board.region(free);
                free &= !region;
                if region.count_ones() > 1 {
                    return Some(board.standard(region));
                }
            }
            None
        })
    }

    /// The region of the first free square.
    fn region(&self, free: u64) -> u64 {
        let mut region = free & free.wrapping_neg();
        loop {
            let beside = (region & !self.left) >> 1 | region << 1 & !self.left;
            let above = region.checked_shr(self.columns as u32).unwrap_or(0);
            let below = region.checked_shl(self.columns as u32).unwrap_or(0);
            let grown = (region | beside | above | below) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// The least of a region's images at the top left.
    fn standard(&self, region: u64) -> u64 {
        let upright = self.images(region);
        let across = self.transposed(upright[0]).map_or([u64::MAX; 4], |image| self.images(image));
        upright.into_iter().chain(across).fold(u64::MAX, u64::min)
    }

    /// A region, turned by half, mirrored, and both, at the top left.
    fn images(&self, region: u64) -> [u64; 4] {
        let turned = |region: u64| region.reverse_bits() >> (64 - self.rows * self.columns);
        let mirrored = self.mirrored(region);
        [region, turned(region), mirrored, turned(mirrored)].map(|image| self.moved(image))
    }

    /// Moved to the top left.
    fn moved(&self, mut region: u64) -> u64 {
        region >>= region.trailing_zeros() as usize / self.columns * self.columns;
        while region & self.left == 0 {
            region >>= 1;
        }
        region
    }

    /// With the rows in reverse.
    fn mirrored(&self, region: u64) -> u64 {
        let row = self.all >> ((self.rows - 1) * self.columns);
        (0..self.rows).fold(0, |image, at| {
            let squares = region >> (at * self.columns) & row;
            image | squares << ((self.rows - 1 - at) * self.columns)
        })
    }

    /// A region at the top left with rows and columns exchanged, where that fits.
    fn transposed(&self, mut region: u64) -> Option<u64> {
        let mut image = 0;
        while region != 0 {
            let square = region.trailing_zeros() as usize;
            let (row, column) = (square / self.columns, square % self.columns);
            if column >= self.rows || row >= self.columns {
                return None;
            }
            image |= 1 << (column * self.columns + row);
            region &= region - 1;
        }
        Some(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_of_the_same_shape_are_the_same() {
        let board = Board::new(3, 4);
        // Three in a corner, in all four corners, are one shape.
        let corners = [0b0000_0001_0011, 0b0000_1000_1100, 0b0011_0001_0000, 0b1100_1000_0000];
        let all: Vec<Vec<u64>> = corners.map(|free| board.regions(free).collect()).into();
        assert_eq!(all, vec![vec![0b0001_0011]; 4]);
        // Upright and across: a single square has no room and is left out.
        let both: Vec<u64> = board.regions(0b1000_0001_1101).collect();
        assert_eq!(both, [0b0001_0001, 0b0000_0011].map(|_| 0b0011).to_vec());
    }

    #[test]
    fn a_full_and_an_empty_board_are_regions_too() {
        let board = Board::new(8, 8);
        assert_eq!(board.regions(board.all()).collect::<Vec<_>>(), [u64::MAX]);
        assert_eq!(board.regions(0).count(), 0);
        let line = Board::new(1, 64);
        assert_eq!(line.regions(line.all() & !2).collect::<Vec<_>>(), [u64::MAX >> 2]);
        let column = Board::new(64, 1);
        assert_eq!(column.regions(!(1 << 40)).collect::<Vec<_>>(), [(1 << 40) - 1, (1 << 23) - 1]);
    }
}
