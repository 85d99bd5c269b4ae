import Ledger

/// A member in two letters and their own colour, as lists of transactions show who it was (product 81).
struct Avatar: Sendable, Equatable {
  /// "AS" for Asha Sharma.
  let initials: String
  /// 24 bits; nil when the member chose none.
  let color: UInt32?

  init(_ name: String, color: String) {
    let words = name.printable.split(separator: " ")
    initials = words.prefix(2).compactMap { $0.first.map { String($0).uppercased() } }.joined()
    self.color = color.hasPrefix("#") && color.utf8.count == 7 ? UInt32(color.dropFirst(), radix: 16) : nil
  }

  init(_ member: MemberState, in shared: SharedState) { self.init(shared.called(member), color: member.color) }

  var tint: Tint { color.map(Tint.own) ?? .strong }

  /// The initials and a space; nothing where there are no colours, for then the name beside them says all.
  func text(_ theme: Theme) -> String { theme.isColored && !initials.isEmpty ? theme.paint(initials, tint) + " " : "" }

  /// How many columns that takes.
  func width(_ theme: Theme) -> Int { theme.isColored && !initials.isEmpty ? initials.displayWidth + 1 : 0 }
}
