// Which candidates of a board are true: the questions of an audit, one after the other.
//
// First a solution of the board; without one, every candidate is kNo. Then, as long as there is a
// candidate that is kUnknown: assume it and search. A solution proves all candidates that it holds,
// so the search prefers values that are still kUnknown, and few solutions prove them all. Where
// there is none the candidate is kNo, and is ruled out at the root, which narrows all later
// questions; what falls with it needs no question.
//
// When too many guesses have failed (general/hand_over.h), the search that learns takes over, from
// the root as it is by then: it is asked for solutions with any candidate that is kUnknown, and
// when there is none all of these are kNo, by a single proof.
//
// Values that no given holds are all alike: renaming them turns a solution into a solution. So for
// each cell one verdict serves all of them, and the empty board is done after one solution.
#pragma once

#include "general/hand_over.h"

namespace bombe {

template <class Mask>
class Audit {
 public:
  void lay_out(Arena &arena, const Shape &shape, DepthFirst<Mask> &search, Learner &learner) {
    shape_ = &shape;
    search_ = &search;
    learner_ = &learner;
    first_patience_ = patience_for(shape.size);
    root_ = arena.take<Mask>(shape.words);
    board_ = arena.take<uint8_t>(shape.cells);
    solution_ = arena.take<uint8_t>(shape.cells);
  }

  // For tests: so much patience from the next board on.
  void set_patience(int64_t failures) { first_patience_ = failures; }

  // Start with a board, and note its candidates as kUnknown. False: it has no solution.
  bool begin(const uint8_t *board, uint8_t *verdicts);

  // Start with a board of which another search has decided some candidates, and learn at once.
  void begin_learning(const uint8_t *board, uint8_t *verdicts);

  Status run(Budget &budget, uint8_t *verdicts, Witnesses &witnesses);

 private:
  enum class Phase { kWholeBoard, kBetween, kCandidate, kLearning };

  bool load(const uint8_t *board);
  Status learn(Budget &budget, uint8_t *verdicts, Witnesses &witnesses);
  void learn_from_root(uint8_t *verdicts, bool has_solution);
  void rule_out_misfits(uint8_t *verdicts);
  bool needs_any(const uint8_t *verdicts) const;
  bool ask_next(Budget &budget, uint8_t *verdicts);
  void take_answer(bool is_solved, uint8_t *verdicts, Witnesses &witnesses);
  void accept_solution(uint8_t *verdicts, Witnesses &witnesses);
  void rule_out(Candidate candidate, uint8_t *verdicts);
  void rule_out_rest(uint8_t *verdicts);
  void decide(int cell, int value, Verdict verdict, uint8_t *verdicts);
  void keep_root();
  bool is_unused(int value) const { return unused_ >> value & 1; }

