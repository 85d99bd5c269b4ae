#ifndef FUZZ_MEMORY_H
#define FUZZ_MEMORY_H

/// Takes from AddressSanitizer the small blocks in which OpenSSL looks up algorithms, hashes and calculates. One handshake asks for some
/// 8,000 of them, four of five blocks in all, which took most of its time; nobody outside OpenSSL ever sees one. Connections, sessions,
/// certificates, buffers and all else stay with the sanitizer.
///
/// To be called before OpenSSL is used, by a program that uses it on one thread. Returns 1, or 0 when OpenSSL has been used already.
int fuzz_memory_keep_lookups_apart(void);

#endif
