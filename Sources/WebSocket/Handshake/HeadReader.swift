import HTTPTypes

/// Splits the head of an HTTP/1 message into its lines and its fields, strictly (RFC 9112 §2, §5).
///
/// The bytes are gone through once, whatever the segments they come in; a line that lies whole in a segment is not
/// copied. Bad bytes and exceeded limits are refused when they arrive, not at the end of the line. The bytes that no
/// rule concerns, which are nearly all, are passed over in one loop.
struct HeadReader {
  /// The first line, once it is there.
  private(set) var startLine: [UInt8]?
  private(set) var fields = HTTPFields()
  /// Host has a place of its own in a request, so its values are kept apart.
  private(set) var hosts: [[UInt8]] = []
  private var limits: HeadLimits
  /// The beginning of a line cut off by the end of a segment, without its CR.
  private var line: [UInt8] = []
  private var endsInCR = false
  private var fieldsBytes = 0
  private var fieldsCount = 0
  private var hasSkippedEmptyLine = false

  private let isRequest: Bool

  /// Bytes held, at most: a field keeps its name as it came and in lower case, and its value.
  var usedBytes: Int {
    guard let startLine else { return line.capacity }
    return line.capacity + startLine.capacity + 2 * fieldsBytes + max(fieldsCount, Self.fieldsCountUsual) * Self.fieldOverhead
  }
  /// Beside these three texts: what the memory of each has in front and at the end, 56 bytes, and two places of an
  /// array that doubles.
  private static let fieldOverhead = 3 * 56 + 2 * MemoryLayout<HTTPField>.stride
  /// Fields there is space for from the first line on: as many as an upgrade mostly has.
  private static let fieldsCountUsual = 8

  init(limits: HeadLimits, isRequest: Bool) {
    self.limits = limits
    // Limit: HTTPFields holds fewer than 65,535 fields and traps above them.
    self.limits.fieldsCountMax = min(limits.fieldsCountMax, 60_000)
    self.isRequest = isRequest
  }

  /// Takes the next bytes.
  ///
  /// - Returns: how many belong to the head when it is complete, nil when all do and more must come.
  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(HeadRejection) -> Int? {
    var lineStart = 0
    var index = 0
    while index < bytes.count {
      if endsInCR {
        // RFC 9112 §2.2: a bare CR must not be taken for an end of line.
        guard bytes[index] == UInt8(ascii: "\n") else { throw .byteForbidden }
        endsInCR = false
        let tail = UnsafeRawBufferPointer(rebasing: bytes[lineStart..<max(lineStart, index - 1)])
        index += 1
        lineStart = index
        if try finishLine(tail) { return index }
        continue
      }
      index = endOfPlain(bytes, from: index, lineCount: line.count + index - lineStart)
      if index == bytes.count { break }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\r") {
        endsInCR = true
      } else {
        try check(byte, lineCount: line.count + index - lineStart + 1)
      }
      index += 1
    }
    let end = endsInCR ? bytes.count - 1 : bytes.count
    if lineStart < end { line.append(contentsOf: bytes[lineStart..<end]) }
    return nil
  }

  /// The end of a run of bytes none of which `check` could refuse: visible ASCII and spaces, neither the first of their
  /// line nor past a limit.
  ///
  /// - Parameter lineCount: bytes of the line before `start`.
  private func endOfPlain(_ bytes: UnsafeRawBufferPointer, from start: Int, lineCount: Int) -> Int {
    if lineCount == 0 { return start }
    let lineCountMax =
      startLine == nil ? limits.startLineBytesMax : min(limits.fieldLineBytesMax, limits.fieldsBytesMax - fieldsBytes - 2)
    let end = start + min(bytes.count - start, max(0, lineCountMax - lineCount))
    var index = start
    while index < end, bytes[index] >= 0x20, bytes[index] < 0x7F { index += 1 }
    return index
  }

  /// Checks one byte of a line, the `lineCount`th.
  @inline(__always)
  private func check(_ byte: UInt8, lineCount: Int) throws(HeadRejection) {
    if startLine == nil {
      // RFC 9112 §3: a request line is visible ASCII and two spaces; a status line's reason may hold other bytes (§4).
      if byte < 0x20 || byte == 0x7F || (isRequest && byte >= 0x80) { throw .byteForbidden }
      if lineCount > limits.startLineBytesMax { throw .startLineTooLong }
    } else {
      // RFC 9110 §5.5: a recipient may refuse control characters.
      if (byte < 0x20 && byte != UInt8(ascii: "\t")) || byte == 0x7F { throw .byteForbidden }
      if lineCount == 1 && (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")) { throw .fieldFolded }
      if lineCount > limits.fieldLineBytesMax || fieldsBytes + lineCount + 2 > limits.fieldsBytesMax { throw .fieldsTooLarge }
      if lineCount == 1 && fieldsCount == limits.fieldsCountMax { throw .fieldsTooLarge }
    }
  }

  /// Takes a line, `line` and then `tail`; true at the end of the head.
  private mutating func finishLine(_ tail: UnsafeRawBufferPointer) throws(HeadRejection) -> Bool {
    if !line.isEmpty {
      line.append(contentsOf: tail)
      let whole = line
      line = []
      return try whole.withUnsafeBufferPointer { bytes throws(HeadRejection) in try finish(UnsafeRawBufferPointer(bytes)) }
    }
    return try finish(tail)
  }

  private mutating func finish(_ whole: UnsafeRawBufferPointer) throws(HeadRejection) -> Bool {
    if startLine == nil {
      if whole.isEmpty {
        // RFC 9112 §2.2: at least one empty line before the request line should be ignored. Limit: one.
        if hasSkippedEmptyLine { throw .startLineMalformed }
        hasSkippedEmptyLine = true
      } else {
        startLine = Array(whole)
        fields.reserveCapacity(Self.fieldsCountUsual)
      }
      return false
    }
    if whole.isEmpty { return true }
    fieldsBytes += whole.count + 2
    fieldsCount += 1
    try addField(whole)
    return false
  }

  private mutating func addField(_ whole: UnsafeRawBufferPointer) throws(HeadRejection) {
    // RFC 9112 §5.1: no space between the name and the colon; a space is no character of a name.
    guard let colon = whole.firstIndex(of: UInt8(ascii: ":")) else { throw .fieldMalformed }
    let spelling = UnsafeRawBufferPointer(rebasing: whole[..<colon])
    guard let name = UsualFieldName.name(spelling) ?? HTTPField.Name(String(decoding: spelling, as: UTF8.self)) else {
      throw .fieldMalformed
    }
    var trimmed = whole[(colon + 1)...]
    while let first = trimmed.first, Octet.isBlank(first) { trimmed = trimmed.dropFirst() }
    while let last = trimmed.last, Octet.isBlank(last) { trimmed = trimmed.dropLast() }
    let value = UnsafeRawBufferPointer(rebasing: trimmed)
    if name.canonicalName == "host" {
      hosts.append(Array(value))
    } else if value.allSatisfy({ $0 < 0x80 }) {
      // As text at once: what HTTPField makes of bytes is the same, but costs several times as much.
      fields.append(HTTPField(name: name, value: String(decoding: value, as: UTF8.self)))
    } else {
      fields.append(HTTPField(name: name, value: value))
    }
  }
}
