import Glibc

/// The sockets that a server has a descriptor of, whatever their state.
public enum ServerSockets: Sendable {
  /// The connections of one at 127.0.0.1, as the kernel lists them (proc(5), /proc/net/tcp): for a server in this
  /// process, where its peers have descriptors too.
  ///
  /// Others of this machine may use the same port at another address, such as a peer that comes from 127.0.0.2.
  /// A socket whose descriptor is closed has no inode any more, though the kernel may go on with its end.
  case listed(port: UInt16)
  /// All sockets of a process (proc(5), /proc/PID/fd), those that it listens at too; none when the system does not let
  /// us look.
  ///
  /// The kernel's list has everybody's connections, and each for a minute after its end. Where another program makes
  /// thousands a second, reading it takes longer than a server may.
  case open(in: Int32)

  /// What came of waiting for a number of them.
  public struct Settled: Sendable {
    /// How many there were in the end.
    public var count: Int
    /// How often was looked.
    public var looks: Int
    /// What the last look saw whose number was wrong; nil when the first was right.
    public var lastWrong: Int?
  }

  /// Limit: how often a number is waited for, with 5 ms between two looks, 20 s and what the looks take; only a bug
  /// reaches it.
  public static let looksMax = 4_000

  /// Waits until there are so many.
  public func settle(to count: Int, looks: Int = looksMax) -> Settled {
    var settled = Settled(count: 0, looks: 0)
    while settled.looks < looks {
      settled.count = all().count
      settled.looks += 1
      if settled.count == count { break }
      settled.lastWrong = settled.count
      _ = poll(nil, 0, 5)
    }
    return settled
  }

  /// All there are: a line of the kernel's list, or "socket:[INODE]".
  public func all() -> [String] {
    switch self {
    case .listed(let port): Self.listed(port)
    case .open(let process): Self.descriptors(process)
    }
  }

  private static func listed(_ port: UInt16) -> [String] {
    // The address is a little-endian number.
    let host = "0100007F:"
    var seen: Set<Substring> = []
    return (KernelFile.text("/proc/net/tcp") ?? "").split(separator: "\n").dropFirst().filter { line in
      let fields = line.split(separator: " ")
      // Field 2 is the own ADDRESS:PORT in hexadecimal, field 4 the state, 0A for listening, field 10 the inode.
      guard fields.count > 9, fields[3] != "0A", fields[9] != "0", fields[1].hasPrefix(host) else { return false }
      guard UInt16(fields[1].dropFirst(host.count), radix: 16) == port else { return false }
      // The list is read in pieces, so a socket can appear twice, or be passed over, when others come and go meanwhile.
      return seen.insert(fields[9]).inserted
    }.map(String.init)
  }

  private static func descriptors(_ process: Int32) -> [String] {
    let folder = "/proc/\(process)/fd"
    return (KernelFile.names(in: folder) ?? []).map { KernelFile.link("\(folder)/\($0)") }.filter { $0.hasPrefix("socket:") }
  }
}
