import HearthLoadKit

/// A server that rows are played against, and who plays them there.
public struct CatalogueTarget: Sendable {
  /// Its port on 127.0.0.1.
  public var port: UInt16
  /// How long each of its deadlines is for which a case waits, in milliseconds.
  public var deadlineMilliseconds: Int
  /// The IPv4 address that connections come from.
  public var source: UInt32 = 0x7F00_0001
  var account = Account(token: "", group: "")

  /// A login and a group that it is a member of.
  struct Account: Sendable {
    var token: String
    var group: String
  }

  /// A server with nobody yet; `settle` makes the account.
  public init(port: UInt16, deadlineMilliseconds: Int) {
    self.port = port
    self.deadlineMilliseconds = deadlineMilliseconds
  }

  /// Registers somebody new who makes a group, both used from then on.
  ///
  /// - Parameters:
  ///   - number: another one for each account of a server, below 4,096.
  ///   - way: plain or secure, as the server speaks.
  public mutating func settle(_ number: Int, _ way: CatalogueCase.Way) throws {
    let peer = try Player(self, way).begin(.open)
    peer.send(Catalogue.text(#"{"request":1,"register":{"displayName":"Somebody"}}"#))
    let registered = try peer.frame().text
    guard let start = registered.firstRange(of: #""token":""#) else { throw Mismatch("not registered: \(registered)") }
    account.token = String(registered[start.upperBound...].prefix { $0 != "\"" })
    _ = try peer.frame()
    account.group = Self.identifier(number, 0)
    peer.send(
      Catalogue.text(
        #"{"request":2,"command":{"id":"\#(Self.identifier(number, 1))","groupId":"\#(account.group)","createGroup":{"#
          + #""name":"Witnesses","currency":"INR","memberId":"\#(Self.identifier(number, 2))","displayName":"Somebody"}}}"#))
    let answer = try peer.frame().text
    guard answer.contains(#""accepted""#) else { throw Mismatch("no group: \(answer)") }
  }

  /// A UUID of the seventh version, another one for each pair of numbers.
  static func identifier(_ high: Int, _ low: Int) -> String {
    "01900000-0000-7000-8\(hexadecimal(high, 3))-\(hexadecimal(low, 12))"
  }

  private static func hexadecimal(_ value: Int, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
