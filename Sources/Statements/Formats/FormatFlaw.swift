import Ledger

/// What can be wrong with a file in one of the banks' own formats, besides what can be wrong with any.
public enum FormatFlaw: Equatable, Sendable {
  /// The file stops within a statement: it was cut off on its way.
  case endsEarly
  /// There is no statement of an account in the file.
  case noStatement
  /// It is a message of ISO 20022, but no statement; carries its element's name.
  case otherMessage(String)
  /// More elements than `XMLReader.elementsMax`.
  case tooManyElements
  /// A name longer than `XMLReader.nameBytesMax`, or more attributes than `XMLReader.attributesMax`.
  case tagTooLong
  /// A page of a statement opens with another amount than the page before it closed with.
  case pageMissing
  /// The parts of a split do not add up to its amount.
  case partsDiffer(partsMinor: Int64, minor: Int64, Currency)
  /// The bank takes back or replaces a record of an earlier file; carries that record's reference.
  case correctsEarlier(String)
  /// The file itself takes it back elsewhere.
  case takenBack
  /// A security or something else that is no money of the account.
  case noMoney
}
