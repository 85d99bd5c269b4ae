import COpenSSL
import Glibc

/// Where ciphertext comes from and goes to, for all connections of one thread: input is lent to it for the length of a
/// call, output collects in its one buffer.
///
/// One BIO stands behind all connections. A memory BIO for each would cost 2,100 bytes more per idle connection and 65
/// ns more per record. It knows no sockets: its owner sends `output` and clears it, and knows whose it is when
/// several connections have written.
public final class TLSWire {
  struct Channel {
    var input: UnsafeRawPointer?
    var inputCount = 0
    var output: UnsafeMutableRawPointer?
    var outputCount = 0
    var outputCapacity = 0
    /// When the input arrived: milliseconds of a monotonic clock.
    var now: Int64 = 0
    /// A handshake message has been handled since this was reset.
    var sawHandshake = false
  }

  /// What is kept from use to use. Limit: a larger buffer is given back when it is cleared.
  private static let keptBytes = 256 << 10
  private static let initialBytes = 32 << 10

  // Safety: both are owned here; the BIO is counted and points to the channel. Every connection keeps its wire, so the
  // channel outlives all uses of the BIO.
  let channel: UnsafeMutablePointer<Channel>
  let bio: OpaquePointer

  /// Makes a wire without input or output.
  public init() throws(TLSFailure) {
    ErrorQueue.clear()
    guard let method = WireMethod.shared, let bio = BIO_new(method) else { throw .unavailable(reason: ErrorQueue.takeReason()) }
    channel = .allocate(capacity: 1)
    channel.initialize(to: Channel())
    self.bio = bio
    BIO_set_data(bio, channel)
    BIO_set_init(bio, 1)
  }

  deinit {
    BIO_free(bio)
    free(channel.pointee.output)
    channel.deallocate()
  }

  /// The ciphertext to be sent. It holds until the next call on a connection of this wire.
  public var output: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: channel.pointee.output, count: channel.pointee.outputCount)
  }

  /// Forgets the output behind so many bytes, which has been sent or copied.
  public func clear(behind kept: Int = 0) {
    precondition(kept >= 0 && kept <= channel.pointee.outputCount, "the output is shorter than what is to be kept")
    channel.pointee.outputCount = kept
    guard kept == 0, channel.pointee.outputCapacity > Self.keptBytes else { return }
    free(channel.pointee.output)
    channel.pointee.output = nil
    channel.pointee.outputCapacity = 0
  }

  /// When the input that a connection is reading arrived.
  static func now(of ssl: OpaquePointer) -> Int64? {
    // Safety: the BIO of every connection is a wire's.
    BIO_get_data(SSL_get_rbio(ssl))?.assumingMemoryBound(to: Channel.self).pointee.now
  }

  fileprivate static func makeSpace(_ channel: UnsafeMutablePointer<Channel>, _ bytes: Int) -> UnsafeMutableRawPointer {
    let needed = channel.pointee.outputCount + bytes
    if let output = channel.pointee.output, needed <= channel.pointee.outputCapacity { return output + channel.pointee.outputCount }
    let capacity = max(needed, channel.pointee.outputCapacity * 2, initialBytes)
    guard let grown = realloc(channel.pointee.output, capacity) else { preconditionFailure("out of memory") }
    channel.pointee.output = grown
    channel.pointee.outputCapacity = capacity
    return grown + channel.pointee.outputCount
  }
}

/// The BIO's functions, as OpenSSL wants them.
private enum WireMethod {
  // Safety: made once, never changed, never freed.
  nonisolated(unsafe) static let shared: OpaquePointer? = {
    guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "wire") else { return nil }
    BIO_meth_set_read(method) { bio, bytes, count in
      copenssl_clear_retry(bio)
      guard let channel = channel(bio), let bytes, let input = channel.pointee.input, channel.pointee.inputCount > 0 else {
        copenssl_set_retry_read(bio)
        return -1
      }
      let taken = min(Int(count), channel.pointee.inputCount)
      UnsafeMutableRawPointer(bytes).copyMemory(from: input, byteCount: taken)
      channel.pointee.input = input + taken
      channel.pointee.inputCount -= taken
      return Int32(taken)
    }
    BIO_meth_set_write(method) { bio, bytes, count in
      copenssl_clear_retry(bio)
      guard let channel = channel(bio), let bytes, count > 0 else { return 0 }
      TLSWire.makeSpace(channel, Int(count)).copyMemory(from: bytes, byteCount: Int(count))
      channel.pointee.outputCount += Int(count)
      return count
    }
    BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
    return method
  }()

  private static func channel(_ bio: OpaquePointer?) -> UnsafeMutablePointer<TLSWire.Channel>? {
    // Safety: the wire has put its own channel there.
    BIO_get_data(bio)?.assumingMemoryBound(to: TLSWire.Channel.self)
  }
}
