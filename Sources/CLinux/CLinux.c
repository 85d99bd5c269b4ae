#define _GNU_SOURCE
#include "CLinux.h"

#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
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

int clinux_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  if (fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0) return 0;
  close(ends[0]);
  close(ends[1]);
  return -1;
}

int clinux_spawn(const char *path, char *const arguments[], char *const environment[], int input, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  if (!error) error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (!error) error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (!error) error = posix_spawn_file_actions_addchdir_np(&actions, "/");
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error) error = posix_spawnattr_setflags(&attributes, flags);
  if (!error) error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

void clinux_await_end(pid_t process) {
  siginfo_t end;
  while (waitid(P_PID, (id_t)process, &end, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
}
