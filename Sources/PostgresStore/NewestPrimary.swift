import CPostgreSQL
import Foundation
import Locking

/// One of several hosts in the address of a database.
struct DatabaseHost: Sendable, Equatable {
  var name: String
  /// Empty: the name is looked up.
  var address: String
  var port: String

  /// Those that a connection was to try, in order; empty when its address names one alone.
  static func all(of handle: OpaquePointer) -> [DatabaseHost] {
    guard let options = PQconninfo(handle) else { return [] }
    defer { PQconninfoFree(options) }
    var lists: [String: [String]] = [:]
    var option = options
    // Safety: the list ends with an option without a keyword.
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val, value.pointee != 0 {
        lists[String(cString: keyword)] = String(cString: value).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      option += 1
    }
    let (names, addresses, ports) = (lists["host"] ?? [], lists["hostaddr"] ?? [], lists["port"] ?? [])
    let count = max(names.count, addresses.count)
    guard count > 1 else { return [] }
    func one(_ list: [String], _ place: Int) -> String { place < list.count ? list[place] : "" }
    return (0..<count).map { place in
      // One port is that of all.
      DatabaseHost(name: one(names, place), address: one(addresses, place), port: one(ports, ports.count == 1 ? 0 : place))
    }
  }

  /// The options by which this one alone is tried, behind those of the address.
  var options: [(String, String)] {
    [("host", name.isEmpty ? address : name), ("hostaddr", address), ("port", port.isEmpty ? "5432" : port)]
  }
}

/// Which of several hosts has the primary that was promoted last, as far as somebody has looked.
///
/// A primary whose manager has died goes on by itself: it takes sessions beside the next one, and its commits wait for
/// standbys that have left it. Each promotion begins a timeline with a higher number.
final class NewestPrimary: Sendable {
  private let known = Locked<(host: DatabaseHost, timeline: Int64)?>(nil)
  private let isLooking = Locked(false)

  /// Connects to the first host that takes writes, or to a later primary if one is known.
  func connect(_ settings: PostgresSettings) throws -> DatabaseConnection {
    let first = try DatabaseConnection(settings)
    first.newest = self
    guard isAfter(first), let host = known.withLock({ $0?.host }) else { return first }
    guard let made = try? DatabaseConnection(settings, at: host), !isAfter(made) else { return latest(settings, first) }
    made.newest = self
    return made
  }

  /// Connects to the latest primary of all hosts; one that is out of reach costs the time for connecting.
  func connectToLatest(_ settings: PostgresSettings) throws -> DatabaseConnection {
    let first = try DatabaseConnection(settings)
    first.newest = self
    return latest(settings, first)
  }

  /// Looks at all hosts for the latest primary on a thread of its own, one look at a time, and returns at once.
  func look(_ settings: PostgresSettings) {
    let isUnderWay = isLooking.withLock { isLooking in
      defer { isLooking = true }
      return isLooking
    }
    if isUnderWay { return }
    Thread.detachNewThread { [self] in
      _ = try? connectToLatest(settings)
      isLooking.withLock { $0 = false }
    }
  }

  private func latest(_ settings: PostgresSettings, _ first: DatabaseConnection) -> DatabaseConnection {
    var (found, place): (DatabaseConnection, DatabaseHost?) = (first, nil)
    for host in first.hosts {
      guard let other = try? DatabaseConnection(settings, at: host), let timeline = other.timeline else { continue }
      if timeline > found.timeline ?? 0 || place == nil && timeline == found.timeline { (found, place) = (other, host) }
    }
    found.newest = self
    // Also when it is lower than what was known: a database may be restored into servers of another history.
    if let place, let timeline = found.timeline { known.withLock { $0 = (place, timeline) } }
    return found
  }

  /// Whether a later primary is known than that of a connection.
  func isAfter(_ connection: DatabaseConnection) -> Bool {
    guard let timeline = connection.timeline else { return false }
    return known.withLock { ($0?.timeline ?? 0) > timeline }
  }
}
