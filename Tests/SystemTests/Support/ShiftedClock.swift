import Foundation

/// Another time than it is, for programs that are started in its environment.
enum ShiftedClock {
  /// The environment in which the system's clock says `seconds` more than it does.
  static func environment(seconds: Int) throws -> [String: String] {
    ["LD_PRELOAD": try library.get(), "HEARTH_CLOCK_SECONDS": "\(seconds)"]
  }

  /// `Clock/clock.c`, compiled beside the tests.
  private static let library = Result {
    try ShimLibrary.compiled(
      "shifted-clock", from: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/Clock/clock.c"
    )
  }
}
