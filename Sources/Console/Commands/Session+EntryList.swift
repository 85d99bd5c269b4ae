import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// `hearth entries`: entries as they now stand, those added last first.
  public func showEntries(_ wish: EntriesWish, group: String?) throws(ConsoleFailure) {
    let view = try follow(try self.group(group))
    let request = try Self.reading { () throws(ArgumentFault) in try wish.request(in: view) }
    let (entries, next) = try entries(request, limit: Int(wish.limit), of: view)
    show(
      Screens.entries(entries, next: next, view, terminal.theme), json: Screens.json(entries, next: next, view.state.shared))
  }

  /// As the server answers `read_entries`, from the state that is here: as many pages as it takes.
  ///
  /// - Returns: next: what goes on with the list as `before`; 0 when it is at its end.
  private func entries(
    _ request: ReadEntries, limit: Int, of view: GroupView
  ) throws(ConsoleFailure) -> (entries: [EntryState], next: UInt64) {
    var request = request
    var entries: [EntryState] = []
    repeat {
      request.limit = UInt32(clamping: limit - entries.count)
      do throws(Rejection) {
        let page = try view.state.entries(request)
        entries += page.entries.compactMap { EntryID($0.entry.entryID).flatMap { view.state.shared.entries[$0] } }
        request.before = page.next
      } catch {
        var failure = ConsoleFailure(error)
        failure.status = 64
        throw failure
      }
    } while request.before != 0 && entries.count < limit
    return (entries, request.before)
  }
}
