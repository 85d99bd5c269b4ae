// Ten members of each subject of a peer, each over a connection of its own: they send and receive, and are judged.
// Prints one JSON object with the names that hearth-load has.
// Exits with 1 when a member was not given each message once and in order.
//
//   --peer nats|nats-shared|postgres --port PORT --server-pid PID
//   --subjects 100, --seconds 5, --rate 500 or --window 8
//   --fault deaf|swap|double
//       what the judge has to find: a member that does not listen, messages that change places, one sent twice
#define _GNU_SOURCE
#include "load.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
  MEMBERS = 10,
  // Limit: subjects.
  SUBJECTS_MAX = 1000,
  // Limit: messages of a subject on their way; a power of two.
  UNDER_WAY_MAX = 16384,
  // Limit: seconds without any delivery after which nothing more is awaited.
  SILENCE_SECONDS = 3,
};

struct Subject {
  long sent, complete;
  // The number that each member is given next.
  long next[MEMBERS];
  unsigned char receipts[UNDER_WAY_MAX];
};

static const struct Peer *peer;
static int port = 0, subjectCount = 100, window = 0, serverPid = 0, poller;
static double seconds = 5, rate = 500;
static const char *fault = "";
static struct Subject subjects[SUBJECTS_MAX];
static struct Connection own, *members;
static struct Connection *touched[2 * (SUBJECTS_MAX * MEMBERS + 1)];
static int touchedCount;
static long acknowledgedCount, deliveredCount, wrongCount;
static char firstWrong[200];
static int64_t *latencies;
static size_t latencyCount, latencySize;

void stop(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(2);
}

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

// MARK: Connections

static char *room(struct Buffer *buffer, size_t length) {
  if (buffer->start == buffer->end) buffer->start = buffer->end = 0;
  if (buffer->end + length > buffer->size) {
    memmove(buffer->bytes, buffer->bytes + buffer->start, buffer->end - buffer->start);
    buffer->end -= buffer->start;
    buffer->start = 0;
    while (buffer->end + length > buffer->size) buffer->size = buffer->size ? buffer->size * 2 : 1024;
    buffer->bytes = realloc(buffer->bytes, buffer->size);
    if (!buffer->bytes) stop("There is no memory.");
  }
  return buffer->bytes + buffer->end;
}

void put(struct Connection *c, const void *bytes, size_t length) {
  if (c->out.start == c->out.end) touched[touchedCount++] = c;
  memcpy(room(&c->out, length), bytes, length);
  c->out.end += length;
}

void putText(struct Connection *c, const char *format, ...) {
  char text[1000];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  put(c, text, (size_t)length);
}

static void watch(struct Connection *c, int operation, bool forSpace) {
  struct epoll_event event = {.events = EPOLLIN | (forSpace ? EPOLLOUT : 0), .data.ptr = c};
  if (epoll_ctl(poller, operation, c->fd, &event) != 0) stop("epoll_ctl: %s", strerror(errno));
  c->isAwaitingSpace = forSpace;
}

static void flush(struct Connection *c) {
  while (c->out.start < c->out.end) {
    ssize_t sent = send(c->fd, c->out.bytes + c->out.start, c->out.end - c->out.start, MSG_NOSIGNAL);
    if (sent < 0 && errno == EAGAIN) {
      if (!c->isAwaitingSpace) watch(c, EPOLL_CTL_MOD, true);
      return;
    }
    if (sent < 0) stop("A connection broke: %s", strerror(errno));
    c->out.start += (size_t)sent;
  }
  if (c->isAwaitingSpace) watch(c, EPOLL_CTL_MOD, false);
}

static void flushAll(void) {
  for (int place = 0; place < touchedCount; place++) flush(touched[place]);
  touchedCount = 0;
}

