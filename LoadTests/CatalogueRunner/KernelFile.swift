import Glibc

/// Files that the kernel makes up when they are read (proc(5)).
package enum KernelFile {
  /// All of it; nil when it cannot be read or there is nothing in it. Its size is not known before, and one call gives
  /// a page at most.
  package static func text(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&part, 1, part.count, file)
      if count == 0 { break }
      text += part[..<count]
    }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// The names in a folder, without "." and ".."; nil when it cannot be read.
  package static func names(in folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // Safety: d_name is a C string within the entry, which lives until the next readdir.
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    names.removeAll { $0 == "." || $0 == ".." }
    return names
  }

  /// What a symbolic link says, up to 64 bytes; nothing when it is none.
  static func link(_ path: String) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      let count = buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? 0
      return String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
