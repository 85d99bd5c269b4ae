/// What the group says of itself.
public struct GroupSettings: Sendable, Equatable {
  /// 1 to 50 characters.
  public internal(set) var name: String
  /// What entries and budgets use unless they say otherwise.
  public internal(set) var currency: Currency
  /// IANA name; decides what day it is in the group.
  public internal(set) var timeZone: String
  /// Symbol name for apps, kept verbatim; may be empty.
  public internal(set) var icon: String
  /// May be empty.
  public internal(set) var description: String
  /// How many members fit.
  public internal(set) var membersMax: Int
  /// When the group was created, milliseconds since 1970.
  public let createdAt: Int64
}
