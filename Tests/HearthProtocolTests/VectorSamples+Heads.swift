import HearthProtocol

extension VectorSamples {
  private static let head: VerifiedHead = make {
    $0.lane = "shared"
    $0.position = 3
    $0.hash = .init(repeating: 0x44, count: 32)
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
            })))
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
            })))
    ]
  }
}
