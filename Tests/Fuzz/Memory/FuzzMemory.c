#include "FuzzMemory.h"

#include <openssl/crypto.h>
#include <sanitizer/lsan_interface.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// The sources of OpenSSL whose blocks are kept apart, as it names them itself.
static const char *const apart[] = {
    "crypto/core_namemap.c",
    "crypto/property/property.c",
    "crypto/stack/stack.c",
    "crypto/params.c",
    "crypto/packet.c",
    "crypto/threads_pthread.c",
    "crypto/bn/bn_lib.c",
    "crypto/bn/bn_ctx.c",
    "crypto/evp/digest.c",
    "crypto/evp/kdf_lib.c",
    "crypto/evp/mac_lib.c",
    "crypto/hmac/hmac.c",
    "providers/implementations/digests/sha2_prov.c",
    "providers/implementations/kdfs/hkdf.c",
    "providers/implementations/macs/hmac_prov.c",
};

// Limits: bytes of the space for them, of the largest, and between one size and the next. What has no space goes to the sanitizer.
enum { space_bytes = 64 << 20, block_bytes_max = 1024, step = 16 };

// In front of each block: how many steps it has, and the freed block behind it, or itself while it is in use. As long as a step, so that
// blocks are aligned.
struct head {
  size_t steps;
  struct head *next;
};

static char *space, *unused;
// Freed blocks of each number of steps.
static struct head *freed[block_bytes_max / step + 1];

static int is_apart(const void *block) { return (uintptr_t)block - (uintptr_t)space < space_bytes; }

static int ends_with(const char *name, const char *end) {
  size_t length = strlen(name), end_length = strlen(end);
  return length >= end_length && memcmp(name + length - end_length, end, end_length) == 0;
}

// Names are constants of OpenSSL's, so that their addresses tell them apart once they have been read.
static int belongs_apart(const char *source) {
  static struct {
    const char *source;
    int is_apart;
  } known[256];
  if (!source) return 0;
  size_t place = ((uintptr_t)source * 2654435761u >> 8) % (sizeof known / sizeof *known);
  if (known[place].source != source) {
    known[place].source = source;
    known[place].is_apart = 0;
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) known[place].is_apart |= ends_with(source, apart[i]);
  }
  return known[place].is_apart;
}

static void *take(size_t bytes, const char *source, int line) {
  (void)line;
  // As OpenSSL's own function does.
  if (bytes == 0) return NULL;
  if (bytes > block_bytes_max || !belongs_apart(source)) return malloc(bytes);
  size_t steps = (bytes + step - 1) / step;
  struct head *head = freed[steps];
  if (head) {
    freed[steps] = head->next;
  } else {
    if ((size_t)(space + space_bytes - unused) < sizeof *head + steps * step) return malloc(bytes);
    head = (struct head *)unused;
    head->steps = steps;
    unused += sizeof *head + steps * step;
  }
  head->next = head;
  return head + 1;
}

static void give_back(void *block, const char *source, int line) {
  if (!is_apart(block)) return free(block);
  struct head *head = (struct head *)block - 1;
  if (head->next != head) {
    fprintf(stderr, "ERROR: OpenSSL frees a block twice, at %s:%d\n", source, line);
    abort();
  }
  // What it pointed to must not be taken for reachable, and whoever uses a pointer of it gets none that is valid.
  memset(block, 0xDF, head->steps * step);
  head->next = freed[head->steps];
  freed[head->steps] = head;
}

static void *resize(void *block, size_t bytes, const char *source, int line) {
  if (!block) return take(bytes, source, line);
  if (bytes == 0) {
    give_back(block, source, line);
    return NULL;
  }
  if (!is_apart(block)) return realloc(block, bytes);
  size_t had = ((struct head *)block - 1)->steps * step;
  if (bytes <= had) return block;
  void *larger = take(bytes, source, line);
  if (larger) {
    memcpy(larger, block, had);
    give_back(block, source, line);
  }
  return larger;
}

int fuzz_memory_keep_lookups_apart(void) {
  space = mmap(NULL, space_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (space == MAP_FAILED) return 0;
  unused = space;
#if __has_feature(address_sanitizer)
  // What is reached through a block here is no leak.
  __lsan_register_root_region(space, space_bytes);
#endif
  return CRYPTO_set_mem_functions(take, resize, give_back);
}

void fuzz_memory_begin_keeping(void) {
#if __has_feature(address_sanitizer)
  __lsan_disable();
#endif
}

void fuzz_memory_end_keeping(void) {
#if __has_feature(address_sanitizer)
  __lsan_enable();
#endif
}
