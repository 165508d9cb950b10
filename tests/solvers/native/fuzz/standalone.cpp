// Runs a driver without libFuzzer: the inputs of a folder, then ones that are changed at random.
//
//     driver FOLDER SEED SECONDS [LEAST]
//
// It goes on for so many seconds of CPU time, and for at least so many inputs. The one in work is
// written to crash.bin when a sanitizer, a CHECK or too long a time ends the
// program.
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern "C" void __sanitizer_set_death_callback(void (*callback)());

namespace {

using Bytes = std::vector<uint8_t>;

Bytes current;

void save() {
  std::ofstream("crash.bin", std::ios::binary)
      .write(reinterpret_cast<const char *>(current.data()),
             static_cast<std::streamsize>(current.size()));
}

constexpr unsigned kPatience = 30;  // seconds that an input may take

void feed(const Bytes &bytes) {
  current = bytes;
  alarm(kPatience);
  LLVMFuzzerTestOneInput(current.data(), current.size());
}

std::vector<Bytes> read_all(const char *folder) {
  std::vector<Bytes> inputs;
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return inputs;
}

// A new input, or one of those there are with some bytes changed, put in or taken out.
Bytes draw(const std::vector<Bytes> &inputs, std::mt19937_64 &random) {
  Bytes bytes;
  if (inputs.empty() || random() % 3 == 0) {
    bytes.resize(random() % 300);
    for (uint8_t &byte : bytes) byte = static_cast<uint8_t>(random());
    return bytes;
  }
  bytes = inputs[random() % inputs.size()];
  for (int changes = 1 + static_cast<int>(random() % 6); changes > 0; changes--) {
    const size_t at = bytes.empty() ? 0 : random() % bytes.size();
    const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const int kind = static_cast<int>(random() % 4);
    if (kind == 0 || bytes.empty()) bytes.insert(place, static_cast<uint8_t>(random()));
    else if (kind == 1) bytes.erase(place);
    else if (kind == 2) *place = static_cast<uint8_t>(random());
    else *place ^= static_cast<uint8_t>(1u << random() % 8);
  }
  return bytes;
}

}  // namespace

int main(int count, char **words) {
  if (count < 4) return 2;
  __sanitizer_set_death_callback(save);
  for (const int number : {SIGABRT, SIGALRM}) {
    std::signal(number, [](int caught) {
      save();
      std::signal(caught, SIG_DFL);
      std::raise(caught);
    });
  }
  const std::vector<Bytes> inputs = read_all(words[1]);
  for (const Bytes &input : inputs) feed(input);
  std::mt19937_64 random(std::strtoull(words[2], nullptr, 10));
  const double seconds = std::strtod(words[3], nullptr);
  const long least = count > 4 ? std::atol(words[4]) : 0;
  long runs = 0;
  while (runs < least || static_cast<double>(std::clock()) < seconds * CLOCKS_PER_SEC) {
    feed(draw(inputs, random));
    runs++;
  }
  std::printf("%zu kept inputs, %ld others\n", inputs.size(), runs);
  return 0;
}
