import HearthProtocol

// SPEC EN-07: what is entered twice.
extension Deliberation {
  /// An entry that this one most likely repeats (product N6); nil when there is none. A rule adds nothing by mistake,
  /// so its entries are not looked at.
  ///
  /// - Parameter owed: what each comes to owe by the new entry.
  func twin(of content: EntryContent, _ owed: [Share], _ currency: Currency, _ day: CivilDate, by asker: MemberID) -> EntryState? {
    let minor = content.amount.minor
    let words = content.description_p.comparable
    return shared.entries.suffix(Limits.duplicateEntries).last { entry in
      guard !entry.isVoided, entry.rule == nil, entry.kind == content.kind, entry.category == content.category,
        entry.currency == currency, entry.owed.names(owed), haveSamePayers(entry, content, asker), entry.description.comparable == words
      else { return false }
      // One's own is the same command given twice; what another has entered may be read off another way.
      if entry.addedBy == asker {
        return entry.minor == minor && entry.date == day && isRecent(entry, Limits.ownDuplicateMilliseconds)
      }
      // Within 1 %; amounts are at most 10^15.
      return abs(entry.minor - minor) * 100 <= entry.minor && isRecent(entry, Limits.duplicateMilliseconds)
    }
  }

  /// Whether both have the same payers. Where nobody is named, the member who adds the entry counts as its payer. The
  /// payer of a transfer is the one that is named: two who pay one person are no double.
  private func haveSamePayers(_ entry: EntryState, _ content: EntryContent, _ asker: MemberID) -> Bool {
    if entry.paid.names(content.paid) { return true }
    guard content.kind != .transfer else { return false }
    func isOnly(_ member: MemberID, _ payers: [String]) -> Bool { payers.count == 1 && MemberID(payers[0]) == member }
    return entry.paid.count == 1 && entry.paid.first?.member == entry.addedBy && isOnly(asker, content.paid.map(\.memberID))
  }

  private func isRecent(_ entry: EntryState, _ milliseconds: Int64) -> Bool {
    let age = context.now.subtractingReportingOverflow(entry.addedAt)
    return !age.overflow && (0...milliseconds).contains(age.partialValue)
  }
}

extension Portions {
  /// Whether these are portions of the same members, whatever their parts.
  fileprivate func names(_ shares: [Share]) -> Bool {
    count == shares.count && Set(map(\.member)) == Set(shares.compactMap { MemberID($0.memberID) })
  }
}

extension String {
  /// Letters and digits alone, in small letters: "Taxi, home" and "taxi home" are the same words. What has neither is
  /// compared as it is.
  fileprivate var comparable: String {
    let words = lowercased().filter { $0.isLetter || $0.isNumber }
    return words.isEmpty ? filter { !$0.isWhitespace } : words
  }
}
