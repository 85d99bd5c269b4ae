import Ledger

/// Reads how an income is to be divided: the name of a template, or parts like "rent=40,food=35.5,savings=24.5" in
/// percent.
public enum AllocationText {
  /// The allocation.
  public static func allocation(_ text: String) throws(ArgumentFlaw) -> Allocation {
    if let template = Allocation.templates.first(where: { $0.name == text }) { return template.allocation }
    let names = Allocation.templates.map(\.name).joined(separator: ", ")
    guard text.contains("=") else {
      throw ArgumentFlaw(
        "\"\(text.printable)\" is no template. Choose \(names), or name parts: rent=40,food=40,savings=20.",
        "\"\(text.printable)\" कोई साँचा नहीं है। \(names) में से चुनें, या हिस्से लिखें: rent=40,food=40,savings=20।")
    }
    var parts: [Allocation.Part] = []
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty, let points = basisPoints(sides[1]) else {
        throw ArgumentFlaw(
          "\"\(String(piece).printable)\" is no part. Write parts like rent=40,food=40,savings=20.",
          "\"\(String(piece).printable)\" कोई हिस्सा नहीं है। हिस्से ऐसे लिखें: rent=40,food=40,savings=20।")
      }
      parts.append(Allocation.Part(name: String(sides[0]), basisPoints: points))
    }
    do throws(Allocation.Flaw) {
      return try Allocation(parts)
    } catch {
      throw flaw(error)
    }
  }

  /// What is wrong, for a person.
  static func flaw(_ flaw: Allocation.Flaw) -> ArgumentFlaw {
    switch flaw {
    case .partCount: ArgumentFlaw("An allocation has 1 to 100 parts.", "बँटवारे में 1 से 100 हिस्से होते हैं।")
    case .partOutOfRange(let name):
      ArgumentFlaw("The part \(name.printable) is not from 0.01 to 100 percent.", "हिस्सा \(name.printable) 0.01 से 100 प्रतिशत तक नहीं है।")
    case .total(let points):
      total(Amounts.text("\(points / 100).\(points % 100 < 10 ? "0" : "")\(points % 100)"))
    case .amountOutOfRange: ArgumentFlaw("The amount is out of bounds.", "राशि सीमा से बाहर है।")
    }
  }

  private static func total(_ percent: String) -> ArgumentFlaw {
    ArgumentFlaw("The parts add up to \(percent) percent, not to 100.", "हिस्सों का जोड़ \(percent) प्रतिशत है, 100 नहीं।")
  }

  /// "35.5" as 3,550; nil when it is no percentage with at most two places.
  private static func basisPoints(_ text: Substring) -> Int32? {
    let sides = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides[0].allSatisfy({ ("0"..."9").contains($0) }), let whole = Int32(sides[0]), whole <= 100 else { return nil }
    guard sides.count == 2 else { return whole * 100 }
    guard (1...2).contains(sides[1].count), sides[1].allSatisfy({ ("0"..."9").contains($0) }), let rest = Int32(sides[1]) else {
      return nil
    }
    return whole * 100 + (sides[1].count == 1 ? rest * 10 : rest)
  }
}
