// Writes the records of many boards, step by step.
#include <cstring>

#include "records/bits.h"
#include "records/records.h"

namespace bombe::records {
namespace {

constexpr int kDigits = 20;  // of an int64 with its sign

// Where the next byte goes. There is always room for a piece of kTextBytes beyond it.
class Pen {
 public:
  explicit Pen(uint8_t *at) : at_(at) {}

  uint8_t *at() const { return at_; }
  void put(char symbol) { *at_++ = static_cast<uint8_t>(symbol); }

  void write(const uint8_t *bytes, int64_t length) {
    if (!length) return;  // then there may be no bytes at all
    std::memcpy(at_, bytes, length);
    at_ += length;
  }

  // A text of a table: copied whole, since a fixed length is faster, and cut to its own.
  void write_text(const uint8_t *text) {
    std::memcpy(at_, text, kTextBytes);
    at_ += text[kTextBytes - 1];
  }

  void write_number(int64_t number) {
    char digits[kDigits];
    int begin = kDigits;
    uint64_t left = number < 0 ? -static_cast<uint64_t>(number) : number;
    do digits[--begin] = static_cast<char>('0' + left % 10);
    while (left /= 10);
    if (number < 0) put('-');
    write(reinterpret_cast<uint8_t *>(digits) + begin, kDigits - begin);
  }

 private:
  uint8_t *at_;
};

// A list of moves in work. It is kept apart from what it writes to, which might be anything for the
// compiler: so its pointers stay in registers.
class MoveList {
 public:
  MoveList(const BombeStep &step, const Pen &pen)
      : texts_(step.texts), separator_(step.base), begin_(pen.at()), pen_(pen) {}

  void add(int candidate) { pen_.write_text(texts_ + kTextBytes * candidate); }

  // The pen behind the last move, without what separates it from a next one.
  Pen end() const { return Pen(pen_.at() - (pen_.at() == begin_ ? 0 : separator_)); }

 private:
  const uint8_t *texts_;
  int64_t separator_;
  const uint8_t *begin_;
  Pen pen_;
};

// One record: a board of a batch, and the pen that writes it.
class Record {
 public:
  Record(const BombeRender &render, uint8_t *out)
      : size_(render.m * render.n),
        candidates_(size_ * size_ * size_),
        at_(render.done),
        verdicts_(render.verdicts ? render.verdicts + at_ * candidates_ : nullptr),
        pen_(out) {}

  void write(const BombeStep &step) {
    pen_.write(step.text, step.length);
    const int64_t value = step.values ? step.values[at_] : at_;
    switch (step.kind) {
      case kNumber:
        pen_.write_number(value + step.base);
        break;
      case kByte:
        pen_.put(static_cast<char>(value));
        break;
      case kWord:
        write_word(step, value);
        break;
      case kSymbols:
        pen_.write(step.bytes + at_ * step.base, step.base);
        break;
      case kMoves:
        write_moves(step);
        break;
      case kForced:
        write_forced(step);
        break;
      case kMask:
        write_mask(step);
        break;
      case kBoards:
        write_boards(step, value);
        break;
      default:
        break;
    }
  }

  uint8_t *end() const { return pen_.at(); }

 private:
  void write_text(const BombeStep &step, int64_t number) {
    pen_.write_text(step.texts + kTextBytes * number);
  }

  void write_word(const BombeStep &step, int64_t number) {
    write_text(step, number < step.base ? number : step.base - 1);
  }

  void write_moves(const BombeStep &step) {
    MoveList list(step, pen_);
    Bits(verdicts_, candidates_, static_cast<uint8_t>(step.verdict)).visit([&](int candidate) {
      list.add(candidate);
    });
    pen_ = list.end();
  }

  void write_forced(const BombeStep &step) {
    MoveList list(step, pen_);
    Bits safe(verdicts_, candidates_, kYes);
    for (int cell = 0; cell < size_ * size_; cell++) {
      const uint64_t values = safe.of_cell(cell, size_);
      if (values && !(values & (values - 1))) list.add(cell * size_ + __builtin_ctzll(values));
    }
    pen_ = list.end();
  }

  void write_mask(const BombeStep &step) {
    Bits bits(verdicts_, candidates_, static_cast<uint8_t>(step.verdict));
    pen_.write(bits.bytes(), bits.byte_count());
  }

  void write_boards(const BombeStep &step, int64_t count) {
    enum { kBefore, kBetween, kAfter, kNone };
    if (!count) return write_text(step, kNone);
    const uint8_t *boards = step.bytes + at_ * step.verdict * step.base;
    for (int64_t i = 0; i < count; i++) {
      write_text(step, i ? kBetween : kBefore);
      pen_.write(boards + i * step.base, step.base);
    }
    write_text(step, kAfter);
  }

  int size_, candidates_;
  int64_t at_;
  const uint8_t *verdicts_;
  Pen pen_;
};

int64_t most_bytes(const BombeStep &step, int size) {
  const int64_t cells = size * size;
  switch (step.kind) {
    case kNumber:
      return step.length + kDigits;
    case kSymbols:
      return step.length + step.base;
    case kMoves:
      return step.length + cells * size * kTextBytes;
    case kForced:
      return step.length + cells * kTextBytes;
    case kMask:
      return step.length + (cells * size + 7) / 8;
    case kBoards:
      return step.length + (step.verdict + 1) * (step.base + kTextBytes);
    default:
      return step.length + kTextBytes;
  }
}

}  // namespace
}  // namespace bombe::records

using namespace bombe;

int64_t bombe_record_bytes(const BombeRender *render) {
  int64_t most = 2 * records::kTextBytes;
  for (int64_t i = 0; i < render->step_count; i++)
    most += records::most_bytes(render->steps[i], render->m * render->n);
  return most;
}

int32_t bombe_render(BombeRender *render) {
  const int64_t most = bombe_record_bytes(render);
  for (render->written = 0; render->done < render->size; render->done++) {
    if (!render->skips[render->done]) {
      if (render->room - render->written < most) return kLimit;
      records::Record record(*render, render->out + render->written);
      for (int64_t i = 0; i < render->step_count; i++) record.write(render->steps[i]);
      render->written = record.end() - render->out;
    }
    render->ends[render->done] = render->before + render->written;
  }
  return kDone;
}
