import Cryptography
import Foundation
import HearthProtocol
import Ledger

/// What the page's service worker reads: one object of JSON.
struct PushPayload: Encodable {

  let title: String
  let body: String
  /// The group that it opens.
  let group: String
  /// A later notice with the same replaces one that is shown.
  let tag: String

  init(_ notice: DeviceNotice, of group: GroupID, in language: NoticeLanguage, hidesAmounts: Bool) {
    (title, body) = notice.text(in: language, hidesAmounts: hidesAmounts)
    self.group = group.description
    tag = notice.kind.key + self.group
  }

  /// How long a message gets: half of the most, or the most, so that a service learns little of what is in it.
  static func paddedBytes(_ content: [UInt8]) -> Int {
    let (most, overhead) = (WebPushMessage.bytesMax, WebPushMessage.bytesMax - WebPushMessage.contentBytesMax)
    return content.count + overhead <= most / 2 ? most / 2 : most
  }

  /// Nil where it is too long.
  var bytes: [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self), data.count <= WebPushMessage.contentBytesMax else { return nil }
    return Array(data)
  }
}
