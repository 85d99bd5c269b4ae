import Testing

@testable import Ledger

/// The list behind entries and commands: what it holds does not depend on how it was filled.
struct PersistentListTests {
  private typealias List = PersistentList<Int, String>

  /// So many values, the first of them added at once.
  private func list(_ count: Int, filling filled: Int) -> List {
    var list = List()
    list.startFilling()
    for key in 0..<count {
      if key == filled { list.endFilling() }
      #expect(list.add("value \(key)", for: key * 7))
    }
    list.endFilling()
    return list
  }

  @Test("Added singly, at once or first one way and then the other, the list is the same", arguments: [0, 1, 63, 64, 65, 4_096, 5_000])
  func filling(filled: Int) {
    let list = list(5_000, filling: filled)
    #expect(list.count == 5_000 && list.keys == (0..<5_000).map { $0 * 7 })
    for key in 0..<5_000 {
      #expect(list.has(key * 7) && list[key: key * 7] == "value \(key)" && list.place(of: key * 7) == key && list[key] == "value \(key)")
      #expect(!list.has(key * 7 + 1))
    }
  }

  @Test("A key is added once, before filling ends and after it", arguments: [0, 50, 100])
  func once(filled: Int) {
    var list = list(100, filling: filled)
    for key in 0..<100 { #expect(!list.add("another", for: key * 7)) }
    #expect(list.count == 100 && list[key: 0] == "value 0")
    list.set("another", for: 0)
    list.set("new", for: 1)
    #expect(list.count == 101 && list[0] == "another" && list[100] == "new" && list.place(of: 1) == 100)
  }

  @Test("A copy that is taken while the list is being filled stays as it was")
  func copyWhileFilling() {
    var list = List()
    list.startFilling()
    for key in 0..<200 { #expect(list.add("value \(key)", for: key)) }
    var copy = list
    #expect(list.add("one", for: 200) && copy.add("other", for: 200) && copy.add("third", for: 201))
    #expect(list.count == 201 && list[200] == "one" && !list.has(201))
    #expect(copy.count == 202 && copy[200] == "other" && copy[key: 201] == "third")
  }
}
