import Glibc

/// How much space there is on a file system.
public enum FreeSpace {
  /// Bytes that may still be written where a file or folder lies; nil: it cannot be said, as of a file system that
  /// reports no sizes. A quota of the user's is not looked at.
  public static func bytes(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return bytes(status)
  }

  /// Bytes that may still be written: what only root may use is no space. nil: the file system reports no sizes
  /// (statvfs(3)), as some in user space.
  public static func bytes(_ status: statvfs) -> Int? {
    guard status.f_blocks > 0 else { return nil }
    let (free, isMuch) = status.f_bavail.multipliedReportingOverflow(by: status.f_frsize)
    return isMuch ? .max : Int(clamping: free)
  }
}
