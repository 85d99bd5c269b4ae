import COpenSSL
import Glibc

/// A running SHA-256.
///
/// `SHA256` is its only user, which changes it only while nobody else refers to it.
// Safety: the pointer is this object's own, and `SHA256` copies the object before it changes one that it shares.
final class HashContext: @unchecked Sendable {
  private let context: OpaquePointer
  private var hasBegun = false

  init() { context = SpareContext.take() }

  init(copying other: HashContext) {
    context = SpareContext.take()
    hasBegun = other.hasBegun
    guard !hasBegun || EVP_MD_CTX_copy_ex(context, other.context) == 1 else { preconditionFailure("libcrypto cannot copy SHA-256") }
  }

  deinit { SpareContext.give(context) }

  func update(_ bytes: UnsafeRawBufferPointer) {
    if !hasBegun { Self.begin(context) }
    hasBegun = true
    Self.update(context, bytes)
  }

  /// The hash; what comes next begins anew.
  func finish() -> SHA256Digest {
    if !hasBegun { Self.begin(context) }
    hasBegun = false
    return Self.finish(context)
  }

  /// Both pieces at once, without an object.
  static func hash(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> SHA256Digest {
    let context = SpareContext.take()
    defer { SpareContext.give(context) }
    begin(context)
    update(context, first)
    update(context, second)
    return finish(context)
  }

  private static func begin(_ context: OpaquePointer) {
    guard EVP_DigestInit_ex(context, Algorithms.sha256, nil) == 1 else { preconditionFailure("libcrypto cannot begin SHA-256") }
  }

  private static func update(_ context: OpaquePointer, _ bytes: UnsafeRawBufferPointer) {
    guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else { preconditionFailure("libcrypto cannot hash") }
  }

  private static func finish(_ context: OpaquePointer) -> SHA256Digest {
    SHA256Digest { digest in
      // Safety: the digest has the 32 bytes that SHA-256 writes.
      let bytes = digest.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard EVP_DigestFinal_ex(context, bytes, nil) == 1 else { preconditionFailure("libcrypto cannot end SHA-256") }
    }
  }
}

/// One context for each thread that is in nobody's use. Making a context costs as much as hashing 100 bytes.
private enum SpareContext {
  /// The end of a thread frees its spare.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, { EVP_MD_CTX_free($0.map { OpaquePointer($0) }) }) == 0 else {
      preconditionFailure("this process has no thread-specific storage left")
    }
    return key
  }()

  static func take() -> OpaquePointer {
    if let spare = pthread_getspecific(key) {
      pthread_setspecific(key, nil)
      return OpaquePointer(spare)
    }
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("there is no memory for a hash") }
    return context
  }

  static func give(_ context: OpaquePointer) {
    if pthread_getspecific(key) != nil || pthread_setspecific(key, UnsafeRawPointer(context)) != 0 { EVP_MD_CTX_free(context) }
  }
}
