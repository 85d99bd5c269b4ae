import ArgumentParser
import CLinux
import Foundation
import Glibc
import HearthServer
import SQLiteStore

/// The key of an encrypted data folder.
struct KeyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File with the key that the data is encrypted with, as hearthd keys create makes it; or the key is in \(KeyVariable.name), as 64 hexadecimal digits. A new data folder is encrypted with it.",
      valueName: "file"))
  var keyFile: String?

  /// Reads the key; nil when none is given.
  func load(data: String) throws(ServerFailure) -> EncryptionKey? {
    let secret = try KeyVariable.take()
    guard let keyFile else { return secret }
    guard secret == nil else {
      throw ServerFailure("The key is given twice, by --key-file and by \(KeyVariable.name). Leave one of them out.")
    }
    return try KeyFile.read(keyFile, data: data)
  }

  /// Reads the key of a verb that needs one.
  func require(data: String) throws -> EncryptionKey {
    guard let key = try load(data: data) else {
      throw ValidationError("Name the key with --key-file, or set \(KeyVariable.name) to its 64 hexadecimal digits.")
    }
    return key
  }
}

/// The key in the environment, where a supervisor or a container keeps secrets.
enum KeyVariable {
  static let name = "HEARTH_KEY"

  /// Reads the key and takes it out of the environment, so that nothing the process starts inherits it; nil when the
  /// variable is not set.
  static func take() throws(ServerFailure) -> EncryptionKey? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    KeyFile.hideMemory()
    // unsetenv forgets where the value stands and leaves it there, where /proc/PID/environ shows it.
    memset(value, 0, strlen(value))
    unsetenv(name)
    guard let key = EncryptionKey(hexadecimal: text) else {
      throw ServerFailure("\(name) is no key: it has not exactly 64 digits from 0 to 9 and a to f. hearthd keys create - prints one.")
    }
    return key
  }
}

/// A file with the key of an encrypted data folder: 32 bytes, for its owner alone, and not within the folder. It may be
/// a pipe that is inherited (`/dev/fd/3`).
enum KeyFile {
  static func read(_ path: String, data: String) throws(ServerFailure) -> EncryptionKey {
    hideMemory()
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let (reason, isDenied) = (String(cString: strerror(errno)), errno == EACCES)
      let remedy = isDenied ? " Give it to the user that this program runs as, or hand it over by LoadCredential=." : ""
      throw ServerFailure("The key file \(path) cannot be read: \(reason).\(remedy)")
    }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FolderCopy.failure("read", path) }
    if status.st_mode & S_IFMT == S_IFREG {
      guard status.st_mode & (isCredential(path) ? 0o037 : 0o077) == 0 else {
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

  /// Whether the service manager handed the file over for this process (systemd's LoadCredential=). It may grant the
  /// reading by an access list, whose mask the mode shows as a right of the group.
  private static func isCredential(_ path: String) -> Bool {
    guard let folder = getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) }), folder.hasPrefix("/") else { return false }
    return isWithin(folder, path)
  }

  /// Keep keys out of core files, and from other programs of the same user. Root still sees everything.
  static func hideMemory() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    _ = clinux_hide_memory()
  }

  private static func isWithin(_ folder: String, _ path: String) -> Bool {
    func parts(_ path: String) -> [Substring] {
      URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path.split(separator: "/")
    }
    return parts(path).starts(with: parts(folder))
  }
}
