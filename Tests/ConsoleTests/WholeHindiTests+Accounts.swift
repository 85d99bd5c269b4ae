import HearthProtocol

extension WholeHindiTests {
  /// One event of every kind about accounts.
  func accountEvents(_ ravi: String) -> [Event.OneOf_Body] {
    let named = AccountContent.with { ($0.name, $0.type) = ("बचत", .savings) }
    let closed = AccountContent.with { ($0.name, $0.type, $0.closed) = ("बचत", .gold, true) }
    let entry = AccountEntryContent.with { ($0.kind, $0.amount.currency, $0.description_p) = (.deposit, "INR", "वेतन") }
    return [
      .accountSet(.with { $0.content = named }), .accountSet(.with { $0.content = closed }),
      .accountEntrySet(.with { $0.content = entry }),
      .accountEntrySet(
        .with {
          $0.content = entry
          $0.content.kind = .withdrawal
        }), .accountEntryVoided(.init()), .accountReconciled(.with { $0.entryIds = ["x"] }),
      .accountReconciled(.with { ($0.entryIds, $0.undone) = (["x", "y"], true) }),
      .accountGranted(.with { ($0.memberID, $0.permission) = (ravi, .read) }),
      .accountGranted(.with { ($0.memberID, $0.permission) = (ravi, .write) }), .accountRevoked(.with { $0.memberID = ravi }),
      .accountRevocationAsked(.with { $0.memberID = ravi }), .accountRevocationDeclined(.with { $0.memberID = ravi }),
    ]
  }
}
