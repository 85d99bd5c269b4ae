import Foundation
import Ledger

/// What the operator's program reads: one object of JSON in one line.
struct NoticePayload: Encodable {
  /// Limit: bytes of one, which every pipe takes at once; a longer one is not told.
  static let bytesMax = 4_096

  let kind: String
  let channel: String
  let address: String
  let language: String
  let event: String
  let group: String
  let title: String
  let body: String

  init(_ notice: Notice) {
    (kind, channel, address) = (notice.kind.key, notice.to.channel.key, notice.to.address)
    (language, event, group) = (notice.to.language.rawValue, notice.event, notice.group)
    (title, body) = (notice.title, notice.body)
  }

  /// Nil where it is too long.
  var line: [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self), data.count < Self.bytesMax else { return nil }
    return Array(data) + [UInt8(ascii: "\n")]
  }
}
