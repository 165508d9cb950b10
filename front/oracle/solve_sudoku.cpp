// The oracle program `solve_sudoku`, compiled: what `bombe oracle install` puts into a checkout of
// the course framework where a compiler is at hand. A call takes half a millisecond, and 25 by the
// program in Python (bombe.oracle.program).
//
// It answers plain questions about plain boards with the kernel that it is linked with. Whatever
// else it is given (comments in a board, a text that is no board, --seed, --help, wrong options, a
// board that takes long) it hands over to the program in Python, program.py: so there is one place
// for each message, and the answers of both are the same.
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "handover.h"  // written when this is compiled: kPython, kStart, kMaker
#include "kernel.h"

namespace {

constexpr int kLargest = 36;  // N
constexpr int kMaxCells = kLargest * kLargest;
constexpr int kMaxText = 1 << 20;        // bytes of a file
constexpr int kMaxNumbers = 1 << 16;     // of a list in an option
constexpr int kMaxDigits = 9;            // of a number in an option
constexpr int kAlignment = 64;           // of the kernel's memory
constexpr int kPoints[] = {0, 1, 3, 7};  // by the regions that a move completes
constexpr int kNoBombe = 5, kNotAMove = 255, kUsage = 1, kNotWritten = 3;  // exit codes

char **arguments;  // of the command line

// Answer by the program in Python, with the same arguments.
[[noreturn]] void hand_over() {
  int count = 0;
  while (arguments[count]) count++;
  auto **words = static_cast<const char **>(calloc(count + 4, sizeof(char *)));
  const char *head[] = {kPython, "-IS", kStart};
  memcpy(words, head, sizeof head);
  for (int i = 1; i < count; i++) words[i + 2] = arguments[i];
  if (access(kStart, R_OK) == 0) execv(kPython, const_cast<char **>(words));
  fprintf(stderr, "solve_sudoku (%s): Bombe is no longer at %s: ", kMaker, kStart);
  fputs("install Bombe again, then run: bombe oracle install\n", stderr);
  exit(kNoBombe);
}

// End; an answer that nobody reads is no error, one that cannot be written is one.
[[noreturn]] void finish(int code) {
  if (fflush(stdout) == 0) exit(code);
  if (errno == EPIPE) exit(0);
  fprintf(stderr, "solve_sudoku: standard output: %s; write to another place\n", strerror(errno));
  exit(kNotWritten);
}

// Text ----------------------------------------------------------------------------------------

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Whether Python takes these bytes for the same characters: it knows more blanks and digits.
bool is_plain(const char *text) {
  for (; *text; text++) {
    const auto byte = static_cast<unsigned char>(*text);
    if (byte >= 0x7f || (byte < ' ' && !is_blank(*text))) return false;
  }
  return true;
}

// The words of a text, one after the other.
struct Words {
  const char *rest;
  const char *word = nullptr;
  int length = 0;

  bool next() {
    while (is_blank(*rest)) rest++;
    word = rest;
    while (*rest && !is_blank(*rest)) rest++;
    length = static_cast<int>(rest - word);
    return length > 0;
  }

  // The word as a whole number. False: it is none.
  bool number(int *value) const {
    const bool is_negative = *word == '-';
    const int digits = length - is_negative;
    if (digits < 1) return false;
    *value = 0;
    for (int i = is_negative; i < length; i++) {
      if (word[i] < '0' || word[i] > '9') return false;
      if (digits > kMaxDigits) hand_over();
      *value = 10 * *value + (word[i] - '0');
    }
    if (is_negative) *value = -*value;
    return true;
  }
};

// The whole numbers in the value of an option; none if it was not given.
struct Numbers {
  int count = 0;
  int values[kMaxNumbers];

  void read(const char *text) {
    Words words = {text ? text : ""};
    for (; words.next(); count++) {
      if (count == kMaxNumbers || !words.number(&values[count])) hand_over();
    }
  }

