#define _GNU_SOURCE
#include "CLinux.h"

#include <pthread.h>
#include <unistd.h>

int clinux_accept(int fd, struct sockaddr_storage *peer) {
  socklen_t size = sizeof *peer;
  return accept4(fd, (struct sockaddr *)peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_replace(int fd, int source) { return dup3(source, fd, O_CLOEXEC); }

void clinux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }
