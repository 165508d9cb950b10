// The clock of the budgets.
#include "budget.h"

#if defined(_WIN32)
#include <windows.h>
#elif defined(__wasm__)
// A page has no operating system. Its kernel imports this one function: milliseconds since any
// moment, as performance.now() in JavaScript has it.
extern "C" __attribute__((import_module("page"), import_name("now"))) double page_now();
#else
#include <ctime>
#endif

namespace bombe {

#if defined(_WIN32)
double now() {
  LARGE_INTEGER ticks, per_second;
  QueryPerformanceCounter(&ticks);
  QueryPerformanceFrequency(&per_second);
  return static_cast<double>(ticks.QuadPart) / static_cast<double>(per_second.QuadPart);
}
#elif defined(__wasm__)
double now() { return page_now() / 1000; }
#else
double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}
#endif

bool is_over(const Budget &budget) {
  if (budget.stop && __atomic_load_n(budget.stop, __ATOMIC_RELAXED)) return true;
  return budget.deadline != 0 && now() >= budget.deadline;
}

}  // namespace bombe
