import HearthClient
import HearthProtocol
import Importing

extension GroupView {
  /// Names those who share an entry that names nobody, as the user has seen them.
  ///
  /// - Parameter now: milliseconds since 1970.
  func fillSplit(of content: inout EntryContent, at now: Int64) { state.shared.fillSplit(of: &content, at: now) }

  /// The same of an edit that says anew how its entry divides.
  func fillSplit(of changes: inout EntryChanges, at now: Int64) { state.shared.fillSplit(of: &changes, at: now) }
}
