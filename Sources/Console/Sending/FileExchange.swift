import HearthClient
import HearthProtocol
import Ledger

/// The files of receipts on their way to the server and back.
struct FileExchange {
  let sitting: Sitting

  init(_ sitting: Sitting) { self.sitting = sitting }

  /// Exchanges a file with the server, and again after a pause when it says that too many came in too short a time.
  func exchange(
    _ group: GroupID, _ body: (AttachmentDoor, GroupID) throws(ConnectionFailure) -> AttachmentDoor.Answer
  ) throws(ConsoleFailure) -> AttachmentDoor.Answer {
    let connection = try sitting.online()
    do throws(ConnectionFailure) {
      let door = try AttachmentDoor(
        connection.server, token: sitting.profile.token, authoritiesFile: sitting.profile.authoritiesFile,
        certificate: sitting.profile.certificate)
      // Limit: times that a file is sent again; a server that gives way never needs this many.
      for _ in 0..<100 {
        let answer = try body(door, group)
        guard case .refused(429, let seconds) = answer else { return answer }
        // What the group tells meanwhile is of no interest.
        let until = ContinuousClock.now + .seconds(max(1, min(seconds, 60)))
        while connection.next(within: until - .now) != nil {}
      }
      return .refused(status: 429, retryAfterSeconds: 60)
    } catch {
      throw ConsoleFailure(error)
    }
  }
}
