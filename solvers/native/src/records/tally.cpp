// What the verdicts of audits say of each board, as numbers.
#include "records/bits.h"
#include "records/records.h"

namespace bombe::records {
namespace {

// The values that stand in each region of a family, and those that stand there more than once.
struct Family {
  uint64_t once[kMaxSize] = {}, more[kMaxSize] = {};

  void add(int region, uint64_t value) {
    more[region] |= once[region] & value;
    once[region] |= value;
  }

  int clashes() const {
    int count = 0;
    for (const uint64_t values : more) count += __builtin_popcountll(values);
    return count;
  }
};

// How many values stand more than once in a region.
int clash_count(const uint8_t *board, int m, int n) {
  const int size = m * n;
  Family rows, columns, boxes;
  for (int row = 0; row < size; row++) {
    for (int column = 0; column < size; column++) {
      const uint64_t value = uint64_t{1} << board[row * size + column] >> 1;
      rows.add(row, value);
      columns.add(column, value);
      boxes.add(row / m * m + column / n, value);
    }
  }
  return rows.clashes() + columns.clashes() + boxes.clashes();
}

int given_count(const uint8_t *board, int cells) {
  int count = 0;
  for (int cell = 0; cell < cells; cell++) count += board[cell] != 0;
  return count;
}

void tally_board(const BombeTally &tally, int64_t at) {
  const int size = tally.m * tally.n, cells = size * size;
  const uint8_t *board = tally.boards + at * cells;
  const uint8_t *verdicts = tally.verdicts + at * cells * size;
  Bits safe(verdicts, cells * size, kYes);
  int most = 0, forced = 0;
  for (int cell = 0; cell < cells; cell++) {
    const int count = __builtin_popcountll(safe.of_cell(cell, size));
    most = count > most ? count : most;
    forced += count == 1;
  }
  tally.givens[at] = given_count(board, cells);
  tally.empty[at] = cells - tally.givens[at];
  tally.clashes[at] = most ? 0 : clash_count(board, tally.m, tally.n);
  tally.solutions[at] = tally.empty[at] ? (most > 2 ? 2 : most) : !tally.clashes[at];
  tally.safe[at] = safe.total();
  tally.bombs[at] = Bits(verdicts, cells * size, kNo).total();
  tally.forced[at] = forced;
}

}  // namespace
}  // namespace bombe::records

void bombe_tally(BombeTally *tally) {
  for (int64_t at = 0; at < tally->size; at++) bombe::records::tally_board(*tally, at);
}
