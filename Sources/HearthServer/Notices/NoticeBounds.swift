import HearthProtocol
import Ledger

/// How much may wait to be told, and how much each is told an hour (SPEC NP-05, NP-08).
struct NoticeBounds: Sendable {
  /// What an hour's notices are counted for: an address, whoever names it, or a member, whatever address they name.
  enum Receiver: Hashable, Sendable {
    case address(NoticeChannel, String)
    case member(GroupID, MemberID)
  }

  /// Bytes of what waits and of what is being told.
  var waitingBytes = 0
  /// How many each was sent since the hour began.
  private var sent: [Receiver: Int] = [:]
  /// Monotonic milliseconds.
  private var hourBegan: Int64?

  private static let hour: Int64 = 3_600_000

  /// Whether a notice is within the limits; it counts then.
  ///
  /// - Parameters:
  ///   - bytes: that it takes while it waits.
  ///   - now: monotonic milliseconds.
  mutating func take(_ bytes: Int, for receivers: [Receiver], _ settings: NoticeConfiguration, now: Int64) -> Bool {
    guard waitingBytes + bytes <= settings.waitingBytesMax else { return false }
    if now - (hourBegan ?? .min / 2) >= Self.hour { (hourBegan, sent) = (now, [:]) }
    guard receivers.allSatisfy({ sent[$0, default: 0] < settings.noticesPerHour }) else { return false }
    for receiver in receivers { sent[receiver, default: 0] += 1 }
    waitingBytes += bytes
    return true
  }
}
