extension Rejection {
  /// What is wrong with a choice that is missing or not allowed, and what to do about it, by the path of its field.
  static func choice(_ field: String) -> (cause: String, remedy: String) {
    let usual = "This choice is missing or not allowed here."
    return switch field {
    case _ where field.hasSuffix("recurrence.last_date"): ("The last date is before the first.", "Name a later day to end on, or none.")
    case "set_rate.rate.to": ("A currency has no rate in itself.", "Name another currency.")
    case _ where field.hasSuffix("minor_id"): ("This member is not a minor.", "Name a member whose role is minor.")
    case "set_guardian.member_id": ("Only an admin or adult can be made a guardian; the owner always is one.", "Name an admin or adult.")
    case "grant_account.account_id":
      ("A child reads checking and savings accounts only.", "Share a checking or savings account with a child.")
    case "grant_account.member_id":
      ("This account cannot be shared with this member.", "Name another member who is owner, admin, adult or minor.")
    case "grant_account.permission":
      ("The permission is missing, or is none for this member's role.", "Grant read, or write to an owner, admin or adult.")
    case "grant_account.needs_consent": (usual, "Leave it out: a child's access is the account owner's to end.")
    case "set_account.content.opening.currency": (usual, "Leave it out: the currency of an account stays.")
    case "set_account_entry.entry_id": ("One side of a transfer is not changed.", "Void the transfer, and make it anew.")
    case "transfer_between_accounts.to_account_id": ("Both sides are the same account.", "Name another account of yours.")
    case "transfer_between_accounts.received":
      (
        "What arrives does not fit the currencies of the accounts.",
        "Say what arrives where the currencies differ, and leave it out where they are one."
      )
    case "set_allowance.content.account_id", "pause_allowance.allowance_id":
      ("The member who pays this allowance looks after the minor no more.", "Set the allowance with an account of yours, or with none.")
    case "answer_revocation.confirmed":
      ("You asked for this yourself, so it is the other member's to agree.", "Wait for the other member, or take the wish back.")
    case _ where field.hasSuffix("amount.currency"): (usual, "Name the currency of the account, or none.")
    case "send_coaching.recipient_id": ("Coaching is for somebody else.", "Name another member.")
    case "mute_coaching.member_id": ("You cannot mute yourself.", "Name another member.")
    default: (usual, "Send one of the values that the protocol names for this field.")
    }
  }
}
