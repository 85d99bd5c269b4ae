import Locking

/// Names one life of a circle: its number in the lower half, above it how often that number had been given before. A
/// circle that everybody has left is forgotten and its number given to another, so what is still under way for the
/// former one finds nobody.
struct CircleID: Hashable, Sendable {
  // Limit: 2³¹ circles at a time; every peer carries one of these, so it is small.
  private let slot: Int32
  let generation: UInt32

  init(number: Int, generation: UInt32) {
    slot = Int32(number)
    self.generation = generation
  }

  var number: Int { Int(slot) }

  /// Of nothing.
  static let none = CircleID(number: -1, generation: 0)

  /// The loop that decides the order of what the circle says.
  func owner(of loops: Int) -> Int { number % loops }
}

/// Which circles there are, on all loops. It is asked when somebody comes or goes, and with several loops once for each
/// turn of a circle.
final class CircleNames: Sendable {
  private struct Entry {
    var name: String
    var generation: UInt32 = 0
    /// Members on each loop.
    var members: [Int]
    var isEmpty: Bool { members.allSatisfy { $0 == 0 } }
  }

  private struct Directory: Sendable {
    var numbers: [String: Int] = [:]
    var entries: [Entry] = []
    var free: [Int] = []
  }

  let loops: Int
  private let directory = Locked(Directory())

  init(loops: Int) { self.loops = loops }

  /// How many circles have members.
  var count: Int { directory.withLock { $0.numbers.count } }

  /// Counts a member of a loop in; from here on the circle's owner sends that loop what is said.
  func join(_ name: String, loop: Int) -> CircleID {
    directory.withLock { directory in
      let number: Int
      if let known = directory.numbers[name] {
        number = known
      } else if let free = directory.free.popLast() {
        number = free
        directory.entries[free].name = name
        directory.numbers[name] = free
      } else {
        number = directory.entries.count
        directory.entries.append(Entry(name: name, members: Array(repeating: 0, count: loops)))
        directory.numbers[name] = number
      }
      directory.entries[number].members[loop] += 1
      return CircleID(number: number, generation: directory.entries[number].generation)
    }
  }

  /// Counts a member out; after the last one the circle is forgotten.
  func leave(_ circle: CircleID, loop: Int) {
    directory.withLock { directory in
      directory.entries[circle.number].members[loop] -= 1
      guard directory.entries[circle.number].isEmpty else { return }
      directory.numbers[directory.entries[circle.number].name] = nil
      directory.entries[circle.number].generation &+= 1
      directory.free.append(circle.number)
    }
  }

  /// A bit for each loop with members of the circle; none for a circle that is over.
  func audience(_ circle: CircleID) -> UInt64 {
    directory.withLock { directory in
      guard directory.entries[circle.number].generation == circle.generation else { return 0 }
      var loops: UInt64 = 0
      for (loop, count) in directory.entries[circle.number].members.enumerated() where count > 0 { loops |= 1 << UInt64(loop) }
      return loops
    }
  }
}
