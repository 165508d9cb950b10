// The clock of the budgets.
#include "budget.h"

#if defined(_WIN32)
#include <windows.h>
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
