import EventStore
import HTTPTypes
import Locking
import Logging
import Transport
import WebSocket

/// Tells the operator once that a proxy seems to speak for others and is not trusted: all who come through it share one
/// address's limits.
///
/// Any thread may note.
final class ProxyWatch: Sendable {
  private struct State: Sendable {
    var speakers: Set<AddressKey> = []
    var hasWarned = false
    var hasWarnedOfLimit = false
  }

  // Limit: addresses remembered that spoke for others; of further ones only the first warning tells.
  static let speakersMax = 16
  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
  /// What proxies say the same in, and the server does not read.
  private static let others = ["Forwarded", "X-Real-IP"].compactMap { HTTPField.Name($0) }

  private let log: Logger
  private let state = Locked(State())

  init(log: Logger) { self.log = log }

  /// Somebody who is not trusted sent a request.
  func note(_ fields: HTTPFields, from address: SocketAddress) {
    if let name = Self.forwardedFor, fields.contains(name) { return note("X-Forwarded-For", remedy: "--trusted-proxy", from: address) }
    guard let other = Self.others.first(where: fields.contains) else { return }
    note(other.rawName, remedy: "--trusted-proxy, and set it to send X-Forwarded-For", from: address)
  }

  /// Somebody who is not trusted sent what is no request.
  func note(_ bytes: UnsafeRawBufferPointer, from address: SocketAddress) {
    if ProxyHeader.begins(bytes) { noteHeader(from: address) }
  }

  /// Somebody who is not trusted sent a header of the PROXY protocol.
  func noteHeader(from address: SocketAddress) {
    note("a header of the PROXY protocol", remedy: "--proxy-protocol-from, and set it to version 2", from: address)
  }

  private func note(_ what: String, remedy: String, from address: SocketAddress) {
    let isFirst = state.withLock { state in
      if state.speakers.count < Self.speakersMax { state.speakers.insert(AddressKey(address)) }
      defer { state.hasWarned = true }
      return !state.hasWarned
    }
    guard isFirst else { return }
    log.warning(
      "a proxy that is not trusted speaks for others, who all share the limits of its address; if it is yours, name it with \(remedy)",
      metadata: ["sent": "\(what)", "from": "\(Self.name(address))"])
  }

  /// An address has reached a limit of addresses.
  func noteLimit(_ limit: String, of address: SocketAddress) {
    let isFirst = state.withLock { state in
      guard state.speakers.contains(AddressKey(address)), !state.hasWarnedOfLimit else { return false }
      state.hasWarnedOfLimit = true
      return true
    }
    guard isFirst else { return }
    log.warning(
      """
      a limit of one address is reached by all who come through a proxy that is not trusted; if it is yours, name it with --trusted-proxy \
      or --proxy-protocol-from
      """, metadata: ["limit": "\(limit)", "from": "\(Self.name(address))"])
  }

  /// A proxy's address as far as it is nobody's home: one of this machine or of its network, and of others the kind
  /// alone.
  private static func name(_ address: SocketAddress) -> String {
    switch AuditNetwork(address) {
    case .loopback, .local: "\(address)"
    case let network: network.rawValue
    }
  }
}
