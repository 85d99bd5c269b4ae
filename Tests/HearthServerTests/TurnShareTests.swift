import Testing
import Transport

@testable import HearthServer

/// What of a loop's turn an address has.
struct TurnShareTests {
  private static func key(_ address: String) throws -> AddressKey { AddressKey(try #require(SocketAddress(address))) }

  @Test("F27: the connections of an address share what one connection may have of a turn, and other addresses have theirs")
  func addresses() throws {
    let (mallory, asha) = (try Self.key("203.0.113.66:1"), try Self.key("198.51.100.1:1"))
    var shares = TurnShares(most: 32)
    for count in (0...31).reversed() {
      #expect(shares.note(100, of: mallory) == 1)
      #expect(shares.left(to: mallory) == count)
    }
    // One past the limit.
    shares.note(100, of: mallory)
    #expect(shares.left(to: mallory) == 0)
    // Another port is the same address.
    #expect(try shares.left(to: Self.key("203.0.113.66:2")) == 0)
    #expect(shares.left(to: asha) == 32)
    shares.begin()
    #expect(shares.left(to: mallory) == 32)
  }

  @Test("F27: a long message counts as several")
  func longMessages() throws {
    var shares = TurnShares(most: 32)
    let mallory = try Self.key("203.0.113.66:1")
    #expect(shares.note(TurnShares.bytesOfMessage - 1, of: mallory) == 1 && shares.note(TurnShares.bytesOfMessage, of: mallory) == 2)
    #expect(shares.left(to: mallory) == 29)
    #expect(shares.note(65_536, of: mallory) == 33 && shares.left(to: mallory) == 0)
  }

  @Test("F27: connections without an address, as those of a Unix socket, share nothing")
  func withoutAddress() {
    var shares = TurnShares(most: 32)
    for _ in 0..<40 { shares.note(100, of: nil) }
    #expect(shares.left(to: nil) == 32)
  }
}
