import HearthProtocol
import Ledger

/// What the client says to a person, in the language of that person. Each sentence stands here once, in every language
/// side by side.
///
/// Names and figures come in as they are to be shown.
struct Phrases: Sendable {
  /// What is spoken.
  let language: Language

  /// What is said in the language that is spoken: the one way to say something.
  func say<Said>(_ english: @autoclosure () -> Said, _ hindi: @autoclosure () -> Said) -> Said {
    switch language {
    case .english: english()
    case .hindi: hindi()
    }
  }

  /// What there is to say, and what the reader could do about it.
  ///
  /// - Parameter offer: nil where they may not (`GroupView.offers`).
  func offer(_ text: String, _ offer: String?) -> String { offer.map { "\(text) \($0)" } ?? text }

  // Words.

  /// "Asha", "Asha and Ravi", "Asha, Ravi and Meera".
  func list(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + say(" and ", " और ") + last
  }
  func role(_ role: Role) -> String {
    switch role {
    case .owner: say(role.word, "मालिक")
    case .admin: say(role.word, "प्रबंधक")
    case .adult: say(role.word, "वयस्क")
    case .viewer: say(role.word, "दर्शक")
    case .minor: say(role.word, "नाबालिग")
    case .unspecified, .UNRECOGNIZED: say(role.word, "अज्ञात भूमिका")
    }
  }
  /// A role as a template calls it.
  func label(_ label: RoleLabel) -> String {
    switch label {
    case .admin: say("Admin", "प्रबंधक")
    case .member: say("Member", "सदस्य")
    case .viewer: say("Viewer", "दर्शक")
    }
  }
  func period(_ period: BudgetPeriod) -> String {
    switch period {
    case .weekly: say(period.word, "हर हफ़्ते")
    case .biweekly: say(period.word, "हर दो हफ़्ते")
    case .monthly: say(period.word, "हर महीने")
    case .yearly: say(period.word, "हर साल")
    case .unspecified, .UNRECOGNIZED: say(period.word, "अज्ञात अवधि")
    }
  }
  /// The category's name; those that a group starts with are translated until they are renamed.
  func category(_ category: Category) -> String {
    guard let usual = UsualCategory(rawValue: category.key), usual.isUnchanged(category) else { return category.name }
    return say(category.name, usual.hindi)
  }
  /// The entry's description; that of a transfer to which nobody gave one is translated.
  func description(of entry: EntryState) -> String {
    let isTransfer = entry.kind == .transfer
    // Only erased words leave nothing.
    if entry.description.isEmpty, !isTransfer { return say("(erased)", "(मिटाया गया)") }
    guard isTransfer else { return entry.description }
    return switch entry.description {
    case "": say(SettleUp.usualDescription, "हिसाब चुकता")
    case SettleUp.usualDescription: say(entry.description, "हिसाब चुकता")
    case PayWish.usualDescription: say(entry.description, "भुगतान")
    default: entry.description
    }
  }
  /// Behind the viewer's own name.
  func you(_ name: String) -> String { say("\(name) (you)", "\(name) (आप)") }
}
