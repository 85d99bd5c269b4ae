import Foundation
import Glibc

/// The file of a bundle on the disk, read and written piece by piece.
public enum BundleFile {
  // Limit: bytes read at once.
  private static let pieceBytes = 1 << 20

  /// Begins to read a file from its first byte.
  public static func source(_ path: String) throws(ServerFailure) -> BundleCheck.Source {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw ServerFailure("\(path) cannot be read. Check the path, and that you may read the file.")
    }
    return { () throws(ServerFailure) in
      do {
        return [UInt8](try file.read(upToCount: pieceBytes) ?? Data())
      } catch {
        throw ServerFailure("\(path) cannot be read: \(error.localizedDescription)")
      }
    }
  }

  /// Writes a file: under its name there is nothing until all of it is on the disk.
  ///
  /// - Parameter body: is given what takes the next bytes.
  public static func write<Value>(
    to path: String, _ body: (([UInt8]) throws(ServerFailure) -> Void) throws(ServerFailure) -> Value
  ) throws(ServerFailure) -> Value {
    let part = path + ".part"
    // What a run before has left there may be open to others, or lead elsewhere.
    unlink(part)
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ServerFailure("\(part) cannot be made: \(String(cString: strerror(errno))).") }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do throws(ServerFailure) {
      let value = try body { (bytes) throws(ServerFailure) in
        do {
          try file.write(contentsOf: Data(bytes))
        } catch {
          throw ServerFailure("\(part) cannot be written: \(error.localizedDescription)")
        }
      }
      guard fsync(descriptor) == 0, rename(part, path) == 0, syncFolder(of: path) else {
        throw ServerFailure("\(path) cannot be written: \(String(cString: strerror(errno))).")
      }
      return value
    } catch {
      unlink(part)
      throw error
    }
  }

  /// Makes the file's name survive a power cut.
  private static func syncFolder(of path: String) -> Bool {
    let folder = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    return fsync(folder) == 0
  }
}
