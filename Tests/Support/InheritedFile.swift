import Foundation
import Glibc

/// What a child that is about to run a program has of a file that this process has open. It is closed when nobody
/// refers to it any more.
public final class InheritedFile: Sendable {
  private let file: CInt

  /// Nil: this process has no such file open.
  public init?(_ path: String) throws {
    let wanted = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }
    let found = open.first { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == wanted }
    guard let found else { return nil }
    file = fcntl(found, F_DUPFD_CLOEXEC, 0)
    guard file >= 0 else { return nil }
  }

  deinit { close(file) }
}
