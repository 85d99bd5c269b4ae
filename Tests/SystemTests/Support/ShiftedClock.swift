import Foundation

/// Another time than it is, for programs that are started in its environment.
enum ShiftedClock {
  /// The environment in which the system's clock says `seconds` more than it does.
  static func environment(seconds: Int) throws -> [String: String] {
    ["LD_PRELOAD": try library.get(), "HEARTH_CLOCK_SECONDS": "\(seconds)"]
  }

  /// `Clock/clock.c`, compiled beside the tests.
  private static let library = Result { () throws -> String in
    let library = Program.products + "/shifted-clock.so"
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/Clock/clock.c"
    // Who runs beside this must find it whole.
    let draft = library + ".\(ProcessInfo.processInfo.processIdentifier)"
    let compiler = try Program(
      path: "/usr/bin/env", ["clang", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-o", draft, source])
    guard try compiler.status() == 0 else { throw Unexpected("\(source) does not compile: \(try compiler.errors.all())") }
    guard rename(draft, library) == 0 else { throw Unexpected("\(library) cannot be named") }
    return library
  }
}
