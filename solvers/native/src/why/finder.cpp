// The memory of a finder, the board, and the levels one after the other.
#include "why/finder.h"

#include <initializer_list>

namespace bombe::why {

namespace {

// Note two cells that hold a value in one region, if filling this one makes it so.
bool is_clash(Finder &finder, const State &state, int cell, int value) {
  const CellPlace &at = finder.shape.places[cell];
  for (const int first : {int{at.row_words}, int{at.column_words}, int{at.box_words}}) {
    const int other = state.done_by[first + value];
    if (other == kNever) continue;
    finder.clash[0] = (first - finder.shape.cells) / finder.shape.size, finder.clash[1] = value;
    finder.clash[2] = other, finder.clash[3] = cell;
    return true;
  }
  return false;
}

// Put the question into state 0. False: it clashes.
bool ask(Finder &finder, const Question &question) {
  State &state = finder.states[0];
  const int cell = question.cell, value = question.value;
  if (cell < 0) return true;
  if (question.is_not) {
    if (state.is_open(cell, value)) state.remove(finder.shape, cell, value, 0);
    return true;
  }
  if (is_clash(finder, state, cell, value)) return false;
  state.place(finder.shape, cell, value, 0);
  return true;
}

}  // namespace

void lay_out(Finder &finder, int m, int n, Arena &arena) {
  Shape &shape = finder.shape;
  shape.lay_out(arena, m, n);
  for (State &state : finder.states) state.lay_out(shape, arena);
  finder.log_room = 64 * shape.cells + 1024, finder.needs_room = 2 * finder.log_room;
  finder.log = arena.take<Record>(finder.log_room);
  finder.needs = arena.take<int32_t>(finder.needs_room);
  finder.is_needed = arena.take<uint8_t>(finder.log_room);
  finder.seen = arena.take<uint64_t>(shape.cells);
  finder.proofs = arena.take<uint64_t>((shape.cells + 2) * ((shape.cells + 63) / 64));
  finder.written_at = arena.take<int32_t>(finder.log_room);
  finder.coverage = arena.take_zeroed<int16_t>(shape.cells + finder.log_room);
}

void load(Finder &finder, const uint8_t *board) {
  State &state = finder.states[0];
  state.clear(finder.shape);
  finder.clash[0] = kNever;
  for (int cell = 0; cell < finder.shape.cells; cell++) {
    if (!board[cell]) continue;
    if (is_clash(finder, state, cell, board[cell] - 1)) return;
    state.place(finder.shape, cell, board[cell] - 1, 0);
  }
}

Outcome search_simply(Finder &finder, const Question &question, int &level) {
  State &given = finder.states[0], &work = finder.states[1];
  finder.log_size = 1, finder.needs_size = 0;
  level = 0;
  if (finder.clash[0] != kNever || !ask(finder, question) || given.dead_count)
    return Outcome::kAbsurd;
  work.copy(given, finder.shape);
  level = 1;
  Outcome outcome = close_singles(finder, work);
  if (outcome != Outcome::kStuck) return outcome;
  level = 2;
  return close_pairs(finder, work);
}

Outcome search(Finder &finder, const Question &question, int &level) {
  const Outcome outcome = search_simply(finder, question, level);
  if (outcome != Outcome::kStuck) return outcome;
  level = 3;
  return close_cases(finder, 1, kDeepest);
}

int depth_of(const Finder &finder, int first, int end) {
  int deepest = 0;
  for (int i = first; i < end; i += 1 + finder.log[i].length) {
    if (finder.log[i].rule != kCase) continue;
    const int depth = 1 + depth_of(finder, i + 1, i + 1 + finder.log[i].length);
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

}  // namespace bombe::why
