/// Settles permessage-deflate in the opening handshake (RFC 7692 §5, §7.1), both ends.
public enum CompressionNegotiation {
  /// The extension's name.
  static let name = "permessage-deflate"

  private enum Name {
    static let serverNoContext = "server_no_context_takeover"
    static let clientNoContext = "client_no_context_takeover"
    static let serverWindow = "server_max_window_bits"
    static let clientWindow = "client_max_window_bits"
  }

  /// The parameters of one offer or answer; nil where absent.
  private struct Parameters {
    var serverNoContext = false
    var clientNoContext = false
    var serverWindow: UInt8?
    /// The value is nil when the parameter has none.
    var clientWindow: UInt8??

    /// Nil for what RFC 7692 §7.1 says must be declined: an unknown or repeated parameter, or a value that is none.
    init?(_ parameters: [ExtensionOffer.Parameter]) {
      for parameter in parameters {
        switch parameter.name {
        case Name.serverNoContext:
          guard !serverNoContext, parameter.value == nil else { return nil }
          serverNoContext = true
        case Name.clientNoContext:
          guard !clientNoContext, parameter.value == nil else { return nil }
          clientNoContext = true
        case Name.serverWindow:
          guard serverWindow == nil, let bits = parameter.value.flatMap(Self.windowBits) else { return nil }
          serverWindow = bits
        case Name.clientWindow:
          guard clientWindow == nil else { return nil }
          if let value = parameter.value {
            guard let bits = Self.windowBits(value) else { return nil }
            clientWindow = .some(bits)
          } else {
            clientWindow = .some(nil)
          }
        default:
          return nil
        }
      }
    }

    /// RFC 7692 §7.1.2.1: a decimal integer without leading zeroes, 8 to 15.
    private static func windowBits(_ value: String) -> UInt8? {
      (8...15).first { String($0) == value }
    }
  }

  /// Chooses the first offer that can be granted.
  ///
  /// - Returns: the agreement and the value of Sec-WebSocket-Extensions to answer with; nil when none can, and then
  ///   nothing is answered.
  public static func choose(
    from offers: [ExtensionOffer], policy: CompressionPolicy
  ) -> (agreement: CompressionAgreement, answer: String)? {
    for offer in offers where offer.name == name {
      guard let parameters = Parameters(offer.parameters), let granted = grant(parameters, policy) else { continue }
      return granted
    }
    return nil
  }

  private static func grant(_ offer: Parameters, _ policy: CompressionPolicy) -> (agreement: CompressionAgreement, answer: String)? {
    var agreement = CompressionAgreement()
    var answer = [name]
    if offer.serverNoContext || !policy.permitsContext {
      agreement.serverKeepsContext = false
      answer.append(Name.serverNoContext)
    }
    // RFC 7692 §7.1.1.2: this may be demanded though it was not offered. Some clients do not read it then, as
    // Tornado's, and go on with theirs.
    if offer.clientNoContext {
      agreement.clientKeepsContext = false
      answer.append(Name.clientNoContext)
    }
    agreement.serverWindowBits = min(max(policy.windowBitsMax, 9), 15)
    if let limit = offer.serverWindow {
      // zlib compresses with no raw window of 256 bytes.
      guard limit >= 9 else { return nil }
      agreement.serverWindowBits = min(agreement.serverWindowBits, limit)
      answer.append("\(Name.serverWindow)=\(agreement.serverWindowBits)")
    }
    // RFC 7692 §7.1.2.2: may be answered only if offered. A promise of the client's is accepted, and none is demanded.
    if let promised = offer.clientWindow, let bits = promised {
      agreement.clientWindowBits = bits
      answer.append("\(Name.clientWindow)=\(bits)")
    }
    return (agreement, answer.joined(separator: "; "))
  }

  /// What a client offers: everything a server may choose.
  static let offer = "\(name); \(Name.clientNoContext); \(Name.clientWindow)"

  /// Judges the server's answer to `offer`; nil when it is not one to it.
  static func judge(_ answer: [ExtensionOffer]) -> CompressionAgreement? {
    guard answer.count == 1, let only = answer.first, only.name == name, let parameters = Parameters(only.parameters) else { return nil }
    var agreement = CompressionAgreement()
    agreement.serverKeepsContext = !parameters.serverNoContext
    agreement.clientKeepsContext = !parameters.clientNoContext
    if let bits = parameters.serverWindow { agreement.serverWindowBits = bits }
    if let demanded = parameters.clientWindow {
      // RFC 7692 §7.1.2.2: an answer has a value.
      guard let bits = demanded else { return nil }
      agreement.clientWindowBits = bits
    }
    return agreement
  }
}
