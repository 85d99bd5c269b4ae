import HearthProtocol
import Room

extension ServerLoop {
  /// Why the server does not do what a command wants of notices: it has no program that tells them; nil: it does. An
  /// address can always be taken away.
  func noticeRefusal(_ command: Command) -> Rejected? {
    guard case .setNoticeAddress(let wish) = command.body, !wish.address.isEmpty, configuration.notices == nil else { return nil }
    return .noticesOff()
  }
}
