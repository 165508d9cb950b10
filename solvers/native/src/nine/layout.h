// Where the 81 cells of a 9x9 board stand in a plane. nine/README.md draws it.
//
// A plane says for one value in which cells it may still stand: 128 bits, four lanes of 32. Lane b
// holds band b (rows 3b to 3b+2); lane 3 stays 0. Inside a lane the three boxes of the band are
// fields of nine bits, row by row, with a guard bit above each:
//
//     bit   29   28..20    19   18..10     9    8..0
//          guard box 2    guard  box 1   guard  box 0
//
// The guards are 0 in a position. They catch the carry when all three boxes are added to at once.
#pragma once

#include <cstdint>

namespace bombe::nine {

constexpr int kSize = 9, kCells = 81, kBands = 3;
constexpr int kLanes = 4;   // of 32 bits in a plane; three are used
constexpr int kField = 10;  // bits from box to box: nine cells and the guard

// Something in each of the three boxes of a lane.
constexpr uint32_t in_boxes(uint32_t field) {
  return field | field << kField | field << 2 * kField;
}

constexpr uint32_t kFirst = in_boxes(1);     // the first cell of each box
constexpr uint32_t kBoxes = in_boxes(0777);  // all 27 cells
constexpr uint32_t kGuards = in_boxes(01000);
constexpr uint32_t kMinirows = in_boxes(0111);     // the first cell of each minirow
constexpr uint32_t kMinicolumns = in_boxes(0007);  // the first cell of each minicolumn

struct Place {
  uint8_t lane, bit;

  constexpr int index() const { return 32 * lane + bit; }
  constexpr uint32_t mask() const { return uint32_t{1} << bit; }
};

constexpr Place place_of(int row, int column) {
  return {static_cast<uint8_t>(row / 3),
          static_cast<uint8_t>(column / 3 * kField + row % 3 * 3 + column % 3)};
}

// By place: 32 * lane + bit.
struct Tables {
  Place place[kCells] = {};
  uint32_t cells[96][kLanes] = {};  // the cell alone, as a plane
  uint32_t peers[96][kLanes] = {};  // the other cells of its row, column and box
  constexpr Tables() {
    for (int cell = 0; cell < kCells; cell++) {
      const Place at = place[cell] = place_of(cell / 9, cell % 9);
      cells[at.index()][at.lane] = at.mask();
      for (int other = 0; other < kCells; other++) {
        const Place peer = place_of(other / 9, other % 9);
        if (are_peers(cell, other)) peers[at.index()][peer.lane] |= peer.mask();
      }
    }
  }
  static constexpr bool are_peers(int a, int b) {
    const bool is_in_row = a / 9 == b / 9, is_in_column = a % 9 == b % 9;
    const bool is_in_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
    return a != b && (is_in_row || is_in_column || is_in_box);
  }
};

inline constexpr Tables kTables;

}  // namespace bombe::nine
