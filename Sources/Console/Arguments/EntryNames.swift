import HearthProtocol
import Ledger

/// Finds entries by what people call them.
public struct EntryNames {
  private let shared: SharedState

  /// The entries of this group.
  public init(_ shared: SharedState) { self.shared = shared }

  /// The entry with this id or end of an id, the last one for "last", or the one whose description this is.
  public func find(_ text: String) throws(ArgumentFlaw) -> EntryState {
    if let entry = EntryID(text).flatMap({ shared.entries[$0] }) { return entry }
    return try RecordNames.find(
      text, in: shared.entries,
      nothing: {
        ArgumentFlaw(
          "No entry is called \"\(text.printable)\". Name it by its description, the end of its id, or last.",
          "\"\(text.printable)\" नाम की कोई प्रविष्टि नहीं है। उसका विवरण, उसकी पहचान का अंत या last लिखें।"
        ).naming(.notFound)
      },
      several: { count, list in
        ArgumentFlaw(
          "\(count) entries are called \"\(text.printable)\". Name the one you mean by the end of its id: \(list).",
          "\"\(text.printable)\" नाम की \(count) प्रविष्टियाँ हैं। जो चाहिए उसकी पहचान का अंत लिखें: \(list)।")
      })
  }
}
