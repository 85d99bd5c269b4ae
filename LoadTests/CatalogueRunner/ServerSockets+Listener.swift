extension ServerSockets {
  /// The process that listens on a port of this machine; nil when there is none or it is somebody else's.
  ///
  /// The kernel lists sockets with their inode in /proc/net/tcp, and processes link their descriptors to the same inode
  /// (proc(5)).
  public static func listener(_ port: UInt16) -> Int32? {
    var found: [Substring] = []
    // The list is read in pieces, and may pass a socket over when others come and go meanwhile.
    for _ in 0..<readsMax where found.isEmpty { found = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { inodes(listeningOn: port, in: $0) } }
    guard !found.isEmpty else { return nil }
    let wanted = Set(found.map { "socket:[\($0)]" })
    return (KernelFile.names(in: "/proc") ?? []).lazy.compactMap { Int32($0) }.first { process in
      ServerSockets.open(in: process).all().contains(where: wanted.contains)
    }
  }

  // Limit: how often the list is read in which the listener is passed over.
  private static let readsMax = 20

  private static func inodes(listeningOn port: UInt16, in table: String) -> [Substring] {
    (KernelFile.text(table) ?? "").split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: " ")
      // Field 2 is ADDRESS:PORT in hexadecimal, field 4 the state, 0A for listening, field 10 the inode.
      guard fields.count > 9, fields[3] == "0A", let colon = fields[1].lastIndex(of: ":") else { return nil }
      return UInt16(fields[1][fields[1].index(after: colon)...], radix: 16) == port ? fields[9] : nil
    }
  }
}
