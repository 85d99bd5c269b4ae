import Glibc

/// How many descriptors the process may have, which bounds its connections.
public enum DescriptorLimit {
  // Limit: descriptors kept free of connections, for the store, the loops and those who are told that the server is full.
  private static let reserve = 64

  /// The descriptors that the process may have now.
  public static var current: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    return Int(clamping: limit.rlim_cur)
  }

  /// Asks the system for as many descriptors as so many connections need, within what it lets a process have.
  public static func raise(forConnections connections: Int) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return }
    let wanted = min(rlim_t(clamping: connections + reserve), limit.rlim_max)
    guard wanted > limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    // Refused, the limit stays, and fewer connections are taken.
    _ = setrlimit(resource, &limit)
  }

  /// The connections that can be taken: as configured, or as the descriptors allow.
  public static func connectionsMax(configured: Int, descriptors: Int) -> Int { max(1, min(configured, descriptors - reserve)) }
}
