// Which candidates stand in a solution: all of a board at once.
//
// `root` holds what may still be in a solution, `proved` what has been seen in one; the audit is
// over when they are equal. It works in two stages:
//
// 1. Survey: one search through the whole tree, that passes over positions whose candidates are all
//    proved. A board with few solutions is finished by it.
// 2. Questions: a candidate that is not proved is put on the root, and a solution looked for.
//    If there is none, the root loses the candidate, and what follows from that.
//
// Both try unproved values first, so that solutions differ as much as they can. Values that no
// given holds are all alike: what one of them can do in a cell, they all can.
#pragma once

#include <cstdint>

#include "budget.h"
#include "nine/choose.h"
#include "nine/load.h"
#include "nine/pass.h"
#include "nine/search.h"
#include "nine/verdicts.h"
#include "target.h"

namespace bombe::nine::BOMBE_WIDTH {

BOMBE_TARGET_BEGIN

enum Stage : int32_t { kSurvey, kNextQuestion, kQuestion, kFinished };

constexpr int kSurveySolutions = 8;  // more of them: the board has many, and they are too alike

struct Audit {
  Position open;  // what C0 allows in empty cells
  Position root, proved;
  uint32_t alike;  // the values that no given holds, one bit each
  Stage stage;
  int32_t asked_place, asked_value;
  int32_t surveyed;  // solutions of the survey
  bool is_found;     // `here` is a solution that has not been noted
};

// The row, the column and the box of each cell of the set.
BOMBE_INLINE Vector regions_of(Vector cells) {
  const Vector box = box_below((cells + all(kBoxes)) & all(kGuards));
  Vector row = any_in_minirow(cells) >> 2;
  row |= row >> kField | row >> 2 * kField;
  row &= all(0111);
  row = (row << 3) - row;
  Vector column = any_in_minicolumn(cells);
  column |= next_band(column) | next_band(next_band(column));
  return box | row | row << kField | row << 2 * kField | column | column << 3 | column << 6;
}

BOMBE_INLINE Position allowed_by_c0(const Reading &reading) {
  Position allowed;
  for (int i = 0; i < kVectors; i++) {
    const Vector x = reading.position.of[i];
    allowed.of[i] = x & ~reading.given & ~regions_of(x & reading.given);
  }
  return allowed;
}

inline void report(const Audit &audit, uint8_t *verdicts) {
  Findings findings;
  findings.open = audit.open;
  for (int i = 0; i < kVectors; i++) {
    const Vector open = audit.open.of[i], proved = audit.proved.of[i];
    findings.yes.of[i] = open & proved;
    findings.unknown.of[i] = open & audit.root.of[i] & ~proved;
  }
  write_verdicts(findings, verdicts);
}

inline bool audit_begin(Search &search, Audit &audit, const uint8_t *board, uint8_t *verdicts) {
  const Reading reading = read_board(board);
  audit.open = allowed_by_c0(reading);
  audit.root = search.here = start_of(reading);
  audit.proved = Position{};
  audit.alike = (1u << kSize) - 1;
  for (int cell = 0; cell < kCells; cell++) audit.alike &= ~(1u << board[cell] >> 1);
  audit.stage = kSurvey;
  audit.surveyed = 0;
  audit.is_found = false;
  start(search);
  report(audit, verdicts);
  return true;
}

// Add a solution to what is proved. False: it proves nothing new.
BOMBE_INLINE bool note(Audit &audit, const Position &solution) {
  if (is_within(solution, audit.proved)) return false;
  for (int i = 0; i < kVectors; i++) audit.proved.of[i] |= solution.of[i];
  Plane shared = {};
  for (uint32_t rest = audit.alike; rest; rest &= rest - 1) {
    shared |= solution.plane(__builtin_ctz(rest));
  }
  for (uint32_t rest = audit.alike; rest; rest &= rest - 1) {
    audit.proved.plane(__builtin_ctz(rest)) |= shared;
  }
  return true;
}

// Find a candidate of the root that is not proved. False: there is none.
BOMBE_INLINE bool find_unproved(Audit &audit) {
  for (int value = 0; value < kSize; value++) {
    const Words words = words_of(audit.root.plane(value) & ~audit.proved.plane(value));
    if (!is_any(words)) continue;
    audit.asked_place = first_place(words);
    audit.asked_value = value;
    return true;
  }
  return false;
}

// The root loses the candidate that was asked about, and those that are like it.
BOMBE_INLINE void rule_out_asked(Audit &audit) {
  const uint32_t asked = 1u << audit.asked_value;
  for (uint32_t rest = audit.alike & asked ? audit.alike : asked; rest; rest &= rest - 1) {
    forbid(audit.root, audit.asked_place, __builtin_ctz(rest));
  }
  propagate(audit.root);
}

BOMBE_INLINE void ask(Search &search, Audit &audit) {
  if (!find_unproved(audit)) {
    audit.stage = kFinished;
    return;
  }
  audit.stage = kQuestion;
  search.here = audit.root;
  put(search.here, audit.asked_place, audit.asked_value);
  start(search);
}

// The search has ended without a solution that says anything new.
BOMBE_INLINE void conclude(Audit &audit) {
  if (audit.stage == kSurvey) {
    for (int i = 0; i < kVectors; i++) audit.root.of[i] &= audit.proved.of[i];
    audit.stage = kFinished;
  } else {
    rule_out_asked(audit);
    audit.stage = kNextQuestion;
  }
}

// Note the solution that was found. False: there is no room for it.
inline bool take_solution(const Search &search, Audit &audit, Witnesses &witnesses) {
  if (witnesses.boards && witnesses.count == witnesses.room) return false;
  audit.is_found = false;
  if (note(audit, search.here)) {
    if (witnesses.boards) {
      write_board(search.here, witnesses.boards + kCells * witnesses.count);
    }
    witnesses.count++;
  }
  if (audit.stage == kQuestion || ++audit.surveyed == kSurveySolutions) {
    if (audit.stage == kSurvey) propagate(audit.root);
    audit.stage = kNextQuestion;
  }
  return true;
}

inline Status decide(Search &search, Audit &audit, Budget &budget, Witnesses &witnesses) {
  while (audit.stage != kFinished) {
    if (audit.is_found && !take_solution(search, audit, witnesses)) return kLimit;
    if (audit.stage == kNextQuestion) {
      ask(search, audit);
      continue;
    }
    const Status status = advance(search, budget, &audit.proved);
    if (status == kOutOfBudget) return status;
    audit.is_found = status == kLimit;
    if (status == kDone) conclude(audit);
  }
  return kDone;
}

inline Status audit(Search &search, Audit &audit, Budget &budget, uint8_t *verdicts,
                    Witnesses &witnesses) {
  const Status status = decide(search, audit, budget, witnesses);
  report(audit, verdicts);
  return status;
}

BOMBE_TARGET_END

}  // namespace bombe::nine::BOMBE_WIDTH
