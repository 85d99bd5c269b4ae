import HearthClient
import HearthProtocol
import Ledger

/// `hearth category`.
public struct CategoryCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth category list`.
  public func list(all: Bool, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let categories = view.state.shared.sortedCategories.filter { all || !$0.retired }
    output.show(Screens.categories(categories, output.theme), json: categories.flatMap(WireFormat.line))
  }

  /// `hearth category add` and `change`: what is not said stays as it is, or is as a new category has it.
  public func set(_ change: CategoryChange, isNew: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let wish = try reading { () throws(ArgumentFlaw) in try change.command(in: view.state.shared, isNew: isNew) }
    let accepted = try sitting.send(.setCategory(wish), to: group).accepted
    output.show(
      ["\(wish.content.emoji) \(output.phrases.category(wish.content).printable) (\(wish.content.key))"],
      json: WireFormat.line(accepted))
  }

  /// `hearth category retire`.
  public func retire(_ text: String, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var wish = RetireCategory()
    wish.key = try reading { () throws(ArgumentFlaw) in try Choices.category(text, of: view.state.shared.categories) }
    let accepted = try sitting.send(.retireCategory(wish), to: group).accepted
    output.tell(.categoryRetired, json: WireFormat.line(accepted))
  }
}
