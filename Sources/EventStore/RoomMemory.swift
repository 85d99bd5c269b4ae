/// What a room remembers beyond its log, which goes with it from server to server.
public enum RoomMemory {
  /// Limit: how long a store keeps it, in seconds; no connection lives as long without a word (SPEC HS-07, CM-14).
  public static let seconds: Int64 = 60
}
