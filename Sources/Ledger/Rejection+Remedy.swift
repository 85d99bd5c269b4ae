extension Rejection {
  /// What to do about it, for a person.
  public var remedy: String {
    switch self {
    case .malformedEnvelope, .malformedID, .malformedMember: "Send an id of 36 characters, like 01890a5d-ac96-774b-bcce-b302099a8057."
    case .unknownCommand: "Update the server, or use a command it knows."
    case .notFound: "Check the group's id, or ask for an invite."
    case .forbidden: "Ask a member whose role may do it."
    case .inviteInvalid: "Check the code, or ask for a new invite."
    case .alreadyMember: "Open the group."
    case .groupFull: "Ask the owner to make room."
    case .alreadyExists: "Make a new id."
    case .unknownInvite: "Look at the list of invites."
    case .choiceNotAllowed: "Send one of the values that the protocol names for this field."
    case .numberOutOfRange, .amountOutOfRange, .shareOutOfRange, .percentageOutOfRange: "Send a number within these bounds."
    case .unknownCurrency: "Send a code of ISO 4217, like INR."
    case .timeZoneMalformed: "Send a name of the IANA database, like Asia/Kolkata."
    case .textTooLong: "Shorten the text."
    case .textNotAllowed: "Remove these characters."
    case .textMissing: "Write something."
    case .unknownCategory: "Choose one of the group's categories, or none."
    case .categoryDoesNotFit: "Choose an expense category for expenses and budgets, an income category for income, none for transfers."
    case .dateMalformed: "Send the date as YYYY-MM-DD."
    case .dateOutOfRange: "Check the year."
    case .categoriesMissing, .sharesMissing: "Name at least one."
    case .tooManyCategories, .tooManyShares: "Name fewer."
    case .unknownMember: "Choose among the group's members."
    case .categoryRepeated, .memberRepeated: "Name each one once."
    case .paidDoesNotAddUp: "Change what was paid or the amount, so that they are equal."
    case .percentagesDoNotAddUp: "Change the percentages so that they add up to 100 %."
    case .sharesDoNotAddUp: "Change the shares or the amount, so that they are equal."
    case .transferNeedsTwoMembers: "Name one member who pays it all and one other who receives it all."
    case .outOfRange: "Start a new group for new entries in this currency."
    case .nothingChanges: "There is nothing to do."
    case .tooManyInvites: "Revoke an open invite first."
    case .tooManyBudgets: "Change one of the budgets instead."
    }
  }
}
