import Foundation

extension LoopbackPort {
  /// The process that listens on a port of this machine; nil when there is none or it is somebody else's.
  ///
  /// The kernel lists sockets with their inode in /proc/net/tcp (proc(5)), and processes link their descriptors to the same inode.
  static func listener(_ port: UInt16) -> Int32? {
    let found = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { inodes(listeningOn: port, in: $0) }
    guard !found.isEmpty else { return nil }
    let wanted = Set(found.map { "socket:[\($0)]" })
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let pid = Int32(name), let descriptors = try? files.contentsOfDirectory(atPath: "/proc/\(name)/fd") else { continue }
      for descriptor in descriptors {
        if let link = try? files.destinationOfSymbolicLink(atPath: "/proc/\(name)/fd/\(descriptor)"), wanted.contains(link) { return pid }
      }
    }
    return nil
  }

  private static func inodes(listeningOn port: UInt16, in table: String) -> [Substring] {
    guard let text = try? String(contentsOfFile: table, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: " ")
      // Field 2 is ADDRESS:PORT in hexadecimal, field 4 the state, 0A for listening, field 10 the inode.
      guard fields.count > 9, fields[3] == "0A", let colon = fields[1].lastIndex(of: ":") else { return nil }
      return UInt16(fields[1][fields[1].index(after: colon)...], radix: 16) == port ? fields[9] : nil
    }
  }
}