static void readFrom(struct Connection *c) {
  enum { PIECE = 65536 };
  for (;;) {
    ssize_t got = recv(c->fd, room(&c->in, PIECE), PIECE, 0);
    if (got < 0 && errno == EAGAIN) return;
    if (got < 0) stop("A connection broke: %s", strerror(errno));
    if (got == 0) stop("The peer ended a connection.");
    c->in.end += (size_t)got;
    peer->read(c);
    if (got < PIECE) return;
  }
}

// One turn: sends, waits until the moment at most, reads.
static void turn(int64_t until) {
  struct epoll_event events[256];
  peer->turn(&own);
  flushAll();
  int64_t left = until - nanoseconds();
  if (left < 0) left = 0;
  struct timespec wait = {left / 1000000000, left % 1000000000};
  int count = epoll_pwait2(poller, events, 256, &wait, NULL);
  for (int place = 0; place < count; place++) {
    struct Connection *c = events[place].data.ptr;
    if (events[place].events & EPOLLOUT) flush(c);
    if (events[place].events & ~(uint32_t)EPOLLOUT) readFrom(c);
  }
}

void await(struct Connection *c, const char *what) {
  int64_t end = nanoseconds() + 30000000000LL;
  while (!c->isReady) {
    if (nanoseconds() > end) stop("After 30 s there is no answer: %s", what);
    turn(end);
  }
}

static void join(struct Connection *c, int subject, int place) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int yes = 1;
  c->subject = subject;
  c->place = place;
  c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&address, sizeof address) != 0) stop("Port %d: %s", port, strerror(errno));
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (fcntl(c->fd, F_SETFL, O_NONBLOCK) != 0) stop("fcntl: %s", strerror(errno));
  watch(c, EPOLL_CTL_ADD, false);
  peer->begin(c);
}

// MARK: Messages

static void publishNumber(int subject, long number, int64_t due) {
  char message[MESSAGE_BYTES + 1];
  int head = snprintf(message, sizeof message, "%04d %010ld %020lld ", subject, number, (long long)due);
  memset(message + head, 'x', (size_t)(MESSAGE_BYTES - head));
  peer->publish(peer->publishesTogether ? &own : &members[subject * MEMBERS], subject, message);
}

static void publish(int subject, int64_t due) {
  long number = ++subjects[subject].sent;
  if (number - subjects[subject].complete >= UNDER_WAY_MAX) stop("The peer is %d messages of a subject behind.", UNDER_WAY_MAX);
  bool isTarget = subject == 0 && (number == 5 || number == 6);
  publishNumber(subject, isTarget && strcmp(fault, "swap") == 0 ? 11 - number : number, due);
  if (isTarget && number == 5 && strcmp(fault, "double") == 0) publishNumber(subject, number, due);
}

static void wrong(struct Connection *c, const char *what, long number) {
  if (wrongCount++ == 0)
    snprintf(firstWrong, sizeof firstWrong, "member %d of subject %d was given %s (%ld, expected %ld)", c->place, c->subject, what, number,
             subjects[c->subject].next[c->place]);
}

static void keepLatency(int64_t latency) {
  if (latencyCount == latencySize) {
    latencySize = latencySize ? latencySize * 2 : 1 << 20;
    latencies = realloc(latencies, latencySize * sizeof latencies[0]);
    if (!latencies) stop("There is no memory.");
  }
  latencies[latencyCount++] = latency;
}

void delivered(struct Connection *c, const char *message, size_t length) {
  static char fill[MESSAGE_BYTES];
  if (!fill[0]) memset(fill, 'x', sizeof fill);
  if (length != MESSAGE_BYTES || memcmp(message + FILL_AT, fill, MESSAGE_BYTES - FILL_AT) != 0) return wrong(c, "other bytes", -1);
  struct Subject *subject = &subjects[c->subject];
  long number = strtol(message + NUMBER_AT, NULL, 10);
  if (strtol(message, NULL, 10) != c->subject) return wrong(c, "another subject's message", number);
  if (number != subject->next[c->place]) {
    wrong(c, number < subject->next[c->place] ? "a message again" : "a message too early", number);
    if (number < subject->next[c->place]) return;
  }
  subject->next[c->place] = number + 1;
  deliveredCount++;
  keepLatency(nanoseconds() - strtoll(message + DUE_AT, NULL, 10));
  unsigned char *receipts = &subject->receipts[number % UNDER_WAY_MAX];
  if (++*receipts < MEMBERS) return;
  *receipts = 0;
  subject->complete++;
  if (window > 0) publish(c->subject, nanoseconds());
}

