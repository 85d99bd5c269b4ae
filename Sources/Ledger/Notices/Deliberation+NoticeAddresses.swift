import HearthProtocol

extension Deliberation {
  func decide(_ wish: SetNoticeAddress) throws(Rejection) -> Decision {
    let asker = try asker(.preferencesSet)
    guard wish.channel.isOutside else { throw .choiceNotAllowed(field: "set_notice_address.channel") }
    let field = "set_notice_address.address"
    let address = try words(wish.address, field: field, charactersMax: Limits.emailBytes)
    let isWellFormed = address.isEmpty || NoticeAddress.isWellFormed(address, wish.channel)
    guard isWellFormed || wish.channel != .mail else { throw .emailMalformed(field: field) }
    guard isWellFormed else { throw .noticeAddressMalformed(field: field) }
    guard let language = wish.language.isEmpty ? .english : NoticeLanguage(rawValue: wish.language) else {
      throw .choiceNotAllowed(field: "set_notice_address.language")
    }
    let former = state.noticeAddresses(of: asker).first { $0.channel == wish.channel }
    if let former {
      let isSame = former.address == address && former.language == language && former.hidesAmounts == wish.hidesAmounts
      guard !isSame else { throw .nothingChanges }
    } else {
      guard !address.isEmpty else { throw .nothingChanges }
    }
    return Decision(
      actor: asker.id, events: [addressSet(address, wish.channel, language, hidesAmounts: wish.hidesAmounts, by: asker.id)])
  }

  private func addressSet(
    _ address: String, _ channel: NoticeChannel, _ language: NoticeLanguage, hidesAmounts: Bool, by member: MemberID
  ) -> DecidedEvent {
    var set = NoticeAddressSet()
    (set.memberID, set.holder, set.channel, set.address) = (member.description, .init(context.holder.bytes), channel, address)
    if !address.isEmpty { (set.language, set.hidesAmounts) = (language.rawValue, hidesAmounts) }
    return DecidedEvent(.noticeAddressSet(set), in: .inbox(member))
  }

  /// Where notices reach a member goes along when they go on as another.
  func noticeAddresses(of former: MemberState, goingOnAs member: MemberID) -> [DecidedEvent] {
    state.noticeAddresses(of: former).map {
      addressSet($0.address, $0.channel, $0.language, hidesAmounts: $0.hidesAmounts, by: member)
    }
  }
}