  const Shape *shape_ = nullptr;
  DepthFirst<Mask> *search_ = nullptr;
  Learner *learner_ = nullptr;
  int64_t first_patience_ = 0;
  Mask *root_ = nullptr;  // what is known of the board: its words ...
  int root_placed_ = 0;   // ... and how many candidates are placed there
  uint8_t *board_ = nullptr;
  uint8_t *solution_ = nullptr;
  Mask unused_ = 0;  // the values that no given holds
  int cursor_ = 0;   // every candidate before it is decided
  Phase phase_ = Phase::kBetween;
  bool takes_any_ = false;  // the learner's next solution may be any
  Candidate asked_ = {};
};

template <class Mask>
bool Audit<Mask>::begin(const uint8_t *board, uint8_t *verdicts) {
  const int size = shape_->size, cells = shape_->cells;
  Used<Mask> used;
  for (int cell = 0; cell < cells; cell++) {
    if (board[cell]) used.add(shape_->places[cell], board[cell] - 1);
  }
  for (int cell = 0; cell < cells; cell++) {
    const Mask taken = used.around(shape_->places[cell]);
    for (int value = 0; value < size; value++) {
      const bool is_candidate = !board[cell] && !(taken >> value & 1);
      verdicts[cell * size + value] = is_candidate ? kUnknown : kNotCandidate;
    }
  }
  phase_ = Phase::kWholeBoard;
  const bool is_open = load(board);
  if (is_open) keep_root();
  else rule_out_rest(verdicts);
  return is_open;
}

template <class Mask>
void Audit<Mask>::begin_learning(const uint8_t *board, uint8_t *verdicts) {
  phase_ = Phase::kBetween;
  if (load(board) && search_->rule_out(verdicts)) {
    keep_root();
    bool has_solution = false;
    for (int i = 0; i < shape_->cells * shape_->size; i++) has_solution |= verdicts[i] == kYes;
    learn_from_root(verdicts, has_solution);
  } else {
    rule_out_rest(verdicts);
  }
}

// Begin a search of the board. False: it has no solution.
template <class Mask>
bool Audit<Mask>::load(const uint8_t *board) {
  std::memcpy(board_, board, shape_->cells);
  unused_ = ~Mask{0};
  for (int cell = 0; cell < shape_->cells; cell++) {
    if (board[cell]) unused_ &= ~(Mask{1} << (board[cell] - 1));
  }
  cursor_ = 0;
  search_->set_patience(first_patience_);
  return search_->begin(board);
}

template <class Mask>
Status Audit<Mask>::run(Budget &budget, uint8_t *verdicts, Witnesses &witnesses) {
  search_->prefer_unknown(verdicts);
  while (phase_ != Phase::kLearning) {
    if (phase_ == Phase::kBetween) {
      if (cursor_ == shape_->cells * shape_->size) return kDone;
      if (!ask_next(budget, verdicts)) return kOutOfBudget;
      continue;
    }
    if (witnesses.boards && witnesses.count == witnesses.room) return kLimit;
    const Status status = search_->next(budget);
    if (status != kOutOfBudget) {
      take_answer(status == kLimit, verdicts, witnesses);
    } else if (search_->has_patience()) {
      return status;
    } else {
      learn_from_root(verdicts, phase_ != Phase::kWholeBoard);
    }
  }
  return learn(budget, verdicts, witnesses);
}

template <class Mask>
void Audit<Mask>::learn_from_root(uint8_t *verdicts, bool has_solution) {
  search_->masks().resume(root_, root_placed_);
  if (!search_->prune()) rule_out_rest(verdicts);
  root_placed_ = search_->masks().placed_count();
  rule_out_misfits(verdicts);
  search_->masks().resume(root_, root_placed_);
  learner_->begin(root_);
  takes_any_ = !has_solution && needs_any(verdicts);
  if (!takes_any_) learner_->want_unknown(verdicts);
  phase_ = Phase::kLearning;
}

// Rule out the candidates after which a region has no place for something: of a large region, the
// learner would find that out only at length.
template <class Mask>
void Audit<Mask>::rule_out_misfits(uint8_t *verdicts) {
  for (int cell = 0; cell < shape_->cells; cell++) {
    for (int value = 0; value < shape_->size; value++) {
      if (verdicts[cell * shape_->size + value] != kUnknown || !root_[cell]) continue;
      const Candidate asked = {static_cast<uint16_t>(cell), static_cast<uint16_t>(value)};
      if (root_[cell] >> value & 1) {
        search_->begin_with(root_, root_placed_, asked);
        if (search_->is_possible()) continue;
      }
      decide(cell, value, kNo, verdicts);
    }
  }
}

// What is placed at the root is in every solution, so it is no variable of the learner's. If it is
// asked about, and not all variables are, the learner would not say whether there is a solution.
template <class Mask>
bool Audit<Mask>::needs_any(const uint8_t *verdicts) const {
  bool asks_placed = false, leaves_out = false;
  for (int cell = 0; cell < shape_->cells; cell++) {
    if (board_[cell]) continue;
    for (int value = 0; value < shape_->size; value++) {
      const bool is_asked = verdicts[cell * shape_->size + value] == kUnknown;
      if (!root_[cell]) asks_placed |= is_asked;
      else if (root_[cell] >> value & 1) leaves_out |= !is_asked;
    }
  }
  return asks_placed && leaves_out;
}

// Let the search that learns decide the rest.
template <class Mask>
Status Audit<Mask>::learn(Budget &budget, uint8_t *verdicts, Witnesses &witnesses) {
  for (;;) {
    if (witnesses.boards && witnesses.count == witnesses.room) return kLimit;
    const Status status = learner_->next(budget);
    if (status == kDone) {
      rule_out_rest(verdicts);
      return kDone;
    }
    learner_->visit_refuted([&](const Candidate &candidate) {
      const int at = candidate.cell * shape_->size + candidate.value;
      if (verdicts[at] == kUnknown) decide(candidate.cell, candidate.value, kNo, verdicts);
    });
    if (status == kOutOfBudget) return status;
    search_->write_solution(board_, solution_);
    learner_->write_solution(solution_);
    accept_solution(verdicts, witnesses);
    if (takes_any_) learner_->want_unknown(verdicts);
    takes_any_ = false;
  }
}

// Begin the question about the next candidate that is kUnknown. False: the budget is used up.
template <class Mask>
bool Audit<Mask>::ask_next(Budget &budget, uint8_t *verdicts) {
  const int end = shape_->cells * shape_->size;
  for (; cursor_ < end; cursor_++) {
    if (verdicts[cursor_] != kUnknown) continue;
    const int cell = cursor_ / shape_->size, value = cursor_ % shape_->size;
    asked_ = {static_cast<uint16_t>(cell), static_cast<uint16_t>(value)};
    if (!(root_[cell] >> value & 1)) {  // the word of a placed cell is 0, and its value is kYes
      decide(cell, value, kNo, verdicts);
      continue;
    }
    if (!spend(budget, search_->work())) return false;
    search_->begin_with(root_, root_placed_, asked_);
    phase_ = Phase::kCandidate;
    return true;
  }
  return true;
}

template <class Mask>
void Audit<Mask>::take_answer(bool is_solved, uint8_t *verdicts, Witnesses &witnesses) {
  search_->add_patience(kPatiencePerSolution);
  if (is_solved) {
    search_->write_solution(board_, solution_);
    accept_solution(verdicts, witnesses);
  } else if (phase_ == Phase::kWholeBoard) {
    rule_out_rest(verdicts);
  } else {
    rule_out(asked_, verdicts);
  }
  phase_ = Phase::kBetween;
}

template <class Mask>
void Audit<Mask>::accept_solution(uint8_t *verdicts, Witnesses &witnesses) {
  for (int cell = 0; cell < shape_->cells; cell++) {
    if (!board_[cell]) decide(cell, solution_[cell] - 1, kYes, verdicts);
  }
  if (!witnesses.boards) return;
  std::memcpy(witnesses.boards + witnesses.count++ * shape_->cells, solution_, shape_->cells);
}

template <class Mask>
void Audit<Mask>::rule_out(Candidate candidate, uint8_t *verdicts) {
  decide(candidate.cell, candidate.value, kNo, verdicts);
  Masks<Mask> &masks = search_->masks();
  masks.resume(root_, root_placed_);
  // The board has a solution, so this ends in no contradiction.
  for (int value = 0; value < shape_->size; value++) {
    if (value != candidate.value && !(is_unused(candidate.value) && is_unused(value))) continue;
    if (masks.is_open(candidate.cell, value)) masks.exclude(candidate.cell, value);
  }
  root_placed_ = masks.placed_count();
}

template <class Mask>
void Audit<Mask>::rule_out_rest(uint8_t *verdicts) {
  for (int i = 0; i < shape_->cells * shape_->size; i++) {
    if (verdicts[i] == kUnknown) verdicts[i] = kNo;
  }
}

// Note a verdict, for all values at once that are like this one.
template <class Mask>
void Audit<Mask>::decide(int cell, int value, Verdict verdict, uint8_t *verdicts) {
  uint8_t *of_cell = verdicts + cell * shape_->size;
  of_cell[value] = verdict;
  if (!is_unused(value)) return;
  for (int other = 0; other < shape_->size; other++) {
    if (is_unused(other)) of_cell[other] = verdict;
  }
}

template <class Mask>
void Audit<Mask>::keep_root() {
  std::memcpy(root_, search_->root(), shape_->words * sizeof(Mask));
  root_placed_ = search_->masks().placed_count();
}

}  // namespace bombe