void acknowledged(long count) { acknowledgedCount += count; }

// MARK: The run

// Seconds of processor time of the server: its process with all threads, and the processes that it has for its members.
// Those are counted in nanoseconds, since a thousand of them take little each.
static double serverSeconds(void) {
  char path[64], text[1000];
  unsigned long user, system, childUser, childSystem;
  snprintf(path, sizeof path, "/proc/%d/stat", serverPid);
  FILE *file = fopen(path, "r");
  if (!file || !fgets(text, sizeof text, file)) stop("There is no server with process %d.", serverPid);
  fclose(file);
  // proc(5): utime, stime, cutime and cstime are the 12th to 15th field behind the name.
  const char *form = " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu";
  if (sscanf(strrchr(text, ')') + 1, form, &user, &system, &childUser, &childSystem) != 4) stop("%s is not read.", path);
  double sum = (double)(user + system + childUser + childSystem) / (double)sysconf(_SC_CLK_TCK);
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", serverPid, serverPid);
  FILE *children = fopen(path, "r");
  if (!children) stop("The system does not tell a process's children.");
  for (int child; fscanf(children, "%d", &child) == 1;) {
    unsigned long long took;
    snprintf(path, sizeof path, "/proc/%d/schedstat", child);
    file = fopen(path, "r");
    // It may be gone: then it is in its parent's figures.
    if (!file) continue;
    if (fscanf(file, "%llu", &took) == 1) sum += (double)took / 1e9;
    fclose(file);
  }
  fclose(children);
  return sum;
}

static double ownSeconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static bool isQuiet(void) {
  long sent = 0;
  for (int subject = 0; subject < subjectCount; subject++) {
    sent += subjects[subject].sent;
    if (subjects[subject].complete != subjects[subject].sent) return false;
  }
  return acknowledgedCount >= sent;
}

static void load(int64_t start, int64_t end) {
  long count = 0;
  for (int message = 0; message < window; message++)
    for (int subject = 0; subject < subjectCount; subject++) publish(subject, start);
  for (int64_t now; (now = nanoseconds()) < end;) {
    int64_t due = end;
    if (window == 0) {
      while ((due = start + (int64_t)((double)count * 1e9 / rate)) <= now) publish((int)(count++ % subjectCount), due);
      if (due > end) due = end;
    }
    turn(due);
  }
}

static void settle(void) {
  long before = -1;
  int64_t end = 0;
  while (!isQuiet()) {
    int64_t now = nanoseconds();
    if (deliveredCount + acknowledgedCount != before) end = now + SILENCE_SECONDS * 1000000000LL;
    if (now >= end) return;
    before = deliveredCount + acknowledgedCount;
    turn(end);
  }
}

static int compare(const void *first, const void *second) {
  int64_t a = *(const int64_t *)first, b = *(const int64_t *)second;
  return (a > b) - (a < b);
}

static double micros(double part) {
  return latencyCount ? (double)latencies[(size_t)((double)(latencyCount - 1) * part)] / 1000 : 0;
}

