#define _GNU_SOURCE
#include "CLinux.h"

#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

int clinux_accept(int fd, struct sockaddr_storage *peer) {
  socklen_t size = sizeof *peer;
  return accept4(fd, (struct sockaddr *)peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_replace(int fd, int source) { return dup3(source, fd, O_CLOEXEC); }

int clinux_epoll_wait_nanoseconds(int epoll, struct epoll_event *events, int count, int64_t nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return epoll_pwait2(epoll, events, count, &time, NULL);
}

void clinux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

size_t clinux_bytes_in_use(void) {
  struct mallinfo2 figures = mallinfo2();
  return figures.uordblks + figures.hblkhd;
}

void *clinux_map(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void *clinux_remap(void *memory, size_t bytes, size_t larger) {
  void *moved = mremap(memory, bytes, larger, MREMAP_MAYMOVE);
  return moved == MAP_FAILED ? NULL : moved;
}

int clinux_run_first(void) {
  struct sched_param lowest = {.sched_priority = 1};
  return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &lowest);
}

int clinux_run_when_idle(void) {
  struct sched_param none = {0};
  return sched_setscheduler(0, SCHED_IDLE, &none);
}
