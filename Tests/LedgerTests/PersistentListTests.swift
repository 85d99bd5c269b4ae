import Testing

@testable import Ledger

/// The list behind entries and commands: what it holds does not depend on how it was filled.
struct PersistentListTests {
  private typealias List = PersistentList<String, Int>

  /// The numbers from 0 by their names, the first so many of them added at once.
  private func list(_ count: Int, filling filled: Int, expecting expected: Int = 0) -> List {
    var list = List()
    list.startFilling(expected)
    for number in 0..<count {
      if number == filled { list.endFilling() }
      let isNew = list.add(number, for: "\(number)")
      #expect(isNew)
    }
    list.endFilling()
    return list
  }

  @Test("Added singly, at once or first one way and then the other, the list is the same", arguments: [0, 1, 63, 64, 65, 4_096, 5_000])
  func filling(filled: Int) {
    let list = list(5_000, filling: filled)
    #expect(list.count == 5_000 && list.keys == (0..<5_000).map { "\($0)" } && list.elementsEqual(0..<5_000))
    for number in 0..<5_000 {
      #expect(list.has("\(number)") && list["\(number)"] == number && list.place(of: "\(number)") == number)
      #expect(!list.has("-\(number)"))
    }
  }

  @Test("However many are said to come, the list is the same", arguments: [0, 1, 199, 200, 201, 1_000])
  func expecting(expected: Int) {
    let list = list(300, filling: 200, expecting: expected)
    #expect(list.count == 300 && list.keys == (0..<300).map { "\($0)" } && list.elementsEqual(0..<300))
    for number in 0..<300 {
      #expect(list.place(of: "\(number)") == number)
      #expect(!list.has("-\(number)"))
    }
  }

  @Test("A key is added once, before filling ends and after it", arguments: [0, 50, 100])
  func once(filled: Int) {
    var list = list(100, filling: filled)
    for number in 0..<100 {
      let isNew = list.add(-1, for: "\(number)")
      #expect(!isNew)
    }
    #expect(list.elementsEqual(0..<100))
    list.set(-1, for: "0")
    list.set(100, for: "new")
    #expect(list.count == 101 && list[0] == -1 && list[100] == 100 && list.place(of: "new") == 100)
  }

  @Test("A copy that is taken while the list is being filled stays as it was")
  func copyWhileFilling() {
    var list = List()
    list.startFilling()
    for number in 0..<200 { list.set(number, for: "\(number)") }
    var copy = list
    list.set(1, for: "200")
    copy.set(2, for: "200")
    copy.set(3, for: "201")
    #expect(list.count == 201 && list[200] == 1 && !list.has("201"))
    #expect(copy.count == 202 && copy[200] == 2 && copy["201"] == 3)
  }

  /// A key whose hash is that of every other one.
  private struct Colliding: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  @Test("Keys of equal hashes are told apart, in a list that is being filled and in one that is not", arguments: [0, 40, 80])
  func collisions(filled: Int) {
    var list = PersistentList<Colliding, Int>()
    list.startFilling()
    for number in 0..<80 {
      if number == filled { list.endFilling() }
      let isNew = list.add(number, for: Colliding(number: number))
      let isNewAgain = list.add(-1, for: Colliding(number: number))
      #expect(isNew && !isNewAgain)
    }
    for number in 0..<80 { #expect(list.place(of: Colliding(number: number)) == number) }
    #expect(list.count == 80 && !list.has(Colliding(number: 80)))
  }
}
