import CQRencode

/// A QR code for a terminal, two modules to a character.
public enum QRCode {
  // Limit: modules of light around the code; ISO/IEC 18004 asks for four, readers manage with two.
  private static let margin = 2

  /// The text as lines of half blocks; nil when it is too long for a code that fits a terminal.
  public static func lines(_ text: String, _ theme: Theme) -> [String]? {
    guard let modules = encode(text), modules.count + 2 * margin <= theme.width else { return nil }
    func isLight(_ row: Int, _ column: Int) -> Bool {
      guard modules.indices.contains(row), modules.indices.contains(column) else { return true }
      return !modules[row][column]
    }
    return stride(from: -margin, to: modules.count + margin, by: 2).map { row in
      let line = (-margin..<modules.count + margin).map { column in
        switch (isLight(row, column), isLight(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
      // White on black whatever the terminal's colours are; without colour a dark background is assumed.
      return theme.isColored ? "\u{1B}[97;40m\(line)\u{1B}[0m" : line
    }
  }

  /// Rows of modules; true is dark.
  private static func encode(_ text: String) -> [[Bool]]? {
    // Safety: the string is copied by the call; what it returns is ours until QRcode_free, and `data` holds width ×
    // width bytes.
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard width > 0, let data = code.pointee.data else { return nil }
    let bytes = UnsafeBufferPointer(start: data, count: width * width)
    // The lowest bit is the colour of the module, the others say what it is for.
    return (0..<width).map { row in (0..<width).map { column in bytes[row * width + column] & 1 == 1 } }
  }
}
