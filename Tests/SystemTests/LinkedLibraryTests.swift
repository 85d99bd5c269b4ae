import Foundation
import Testing

/// What the programs are linked with: libraries of the system, so that its security updates reach them, and no others.
@Suite struct LinkedLibraryTests {
  /// By name, the package of Debian that brings each: `make updates` asks whether one of them has a newer version.
  /// What is compiled in comes with the packages of Package.resolved.
  private static let reviewed = [
    "libssl.so.3": "libssl3", "libcrypto.so.3": "libssl3", "libz.so.1": "zlib1g", "libsqlite3.so.0": "libsqlite3-0",
    "libqrencode.so.4": "libqrencode4", "libpq.so.5": "libpq5",
  ]

  /// The shared libraries of a program, by name, with the path that the loader finds.
  private func libraries(of path: String) throws -> [String: String] {
    let run = try Program(path: "/usr/bin/env", ["ldd", path])
    guard try run.status() == 0 else { throw Unexpected("ldd \(path): \(try run.errors.all())") }
    var libraries: [String: String] = [:]
    for line in try run.output.all().split(separator: "\n") {
      let words = line.split(separator: " ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      guard words.count >= 3, words[1] == "=>" else { continue }
      libraries[words[0]] = words[2]
    }
    return libraries
  }

  /// Those that a release has to look after: not the C library and the runtimes, which come with the system and the
  /// compiler.
  private func isReviewed(_ name: String) -> Bool {
    let runtimes = [
      "libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so", "libresolv.so", "libutil.so", "libstdc++.so", "libgcc_s.so",
      "ld-linux", "libswift", "libFoundation", "lib_Foundation", "libdispatch",
      "libBlocksRuntime", "libTesting", "lib_Testing", "libXCTest",
    ]
    return !runtimes.contains { name.hasPrefix($0) }
  }

  @Test(
    "S10: the programs load OpenSSL, zlib, SQLite, libqrencode and libpq from the system, where its security updates reach them, and nothing else but what libpq loads"
  )
  func libraries() throws {
    var found: Set<String> = []
    for program in ["hearthd", "hearth"] {
      let loaded = try libraries(of: Program.products + "/" + program)
      // Debian's package of libpq depends on what it loads itself: Kerberos, LDAP.
      let brought = try loaded["libpq.so.5"].map { try libraries(of: $0) } ?? [:]
      for (name, path) in loaded where isReviewed(name) && (Self.reviewed[name] != nil || brought[name] == nil) {
        found.insert(name)
        #expect(Self.reviewed[name] != nil, "\(program) loads \(name), which no release looks at")
        #expect(["/lib/", "/usr/lib/"].contains { path.hasPrefix($0) }, "\(program) loads \(path)")
      }
    }
    #expect(found == Set(Self.reviewed.keys))
    // The verb asks for exactly these.
    let script = try String(contentsOf: Page.root.appendingPathComponent("deploy/updates.sh"), encoding: .utf8)
    for package in Set(Self.reviewed.values) { #expect(script.contains(package), "\(package)") }
  }
}
