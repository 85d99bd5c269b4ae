import Glibc

/// The kernel's list of TCP sockets (proc(5), /proc/net/tcp).
public enum ServerSockets {
  /// How many connections of servers at 127.0.0.1 a process still has a descriptor of, whatever their state.
  ///
  /// Others of this machine may use the same port at another address, such as a peer that comes from 127.0.0.2.
  /// A socket whose descriptor is closed has no inode any more, though the kernel may go on with its end.
  public static func count(ports: [UInt16]) -> Int { connections(ports: ports).count }

  /// The same connections as the kernel lists them.
  static func connections(ports: [UInt16]) -> [Substring] {
    let wanted = Set(ports)
    let host = "0100007F:"
    var seen: Set<Substring> = []
    return lines("/proc/net/tcp").dropFirst().filter { line in
      let fields = line.split(separator: " ")
      // Field 2 is the own ADDRESS:PORT in hexadecimal, the address as a little-endian number, field 4 the state, 0A for listening, field 10 the inode.
      guard fields.count > 9, fields[3] != "0A", fields[9] != "0", fields[1].hasPrefix(host) else { return false }
      guard UInt16(fields[1].dropFirst(host.count), radix: 16).map(wanted.contains) ?? false else { return false }
      // The list is read in pieces, so a socket can appear twice, or be passed over, when others come and go meanwhile.
      return seen.insert(fields[9]).inserted
    }
  }

  /// Waits until there are so many.
  ///
  /// - Returns: how many there were in the end.
  public static func settle(ports: [UInt16], to count: Int) -> Int {
    var left = 0
    // Limit: looks of 5 ms each, 20 s in all; only a fault reaches it.
    for _ in 0..<4_000 {
      left = self.count(ports: ports)
      if left == count { break }
      _ = poll(nil, 0, 5)
    }
    return left
  }

  private static func lines(_ path: String) -> [Substring] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&part, 1, part.count, file)
      if count == 0 { break }
      text += part[..<count]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }
}
