import Dispatch
import Foundation
import HearthProtocol
// Every suite here starts programs.
@_exported import Programs
import Testing

/// Commands as a program would send them.
extension Command {
  static func id() -> String { UUID().uuidString.lowercased() }

  private static func make(_ group: String, _ body: OneOf_Body) -> Command {
    .with {
      $0.id = id()
      $0.groupID = group
      $0.body = body
    }
  }

  static func createGroup(_ group: String = id()) -> Command {
    make(
      group,
      .createGroup(
        .with {
          $0.name = "Sharma Family"
          $0.currency = "INR"
          $0.timeZone = "Asia/Kolkata"
          $0.memberID = id()
          $0.displayName = "Asha"
        }))
  }

  static func addEntry(_ group: String, minor: Int64) -> Command {
    make(
      group,
      .addEntry(
        .with {
          $0.entryID = id()
          $0.content.kind = .expense
          $0.content.amount.minor = minor
          $0.content.amount.currency = "INR"
          $0.content.description_p = "Vegetables"
        }))
  }
}
