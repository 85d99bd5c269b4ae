// PostgreSQL: whatever waits when the last commit is answered is one INSERT and one commit, which tells the listeners.
#define _GNU_SOURCE
#include "load.h"
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  // Limit: messages of one INSERT.
  BATCH_MAX = 1000,
  // Limit: messages that wait for their INSERT.
  WAITING_MAX = 16000,
};

static char waiting[WAITING_MAX][MESSAGE_BYTES];
static int waitingSubjects[WAITING_MAX];
static long waitingCount, underWay;
static long storedCount;

static void putWord(struct Connection *c, uint32_t value) {
  value = htonl(value);
  put(c, &value, 4);
}

static void putShort(struct Connection *c, uint16_t value) {
  value = htons(value);
  put(c, &value, 2);
}

static uint32_t word(const char *bytes) {
  uint32_t value;
  memcpy(&value, bytes, 4);
  return ntohl(value);
}

static void begin(struct Connection *c) {
  static const char options[] = "user\0hearth\0database\0postgres\0";
  putWord(c, 8 + sizeof options);
  putWord(c, 3 << 16);
  put(c, options, sizeof options);
}

static void ask(struct Connection *c, const char *text) {
  c->isReady = false;
  put(c, "Q", 1);
  putWord(c, (uint32_t)strlen(text) + 5);
  put(c, text, strlen(text) + 1);
}

static void askAndAwait(struct Connection *c, const char *text) {
  ask(c, text);
  await(c, text);
}

static void make(struct Connection *c) {
  static const char statement[] =
      "WITH stored AS (INSERT INTO message SELECT * FROM unnest($1::int[], $2::bigint[], $3::text[]) RETURNING subject, content) "
      "SELECT count(pg_notify('s' || subject, content)) FROM stored";
  askAndAwait(c, "CREATE TABLE IF NOT EXISTS message (subject int, number bigint, content text NOT NULL, PRIMARY KEY (subject, number))");
  askAndAwait(c, "TRUNCATE message");
  // Named, so that it is analysed once.
  c->isReady = false;
  put(c, "P", 1);
  putWord(c, 4 + 7 + sizeof statement + 2);
  put(c, "insert", 7);
  put(c, statement, sizeof statement);
  putShort(c, 0);
  put(c, "S", 1);
  putWord(c, 4);
  await(c, "the statement");
}

static void subscribe(struct Connection *c) {
  char text[40];
  snprintf(text, sizeof text, "LISTEN s%d", c->subject);
  ask(c, text);
}

static void publish(struct Connection *c, int subject, const char *message) {
  (void)c;
  if (waitingCount == WAITING_MAX) stop("PostgreSQL takes less than is sent: %ld messages wait.", waitingCount);
  waitingSubjects[waitingCount] = subject;
  memcpy(waiting[waitingCount++], message, MESSAGE_BYTES);
}

// One parameter: an array's text, as long as it comes out.
static void putArray(struct Connection *c, long count, int column) {
  size_t start = c->out.end - c->out.start;
  putWord(c, 0);
  for (long row = 0; row < count; row++) {
    put(c, row ? "," : "{", 1);
    if (column == 0) putText(c, "%d", waitingSubjects[row]);
    else if (column == 1) put(c, waiting[row] + NUMBER_AT, 10);
    else {
      put(c, "\"", 1);
      put(c, waiting[row], MESSAGE_BYTES);
      put(c, "\"", 1);
    }
  }
  put(c, "}", 1);
  uint32_t length = htonl((uint32_t)(c->out.end - c->out.start - start - 4));
  memcpy(c->out.bytes + c->out.start + start, &length, 4);
}

static void turn(struct Connection *c) {
  if (underWay || !waitingCount) return;
  long count = waitingCount < BATCH_MAX ? waitingCount : BATCH_MAX;
  put(c, "B", 1);
  size_t start = c->out.end - c->out.start;
  putWord(c, 0);
  put(c, "\0insert\0", 8);
  putShort(c, 0);
  putShort(c, 3);
  for (int column = 0; column < 3; column++) putArray(c, count, column);
  putShort(c, 0);
  uint32_t length = htonl((uint32_t)(c->out.end - c->out.start - start));
  memcpy(c->out.bytes + c->out.start + start, &length, 4);
  put(c, "E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04", 15);
  waitingCount -= count;
  memmove(waiting, waiting + count, sizeof waiting[0] * (size_t)waitingCount);
  memmove(waitingSubjects, waitingSubjects + count, sizeof waitingSubjects[0] * (size_t)waitingCount);
  underWay = count;
}

static void take(struct Connection *c, char kind, const char *body, size_t length) {
  switch (kind) {
  case 'A': {
    // The sender's process, then channel and content, each with a zero behind it.
    const char *channel = body + 4, *content = channel + strlen(channel) + 1;
    delivered(c, content, strlen(content));
    break;
  }
  case 'Z':
    if (c->place < 0 && underWay) {
      acknowledged(underWay);
      underWay = 0;
    }
    c->isReady = true;
    break;
  case 'D':
    // One row with one column, as text.
    storedCount = strtol(body + 6, NULL, 10);
    if (underWay && storedCount != underWay) stop("PostgreSQL stored %ld of %ld messages.", storedCount, underWay);
    break;
  case 'E':
    for (const char *field = body; field < body + length && *field; field += strlen(field) + 1)
      if (*field == 'M') stop("PostgreSQL: %s", field + 1);
    stop("PostgreSQL reports an error.");
  case 'R':
    if (word(body) != 0) stop("PostgreSQL wants a password.");
  }
}

static void receive(struct Connection *c) {
  while (c->in.end - c->in.start >= 5) {
    const char *message = c->in.bytes + c->in.start;
    size_t length = word(message + 1);
    if (c->in.end - c->in.start < length + 1) return;
    c->in.start += length + 1;
    take(c, message[0], message + 5, length - 4);
  }
}

static long stored(struct Connection *c) {
  storedCount = -1;
  askAndAwait(c, "SELECT count(*) FROM message");
  // What is left to write is not written beside those who come next.
  askAndAwait(c, "CHECKPOINT");
  return storedCount;
}

const struct Peer postgres = {true, begin, make, subscribe, receive, publish, turn, stored};