  bool has(int value) const {
    for (int i = 0; i < count; i++) {
      if (values[i] == value) return true;
    }
    return false;
  }
};

Numbers allowed, taboo;

// The command line ------------------------------------------------------------------------------

struct Request {
  const char *file = nullptr;
  const char *move = nullptr;
  const char *taboo = nullptr, *allowed = nullptr;
  bool print = false, greedy = false, random = false;
};

// Take a value that follows an option's name, in the same argument or as the next one.
bool take_value(const char *name, int *at, const char **value) {
  const size_t length = strlen(name);
  const char *word = arguments[*at];
  if (strncmp(word, name, length) != 0) return false;
  if (*value) hand_over();
  if (word[length] == '=') {
    *value = word + length + 1;
  } else if (word[length] == 0 && arguments[*at + 1]) {
    *value = arguments[++*at];
  } else {
    hand_over();
  }
  return true;
}

bool take_flag(const char *name, const char *word, bool *flag) {
  if (strcmp(word, name) != 0) return false;
  if (*flag) hand_over();
  return *flag = true;
}

Request parse() {
  Request asked;
  for (int i = 1; arguments[i]; i++) {
    const char *word = arguments[i];
    if (!is_plain(word)) hand_over();
    if (*word != '-') {
      if (asked.file) hand_over();
      asked.file = word;
      continue;
    }
    const bool is_known =
        take_flag("--print", word, &asked.print) || take_flag("--greedy", word, &asked.greedy) ||
        take_flag("--random", word, &asked.random) || take_value("--move", &i, &asked.move) ||
        take_value("--taboo", &i, &asked.taboo) || take_value("--allowed", &i, &asked.allowed);
    if (!is_known || !is_plain(arguments[i])) hand_over();
  }
  if (!asked.file) {
    puts("Error in command line: Expected: <input-file>");
    finish(kUsage);
  }
  if (asked.print + asked.greedy + asked.random + (asked.move != nullptr) > 1) hand_over();
  return asked;
}

// The board -------------------------------------------------------------------------------------

struct Board {
  int m = 0, n = 0, size = 0, cells = 0;
  uint8_t values[kMaxCells];
  uint64_t used[3 * kLargest] = {};  // for each region: the values in it, as bits
  int empty[3 * kLargest] = {};      // and the number of its empty cells

  void regions_of(int cell, int *regions) const {
    const int row = cell / size, column = cell % size;
    regions[0] = row;
    regions[1] = size + column;
    regions[2] = 2 * size + row / m * m + column / n;
  }

  void look() {
    for (int cell = 0; cell < cells; cell++) {
      int regions[3];
      regions_of(cell, regions);
      for (const int region : regions) {
        used[region] |= uint64_t{1} << values[cell];
        empty[region] += !values[cell];
      }
    }
  }

  // Whether the cell is empty and C0 allows the value there.
  bool fits(int cell, int value) const {
    int regions[3];
    regions_of(cell, regions);
    uint64_t all = 0;
    for (const int region : regions) all |= used[region];
    return !values[cell] && !(all >> value & 1);
  }

