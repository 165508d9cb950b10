// What the kernel says of itself, and bytes that are no boards.
#include <string>

#include "input.h"

using namespace fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Input input(data, size);
  const int largest = input.below(40);
  const int64_t at = bombe_misfit(data, static_cast<int64_t>(size), largest);
  CHECK(at >= -1 && at < static_cast<int64_t>(size));
  CHECK(at < 0 || data[at] > largest);
  for (int64_t i = 0; i < (at < 0 ? static_cast<int64_t>(size) : at); i++)
    CHECK(data[i] <= largest);
  CHECK(std::string(bombe_interface()).find("number kMaxSize 36") != std::string::npos);
  CHECK(*bombe_instructions());
  return 0;
}
