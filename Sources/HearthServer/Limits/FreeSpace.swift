import Glibc

/// How much room there is on a file system.
public enum FreeSpace {
  /// Bytes that may still be written where a file or folder lies; nil: it cannot be said. A quota of the user's is not looked at.
  public static func bytes(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return bytes(status)
  }

  /// Bytes that may still be written: what only root may use is no room.
  public static func bytes(_ status: statvfs) -> Int {
    let (free, isMuch) = status.f_bavail.multipliedReportingOverflow(by: status.f_frsize)
    return isMuch ? .max : Int(clamping: free)
  }
}
