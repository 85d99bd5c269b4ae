import CatalogueRunner
import Glibc

/// What the system says of a process.
struct ProcessFigures {
  /// User and system time, in seconds.
  var cpuSeconds: Double
  /// User time alone, in seconds.
  var userSeconds: Double
  /// Resident memory in bytes.
  var residentBytes: Int
  var threads: Int

  /// Reads /proc; nil when there is no such process.
  init?(pid: Int32) {
    guard let stat = KernelFile.text("/proc/\(pid)/stat"), let memory = KernelFile.text("/proc/\(pid)/statm") else { return nil }
    // proc(5): the name in parentheses may hold anything; utime and stime are fields 14 and 15, the 12th and 13th
    // behind it.
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    cpuSeconds = (user + system) / ticks
    userSeconds = user / ticks
    // num_threads is field 20.
    threads = fields.count > 17 ? Int(fields[17]) ?? 0 : 0
    let pages = memory.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    residentBytes = (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// The figures of some processes together; nil when one of them is gone, or there is none.
  init?(pids: [Int32]) {
    let all = pids.compactMap { ProcessFigures(pid: $0) }
    guard all.count == pids.count, var sum = all.first else { return nil }
    for one in all.dropFirst() {
      sum.cpuSeconds += one.cpuSeconds
      sum.userSeconds += one.userSeconds
      sum.residentBytes += one.residentBytes
      sum.threads += one.threads
    }
    self = sum
  }

  /// The most resident memory since the last `forgetPeak`, in bytes; nil when there is no such process.
  static func peakBytes(pid: Int32) -> Int? {
    // proc(5): "VmHWM:     41236 kB".
    guard let status = KernelFile.text("/proc/\(pid)/status"), let name = status.firstRange(of: "VmHWM:") else { return nil }
    return status[name.upperBound...].prefix { $0 != "\n" }.split { !$0.isNumber }.first.flatMap { Int($0) }.map { $0 << 10 }
  }

  /// Lets the most resident memory be what there is now (proc(5), clear_refs).
  ///
  /// - Returns: false when the system does not let us.
  static func forgetPeak(pid: Int32) -> Bool {
    guard let file = fopen("/proc/\(pid)/clear_refs", "w") else { return false }
    let isWritten = fputs("5", file) >= 0
    return fclose(file) == 0 && isWritten
  }

  /// How many descriptors the process has open; nil when that cannot be read.
  static func descriptors(pid: Int32) -> Int? { KernelFile.names(in: "/proc/\(pid)/fd")?.count }

  /// The threads of a process; none when there is no such process.
  static func threads(pid: Int32) -> [pid_t] { (KernelFile.names(in: "/proc/\(pid)/task") ?? []).compactMap { pid_t($0) } }

  /// CPU seconds that this process has used.
  static var own: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let micros = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(micros) / 1e6
  }

  /// Seconds of all processors together that went to other machines on the same host, since the start of this one.
  static var stolenSeconds: Double {
    // proc(5): user, nice, system, idle, iowait, irq, softirq and steal follow the word "cpu".
    let fields = KernelFile.text("/proc/stat")?.prefix { $0 != "\n" }.split(separator: " ") ?? []
    guard fields.count > 8, let stolen = Double(fields[8]) else { return 0 }
    return stolen / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
