// Members of a broadcast under load, judged: what main.c, nats.c and postgres.c share.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  // Limit: bytes of a message.
  MESSAGE_BYTES = 300,
  // A message begins with its subject (4 digits), its number (10) and when it was due (20), a space behind each.
  NUMBER_AT = 5,
  DUE_AT = 16,
  FILL_AT = 37,
};

// One connection to the peer. Bytes from start to end are not read, or not sent, yet.
struct Buffer {
  char *bytes;
  size_t start, end, size;
};

struct Connection {
  int fd;
  // The subject and the place of its member; -1 where it is nobody's.
  int subject, place;
  struct Buffer in, out;
  bool isAwaitingSpace, isReady;
};

// What of a peer's protocol is its own.
struct Peer {
  // Whether all messages leave over the connection that is nobody's, or each over its subject's first member's.
  bool publishesTogether;
  // Says what a connection says first; it is ready when the peer has answered.
  void (*begin)(struct Connection *);
  // Makes the stream or the table over the connection that is nobody's; returns when it is there.
  void (*make)(struct Connection *);
  // Has the member receive its subject; it is ready when the peer has answered.
  void (*subscribe)(struct Connection *);
  // Takes what stands in the buffer, as far as it is whole.
  void (*read)(struct Connection *);
  // Adds a message to what leaves.
  void (*publish)(struct Connection *, int subject, const char *message);
  // Called once in a turn of the loop.
  void (*turn)(struct Connection *);
  // How many messages the peer says it has stored.
  long (*stored)(struct Connection *);
};
extern const struct Peer nats, postgres;

// Whether the members of a subject share one consumer of the stream (JetStream alone).
extern bool consumersAreShared;

// A member was given this.
void delivered(struct Connection *, const char *message, size_t length);
// So many messages were acknowledged.
void acknowledged(long count);

// Ends the program, with a reason.
_Noreturn void stop(const char *format, ...) __attribute__((format(printf, 1, 2)));
// Adds bytes to what leaves.
void put(struct Connection *, const void *bytes, size_t length);
void putText(struct Connection *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Sends and reads until the connection is ready, for 30 s at most.
void await(struct Connection *, const char *what);
