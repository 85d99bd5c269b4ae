import HearthServer

/// How often the server checks what it keeps.
enum CheckLimits: LimitTable {
  static let rows = [
    LimitRow(
      "scrub-seconds",
      """
      Time between two groups whose whole history is checked while the server runs, one group after the other, all in turn; what is \
      damaged is logged, and hearthd verify says more. 0: none is checked.
      """, in: "seconds", 0...ServerConfiguration.scrubSecondsMax,
      LimitPlace {
        Int(($0.scrubMilliseconds ?? 0) / 1_000)
      } set: {
        $0.scrubMilliseconds = $1 == 0 ? nil : Int64($1) * 1_000
      })
  ]
}
