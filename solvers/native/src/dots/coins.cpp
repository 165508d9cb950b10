// The list of multisets of chains and loops, made one component at a time.
#include "dots/coins.h"

namespace bombe::dots {

namespace {

int types_for(int most) { return most + (most >= 4 ? most / 2 - 1 : 0); }

int boxes_of(int most, int type) { return type < most ? type + 1 : 2 * (type - most + 2); }

// What the one gets who may take a component, with `rest` for the value of the others.
int taken(int boxes, bool is_loop, int rest) {
  if (!is_loop && boxes <= 2) return boxes + rest;
  const int left = is_loop ? 4 : 2, sum = rest + left;
  return boxes - left + (sum < 0 ? -sum : sum);
}

// Add a component that is not below the highest one: a multiset that was not there before.
void extend(Coins &coins, int number) {
  for (int type = 0; type < coins.types; type++) {
    const int total = coins.totals[number] + boxes_of(coins.most, type);
    uint16_t &next = coins.next[number * coins.types + type];
    next = kNoCoins;
    if (type < coins.lasts[number] || total > coins.most) continue;
    next = static_cast<uint16_t>(coins.count++);
    coins.lasts[next] = static_cast<uint8_t>(type);
    coins.rests[next] = static_cast<uint16_t>(number);
    coins.totals[next] = static_cast<uint8_t>(total);
    coins.values[next] = -128;
  }
}

// Add a lower component: first to the rest, then the highest one to that.
void connect(Coins &coins, int number) {
  const int last = coins.lasts[number];
  for (int type = 0; type < last; type++) {
    if (coins.totals[number] + boxes_of(coins.most, type) > coins.most) continue;
    const int other = coins.next[coins.rests[number] * coins.types + type];
    coins.next[number * coins.types + type] = coins.next[other * coins.types + last];
  }
}

// Who has to open a component of a larger multiset can be left with this one.
void value(Coins &coins, int number) {
  for (int type = 0; type < coins.types; type++) {
    const uint32_t larger = coins.next[number * coins.types + type];
    if (larger == kNoCoins) continue;
    const int lost = -taken(boxes_of(coins.most, type), type >= coins.most, coins.values[number]);
    if (lost > coins.values[larger]) coins.values[larger] = static_cast<int8_t>(lost);
  }
}

}  // namespace

int64_t count_coins(int most) {
  int64_t ways[kMostCoins + 1] = {1}, count = 0;
  for (int type = 0; type < types_for(most); type++)
    for (int boxes = boxes_of(most, type), total = boxes; total <= most; total++)
      ways[total] += ways[total - boxes];
  for (int total = 0; total <= most; total++) count += ways[total];
  return count;
}

void fill(Coins &coins) {
  coins.types = types_for(coins.most);
  coins.count = 1;
  coins.lasts[0] = coins.totals[0] = 0;
  coins.rests[0] = 0;
  coins.values[0] = 0;
  // All multisets of so many components, then those of one more.
  for (int begin = 0, end = 1; begin < end; begin = end, end = coins.count) {
    for (int number = begin; number < end; number++) extend(coins, number);
    for (int number = begin; number < end; number++) connect(coins, number);
    for (int number = begin; number < end; number++) value(coins, number);
  }
}

}  // namespace bombe::dots
