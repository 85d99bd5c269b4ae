import HearthProtocol
import Ledger

/// A record that people name by its description or its id.
protocol NamedRecord {
  var id: EntryID { get }
  var description: String { get }
  var date: CivilDate { get }
}

extension EntryState: NamedRecord {}
extension SpendingState: NamedRecord {}
extension AccountEntryState: NamedRecord {}

/// Finds entries and other records by what people call them.
enum RecordNames {
  /// The record with this end of an id, the last one for "last", or the one whose description this is.
  ///
  /// - Parameters:
  ///   - nothing: the flaw when no record has the name.
  ///   - several: the flaw when several records have it, from their number and a list of the newest five.
  ///   - severalByPart: the same of records in whose description the text stands; nil: only whole descriptions count.
  static func find<Records: BidirectionalCollection>(
    _ text: String, in records: Records, nothing: () -> ArgumentFlaw, several: (Int, String) -> ArgumentFlaw,
    severalByPart: ((Int, String) -> ArgumentFlaw)? = nil
  ) throws(ArgumentFlaw) -> Records.Element where Records.Element: NamedRecord {
    let wanted = text.lowercased()
    if wanted == "last", let last = records.last { return last }
    // Limit: an end of fewer digits would often be that of several.
    let byID = wanted.utf8.count >= 4 ? records.filter { $0.id.description.hasSuffix(wanted) } : []
    let found = byID.isEmpty ? records.filter { $0.description.lowercased() == wanted } : byID
    if found.count == 1 { return found[0] }
    func list(_ records: [Records.Element]) -> String {
      records.suffix(5).map { "\($0.id.description.suffix(6)) (\($0.date))" }.joined(separator: ", ")
    }
    guard found.isEmpty else { throw several(found.count, list(found)) }
    guard let severalByPart, !wanted.isEmpty else { throw nothing() }
    let having = records.filter { $0.description.lowercased().contains(wanted) }
    if having.count == 1 { return having[0] }
    throw having.isEmpty ? nothing() : severalByPart(having.count, list(having))
  }
}
