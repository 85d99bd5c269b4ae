import HearthProtocol

extension Members {
  /// What a rule says of its entries, by the names that members have by now: whoever has claimed a placeholder pays and
  /// owes as that member.
  ///
  /// If the rule names both, the member pays and owes what the two did, and counts once where it divides evenly.
  public func current(_ template: EntryContent) -> EntryContent {
    guard hasReplaced else { return template }
    var template = template
    template.paid = merged(template.paid, by: \.memberID) { $0.minor = sum($0.minor, $1.minor) }
    switch template.split.method {
    case nil: break
    case .equal(let equal): template.split.equal.memberIds = merged(equal.memberIds, by: \.self) { _, _ in }
    case .income(let income): template.split.income.memberIds = merged(income.memberIds, by: \.self) { _, _ in }
    case .percentage(let percentage):
      template.split.percentage.shares = merged(percentage.shares, by: \.memberID) { $0.basisPoints = sum($0.basisPoints, $1.basisPoints) }
    case .exact(let exact):
      template.split.exact.shares = merged(exact.shares, by: \.memberID) { $0.minor = sum($0.minor, $1.minor) }
    case .weights(let weights):
      template.split.weights.shares = merged(weights.shares, by: \.memberID) { $0.weight = sum($0.weight, $1.weight) }
    }
    return template
  }

  private func merged<Part>(_ parts: [Part], by name: WritableKeyPath<Part, String>, _ add: (inout Part, Part) -> Void) -> [Part] {
    var merged: [Part] = []
    for var part in parts {
      if let id = MemberID(part[keyPath: name]) { part[keyPath: name] = current(id).description }
      if let place = merged.firstIndex(where: { $0[keyPath: name] == part[keyPath: name] }) {
        add(&merged[place], part)
      } else {
        merged.append(part)
      }
    }
    return merged
  }
}

/// What leaves the number's bits is as much as they hold, which no entry may have.
private func sum<Number: FixedWidthInteger>(_ one: Number, _ other: Number) -> Number {
  let (sum, isOver) = one.addingReportingOverflow(other)
  return isOver ? .max : sum
}
