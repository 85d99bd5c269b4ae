// Preloaded, it lets a program believe that it is another time: HEARTH_CLOCK_SECONDS is added to what the system's clock says. Clocks that are never set
// go as they do; who waits until a time of that clock waits as long as before.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long shift(void) {
  const char *seconds = getenv("HEARTH_CLOCK_SECONDS");
  return seconds == NULL ? 0 : atol(seconds);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += shift();
  return result;
}

int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
  int (*next)(sem_t *, const struct timespec *) = dlsym(RTLD_NEXT, "sem_timedwait");
  struct timespec real = {until->tv_sec - shift(), until->tv_nsec};
  return next(semaphore, &real);
}

// Of conditions that wait by the system's clock, as all do here.
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  int (*next)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *) = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  struct timespec real = {until->tv_sec - shift(), until->tv_nsec};
  return next(condition, mutex, &real);
}
