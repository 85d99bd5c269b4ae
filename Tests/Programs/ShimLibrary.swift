import Foundation

/// A library in C that is loaded into a program before its own, compiled beside the tests.
package enum ShimLibrary {
  /// Compiles a file of C.
  ///
  /// - Parameters:
  ///   - name: what the library is called, without `.so`.
  ///   - source: the path of the file.
  /// - Returns: the library's path.
  package static func compiled(_ name: String, from source: String) throws -> String {
    let library = Program.products + "/\(name).so"
    // A test that runs at the same time must find the library whole.
    let draft = library + ".\(ProcessInfo.processInfo.processIdentifier)"
    let compiler = try Program(
      path: "/usr/bin/env", ["clang", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-o", draft, source])
    guard try compiler.status() == 0 else { throw Unexpected("\(source) does not compile: \(try compiler.errors.all())") }
    guard rename(draft, library) == 0 else { throw Unexpected("\(library) cannot be named") }
    return library
  }
}
