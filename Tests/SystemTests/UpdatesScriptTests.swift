import Foundation
import Programs
import Support
import Testing

/// `make updates` with an apt, an ldd and a swift that answer what the test says: the real ones answer something else
/// each week.
@Suite struct UpdatesScriptTests {
  private struct Answer {
    var newerPackage = ""
    var packages = "0 dependencies have changed."
    var hasNetwork = true
  }

  /// What the script ends with, says and complains of.
  private func updates(_ answer: Answer) throws -> (status: Int32, output: String, errors: String) {
    let folder = try TemporaryFolder()
    let programs = [
      "sudo": "exec \"$@\"",
      // A release may have been built or not.
      "ldd": "exit 0",
      "apt-get": answer.hasNetwork ? "exit 0" : "exit 100",
      "apt-cache": """
      echo "$2:"; echo "  Installed: 3.0.1-1"
      if [[ $2 == "\(answer.newerPackage)" ]]; then echo "  Candidate: 3.0.1-1+deb12u1"; else echo "  Candidate: 3.0.1-1"; fi
      """,
      "swift": "echo '\(answer.packages)'",
    ]
    for (name, script) in programs {
      let path = folder.path + "/" + name
      try Data("#!/usr/bin/env bash\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let usual = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let script = Page.root.appendingPathComponent("deploy/updates.sh").path
    let run = try Program(path: script, [], environment: ["PATH": folder.path + ":" + usual, "SHOW": ""])
    return (try run.status(), try run.output.all(), try run.errors.all())
  }

  @Test("S10: nothing is outstanding where Debian and the Swift packages have nothing newer")
  func nothing() throws {
    let told = try updates(Answer())
    #expect(told.status == 0 && told.output.contains("libssl3 3.0.1-1: nothing newer"))
    #expect(told.output.contains("Swift packages: nothing newer"))
  }

  @Test("S10: a newer version of a linked library is named, with what to do, and the script fails")
  func library() throws {
    let told = try updates(Answer(newerPackage: "libssl3"))
    #expect(told.status == 1 && told.output.contains("libssl3 3.0.1-1: 3.0.1-1+deb12u1 is there and not installed"))
    #expect(told.output.contains("zlib1g 3.0.1-1: nothing newer") && told.errors.contains("apt-get upgrade"))
  }

  @Test("S10: a newer Swift package is named, and the script fails")
  func package() throws {
    let told = try updates(Answer(packages: "1 dependency has changed:\n~ swift-nio 2.80.0 -> swift-nio 2.81.0"))
    #expect(told.status == 1 && told.output.contains("swift-nio 2.81.0") && told.errors.contains("swift package update"))
  }

  @Test("S10: without a network nothing is said to be up to date")
  func offline() throws {
    let told = try updates(Answer(hasNetwork: false))
    #expect(told.status == 2 && told.errors.contains("Is there a network?") && !told.output.contains("nothing newer"))
  }
}
