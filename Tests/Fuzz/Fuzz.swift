import FuzzMemory
import FuzzUnits
import Glibc

/// Runs one unit under libFuzzer, which reads the arguments. The unit's name stands in the environment, because
/// libFuzzer starts this program again with arguments of its own.
@main
struct Fuzz {
  fileprivate static let unit: FuzzUnit = {
    let name = getenv("FUZZ_UNIT").map { String(cString: $0) } ?? ""
    if let unit = (FuzzUnit.all + FuzzUnit.controls).first(where: { $0.name == name }) { return unit }
    complain("FUZZ_UNIT is one of: \((FuzzUnit.all + FuzzUnit.controls).map(\.name).joined(separator: " "))")
    exit(2)
  }()

  /// Limit: nanoseconds of processor time for one input. libFuzzer's own limit counts the time of others on a busy
  /// machine.
  fileprivate static let inputNanosecondsMax: Int64 = 1_000_000_000
  // Safety: libFuzzer gives one input after the other on the thread that called its driver, the main one, on which
  // `atexit` runs as well.
  nonisolated(unsafe) fileprivate static var longestNanoseconds: Int64 = 0

  static func main() {
    if getenv("FUZZ_UNIT").map({ String(cString: $0) }) == "codec" { return CodecPipe.run() }
    guard fuzz_memory_keep_lookups_apart() == 1 else {
      complain("OpenSSL was used before its memory could be arranged, or 64 MiB of addresses are not to be had")
      exit(2)
    }
    // What is made once, such as certificates, is made before the time of an input counts.
    fuzz_memory_begin_keeping()
    _ = try? unit.run(UnsafeRawBufferPointer(start: nil, count: 0))
    fuzz_memory_end_keeping()
    atexit { complain("stat::longest_input_us:           \(Fuzz.longestNanoseconds / 1_000)") }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments, testOneInput))
  }
}

/// libFuzzer's driver, which comes with `-sanitize=fuzzer`.
@_extern(c, "LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Takes one input; libFuzzer keeps what ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let start = processorTime()
  do throws(Violation) {
    try Fuzz.unit.run(UnsafeRawBufferPointer(start: bytes, count: count))
  } catch {
    complain("Violation: \(error)")
    abort()
  }
  let taken = processorTime() - start
  if taken > Fuzz.longestNanoseconds { Fuzz.longestNanoseconds = taken }
  if taken > Fuzz.inputNanosecondsMax {
    complain("Violation: an input is read within a second, this one in \(taken / 1_000_000) ms")
    abort()
  }
  return 0
}

/// Nanoseconds that this thread has run.
private func processorTime() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

private func complain(_ text: String) {
  let line = text + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
