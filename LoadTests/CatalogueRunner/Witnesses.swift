import HearthLoadKit

/// Two connections in a room of their own: what one adds, the other hears, in order and without anything between.
final class Witnesses {
  private let speaker: Peer
  private let listener: Peer
  private let account: CatalogueTarget.Account
  private var position: Int
  private var spoken = 0
  private let run: Int

  /// Connections that they hold.
  let connections = 2

  /// Connects both to a target whose account is settled.
  ///
  /// - Parameter number: another one for each pair on a server.
  init(_ target: CatalogueTarget, _ way: CatalogueCase.Way, number: Int) throws {
    account = target.account
    run = number
    let player = Player(target, way)
    speaker = try player.begin(.loggedIn)
    listener = try player.begin(.loggedIn)
    listener.send(Catalogue.text(#"{"request":2,"subscribe":{"groupId":"\#(account.group)","quiet":true}}"#))
    position = 0
    // Nothing new is missed once the subscription has begun.
    while try !listener.frame().text.contains(#""subscribed""#) {}
    position = try roundTrip(atLeast: 1)
  }

  /// One adds an entry, the other hears of it at the next position: the room works, and nothing else was written into
  /// it.
  func roundTrip() throws {
    let heard = try roundTrip(atLeast: position + 1)
    guard heard == position + 1 else { throw Mismatch("the witnesses' group went from \(position) to \(heard)") }
    position = heard
  }

  private func roundTrip(atLeast lowest: Int) throws -> Int {
    spoken += 1
    let entry = CatalogueTarget.identifier(run, 0x10_0000 + spoken)
    speaker.send(
      Catalogue.text(
        #"{"request":3,"command":{"id":"\#(CatalogueTarget.identifier(run, 0x2000_0000 + spoken))","groupId":"\#(account.group)","addEntry":{"#
          + #""entryId":"\#(entry)","content":{"kind":"ENTRY_KIND_EXPENSE","amount":{"minor":"1","currency":"INR"},"description":"tick"}}}}"#
      ))
    let answer = try speaker.frame().text
    guard answer.contains(#""accepted""#) else { throw Mismatch("the witness is answered \(answer)") }
    while true {
      let text = try listener.frame().text
      guard text.contains(#""laneEvents""#), text.contains(entry) else { continue }
      guard let start = text.ranges(of: #""position":""#).last?.upperBound, let heard = Int(text[start...].prefix { $0 != "\"" }),
        heard >= lowest
      else { throw Mismatch("the witness hears \(text)") }
      return heard
    }
  }
}
