import HearthLoadKit
import Support
import Testing

@testable import CatalogueRunner

/// The positive control of what is counted after each row: somebody leaves behind on purpose what can
/// stay for longer than a moment, and the census must name it.
@Suite struct CensusTests {
  /// What is left behind.
  struct Leftover: Sendable, CustomTestStringConvertible {
    var what: String
    var way = CatalogueCase.Way.plain
    var setting = CatalogueCase.Setting.usual
    var stage: CatalogueCase.Stage
    var bufferBytes: Int32?
    /// What is sent from there: messages, the head of a request, other bytes. A token and a group stand for those of
    /// the account.
    var messages: [String] = []
    var head = ""
    var bytes: [UInt8] = []
    /// The counts that must differ.
    var names: Set<String>

    var testDescription: String { what }
  }

  private static let content = [UInt8](repeating: 7, count: 1_000)

  private static let leftovers: [Leftover] = [
    Leftover(
      what: "a connection that says nothing", stage: .connected,
      names: ["sessions", "loops.connections", "limits.connections", "limits.addressConnections"]),
    Leftover(
      what: "a handshake that stops within its first record", way: .secure, stage: .connected, bytes: [22, 3, 1, 2, 0, 1],
      names: ["loops.connections", "loops.establishing", "loops.openings", "loops.timers", "budgetBytes"]),
    Leftover(
      what: "a session over TLS", way: .secure, stage: .loggedIn,
      names: ["sessions", "loops.connections", "loops.secured", "limits.identityConnections", "budgetBytes"]),
    Leftover(
      what: "a subscription", stage: .loggedIn, messages: [#"{"request":2,"subscribe":{"groupId":"\#(Catalogue.group)","quiet":true}}"#],
      names: ["sessions", "subscriptions", "loops.connections"]),
    Leftover(
      what: "a room", stage: .loggedIn,
      messages: [
        #"{"request":2,"command":{"id":"01900000-0000-7000-8000-0000000000f1","groupId":"01900000-0000-7000-8000-0000000000f2","#
          + #""createGroup":{"name":"Left","currency":"INR","memberId":"01900000-0000-7000-8000-0000000000f3","displayName":"S"}}}"#
      ], names: ["rooms", "loops.connections"]),
    Leftover(
      what: "a message that is being inflated", setting: .compressing, stage: .extended("permessage-deflate"),
      // Text, compressed and not the last fragment: a block that is not over.
      bytes: Catalogue.frame(0x41, Array(DeflateBits.message { $0.fixedBlock(content) }.prefix(900))),
      names: ["sessions", "inflating", "chargedBytes", "budgetBytes", "loops.connections"]),
    Leftover(
      what: "answers that nobody reads", setting: .narrow, stage: .open, bufferBytes: 2_304,
      bytes: (0..<200).flatMap { _ in Catalogue.frame(0x89, [UInt8](repeating: 7, count: 125)) },
      names: ["sessions", "loops.backlogs", "loops.backlogBytes", "budgetBytes", "loops.connections"]),
    Leftover(
      what: "a receipt's file that is arriving", stage: .secured,
      head:
        "PUT /v1/groups/\(Catalogue.group)/attachments/\(String(repeating: "0", count: 64)) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        + "Authorization: Bearer \(Catalogue.token)\r\nContent-Length: 1000\r\n\r\n",
      names: ["sessions", "exchanging", "loops.connections"]),
  ]

  @Test("What is left behind is named, and is gone when it is gone", arguments: leftovers)
  func named(_ leftover: Leftover) throws {
    let server = try CatalogueServer(CatalogueServer.Kind(leftover.setting), leftover.way)
    let inventory = server.inventory
    #expect(inventory.leftovers() == [])
    do {
      let peer = try server.begin(leftover.stage, leftover.way, bufferBytes: leftover.bufferBytes)
      for text in leftover.messages { peer.send(Catalogue.text(server.filled(text))) }
      peer.send(Array(server.filled(leftover.head).utf8))
      peer.send(leftover.bytes)
      eventually("\(leftover.what) is seen: \(leftover.names.subtracting(inventory.leftovers()))") {
        leftover.names.isSubset(of: inventory.leftovers())
      }
      // Reset, so that nothing of it waits in the kernel.
      peer.socket.resetAtEnd()
    }
    // A room stays until nobody has asked for it for some time.
    eventually("nothing but a room is left") { inventory.leftovers().isSubset(of: leftover.names.contains("rooms") ? ["rooms"] : []) }
  }

  @Test("Streams of zlib that stay are counted") func streams() throws {
    let server = try CatalogueServer(CatalogueServer.Kind(.compressing), .plain)
    let inventory = server.inventory
    let before = inventory.streams
    let peer = try server.begin(.extended("permessage-deflate; client_no_context_takeover"), .plain)
    peer.send(Catalogue.frame(0xC1, DeflateBits.message { $0.fixedBlock(Array(Catalogue.request(7).utf8)) }))
    eventually("a stream more than \(before)") { inventory.streams > before }
  }
}
