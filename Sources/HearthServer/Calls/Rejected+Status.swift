import HTTPTypes
import HearthProtocol
import Ledger

extension RejectionCode {
  /// The status of a response that carries the code; `Protocol/errors.json` lists the same.
  var httpStatus: Int {
    switch self {
    case .badRequest, .unknownCommand: 400
    case .unauthorized: 401
    case .forbidden, .claimNotAllowed, .memberRemoved, .notNamed: 403
    case .notFound, .inviteInvalid: 404
    case .groupArchived, .alreadyMember, .groupFull, .alreadyExists, .categoryRetired, .entryVoided, .nothingToUndo, .conflict,
      .incomeUnknown,
      .possibleDuplicate, .currencyFixed, .groupNotArchived, .exportMissing, .categoryInUse, .budgetRemoved, .recurringEnded, .loanFixed,
      .nothingOwed, .moreThanOwed, .nothingChanges, .tooManyInvites, .tooManyBudgets, .tooManyRecurring, .tooManyFestivals,
      .tooManyCategories,
      .tooManyRates, .alreadyClaimed, .claimNotPossible, .memberNotActive, .memberLeft, .ownerMustTransfer, .nothingPending,
      .transparencyNotAccepted, .resync:
      409
    case .unknownCurrency, .unknownCategory, .categoryDoesNotFit, .dateOutOfRange, .unknownMember, .paidDoesNotAddUp, .splitDoesNotAddUp,
      .transferNeedsTwoMembers, .outOfRange, .instalmentDoesNotFit, .noOccurrence, .idempotencyConflict:
      422
    case .rateLimited, .remindedRecently: 429
    case .groupDamaged: 500
    case .unavailable, .overloaded: 503
    case .storageFull: 507
    }
  }
}

extension Rejected {
  /// The status of a response that carries it.
  var httpStatus: HTTPResponse.Status {
    let code = RejectionCode(rawValue: code)?.httpStatus ?? 500
    // RFC 4918 §11.5; the vocabulary has no name for it.
    return code == 507 ? .init(code: 507, reasonPhrase: "Insufficient Storage") : .init(code: code)
  }
}
