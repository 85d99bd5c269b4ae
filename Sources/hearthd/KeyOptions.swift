import ArgumentParser
import Foundation
import Glibc
import HearthServer
import SQLiteStore

/// The key of an encrypted data folder.
struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File with the key that the data is encrypted with, as hearthd keys create makes it. A new data folder is encrypted with it.",
      valueName: "file"))
  var keyFile: String?

  /// Reads the file; nil when none is named.
  func load(data: String) throws(ServerFailure) -> EncryptionKey? {
    guard let keyFile else { return nil }
    return try KeyFile.read(keyFile, data: data)
  }
}

/// A file with the key of an encrypted data folder: 32 bytes, for its owner alone, and not within the folder. It may be a pipe that is inherited (`/dev/fd/3`).
enum KeyFile {
  static func read(_ path: String, data: String) throws(ServerFailure) -> EncryptionKey {
    // Keys must not get into a core file.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw ServerFailure("The key file \(path) cannot be read: \(String(cString: strerror(errno))).") }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FolderCopy.failure("read", path) }
    if status.st_mode & S_IFMT == S_IFREG {
      guard status.st_mode & 0o077 == 0 else {
        throw ServerFailure("The key file \(path) can be read or written by others. Give it to its owner alone: chmod 600 \(path)")
      }
      guard !isWithin(data, path) else {
        throw ServerFailure("The key file \(path) lies in the data folder, whose copies would have it with them. Keep it elsewhere.")
      }
    }
    let bytes: Data
    do {
      bytes = try handle.read(upToCount: EncryptionKey.byteCount + 1) ?? Data()
    } catch {
      throw ServerFailure("The key file \(path) cannot be read: \(error.localizedDescription).")
    }
    guard let key = EncryptionKey(bytes: bytes) else {
      throw ServerFailure(
        "\(path) is no key file: it has not exactly \(EncryptionKey.byteCount) bytes. hearthd keys create makes one; restore one that was damaged from a copy."
      )
    }
    return key
  }

  private static func isWithin(_ folder: String, _ path: String) -> Bool {
    func parts(_ path: String) -> [Substring] {
      URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path.split(separator: "/")
    }
    return parts(path).starts(with: parts(folder))
  }
}
