import HearthProtocol

/// The records of bundles (SPEC BN-01).
extension VectorSamples {
  static var bundles: [VectorSample] {
    let hash = [UInt8](repeating: 0x5A, count: 32)
    return [
      VectorSample(
        "a server's bundle begins",
        make { (record: inout BundleRecord) in
          record.header.format = 1
          record.header.groupID = group
          record.header.epoch = 1
          record.header.scope = .group
        }),
      VectorSample(
        "a member's bundle begins, with the largest epoch",
        make { (record: inout BundleRecord) in
          record.header.format = 1
          record.header.groupID = group
          record.header.epoch = .max
          record.header.scope = .member
        }),
      VectorSample(
        "an event",
        make { (record: inout BundleRecord) in
          record.event.lane = "shared"
          record.event.position = 300
          record.event.event = .init([0x0A, 0x01, 0x00])
          record.event.hash = .init(hash)
        }),
      VectorSample(
        "the heads of two lanes",
        make { (record: inout BundleRecord) in
          record.heads.heads = ["shared", "admin"].enumerated().map { place, lane in
            make { head in
              head.lane = lane
              head.position = UInt64(place) + 300
              head.hash = .init(hash)
            }
          }
        }),
      VectorSample(
        "an attachment begins",
        make { (record: inout BundleRecord) in
          record.attachment.sha256 = .init(hash)
          record.attachment.sizeBytes = 5_242_880
        }),
      VectorSample(
        "an attachment of a minor's lane begins",
        make { (record: inout BundleRecord) in
          record.attachment.sha256 = .init(hash)
          record.attachment.sizeBytes = 5_242_880
          record.attachment.lane = "minor/\(meera)"
        }),
      VectorSample("a piece", make { (record: inout BundleRecord) in record.piece.bytes = .init("%PDF-".utf8) }),
      VectorSample("the end", make { (record: inout BundleRecord) in record.end.checksum = .init(hash) }),
    ]
  }
}
