// Records of any steps fit the room that they say they need, however many calls they take; tallies
// count what the verdicts hold.
#include "records/records.h"

#include <string>

#include "input.h"

using namespace fuzz;
using namespace bombe::records;

namespace {

using Numbers = std::vector<int64_t>;

struct Batch {
  Shape shape;
  int64_t size;
  std::vector<uint8_t> boards, verdicts, skips;

  int candidates() const { return shape.cells * shape.size; }
};

Batch read_batch(Input &input) {
  Batch batch = {shape_of(input, 25), input.below(6), {}, {}, {}};
  for (int64_t i = 0; i < batch.size; i++) {
    const Board board = board_of(input, batch.shape);
    batch.boards.insert(batch.boards.end(), board.begin(), board.end());
    const int kinds = input.one_of(1, 4);
    for (int j = 0; j < batch.candidates(); j++) {
      const bool is_drawn = j % 7 == 0;
      batch.verdicts.push_back(is_drawn ? static_cast<uint8_t>(input.byte() % kinds) : j % kinds);
    }
    batch.skips.push_back(!(input.byte() & 3));
  }
  return batch;
}

int64_t count_of(const Batch &batch, int64_t at, uint8_t verdict) {
  int64_t count = 0;
  for (int i = 0; i < batch.candidates(); i++)
    count += batch.verdicts[at * batch.candidates() + i] == verdict;
  return count;
}

void tally(const Batch &batch) {
  Numbers found[7];
  for (Numbers &numbers : found) numbers.assign(batch.size, -1);
  BombeTally call = {batch.boards.data(), batch.verdicts.data(), batch.size,      batch.shape.m,
                     batch.shape.n,       found[0].data(),       found[1].data(), found[2].data(),
                     found[3].data(),     found[4].data(),       found[5].data(), found[6].data()};
  bombe_tally(&call);
  for (int64_t at = 0; at < batch.size; at++) {
    CHECK(call.givens[at] + call.empty[at] == batch.shape.cells);
    CHECK(call.safe[at] == count_of(batch, at, bombe::kYes));
    CHECK(call.bombs[at] == count_of(batch, at, bombe::kNo));
    CHECK(call.forced[at] <= batch.shape.cells && call.forced[at] <= call.safe[at]);
    CHECK(call.solutions[at] >= 0 && call.solutions[at] <= 2);
  }
}

// The steps of a record, and what they point to.
struct Template {
  std::vector<BombeStep> steps;
  std::vector<Board> texts;
  std::vector<Numbers> numbers;
};

Board table_of(Input &input, int count) {
  Board texts(static_cast<size_t>(count) * kTextBytes, 't');
  for (int i = 0; i < count; i++)
    texts[static_cast<size_t>(i + 1) * kTextBytes - 1] = input.byte() % kTextBytes;
  return texts;
}

// How many texts a step needs.
int texts_of(const Batch &batch, int kind, int words) {
  if (kind == kWord) return words;
  return kind == kMoves || kind == kForced ? batch.candidates() : 4;
}

void add_step(Input &input, const Batch &batch, Template &made) {
  const int kind = input.below(10), most = input.one_of(1, 5), base = input.one_of(1, 40);
  Numbers numbers;
  for (int64_t i = 0; i < batch.size; i++)
    numbers.push_back(kind == kBoards || kind == kWord ? input.below(most + 1)
                                                       : static_cast<int64_t>(input.word()));
  if (kind == kNumber)
    for (int64_t &number : numbers) number /= 2;  // and `base` is added to it
  made.numbers.push_back(numbers);
  made.texts.push_back(Board(input.below(30), 'x'));
  made.texts.push_back(table_of(input, texts_of(batch, kind, base)));
  made.texts.push_back(Board(static_cast<size_t>(batch.size) * most * base, 'b'));
  const Board &text = made.texts[made.texts.size() - 3], &table = *(made.texts.end() - 2);
  const bool is_list = kind == kMoves || kind == kForced;
  made.steps.push_back({text.data(), static_cast<int64_t>(text.size()), kind,
                        kind == kBoards ? most : input.below(4), made.numbers.back().data(),
                        is_list ? 0 : base, table.data(), made.texts.back().data()});
}

BombeRender render_of(const Batch &batch, const Template &made, Numbers &ends) {
  return {made.steps.data(),
          static_cast<int64_t>(made.steps.size()),
          batch.verdicts.data(),
          batch.skips.data(),
          batch.size,
          batch.shape.m,
          batch.shape.n,
          0,
          0,
          nullptr,
          0,
          0,
          ends.data()};
}

// The records, written with room for so many bytes beyond that of one.
std::string render(const Batch &batch, const Template &made, int64_t more) {
  Numbers ends(batch.size, -1);
  BombeRender call = render_of(batch, made, ends);
  Memory room(bombe_record_bytes(&call) + more, 0xEE);
  call.out = static_cast<uint8_t *>(room.at());
  call.room = room.bytes();
  std::string written;
  for (int32_t answer = bombe::kLimit; answer == bombe::kLimit;) {
    const int64_t before = call.done;
    answer = bombe_render(&call);
    CHECK(call.written <= call.room);
    CHECK(answer == bombe::kDone || call.done > before);
    written.append(reinterpret_cast<const char *>(call.out), static_cast<size_t>(call.written));
    call.before += call.written;
  }
  CHECK(call.done == batch.size);
  for (int64_t at = 0; at < batch.size; at++) {
    const int64_t begin = at ? ends[at - 1] : 0;
    CHECK(ends[at] >= begin && (!batch.skips[at] || ends[at] == begin));
  }
  CHECK(!batch.size || ends.back() == static_cast<int64_t>(written.size()));
  return written;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input(data, size);
  const Batch batch = read_batch(input);
  tally(batch);
  Template made;
  for (int i = input.below(8); i > 0; i--) add_step(input, batch, made);
  CHECK(render(batch, made, 0) == render(batch, made, input.below(5000)));
  return 0;
}
