import Glibc

/// How many descriptors the process may have, which bounds its connections.
public enum DescriptorLimit {
  // Limit: descriptors kept free of connections: for those who are told that the server is full and for admins
  // (`ServerLimits`), 64 for the store, the listeners and the files of attachments and bundles that are open at a time,
  // and four for each loop beyond the first. Handshakes may take the rest for as long as they last; then the loops turn
  // newcomers away.
  static let reserve = ServerLimits.turnedAwayMax + ServerLimits.adminConnectionsMax + 64
  private static let perLoop = 4

  /// The descriptors that the process may have now.
  public static var current: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    return Int(clamping: limit.rlim_cur)
  }

  /// Asks the system for as many descriptors as so many connections need, within what it lets a process have.
  public static func raise(forConnections connections: Int, loops: Int) {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return }
    let wanted = min(rlim_t(clamping: connections + kept(loops)), limit.rlim_max)
    guard wanted > limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    // Refused, the limit stays, and fewer connections are taken.
    _ = setrlimit(resource, &limit)
  }

  /// The connections that can be taken: as configured, or as the descriptors allow.
  public static func connectionsMax(configured: Int, descriptors: Int, loops: Int) -> Int {
    max(1, min(configured, descriptors - kept(loops)))
  }

  private static func kept(_ loops: Int) -> Int { reserve + (loops - 1) * perLoop }
}
