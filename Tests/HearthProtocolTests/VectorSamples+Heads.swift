import HearthProtocol

extension VectorSamples {
  private static let head: VerifiedHead = make {
    $0.lane = "shared"
    $0.position = 3
    $0.hash = .init(repeating: 0x44, count: 32)
  }

  private static let draft: DraftContent = make {
    $0.currency = "INR"
    $0.leadingDigits = "12"
    $0.digitCount = 4
    $0.category = "groceries"
    $0.text = "Groceries"
  }

  static var headMessages: [VectorSample] {
    [
      VectorSample(
        "tell_heads",
        client(
          17,
          .tellHeads(
            make {
              $0.groupID = group
              $0.epoch = 1
              $0.heads = [head]
            }))),
      VectorSample(
        "tell_draft",
        client(
          18,
          .tellDraft(
            make {
              $0.groupID = group
              $0.lane = "shared"
              $0.draft = draft
            }))),
    ]
  }

  static var headAnswers: [VectorSample] {
    [
      VectorSample(
        "head_told",
        server(
          0,
          .headTold(
            make {
              $0.groupID = group
              $0.memberID = meera
              $0.epoch = 1
              $0.head = head
            }))),
      VectorSample(
        "draft_changed",
        server(
          0,
          .draftChanged(
            make {
              $0.groupID = group
              $0.lane = "shared"
              $0.memberID = meera
              $0.draft = draft
            }))),
    ]
  }
}
