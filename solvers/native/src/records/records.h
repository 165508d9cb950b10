// The flat C interface for the records of many boards: what was found of each, as text or bits.
//
// Python writes a record as steps: some text that all records share, then a value that differs from
// board to board. So nothing here knows of JSON, CSV or the names of columns; what a list of moves
// looks like, down to the text of each move, is Python's, too.
#pragma once

#include <cstdint>

#include "kernel.h"

// What the verdicts of audits say of each board. All arrays belong to the caller.
struct BombeTally {
  const uint8_t *boards;    // `size` boards of N*N bytes
  const uint8_t *verdicts;  // for each N*N*N bytes, all of them decided
  int64_t size;
  int32_t m, n;
  int64_t *givens;
  int64_t *empty;      // cells
  int64_t *clashes;    // values that stand more than once in a region
  int64_t *solutions;  // 0, 1, or 2 for more than one
  int64_t *safe;       // candidates that are kYes
  int64_t *bombs;      // candidates that are kNo
  int64_t *forced;     // cells with one candidate that is kYes
};

// A part of a record: a text, and the value that follows it.
struct BombeStep {
  const uint8_t *text;
  int64_t length;
  int32_t kind;           // `Kind` below
  int32_t verdict;        // whose moves or bits are meant; of kBoards: places
  const int64_t *values;  // one for each board
  int64_t base;           // what is added to numbers, or the length of something: see `Kind`
  const uint8_t *texts;   // a table of texts, of kTextBytes each
  const uint8_t *bytes;   // of boards
};

// Records of many boards, written one after the other. A call ends when the next one may have no
// room, and can be made again with new room: it goes on where it was.
struct BombeRender {
  const BombeStep *steps;
  int64_t step_count;
  const uint8_t *verdicts;  // ? of audits
  const uint8_t *skips;     // for each board: not 0, it gets no record
  int64_t size;
  int32_t m, n;
  int64_t done;     // boards that are finished; begin with 0
  int64_t before;   // bytes that earlier calls wrote
  uint8_t *out;     // bytes of this call ...
  int64_t room;     // ... so many at most ...
  int64_t written;  // ... and so many that there are
  int64_t *ends;    // for each board: where its record ends
};

namespace bombe::records {

// What follows the text of a step.
enum Kind : int32_t {
  kNothing = 0,
  kNumber = 1,   // values[board] + base; without `values` board + base
  kByte = 2,     // values[board], as one byte
  kWord = 3,     // the text with that number, the last of `base` texts for larger ones
  kSymbols = 4,  // `base` bytes of each board
  kMoves = 5,    // the texts of the moves with a verdict, but for the last `base` bytes
  kForced = 6,   // the same of the moves that are kYes, and alone so in their cell
  kMask = 7,     // the moves with a verdict as bits, the lowest one first
  kBoards = 8,  // values[board] pieces of `base` bytes, out of `verdict` places for each board; the
                // texts are what stands before, between and after them, and in place of none
};

// A text takes so many bytes: its own, and in the last one its length.
constexpr int kTextBytes = 16;

}  // namespace bombe::records

BOMBE_API void bombe_tally(BombeTally *tally);
// The most bytes that a record may take, with what is written beyond its end for speed.
BOMBE_API int64_t bombe_record_bytes(const BombeRender *render);
// kDone: all are written; kLimit: there may be no room for the next one.
BOMBE_API int32_t bombe_render(BombeRender *render);
