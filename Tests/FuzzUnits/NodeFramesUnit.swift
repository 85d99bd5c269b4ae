import HearthServer

/// What another node says over a link: any bytes are a frame or a fault, what is a frame is written and read as the
/// same again, and frames are the same whatever pieces they come in.
func fuzzNodeFrames(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  switch input.byte() & 3 {
  case 0, 1: try checkNodeFrame(Array(input.takeRest()), "a frame of a node that asks", NodeFrameCheck.asking)
  case 2: try checkNodeFrame(Array(input.takeRest()), "a frame of the node that has a group", NodeFrameCheck.owning)
  default:
    let most = Int(input.byte())
    let cut = input.cut()
    let stream = Array(input.takeRest())
    let whole = NodeFrameCheck.frames(in: [stream], most: most)
    let pieces = NodeFrameCheck.frames(in: cut.ranges(of: stream.count).map { Array(stream[$0]) }, most: most)
    try expect(whole.frames == pieces.frames && whole.isFault == pieces.isFault, "frames are the same in any pieces")
    try expect(whole.frames.allSatisfy { $0.count <= most }, "no frame is longer than it may be")
    let taken = whole.frames.flatMap(NodeFrameCheck.framed)
    try expect(stream.starts(with: taken), "frames are what came, in order")
    guard !whole.isFault else { return }
    try expect(whole.heldBytes == stream.count - taken.count && pieces.heldBytes == whole.heldBytes, "what is no whole frame is held")
  }
}

private func checkNodeFrame(_ bytes: [UInt8], _ what: String, _ again: ([UInt8]) -> [UInt8]?) throws(Violation) {
  guard let written = again(bytes) else { return }
  try expect(again(written) == written, "\(what) is read as it was written")
}
