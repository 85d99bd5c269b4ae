import HTTPTypes
import HearthProtocol
import Ledger

extension RejectionCode {
  /// The status of a response that carries the code; `Protocol/errors.json` lists the same.
  var httpStatus: HTTPResponse.Status {
    switch self {
    case .badRequest, .unknownCommand: .badRequest
    case .unauthorized: .unauthorized
    case .forbidden, .claimNotAllowed, .memberRemoved, .notNamed, .creationRestricted, .accountsElsewhere: .forbidden
    case .notFound, .inviteInvalid, .linkInvalid: .notFound
    case .groupArchived, .alreadyMember, .groupFull, .alreadyExists, .categoryRetired, .entryVoided, .nothingToUndo, .conflict,
      .incomeUnknown, .possibleDuplicate, .currencyFixed, .groupNotArchived, .exportMissing, .categoryInUse, .budgetRemoved,
      .recurringEnded, .loanFixed, .nothingOwed, .moreThanOwed, .nothingChanges, .tooManyInvites, .joinPending, .tooManyJoinRequests,
      .tooManyBudgets, .tooManyRecurring,
      .tooManyFestivals, .tooManyCategories, .tooManyRates, .alreadyClaimed, .claimNotPossible, .memberNotActive, .memberLeft,
      .ownerMustTransfer, .nothingPending, .transparencyNotAccepted, .resync,
      .tooManyDevices, .historyFull:
      .conflict
    case .unknownCurrency, .unknownCategory, .categoryDoesNotFit, .dateOutOfRange, .unknownMember, .paidDoesNotAddUp, .splitDoesNotAddUp,
      .transferNeedsTwoMembers, .outOfRange, .instalmentDoesNotFit, .noOccurrence, .idempotencyConflict:
      .unprocessableContent
    case .rateLimited, .remindedRecently: .tooManyRequests
    case .groupDamaged: .internalServerError
    case .unavailable, .overloaded: .serviceUnavailable
    // RFC 4918 §11.5; the vocabulary has no name for it.
    case .storageFull: .init(code: 507, reasonPhrase: "Insufficient Storage")
    }
  }
}

extension Rejected {
  /// The status of a response that carries it.
  var httpStatus: HTTPResponse.Status { RejectionCode(rawValue: code)?.httpStatus ?? .internalServerError }
}
