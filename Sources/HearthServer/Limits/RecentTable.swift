/// Remembers something of each key that was lately seen, and forgets what has not been touched for a while.
///
/// There are two generations. The older is dropped whole, at no cost per key: its keys were untouched for the span of
/// remembering at least, or, when there are too many keys, longer than all that is kept.
struct RecentTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let keysMax: Int
  private let spanMilliseconds: Int64
  private var recent: [Key: Value] = [:]
  private var older: [Key: Value] = [:]
  private var turnedAt: Int64?

  // Limit: keys remembered by each table; then the longest untouched half is forgotten.
  static var keysMaxDefault: Int { 100_000 }

  /// - Parameters:
  ///   - keysMax: how many keys are remembered at most; at least 2.
  ///   - spanMilliseconds: how long an untouched key has to be remembered.
  init(keysMax: Int = Self.keysMaxDefault, spanMilliseconds: Int64) {
    self.keysMax = keysMax
    self.spanMilliseconds = spanMilliseconds
  }

  /// The keys remembered.
  var count: Int { recent.count + older.count }

  /// Touches a key.
  ///
  /// - Parameters:
  ///   - now: monotonic milliseconds.
  ///   - fresh: what a key starts with that is not remembered.
  mutating func touch<Result>(_ key: Key, now: Int64, fresh: @autoclosure () -> Value, _ body: (inout Value) -> Result) -> Result {
    sweep(now: now)
    if recent[key] == nil {
      if recent.count >= keysMax / 2 { turn(now) }
      recent[key] = older.removeValue(forKey: key)
    }
    return body(&recent[key, default: fresh()])
  }

  /// Whether the key is remembered; touches nothing.
  func contains(_ key: Key) -> Bool { recent[key] != nil || older[key] != nil }

  /// What is remembered of the key; touches nothing.
  subscript(key: Key) -> Value? { recent[key] ?? older[key] }

  /// Forgets what has been untouched for long enough. To be called now and then, so that memory comes back when nobody
  /// comes.
  mutating func sweep(now: Int64) {
    guard let turnedAt else { return self.turnedAt = now }
    if now - turnedAt >= spanMilliseconds, !(recent.isEmpty && older.isEmpty) { turn(now) }
  }

  private mutating func turn(_ now: Int64) {
    older = recent
    recent = [:]
    turnedAt = now
  }
}
