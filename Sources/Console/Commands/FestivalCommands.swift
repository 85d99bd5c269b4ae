import HearthClient
import HearthProtocol
import Ledger

/// `hearth festival`.
public struct FestivalCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth festival add`.
  ///
  /// - Parameter isPreview: whether only what it would change is shown.
  public func set(_ wish: FestivalWish, isPreview: Bool = false, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let set = try reading { () throws(ArgumentFlaw) in try wish.command(in: view) }
    if isPreview { return try sitting.preview(.setFestival(set), to: group, view) }
    try KeptCommands(sitting).show(.setFestival(set), to: group, view)
  }

  /// `hearth festival list`.
  public func list(group: String?) throws(ConsoleFailure) {
    let view = try sitting.follow(try sitting.group(group))
    let shared = view.state.shared
    let today = Present.today(in: shared.settings?.timeZone ?? "UTC")
    output.show(
      Screens.festivals(view, today: today, output.theme),
      json: shared.festivals.filter { !$0.isRemoved }.map { envelope in
        var json = JSONLine()
        json.add("festival", json: WireFormat.line(envelope.message).joined())
        if let plan = shared.plan(of: envelope, on: today) {
          json.add("date", plan.day.description)
          json.add("carriedMinor", String(plan.carriedMinor))
          json.add("savedMinor", String(plan.savedMinor(on: today)))
          json.add("spentMinor", String(plan.spentMinor))
          json.add("availableMinor", String(plan.availableMinor))
        }
        return json.text
      })
  }

  /// `hearth festival remove`.
  public func remove(_ name: String, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var wish = RemoveFestival()
    wish.festivalID = try reading { () throws(ArgumentFlaw) in
      let envelopes = view.state.shared.festivals.filter { !$0.isRemoved }
      if let found = envelopes.first(where: { $0.name.lowercased() == name.lowercased() || $0.id.description == name.lowercased() }) {
        return found.id.description
      }
      let names = envelopes.map(\.name.printable).joined(separator: ", ")
      throw names.isEmpty
        ? ArgumentFlaw(
          "There is no envelope \"\(name.printable)\". There are none yet.", "\"\(name.printable)\" नाम का कोई लिफ़ाफ़ा नहीं है। अभी एक भी नहीं है।"
        ).naming(.notFound)
        : ArgumentFlaw(
          "There is no envelope \"\(name.printable)\". There are: \(names).", "\"\(name.printable)\" नाम का कोई लिफ़ाफ़ा नहीं है। ये हैं: \(names)।"
        ).naming(.notFound)
    }
    try KeptCommands(sitting).show(.removeFestival(wish), to: group, view)
  }
}
