import Glibc

/// Sabotage: of so many connections one leaves its descriptor and its objects behind, so that whoever looks for
/// leaks must find it.
struct Leak {
  private final class Object {
    let bytes = [UInt8](repeating: 1, count: 1024)
  }

  private let oneIn: Int
  private var count = 0
  private var objects: [Object] = []

  init(oneIn: Int) { self.oneIn = oneIn }

  var objectCount: Int { objects.count }

  /// A connection has ended.
  mutating func note() {
    count += 1
    guard count % oneIn == 0 else { return }
    objects.append(Object())
    _ = open("/dev/null", O_RDONLY | O_CLOEXEC)
  }
}
