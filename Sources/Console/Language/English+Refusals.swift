import HearthProtocol
import Ledger

extension English {
  var wordings: [String: String] { [:] }

  /// The server's own words, which know more than the code; but what to do is said in the words of this program, where
  /// it has better ones.
  func refusal(_ code: RejectionCode, _ rejected: Rejected) -> (cause: String, remedy: String) {
    ((Amounts.areHidden ? hiddenCause(code) : nil) ?? rejected.cause.printable, remedy(code, rejected) ?? rejected.remedy.printable)
  }

  /// Instead of the server's words where these have amounts in them.
  private func hiddenCause(_ code: RejectionCode) -> String? {
    switch code {
    case .moreThanOwed: "Only \(Amounts.hidden) is owed."
    case .paidDoesNotAddUp: "The amounts paid do not add up."
    case .splitDoesNotAddUp: "The shares do not add up."
    default: nil
    }
  }

  func retry(seconds: Int64) -> String { "Try again in \(Screens.time(seconds * 1_000, self))." }

  func fact(_ fact: RefusalFact) -> String? {
    switch fact {
    case .field(let path): "It is about \(FieldWord(path: path).map(word) ?? path.printable)."
    case .instalment(let figure): "Instalments of \(figure) pay it back."
    case .unclaimed(let names): names.isEmpty ? "Nobody is left to be claimed." : "Not claimed yet: \(list(names))."
    case .duplicate(let name, let entry, let figure, let ago): "\(name) added \(entry), \(figure), \(ago) ago."
    case .withoutIncome(let names): "Not said by: \(list(names))."
    case .range(let least, let most): "It must be from \(least) to \(most)."
    // The server's cause says these.
    case .bounds, .most, .difference, .owed, .currency, .reckoned, .rule: nil
    }
  }

  private func remedy(_ code: RejectionCode, _ rejected: Rejected) -> String? {
    switch code {
    case .badRequest where rejected.remedy == Rejection.choiceNotAllowed(field: "").remedy:
      "See what may stand there: the command with --help."
    case .badRequest where rejected.remedy == Rejection.malformedID(field: "").remedy: "Copy the whole id, as hearth shows it."
    case .alreadyClaimed: "Claim one of them: hearth claim NAME. Or go on as a member of your own."
    case .budgetRemoved: "Bring it back first: hearth budget reactivate NAME"
    case .categoryRetired: "Choose another (hearth category list), or bring it back: hearth category change KEY"
    case .conflict: "Look at it as it is now, and give the command again."
    case .currencyFixed: "Say the currency with the entry (--currency), or start a new group: hearth create"
    case .entryVoided: "Restore the entry first: hearth restore ENTRY"
    case .exportMissing: "Export the group first: hearth export --bundle FILE. Then say --exported."
    case .groupArchived: "Ask the owner to take it back: hearth group unarchive"
    case .groupNotArchived: "Archive the group first: hearth group archive"
    case .incomeUnknown: "Ask them to say it (hearth income 60000), or split in another way: --split equal:NAMES"
    case .instalmentDoesNotFit: "Leave --instalment out, or change it, --rate or --months."
    case .memberLeft: "Invite them: hearth invite --role adult"
    case .memberNotActive, .nothingPending, .unknownMember: "See who is in the group: hearth members --all"
    case .moreThanOwed: "Pay at most that, or say --more."
    case .nothingOwed:
      "See who owes whom: hearth balances. \(rejected.isReckonedDirect ? "In the fewest transfers instead: --simplified." : "By the entries alone instead: --direct.") Other payments are transfers: hearth pay NAME AMOUNT"
    case .ownerMustTransfer: "Make somebody else the owner first: hearth transfer-ownership NAME"
    case .possibleDuplicate: "If yours is another one, say --again."
    case .recurringEnded: "Make a new rule: hearth recurring add"
    case .tooManyInvites: "Take an open one back first: hearth invites, hearth invite revoke ID"
    case .transparencyNotAccepted: "Read the notice: hearth role accept. If you accept it, say --accept-transparency."
    case .unknownCategory: "See which there are: hearth category list"
    default: nil
    }
  }

  private func word(_ field: FieldWord) -> String {
    switch field {
    case .place: "the place"
    case .paid: "who paid"
    case .split, .shares: "the split"
    case .thresholds: "the alerts"
    case .code: "the invite's code"
    case .target: "what is saved for"
    case .recurrence: "how often it is"
    case .months: "how many months it is put aside in"
    case .uses: "how often the invite can be used"
    case .expiry: "how long it is good"
    case .zone: "the time zone"
    case .week: "the first day of the week"
    case .mode: "how debts are counted"
    case .notice: "the notice"
    default: "the " + field.rawValue
    }
  }
}
