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

  static func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws(ConsoleFailure) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: replaces ? .atomic : .withoutOverwriting)
    } catch {
      throw ConsoleFailure(
        [
          .couldNotWrite(path.printable),
          Wording(
            "Check the folder, and that no file of that name is there; --out names another.",
            "फ़ोल्डर जाँचें, और यह कि उस नाम की फ़ाइल न हो; दूसरा नाम --out से दें।"),
        ], status: 1)
    }
  }
}
