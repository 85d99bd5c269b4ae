#ifndef FUZZ_MEMORY_H
#define FUZZ_MEMORY_H

/// Keeps the small blocks of which OpenSSL makes lists, looks up algorithms, hashes and calculates out of AddressSanitizer's heap: four of
/// five blocks of a handshake, which took half of its time. Our code reads and frees none of them itself. One that is freed twice ends the
/// process; that one is read after it is freed nobody notices, as nobody would in OpenSSL's own code, which no sanitizer was compiled into.
/// Connections, sessions, certificates, buffers and all else stay in its heap.
///
/// To be called before OpenSSL is used, by a program that uses it on one thread. Returns 1, or 0 when OpenSSL has been
/// used already or 64 MiB of addresses are not to be had.
int fuzz_memory_keep_lookups_apart(void);

/// What is made between these two is kept for good and is no leak: Swift has addresses with other bits set in some enumerations, where nobody
/// who looks for leaks knows them.
void fuzz_memory_begin_keeping(void);
void fuzz_memory_end_keeping(void);

#endif
