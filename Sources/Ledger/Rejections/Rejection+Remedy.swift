extension Rejection {
  /// What to do about it, for a person: as `Protocol/errors.json` says of its code, unless more is known here.
  public var remedy: String {
    switch self {
    case .malformedEnvelope, .malformedID, .malformedMember: "Send an id of 36 characters, like 01890a5d-ac96-774b-bcce-b302099a8057."
    case .unknownCommand: "Update the server, or use a command it knows."
    case .notFound: "Check the group's id, or ask for an invite."
    case .forbidden(let right, let role) where right.row[role] == .unrestricted: "Tell the owner what you would say."
    case .separated: "Go on reading, or end that first."
    case .alreadyClaimed: "Choose one that is still unclaimed, or go on as a member of your own."
    case .transparencyNotAccepted: "Read the notice, and send its version to accept it."
    case .unknownBudget: "Look at the list of budgets."
    case .unknownRecurring: "Look at the list of rules."
    case .unknownFestival: "Look at the list of envelopes."
    case .recurringConflict: "Look at the rule as it is now, and send the change again on that version."
    case .tooManySkips: "Pause the rule, or change its dates."
    case .unknownAccount: "Look at the list of accounts."
    case .tooManyGaps: "Make another envelope, or give this one another start."
    case .tooManyVersions:
      "Remove the budget and make another one that goes on from here, or let the change hold from the day of an earlier one."
    case .tooManyThresholds: "Name fewer."
    case .thresholdRepeated: "Name each one once."
    case .categoryKeyMalformed: "Send a key like pet-food."
    case .unknownWebhook: "Look at the list of webhooks."
    case .webhookURLMalformed: "Send an address like https://hooks.example.com/hearth: without a name and password, without a fragment."
    case .unknownInvite: "Look at the list of invites."
    case .unknownEntry: "Look at the group's entries."
    case .conflict: "Look at the entry as it is now, and send the edit again on that version."
    case .incomeUnknown: "Ask them to say what they earn, or split in another way."
    case .possibleDuplicate: "If it is another one, send it again without the guard."
    case .choiceNotAllowed(let field): Self.choice(field).remedy
    case .numberOutOfRange, .amountOutOfRange, .shareOutOfRange, .percentageOutOfRange: "Send a number within these bounds."
    case .unknownCurrency: "Send a code of ISO 4217, like INR."
    case .rateMalformed: "Send a decimal like 83.1525: what one unit is worth."
    case .timeZoneMalformed: "Send a name of the IANA database, like Asia/Kolkata."
    case .colorMalformed: "Send a colour like #4A90A4."
    case .emailMalformed: "Send an address like asha@example.org."
    case .noticeAddressMalformed: "Send letters, digits and _ . ~ : / @ + = % -, with a letter or digit first."
    case .paymentAddressMalformed(_, let flaw): flaw.remedy
    case .textTooLong: "Shorten the text."
    case .textNotAllowed: "Remove these characters."
    case .textMissing: "Write something."
    case .dateMalformed: "Send the date as YYYY-MM-DD."
    case .dateOutOfRange(let field) where field == "set_budget.content.start_date":
      "Give a day of the running period or later, or name the day in effective_from as well, if past periods are to change."
    case .dateOutOfRange(field: "set_allowance.content.first_date"): "Name today or a later day."
    case .dateOutOfRange(field: "set_category_total.period_start"): "Name one of these months."
    case .categoriesMissing, .sharesMissing: "Name at least one."
    case .tooManyCategories, .tooManyShares, .tooManyReceipts: "Name fewer."
    case .categoryRepeated, .memberRepeated: "Name each one once."
    case .paidDoesNotAddUp: "Change what was paid or the amount, so that they are equal."
    case .percentagesDoNotAddUp: "Change the percentages so that they add up to 100 %."
    case .sharesDoNotAddUp: "Change the shares or the amount, so that they are equal."
    case .transferNeedsTwoMembers: "Name one member who pays it all and one other who receives it all."
    case .moreThanOwed: "Pay at most that, or set allow_more."
    case .remindedRecently: "Wait until a day has passed."
    case .outOfRange(let field, _) where field.contains("account"): "Name a smaller amount, or make another account."
    case .nudge: "Give them time, or send it anyway."
    case .noRevocation: "Look at the account: ask for it anew if it is still shared."
    case .exportMissing: "Export the group, and say so."
    default: code.remedy
    }
  }
}
