import HearthProtocol
import Testing

@testable import HearthServer

/// What a request for a stream of events may say, and what counts it (SPEC HT-11, HT-12).
@Suite(.onOneAndThreeLoops) struct FeedRequestTests {
  @Test("HT-11, HT-12: what a request says wrong is refused by name; what is right beside it is not")
  func wrong() throws {
    let home = try CallServer()
    let right = try FeedClient(home, by: home.ravi).next("subscribed").id
    let foreign = FeedPlace(group: try #require(GroupID(Fresh.id())), epoch: 1).text
    for last in [
      "7", "x", ";", "1;", "1;s=1", right + ";", right + ";s=1", "+" + right, "0" + right, right.uppercased() + ";q=1", right + "\u{e9}",
      String(repeating: "9", count: 4_000), right.replacing("s=", with: "s=-"), right + ";a1.1=x", foreign,
    ] {
      #expect(
        try home.call("GET", "/events", by: home.ravi, nil, "Last-Event-ID: \(last)\r\n").problem == "400 bad_request Last-Event-ID",
        "\(last.prefix(40))")
    }
    let twice = "Last-Event-ID: \(right)\r\nLast-Event-ID: \(right)\r\n"
    #expect(try home.call("GET", "/events", by: home.ravi, nil, twice).problem == "400 bad_request Last-Event-ID")
    for accept in ["application/json", "text/html, image/*", "text"] {
      #expect(
        try home.call("GET", "/events", by: home.ravi, nil, "Accept: \(accept)\r\n").problem == "406 bad_request Accept", "\(accept)")
    }
    #expect(try home.call("GET", "/events?from=yesterday", by: home.ravi).problem == "400 bad_request from")
    #expect(try home.call("GET", "/events?from=now&from=now", by: home.ravi).problem == "400 bad_request from")
    #expect(try home.call("GET", "/events?token=x", by: home.ravi).problem == "400 bad_request token")
    #expect(try home.call("GET", "/events", by: nil).status == 401)
    #expect(try home.call("HEAD", "/events", by: home.ravi).fields["allow"] == "GET")
    for more in ["Accept: */*\r\n", "Accept: text/html;q=0.5, Text/*\r\n", "Last-Event-ID: \r\n"] {
      let socket = try BlockingSocket(home.server.address)
      socket.send(home.request("GET", "/events", by: home.ravi, nil, more))
      let head = String(decoding: try #require(try socket.receive()), as: UTF8.self)
      #expect(head.hasPrefix("HTTP/1.1 200 "), "\(more): \(head)")
    }
  }

  @Test("HT-11, ID-05: a stream is a connection of its identity as long as it lasts")
  func connections() throws {
    // One of them is Ravi's WebSocket.
    let home = try CallServer { $0.connectionsPerIdentityMax = 2 }
    let first = try FeedClient(home, by: home.ravi)
    _ = try first.next("subscribed")
    #expect(try home.call("GET", "/events", by: home.ravi).problem == "429 rate_limited ")
    let other = try FeedClient(home, by: home.dadi)
    #expect(try other.next("subscribed").message.subscribed.memberID == home.members[2])
    first.socket.reset()
    // It is noticed without anything being sent.
    var isBack = false
    while !isBack {
      let socket = try BlockingSocket(home.server.address)
      socket.send(home.request("GET", "/events", by: home.ravi, nil, ""))
      isBack = String(decoding: try #require(try socket.receive()), as: UTF8.self).hasPrefix("HTTP/1.1 200 ")
    }
    #expect(isBack)
  }

  @Test("HT-11: in silence there is a sign of life, and no event")
  func signOfLife() throws {
    let home = try CallServer { $0.pingMilliseconds = 300 }
    let feed = try FeedClient(home, by: home.ravi)
    let begun = try feed.next("subscribed")
    // Nothing is sent by anybody until then.
    var bytes: [UInt8] = []
    while bytes.count(where: { $0 == UInt8(ascii: ":") }) < 2, let more = try feed.socket.receive() { bytes += more }
    #expect(String(decoding: bytes, as: UTF8.self).split(separator: "\n").allSatisfy { $0 == ": alive" })
    _ = try home.asha.accepted(.addEntry(home.group))
    #expect(try feed.next("laneEvents").id != begun.id)
  }

  @Test("HT-13: what is sent behind the request ends the stream")
  func behind() throws {
    let home = try CallServer()
    let feed = try FeedClient(home, by: home.ravi)
    _ = try feed.next("subscribed")
    feed.socket.send("GET / HTTP/1.1\r\n\r\n")
    #expect(try feed.end()["code"] as? Int == 1_008)
    // What came with the request is only left out.
    let socket = try BlockingSocket(home.server.address)
    let request = home.request("GET", "/events", by: home.ravi, nil, "")
    socket.send(request + request)
    var text = ""
    while !text.contains("subscribed"), let bytes = try socket.receive() { text += String(decoding: bytes, as: UTF8.self) }
    _ = try home.asha.accepted(.addEntry(home.group, minor: 77))
    while !text.contains("entryAdded"), let bytes = try socket.receive() { text += String(decoding: bytes, as: UTF8.self) }
    #expect(text.ranges(of: "HTTP/1.1").count == 1 && text.contains("\"77\""))
  }
}

/// The text of a reader's place.
struct FeedPlaceTests {
  private func place(lanes: Int) throws -> FeedPlace {
    var place = FeedPlace(group: try #require(GroupID(Fresh.id())), epoch: .max)
    place.positions = [.shared: LanePosition(.max), .admin: LanePosition(0), .income: LanePosition(3)]
    place.positions[.inbox(MemberID(high: .max, low: 0))] = LanePosition(1)
    place.positions[.minor(MemberID(high: 0, low: .max))] = LanePosition(1)
    for number in 0..<lanes { place.positions[.account(AccountID(high: .max, low: .max - UInt64(number)))] = LanePosition(1_000_000) }
    return place
  }

  @Test("HT-12: a place is read as it was written, and stands in a line of a head")
  func roundTrip() throws {
    for lanes in [0, 1, 70] {
      let place = try place(lanes: lanes)
      #expect(FeedPlace(place.text) == place && place.cursors.count == lanes + 5)
      #expect("Last-Event-ID: \(place.text)\r\n".utf8.count <= configuration.head.fieldLineBytesMax)
    }
  }

  @Test("HT-12: lanes that have no space in an id are left out, so that they begin with a snapshot")
  func most() throws {
    var lanes = 70
    while try place(lanes: lanes).text.utf8.count + 38 <= FeedPlace.bytesMax { lanes += 1 }
    let full = try place(lanes: lanes)
    #expect(FeedPlace(full.text) == full)
    let over = try place(lanes: lanes + 1)
    #expect(over.text.utf8.count <= FeedPlace.bytesMax)
    let read = try #require(FeedPlace(over.text))
    #expect(read.positions.count == over.positions.count - 1 && read.positions[.shared] == LanePosition(.max))
    #expect(FeedPlace(String(repeating: "1", count: FeedPlace.bytesMax + 1)) == nil)
  }

  private var configuration: ServerConfiguration { ServerConfiguration(listen: [], adminListen: []) }
}
