import Foundation
import Glibc

/// What the system says of this process.
struct ProcessFigures: Sendable {
  /// Nanoseconds of processors' time.
  var processorNanoseconds = 0
  var residentBytes = 0
  var virtualBytes = 0
  var descriptors = 0
  var descriptorsMax = 0
  /// Milliseconds since 1970.
  var startedAt: Int64

  /// Asks the system; what it does not say stays 0.
  static func read(startedAt: Int64) -> ProcessFigures {
    var figures = ProcessFigures(startedAt: startedAt)
    var time = timespec()
    if clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 {
      figures.processorNanoseconds = time.tv_sec &* 1_000_000_000 &+ time.tv_nsec
    }
    // proc(5): pages, the whole size first and then what is resident.
    let pages = ((try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? "").split(separator: " ").compactMap { Int($0) }
    let pageBytes = sysconf(Int32(_SC_PAGESIZE))
    if pages.count >= 2, pageBytes > 0 {
      figures.virtualBytes = pages[0].multipliedReportingOverflow(by: pageBytes).partialValue
      figures.residentBytes = pages[1].multipliedReportingOverflow(by: pageBytes).partialValue
    }
    figures.descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
    figures.descriptorsMax = DescriptorLimit.current
    return figures
  }
}