  // What a value in an empty cell scores.
  int points(int cell) const {
    int regions[3], completed = 0;
    regions_of(cell, regions);
    for (const int region : regions) completed += empty[region] == 1;
    return kPoints[completed];
  }
};

// A value in the one spelling that boards usually have; others are left to Python.
int cell_value(const Words &words) {
  int value = 0;
  if (words.length == 1 && *words.word == '.') return 0;
  if (words.length > 2 || (words.length == 2 && *words.word == '0')) hand_over();
  if (!words.number(&value) || value < 0 || value > kLargest) hand_over();
  return value;
}

void read_file(const char *file, char *text) {
  FILE *stream = fopen(file, "rb");
  if (!stream) hand_over();
  const size_t length = fread(text, 1, kMaxText, stream);
  if (ferror(stream) || length == kMaxText || memchr(text, 0, length)) hand_over();
  fclose(stream);
  text[length] = 0;
  if (!is_plain(text)) hand_over();
}

Board *read_board(const char *file) {
  static char text[kMaxText + 1];
  static Board board;
  read_file(file, text);
  Words words = {text};
  if (!words.next()) hand_over();
  board.m = cell_value(words);
  if (!words.next()) hand_over();
  board.n = cell_value(words);
  board.size = board.m * board.n;
  board.cells = board.size * board.size;
  if (board.size < 1 || board.size > kLargest) hand_over();
  int count = 0;
  while (words.next()) {
    const int value = cell_value(words);
    if (count == board.cells || value > board.size) hand_over();
    board.values[count++] = static_cast<uint8_t>(value);
  }
  if (count < board.cells) hand_over();
  board.look();
  return &board;
}

// The first solution; null: there is none.
const char *solve(const Board &board) {
  const int64_t bytes = bombe_workspace_bytes(board.m, board.n) + kAlignment;
  auto *memory = static_cast<char *>(calloc(1, static_cast<size_t>(bytes)));
  if (!memory) hand_over();
  memory += kAlignment - reinterpret_cast<uintptr_t>(memory) % kAlignment;
  bombe_workspace_prepare(memory, board.m, board.n);
  const char *solution = bombe_quick_solution(memory, board.values);
  if (solution && !*solution) hand_over();  // it takes long
  return solution;
}

// The answers -----------------------------------------------------------------------------------

// Whether the player may play on a cell at all.
bool is_open(int cell) { return !allowed.count || allowed.has(cell); }

int judge(Board &board, const Request &asked) {
  Words words = {asked.move};
  int cell = 0, value = 0;
  const bool is_move =
      words.next() && words.number(&cell) && words.next() && words.number(&value) && !words.next();
  if (!is_move) {
    printf("Could not parse a move from '%s'.\n", asked.move);
    return kNotAMove;
  }
  if (cell < 0 || cell >= board.cells || value < 1 || value > board.size) {
    printf("Invalid move '%d %d'.\n", cell, value);
    return 0;
  }
  allowed.read(asked.allowed);
  if (!is_open(cell) || !board.fits(cell, value)) {
    printf("Illegal move '%d %d'.\n", cell, value);
    return 0;
  }
  const int points = board.points(cell);
  board.values[cell] = static_cast<uint8_t>(value);
  if (solve(board)) {
    printf("The score is %d (valid move '%d %d').\n", points, cell, value);
  } else {
    printf("The sudoku has no solution after move '%d %d').\n", cell, value);  // the original's )
  }
  return 0;
}

bool is_taboo(const Board &board, int cell, int value) {
  for (int i = 0; i < taboo.count; i += 3) {
    const int *move = taboo.values + i;
    if (move[0] == cell / board.size && move[1] == cell % board.size && move[2] == value) {
      return true;
    }
  }
  return false;
}

// A number below `count`, another one in every call.
int draw(int count) {
  uint64_t bits = 0;
  FILE *source = fopen("/dev/urandom", "rb");
  if (!source || fread(&bits, sizeof bits, 1, source) != 1) hand_over();
  fclose(source);
  return static_cast<int>(bits % count);
}

// Print a candidate; like the original, without checking whether it is a bomb.
int generate(const Board &board, const Request &asked) {
  static int moves[kMaxCells * kLargest][2];
  int count = 0, chosen = 0;
  taboo.read(asked.taboo);
  if (taboo.count % 3) hand_over();
  allowed.read(asked.allowed);
  for (int cell = 0; cell < board.cells; cell++) {
    if (!is_open(cell)) continue;
    for (int value = 1; value <= board.size; value++) {
      if (!board.fits(cell, value) || is_taboo(board, cell, value)) continue;
      if (count && board.points(cell) > board.points(moves[chosen][0])) chosen = count;
      moves[count][0] = cell;
      moves[count++][1] = value;
    }
  }
  if (!count) {
    puts("Error: could not find a legal move.");
    return 0;
  }
  if (asked.random) chosen = draw(count);
  printf("Generated move (%d,%d).\n", moves[chosen][0], moves[chosen][1]);
  return 0;
}

int decide(const Board &board, bool is_printed) {
  const char *solution = solve(board);
  puts(solution ? "The sudoku has a solution." : "The sudoku has no solution.");
  if (!solution || !is_printed) return 0;
  printf("%d %d\n", board.m, board.n);
  for (int cell = 0; cell < board.cells; cell++) {
    printf("%4d%s", solution[cell], (cell + 1) % board.size ? "" : "\n");
  }
  return 0;
}

}  // namespace

int main(int, char **words) {
  arguments = words;
  signal(SIGPIPE, SIG_IGN);
  const Request asked = parse();
  Board &board = *read_board(asked.file);
  if (asked.move) finish(judge(board, asked));
  if (asked.greedy || asked.random) finish(generate(board, asked));
  finish(decide(board, asked.print));
}
