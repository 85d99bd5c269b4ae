// JetStream: one stream in a file; each member has an ordered push consumer of its own, as clients' libraries make it,
// or the members of a subject share one.
#define _GNU_SOURCE
#include "load.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool consumersAreShared;
static bool mayFail;
static long storedCount;

// Subscription 1 is what answers come to, 2 the member's subject.
static void begin(struct Connection *c) {
  putText(c,
          "CONNECT {\"verbose\":false,\"pedantic\":false,\"headers\":true,\"no_responders\":true,\"protocol\":1,\"lang\":\"c\","
          "\"version\":\"1\"}\r\n"
          "SUB a.%d.%d 1\r\nPING\r\n",
          c->subject, c->place);
}

// Asks for something; the reader looks at the answer.
static void ask(struct Connection *c, const char *subject, const char *body) {
  c->isReady = false;
  putText(c, "PUB %s q.%d.%d %zu\r\n%s\r\n", subject, c->subject, c->place, strlen(body), body);
}

static void askAndAwait(struct Connection *c, const char *subject, const char *body) {
  ask(c, subject, body);
  await(c, subject);
}

static void make(struct Connection *c) {
  putText(c, "SUB q.%d.%d 3\r\n", c->subject, c->place);
  // That of an earlier run, with its consumers.
  mayFail = true;
  askAndAwait(c, "$JS.API.STREAM.DELETE.peers", "");
  mayFail = false;
  askAndAwait(c, "$JS.API.STREAM.CREATE.peers",
      "{\"name\":\"peers\",\"subjects\":[\"s.*\"],\"storage\":\"file\",\"retention\":\"limits\",\"discard\":\"old\",\"max_msgs\":-1,"
      "\"max_bytes\":-1,\"max_age\":0,\"num_replicas\":1}");
}

static void subscribe(struct Connection *c) {
  char subject[100], body[500], receiver[40];
  if (consumersAreShared) snprintf(receiver, sizeof receiver, "d.%d", c->subject);
  else snprintf(receiver, sizeof receiver, "d.%d.%d", c->subject, c->place);
  putText(c, "SUB %s 2\r\n", receiver);
  if (consumersAreShared && c->place != 0) {
    // The subscription stands before this is answered.
    c->isReady = false;
    putText(c, "PING\r\n");
    return;
  }
  putText(c, "SUB q.%d.%d 3\r\n", c->subject, c->place);
  snprintf(subject, sizeof subject, "$JS.API.CONSUMER.CREATE.peers.c%d-%d.s.%d", c->subject, c->place, c->subject);
  snprintf(body, sizeof body,
           "{\"stream_name\":\"peers\",\"config\":{\"name\":\"c%d-%d\",\"deliver_policy\":\"all\",\"ack_policy\":\"none\","
           "\"max_deliver\":1,\"deliver_subject\":\"%s\",\"filter_subject\":\"s.%d\",\"replay_policy\":\"instant\",%s"
           "\"mem_storage\":true,\"num_replicas\":1,\"inactive_threshold\":300000000000}}",
           c->subject, c->place, receiver, c->subject, consumersAreShared ? "" : "\"flow_control\":true,\"idle_heartbeat\":5000000000,");
  ask(c, subject, body);
}

// What the peer's answer of JSON says; there is no error in it.
static void answered(struct Connection *c, const char *body, size_t length) {
  if (!mayFail && memmem(body, length, "\"error\"", 7)) stop("nats-server: %.*s", (int)length, body);
  const char *messages = memmem(body, length, "\"messages\":", 11);
  if (messages) storedCount = strtol(messages + 11, NULL, 10);
  c->isReady = true;
}

// A message with headers is one of the server's own, of flow control or a heartbeat: some of them want an answer.
static void controlled(struct Connection *c, const char *reply, const char *headers, size_t length) {
  static const char stalled[] = "Nats-Consumer-Stalled: ";
  const char *found = memmem(headers, length, stalled, sizeof stalled - 1);
  if (length < 12 || memcmp(headers, "NATS/1.0 100", 12) != 0) stop("nats-server says: %.*s", (int)length, headers);
  if (found) {
    found += sizeof stalled - 1;
    putText(c, "PUB %.*s 0\r\n\r\n", (int)strcspn(found, "\r"), found);
  } else if (*reply) {
    putText(c, "PUB %s 0\r\n\r\n", reply);
  }
}

// Takes "MSG subject sid [reply] bytes" or "HMSG subject sid [reply] bytes-of-headers bytes".
// Returns how many bytes that were, 0 when it is not whole.
static size_t message(struct Connection *c, char *line, char *end, size_t available) {
  char *words[6], *rest = line;
  int count = 0;
  *end = 0;
  for (char *word; count < 6 && (word = strsep(&rest, " "));) words[count++] = word;
  bool hasHeaders = words[0][0] == 'H';
  if (count < (hasHeaders ? 5 : 4)) stop("nats-server sent a short line.");
  size_t total = strtoul(words[count - 1], NULL, 10), head = (size_t)(end + 2 - line);
  const char *reply = count > (hasHeaders ? 5 : 4) ? words[3] : "";
  if (head + total + 2 > available) {
    for (char *at = line; at < end; at++)
      if (!*at) *at = ' ';
    *end = '\r';
    return 0;
  }
  const char *body = end + 2;
  switch (words[2][0]) {
  case '1':
    answered(c, body, total);
    acknowledged(1);
    break;
  case '2':
    if (hasHeaders) controlled(c, reply, body, strtoul(words[count - 2], NULL, 10));
    else delivered(c, body, total);
    break;
  default:
    if (hasHeaders) stop("nats-server says: %.*s", (int)total, body);
    answered(c, body, total);
  }
  return head + total + 2;
}

static void receive(struct Connection *c) {
  while (c->in.start < c->in.end) {
    char *line = c->in.bytes + c->in.start;
    size_t available = c->in.end - c->in.start;
    char *end = memmem(line, available, "\r\n", 2);
    if (!end) return;
    size_t taken = (size_t)(end + 2 - line);
    if (line[0] == 'M' || line[0] == 'H') {
      taken = message(c, line, end, available);
      if (!taken) return;
    } else if (line[0] == '-') {
      stop("nats-server: %.*s", (int)(end - line), line);
    } else if (line[0] == 'P' && line[1] == 'I') {
      putText(c, "PONG\r\n");
    } else if (line[0] == 'P') {
      c->isReady = true;
    }
    c->in.start += taken;
  }
}

static void publish(struct Connection *c, int subject, const char *text) {
  putText(c, "PUB s.%d a.%d.%d %d\r\n", subject, c->subject, c->place, MESSAGE_BYTES);
  put(c, text, MESSAGE_BYTES);
  put(c, "\r\n", 2);
}

static void turn(struct Connection *c) { (void)c; }

static long stored(struct Connection *c) {
  storedCount = -1;
  askAndAwait(c, "$JS.API.STREAM.INFO.peers", "");
  return storedCount;
}

const struct Peer nats = {false, begin, make, subscribe, receive, publish, turn, stored};
