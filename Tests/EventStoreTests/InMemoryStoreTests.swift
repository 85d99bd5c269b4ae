import EventStore
import HearthProtocol
import Testing

@Suite("The in-memory store")
struct InMemoryStoreTests {
  @Test("answers scripted failures once each, and changes nothing")
  func scriptedFailures() throws {
    let store = InMemoryStore()
    store.failNextAppend(with: .full)
    store.failNextAppend(with: .broken("script"))
    var writer = LogWriter(Samples.group(1))
    var other = LogWriter(Samples.group(2))
    let batches = [writer.batch(1), other.batch(1)]
    #expect(store.append(batches).map(\.failure) == [.full, .full])
    #expect(store.append(batches).map(\.failure) == [.broken("script"), .broken("script")])
    #expect(try store.groups().isEmpty)
    #expect(store.append(batches).map(\.failure) == [nil, nil])
  }
}
