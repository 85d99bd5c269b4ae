// Preloaded, it lets a program believe that it is another time: HEARTH_CLOCK_SECONDS is added to what the system's clock says. Clocks that are never set
// go as they do.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  const char *seconds = getenv("HEARTH_CLOCK_SECONDS");
  if (result == 0 && clock == CLOCK_REALTIME && seconds != NULL) time->tv_sec += atol(seconds);
  return result;
}
