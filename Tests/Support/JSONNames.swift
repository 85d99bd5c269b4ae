import SwiftProtobuf

/// What the library of the protocol calls fields in JSON.
public enum JSONNames {
  /// "memberId" of "member_id", by the library itself: a mask of fields is written in JSON with their names there.
  public static func library(_ name: String) throws -> String {
    String(try Google_Protobuf_FieldMask.with { $0.paths = [name] }.jsonString().dropFirst().dropLast())
  }
}
