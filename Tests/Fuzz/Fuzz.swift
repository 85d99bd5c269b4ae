import FuzzUnits
import Glibc

/// Runs one unit under libFuzzer, which reads the arguments. The unit's name stands in the environment, because libFuzzer starts this
/// program again with arguments of its own.
@main
struct Fuzz {
  fileprivate static let unit: FuzzUnit = {
    let name = getenv("FUZZ_UNIT").map { String(cString: $0) } ?? ""
    if let unit = (FuzzUnit.all + FuzzUnit.controls).first(where: { $0.name == name }) { return unit }
    complain("FUZZ_UNIT is one of: \((FuzzUnit.all + FuzzUnit.controls).map(\.name).joined(separator: " "))")
    exit(2)
  }()

  static func main() {
    if getenv("FUZZ_UNIT").map({ String(cString: $0) }) == "codec" { return CodecPipe.run() }
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
  do throws(Violation) {
    try Fuzz.unit.run(UnsafeRawBufferPointer(start: bytes, count: count))
  } catch {
    complain("Violation: \(error)")
    abort()
  }
  return 0
}

private func complain(_ text: String) {
  let line = text + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
