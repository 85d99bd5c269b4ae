/// What a file is, by its first bytes and nothing else: who uploads decides nothing about how browsers take it (SPEC
/// AT-05).
enum ContentType {
  /// The media type to answer with: one of a short list of pictures and documents, or bytes without meaning.
  static func of(_ beginning: [UInt8]) -> String {
    func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool { beginning.dropFirst(offset).starts(with: bytes) }
    if has([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if has(Array("GIF87a".utf8)) || has(Array("GIF89a".utf8)) { return "image/gif" }
    if has(Array("RIFF".utf8)) && has(Array("WEBP".utf8), at: 8) { return "image/webp" }
    if has(Array("ftyp".utf8), at: 4) && (has(Array("heic".utf8), at: 8) || has(Array("mif1".utf8), at: 8)) { return "image/heic" }
    if has(Array("%PDF-".utf8)) { return "application/pdf" }
    return "application/octet-stream"
  }
}
