import HearthClient
import HearthProtocol
import Ledger

/// `hearth preset`: lines of quick entry under names, on this device alone.
public struct PresetCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth preset NAME LINE`.
  public func set(_ line: String, as name: String, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    var kept = name
    try sitting.changePresets { presets throws(ConsoleFailure) in
      do throws(ArgumentFlaw) {
        kept = try presets.set(line, as: name, in: view)
      } catch {
        throw ConsoleFailure(error)
      }
    }
    let text = sitting.presets[view.state.group][kept] ?? ""
    output.show([output.phrases.presetKept(kept.printable, text.printable)], json: [Self.json(kept, text, view)])
  }

  /// `hearth preset NAME --remove`.
  public func remove(_ name: String, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    var was = false
    try sitting.changePresets { presets in was = presets.remove(name, of: view.state.group) }
    guard was else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "You have no preset \"\(name.printable)\" here. See them all: hearth preset",
          "यहाँ \"\(name.printable)\" नाम की झटपट पंक्ति नहीं है। सब यहाँ हैं: hearth preset"))
    }
    output.show([output.phrases.presetRemoved(name.lowercased().printable)], json: [Self.json(name.lowercased(), nil, view)])
  }

  /// `hearth preset`.
  public func list(group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let presets = sitting.presets[view.state.group].sorted { $0.key < $1.key }
    let split = Self.split(sitting.presets.splits[view.state.group], view)
    output.show(
      (presets.isEmpty && split != nil ? [] : Screens.presets(presets, output.theme))
        + (split.map { [output.phrases.splitKept($0.printable)] } ?? []),
      json: presets.map { Self.json($0.key, $0.value, view) } + (split.map { [Self.splitJSON($0, view)] } ?? []))
  }

  /// `hearth preset --split`: how expenses of the group are divided that do not say it.
  ///
  /// - Parameter text: as for `hearth add --split`; `none` forgets it.
  public func keep(split text: String, group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    guard text.lowercased() != "none" else {
      try sitting.changePresets { presets in _ = presets.removeSplit(of: view.state.group) }
      return output.show([output.phrases.splitForgotten()], json: [Self.splitJSON(nil, view)])
    }
    try sitting.changePresets { presets throws(ConsoleFailure) in
      do throws(ArgumentFlaw) {
        try presets.keep(split: text, in: view)
      } catch {
        throw ConsoleFailure(error)
      }
    }
    let kept = Self.split(sitting.presets.splits[view.state.group], view) ?? ""
    output.show([output.phrases.splitKept(kept.printable)], json: [Self.splitJSON(kept, view)])
  }

  /// A kept split with names.
  private static func split(_ kept: String?, _ view: GroupView) -> String? {
    guard let kept, let read = try? SplitText(kept) else { return nil }
    return try? read.text { (id) throws(ArgumentFlaw) in MemberID(id).map { view.state.shared.name($0) } ?? id }
  }

  private static func splitJSON(_ split: String?, _ view: GroupView) -> String {
    var json = JSONLine()
    json.add("groupId", view.state.group.description)
    json.add("split", split ?? "none")
    return json.text
  }

  private static func json(_ name: String, _ line: String?, _ view: GroupView) -> String {
    var json = JSONLine()
    json.add("groupId", view.state.group.description)
    json.add("name", name)
    if let line { json.add("line", line) }
    return json.text
  }
}

extension Screens {
  /// Which line stands under which name.
  static func presets(_ presets: [(key: String, value: String)], _ theme: Theme) -> [String] {
    guard !presets.isEmpty else { return [theme.phrases.noPresets()] }
    var table = Table()
    for (name, line) in presets { table.add(Cell(name, .strong), Cell("→", .faint), Cell(line)) }
    return table.lines(theme)
  }
}
