/// The limits of files that are read.
public enum StatementLimits {
  // Limit: a hundred years of ten entries a day, each with the longest texts, is more than this; nobody keeps that in
  // one file.

  /// The largest file, in bytes.
  public static let fileBytesMax = 16 << 20
  // Limit: thirty years of ten entries a day.

  /// Lines or records of a file.
  public static let linesMax = 100_000
  // Limit: a bank's longest text has a few hundred characters, and its lines some thirty columns.

  /// Bytes of one record, line breaks within quotation marks included.
  public static let lineBytesMax = 64 << 10
  // Limit: as many people as a group can have, and what else there may be of an entry.

  /// Fields of one record.
  public static let fieldsMax = 200
}
