import Glibc

/// A file that is written piece by piece: under its name there is nothing until all of it is there. The user alone may
/// read it.
struct GrowingFile {
  private let path: String
  private let part: String
  private let descriptor: Int32

  /// Begins the file beside its final name.
  init(path: String) throws(ConsoleFailure) {
    self.path = path
    part = path + ".part"
    // A part that was left behind would keep the permissions that it had.
    unlink(part)
    descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  private static func failure(_ path: String) -> ConsoleFailure {
    ConsoleFailure(
      [
        .couldNotWrite(path.printable),
        Wording(
          "Check that the folder is there, that you may write to it and that the disk has space.",
          "जाँचें कि फ़ोल्डर है, आप उसमें लिख सकते हैं और डिस्क में जगह है।"),
      ],
      status: 1)
  }

  /// Adds bytes.
  func write(_ bytes: [UInt8]) throws(ConsoleFailure) {
    guard Self.write(bytes, to: descriptor) else { throw Self.failure(path) }
  }

  /// Writes all of it; false where that fails.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Gives the file its name.
  func finish() throws(ConsoleFailure) {
    guard fsync(descriptor) == 0, rename(part, path) == 0 else { throw Self.failure(path) }
    close(descriptor)
  }

  /// Takes back what was written.
  func abandon() {
    close(descriptor)
    unlink(part)
  }
}

/// A file that is read piece by piece.
struct ReadFile {
  private let descriptor: Int32

  /// Nil when it cannot be opened.
  init?(path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  /// The next bytes, 1 MiB at most; nil at the end, or where it cannot be read on.
  func next() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes.removeLast(bytes.count - count)
      return bytes
    }
  }

  func close() { Glibc.close(descriptor) }
}