static void options(int count, char **words) {
  for (int place = 1; place < count; place += 2) {
    const char *name = words[place], *value = words[place + 1];
    if (!value) stop("%s wants a value.", name);
    if (strcmp(name, "--peer") == 0) {
      peer = strcmp(value, "postgres") == 0 ? &postgres : strncmp(value, "nats", 4) == 0 ? &nats : NULL;
      consumersAreShared = strcmp(value, "nats-shared") == 0;
    } else if (strcmp(name, "--port") == 0) port = atoi(value);
    else if (strcmp(name, "--server-pid") == 0) serverPid = atoi(value);
    else if (strcmp(name, "--subjects") == 0) subjectCount = atoi(value);
    else if (strcmp(name, "--seconds") == 0) seconds = atof(value);
    else if (strcmp(name, "--rate") == 0) rate = atof(value);
    else if (strcmp(name, "--window") == 0) window = atoi(value);
    else if (strcmp(name, "--fault") == 0) fault = value;
    else stop("There is no option %s.", name);
  }
  if (!peer || port <= 0 || serverPid <= 0) stop("--peer is nats, nats-shared or postgres; --port and --server-pid are needed.");
  if (subjectCount < 1 || subjectCount > SUBJECTS_MAX) stop("--subjects is a number from 1 to %d.", SUBJECTS_MAX);
  if (seconds <= 0 || seconds > 600) stop("--seconds is a number from above 0 to 600.");
  if (rate <= 0 || rate > 1e6) stop("--rate is a number from above 0 to 1000000.");
  if (window < 0 || window > 100) stop("--window is a number from 0 to 100.");
}

// Lets everybody come and receive.
static void gather(void) {
  int memberCount = subjectCount * MEMBERS;
  members = calloc((size_t)memberCount, sizeof members[0]);
  join(&own, -1, -1);
  await(&own, "the greeting");
  peer->make(&own);
  for (int place = 0; place < memberCount; place++) join(&members[place], place / MEMBERS, place % MEMBERS);
  for (int place = 0; place < memberCount; place++) {
    await(&members[place], "the greeting");
    subjects[place / MEMBERS].next[place % MEMBERS] = 1;
    if (place != MEMBERS - 1 || strcmp(fault, "deaf") != 0) peer->subscribe(&members[place]);
  }
  for (int place = 0; place < memberCount; place++) await(&members[place], "a subscription");
  acknowledgedCount = 0;
}

int main(int count, char **words) {
  options(count, words);
  poller = epoll_create1(EPOLL_CLOEXEC);
  gather();

  double server = serverSeconds(), self = ownSeconds();
  int64_t start = nanoseconds();
  load(start, start + (int64_t)(seconds * 1e9));
  window = 0;
  double length = (double)(nanoseconds() - start) / 1e9;
  long deliveries = deliveredCount, commands = acknowledgedCount;
  self = (ownSeconds() - self) / length;
  server = serverSeconds() - server;
  settle();

  long sent = 0;
  for (int subject = 0; subject < subjectCount; subject++) sent += subjects[subject].sent;
  long stored = peer->stored(&own);
  if (latencyCount) qsort(latencies, latencyCount, sizeof latencies[0], compare);
  bool isWhole = isQuiet() && acknowledgedCount == sent && stored == sent && deliveredCount == sent * MEMBERS;
  printf("{\"commandsPerSecond\":%.1f,\"deliveries\":%ld,\"serverCPUSecondsPerMillionDeliveries\":%.3f,\"serverCPUShare\":%.3f,"
         "\"generatorCPUShare\":%.3f,\"delivery\":{\"p50\":%.1f,\"p99\":%.1f},\"sent\":%ld,\"acknowledged\":%ld,\"stored\":%ld,"
         "\"delivered\":%ld,\"wrong\":%ld}\n",
         (double)commands / length, deliveries, deliveries ? server / (double)deliveries * 1e6 : 0, server / length, self, micros(0.5),
         micros(0.99), sent, acknowledgedCount, stored, deliveredCount, wrongCount);
  if (isWhole && wrongCount == 0) return 0;
  fprintf(stderr,
          "NOT EVERYBODY was given everything once and in order: %ld sent, %ld acknowledged, %ld stored, %ld of %ld deliveries%s%s\n",
          sent, acknowledgedCount, stored, deliveredCount, sent * MEMBERS, wrongCount ? "; " : "", firstWrong);
  return 1;
}
