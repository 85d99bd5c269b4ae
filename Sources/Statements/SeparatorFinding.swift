/// Finds what separates the fields of a file.
enum SeparatorFinding {
  private static let candidates: [UInt8] = Array(",;\t|~".utf8)
  // Limit: a preamble and some pages of lines show it.
  private static let sampleRows = 400

  /// The separator that makes titles of a line, or that most lines have the same number of.
  static func separator(of utf8: [UInt8], _ options: StatementOptions) throws(StatementFlaw) -> UInt8 {
    var best: (separator: UInt8, hasTitles: Bool, weight: Int)?
    for candidate in candidates where utf8.contains(candidate) {
      let rows: [TableRow]
      // What is too long with this one may be short enough with another.
      do throws(StatementFlaw) { rows = try RowReader.rows(utf8, separator: candidate, sampleRows: sampleRows) } catch { continue }
      let hasTitles = rows.contains { TableColumns.areTitles($0, options) || SharedReading.areTitles($0) }
      var counts: [Int: Int] = [:]
      for row in rows where row.fields.count > 1 && !row.isBlank { counts[row.fields.count, default: 0] += 1 }
      let weight = counts.map { ($0.key - 1) * $0.value }.max() ?? 0
      if let best, (best.hasTitles, best.weight) >= (hasTitles, weight) { continue }
      best = (candidate, hasTitles, weight)
    }
    return best?.separator ?? candidates[0]
  }
}

private func >= (left: (Bool, Int), right: (Bool, Int)) -> Bool { left.0 == right.0 ? left.1 >= right.1 : left.0 }
