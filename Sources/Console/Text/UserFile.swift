import FoundationEssentials
import Glibc

/// Files that the user names.
enum UserFile {
  /// The bytes of a file; `-` is standard input, for programs that fetch it.
  static func table(_ path: String) throws(ConsoleFailure) -> [UInt8] {
    guard path == "-" else { return try contents(of: path) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw ConsoleFailure(
          [
            Wording("Could not read standard input.", "मानक इनपुट पढ़ा नहीं जा सका।"),
            Wording("Pipe the file into it, or name the file.", "फ़ाइल उसमें भेजें, या फ़ाइल का नाम लिखें।"),
          ], status: 1)
      }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  static func contents(of path: String) throws(ConsoleFailure) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw ConsoleFailure([.couldNotRead(path.printable), .checkPath], status: 1)
    }
  }

  /// Writes a file whole, or nothing. The user alone may read it, whatever stood there and whatever the folder allows.
  static func replace(_ bytes: [UInt8], at path: String) throws(ConsoleFailure) {
    let file = try GrowingFile(path: path)
    do throws(ConsoleFailure) {
      try file.write(bytes)
      try file.finish()
    } catch {
      file.abandon()
      throw error
    }
  }

  /// Writes a file that the user alone may read.
  ///
  /// - Parameter replaces: whether one of that name gives way; otherwise that is a failure.
  static func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws(ConsoleFailure) {
    guard !replaces else { return try replace(bytes, at: path) }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let isWritten = file >= 0 && GrowingFile.write(bytes, to: file) && fsync(file) == 0
    if file >= 0 {
      close(file)
      if !isWritten { unlink(path) }
    }
    guard isWritten else {
      throw ConsoleFailure(
        [
          .couldNotWrite(path.printable),
          Wording(
            "Check the folder, and that no file of that name is there; --out names another.",
            "फ़ोल्डर जाँचें, और यह कि उस नाम की फ़ाइल न हो; दूसरा नाम --out से दें।"),
        ], status: 1)
    }
  }

  /// Makes the folder, unless it is there; nobody else on this machine may look into it.
  static func makeFolder(_ folder: String) throws(ConsoleFailure) {
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw ConsoleFailure(
        [
          .couldNotWrite(folder.printable),
          Wording("Check that the folder above it is there and that you may write to it.", "जाँचें कि ऊपर का फ़ोल्डर है और आप उसमें लिख सकते हैं।"),
        ], status: 1)
    }
  }
}
