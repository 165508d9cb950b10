// The tables of a shape: where each candidate stands in the four families of words.
//
// A candidate (cell, value) is one bit in each of four words (README.md draws them):
//
//     word                     one bit for each     holds what is open for
//     cell                     value                a cell
//     cells + r * N + v        column               value v in row r
//     cells + (N + c) * N + v  row                  value v in column c
//     cells + (2N + b) * N + v place in the box     value v in box b
//
// Inside the kernel values are counted from 0. Regions are numbered as in Python: rows, columns,
// boxes; so the word of (region, value) is cells + region * N + value.
#pragma once

#include <cstdint>

#include "arena.h"
#include "kernel.h"

namespace bombe {

// Where a cell is: its regions as word numbers for value 0, and its place in each.
struct CellPlace {
  uint16_t row_words, column_words, box_words;
  uint8_t row, column, box, place;
};

// What a word of (region, value) is about.
struct WordPlace {
  uint16_t region;
  uint16_t value;
};

struct Shape {
  int m = 0, n = 0;                  // rows and columns of a box
  int size = 0;                      // N
  int cells = 0;                     // N * N
  int words = 0;                     // 4 * N * N
  CellPlace *places = nullptr;       // of each cell
  WordPlace *word_places = nullptr;  // of each word from `cells` on
  uint16_t *region_cells = nullptr;  // the cells of a region, N of them in order

  // Take the tables' memory; `fill` then computes them.
  void lay_out(Arena &arena, int box_rows, int box_columns) {
    m = box_rows, n = box_columns;
    size = m * n, cells = size * size, words = 4 * cells;
    places = arena.take<CellPlace>(cells);
    word_places = arena.take<WordPlace>(words - cells);
    region_cells = arena.take<uint16_t>(3 * cells);
  }

  void fill() {
    for (int cell = 0; cell < cells; cell++) fill_cell(cell);
    for (int i = 0; i < words - cells; i++) {
      word_places[i].region = static_cast<uint16_t>(i / size);
      word_places[i].value = static_cast<uint16_t>(i % size);
    }
  }

  // The candidate that bit `bit` of a word stands for.
  int cell_of(int word, int bit) const {
    return word < cells ? word : region_cells[word_places[word - cells].region * size + bit];
  }
  int value_of(int word, int bit) const {
    return word < cells ? bit : word_places[word - cells].value;
  }

 private:
  void fill_cell(int cell) {
    const int row = cell / size, column = cell % size;
    const int box = row / m * m + column / n, place = row % m * n + column % n;
    const int regions[3] = {row, size + column, 2 * size + box};
    const int inside[3] = {column, row, place};
    uint16_t first_word[3];
    for (int i = 0; i < 3; i++) {
      region_cells[regions[i] * size + inside[i]] = static_cast<uint16_t>(cell);
      first_word[i] = static_cast<uint16_t>(cells + regions[i] * size);
    }
    CellPlace &at = places[cell];
    at.row_words = first_word[0], at.column_words = first_word[1], at.box_words = first_word[2];
    at.row = static_cast<uint8_t>(row), at.column = static_cast<uint8_t>(column);
    at.box = static_cast<uint8_t>(box), at.place = static_cast<uint8_t>(place);
  }
};

}  // namespace bombe
