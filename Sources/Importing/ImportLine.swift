import HearthProtocol
import Ledger

/// What a line of a file says of an entry, or what is wrong with it.
public struct ImportLine: Sendable {
  /// What came of reading a line.
  public enum Outcome: Equatable, Sendable {
    /// An entry. The id is the one that the file gives it, if it does.
    case entry(EntryContent, id: EntryID?)
    /// Nothing to add; says why.
    case nothing(ImportFlaw)
    /// It cannot be read; says why.
    case problem(ImportFlaw)
  }

  /// Counted from 1.
  public var number: Int
  /// What tells this line from others: the same texts, the same entry.
  public var identity: [String] = []
  /// What it says.
  public var outcome: Outcome
  /// Whether the file does not say that it went out.
  public var isUndirected = false
  /// Whether its table says so of no line, and has no column of kinds, which may be left empty for an expense.
  public var isOfUndirectedTable = false
}
