import TimeZones

/// Files of time zones (TZif): any bytes are read or refused, and what was read says an offset at every instant.
func fuzzTimeZone(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  var input = FuzzInput(bytes)
  var instant: Int64 = 0
  for _ in 0..<8 { instant = instant << 8 | Int64(input.byte()) }
  let file = Array(input.takeRest())
  guard let zone = try? ZoneFile(file) else { return }
  // Limit: RFC 9636 §3.2.
  let bounds = -26 * 3_600...26 * 3_600
  for instant in [instant, 0, .min, .max] {
    try expect(bounds.contains(zone.offset(at: instant)), "no place is 26 hours from UTC")
    try expect(zone.offset(at: instant) == zone.offset(at: instant), "an instant has one offset")
  }
  try expect((try? ZoneFile(Array(file.dropLast(file.count / 2)))) == nil || file.count < 2, "half a file is none")
}
