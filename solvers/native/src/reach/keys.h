// Names of positions: what is alike has one name.
//
// On a board with one solution the bombs that are left, as bits, complete the name. Where several
// solutions were left, the same cells can be left by different ones: then a bomb is named by its
// cell and its killers, whatever the values are called, and what is alike after different fills has
// one name again. An empty 2x2 board looks the same from eight sides, too.
#pragma once

#include "reach/known.h"
#include "reach/position.h"

namespace bombe::reach {

constexpr int kSides = 8;

struct Keys {
  const uint64_t *killers;         // for each solution and pot; null: there is one solution
  int32_t sides;                   // 0: it is another board than the empty 2x2
  uint16_t image[kSides][2][256];  // of a set of cells, by its two bytes
  uint8_t cell_image[kSides][16], cell_from[kSides][16];

  bool begin(const Game &game, Arena &arena);
  Key key_of(const Game &game, const Place &place) const {
    if (place.node.is_single) return key_of_single(game, place.node);
    return key_of_several(game, place);
  }
  Key key_of_single(const Game &game, const Node &node) const;
  // A hint is kept as the cells are numbered on the side from which a position got its name.
  uint8_t to_keep(Key key, uint8_t hint) const;
  uint8_t from_kept(Key key, uint8_t hint) const;

 private:
  uint64_t view(int side, uint64_t cells) const {
    return image[side][0][cells & 255] | image[side][1][cells >> 8];
  }
  Key key_of_several(const Game &game, const Place &place) const;
  template <class Rest>
  Key from_best_side(const Node &node, Rest rest) const;
  uint64_t bombs_name(const Game &game, const Node &node, int side) const;
  uint64_t values_name(const Game &game, const Place &place, int side) const;
  void set_sides(const Game &game);
};

}  // namespace bombe::reach
