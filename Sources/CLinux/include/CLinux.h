// Linux calls and constants that Swift's Glibc module lacks: epoll, eventfd, timerfd, accept4, and macros the importer cannot see.
//
// _GNU_SOURCE must not be defined here: beside Dispatch it changes fd_set. What needs it stands in CLinux.c.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static const uint32_t clinux_epoll_in = EPOLLIN;
static const uint32_t clinux_epoll_out = EPOLLOUT;
static const uint32_t clinux_epoll_error = EPOLLERR;
static const uint32_t clinux_epoll_hangup = EPOLLHUP;
static const uint32_t clinux_epoll_input_end = EPOLLRDHUP;
static const uint32_t clinux_epoll_edge_triggered = EPOLLET;

static const int clinux_send_flags = MSG_NOSIGNAL | MSG_DONTWAIT;

// The C library's send and recv are points at which a thread may be cancelled. Saying so costs two calls and two locked instructions each
// time in a process of several threads, and no thread is ever cancelled here.

/// Sends what the socket takes at once, without a signal; the count, or -1.
static inline ssize_t clinux_send(int fd, const void *bytes, size_t count) {
  return syscall(SYS_sendto, fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT, NULL, 0);
}

/// Receives what is there; the count, or -1.
static inline ssize_t clinux_receive(int fd, void *bytes, size_t count) {
  return syscall(SYS_recvfrom, fd, bytes, count, MSG_DONTWAIT, NULL, NULL);
}

/// The bytes that the kernel holds for the peer and that the peer has not acknowledged; 0 when it cannot say (tcp(7), SIOCOUTQ).
static inline int clinux_held_bytes(int fd) {
  int bytes = 0;
  return ioctl(fd, SIOCOUTQ, &bytes) == 0 ? bytes : 0;
}

/// A non-blocking eventfd with counter zero, or -1.
static inline int clinux_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// A non-blocking timerfd on the monotonic clock, or -1.
static inline int clinux_timerfd(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC); }

/// Lets a timerfd expire once at a point of the monotonic clock; -1 on failure.
static inline int clinux_timerfd_arm(int fd, int64_t milliseconds) {
  struct itimerspec when = {{0, 0}, {milliseconds / 1000, (milliseconds % 1000) * 1000000}};
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, 0);
}

static inline int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// Adds, changes or removes (operation EPOLL_CTL_*) an interest whose events carry `data`.
static inline int clinux_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t data) {
  struct epoll_event event = {.events = events, .data = {.u64 = data}};
  return epoll_ctl(epoll, operation, fd, &event);
}

/// A non-blocking stream socket of the family, TCP or Unix, or -1.
static inline int clinux_stream_socket(int family) { return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }

/// Waits for events for up to so many nanoseconds, which epoll_wait cannot; their number, or -1.
int clinux_epoll_wait_nanoseconds(int epoll, struct epoll_event *events, int count, int64_t nanoseconds);

/// Memory of whole pages of its own, zeroed; null when there is none.
void *clinux_map(size_t bytes);

/// Lets the system stamp what a socket receives with the moment at which it arrived; -1 on failure.
int clinux_stamp_receipts(int fd);

/// Receives what is there; the count, or -1. `nanoseconds` gets the moment at which the last of it arrived at the socket, on CLOCK_REALTIME,
/// or zero when it has no stamp.
ssize_t clinux_receive_stamped(int fd, void *bytes, size_t count, int64_t *nanoseconds);

/// Lets a thread, the calling one if zero, run only when no other wants the processor, or as an ordinary one again; -1 on failure.
int clinux_run_when_idle(pid_t thread, int when_idle);

/// Gives the calling thread a table of descriptors of its own, with the first three in it: what it opens from now on is its alone, and counts
/// against the limit alone; -1 on failure.
int clinux_own_descriptors(void);

/// Lets the calling thread run before all ordinary ones, and the threads that it starts as ordinary ones; -1 without the right to (CAP_SYS_NICE).
int clinux_run_first(void);

/// Keeps the calling thread, and the threads and processes that it starts from now on, on `count` processors from the first on; -1 on failure.
int clinux_keep_to_processors(int first, int count);

/// Keeps the calling thread on one processor, counted from zero, and lets it run before all ordinary ones and those of `clinux_run_first`;
/// -1 without the right to (CAP_SYS_NICE).
int clinux_watch_processor(int processor);

static inline int clinux_set_option(int fd, int level, int name, int value) {
  return setsockopt(fd, level, name, &value, sizeof value);
}

/// An option of a socket that is an int, or -1.
static inline int clinux_get_option(int fd, int level, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  return getsockopt(fd, level, name, &value, &size) == 0 ? value : -1;
}

/// Lets a descriptor that somebody else made neither block nor survive exec; -1 on failure.
static inline int clinux_adopt(int fd) {
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0) return -1;
  return fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/// The pending error of a socket, which is thereby cleared; or errno of the call itself.
static inline int clinux_socket_error(int fd) {
  int code = 0;
  socklen_t size = sizeof code;
  return getsockopt(fd, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno;
}

/// Accepts a connection as a non-blocking descriptor that is closed on exec, or -1.
int clinux_accept(int fd, struct sockaddr_storage *address);

/// Names the calling thread; longer names than 15 bytes are refused.
void clinux_name_thread(const char *name);

/// A second descriptor of the same file, closed on exec, or -1.
static inline int clinux_duplicate(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, 0); }

/// Closes what `fd` stands for and makes it stand for what `source` does, without its number ever being free; or -1.
int clinux_replace(int fd, int source);

/// Keeps what this process has in memory from core files, and from whoever runs as the same user (/proc/PID/environ, /proc/PID/mem, ptrace); -1 on
/// failure. What this process may do with itself stays as it is.
int clinux_hide_memory(void);

/// Bytes that the allocator has handed out and not got back.
size_t clinux_bytes_in_use(void);

/// Two ends of a pipe, the reading one first, neither inherited by programs; the writing one never blocks; -1 on failure.
int clinux_pipe(int ends[2]);

/// Starts a program, without a shell and without looking for it: with `input` as its standard input, nowhere to write to, no other descriptor,
/// the root as its folder, no signal blocked or ignored, and a process group of its own, whose number is the process's.
/// Zero and the process, or what went wrong as an `errno`.
int clinux_spawn(const char *path, char *const arguments[], char *const environment[], int input, pid_t *process);

/// Waits for a child to end and leaves it unreaped, so that its number stays its own.
void clinux_await_end(pid_t process);
