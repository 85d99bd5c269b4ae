#define _GNU_SOURCE
#include "CLinux.h"

#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

int clinux_accept(int fd, struct sockaddr_storage *address) {
  socklen_t size = sizeof *address;
  return accept4(fd, (struct sockaddr *)address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
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

int clinux_hide_memory(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

void *clinux_map(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

int clinux_run_first(void) {
  struct sched_param lowest = {.sched_priority = 1};
  return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &lowest);
}

int clinux_keep_to_processors(int first, int count) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int processor = first; processor < first + count; processor++) CPU_SET(processor, &set);
  return sched_setaffinity(0, sizeof set, &set);
}

int clinux_watch_processor(int processor) {
  struct sched_param second = {.sched_priority = 2};
  return clinux_keep_to_processors(processor, 1) == 0 ? sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &second) : -1;
}

int clinux_run_when_idle(pid_t thread, int when_idle) {
  struct sched_param none = {0};
  return sched_setscheduler(thread, when_idle ? SCHED_IDLE : SCHED_OTHER, &none);
}

int clinux_own_descriptors(void) { return close_range(3, ~0U, CLOSE_RANGE_UNSHARE); }

int clinux_stamp_receipts(int fd) {
  int on = 1;
  return setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
}

ssize_t clinux_receive_stamped(int fd, void *bytes, size_t count, int64_t *nanoseconds) {
  char control[CMSG_SPACE(sizeof(struct timespec))];
  struct iovec piece = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  ssize_t received = recvmsg(fd, &message, MSG_DONTWAIT);
  *nanoseconds = 0;
  if (received <= 0) return received;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPNS) continue;
    struct timespec stamp;
    memcpy(&stamp, CMSG_DATA(part), sizeof stamp);
    *nanoseconds = (int64_t)stamp.tv_sec * 1000000000 + stamp.tv_nsec;
  }
  return received;
}
