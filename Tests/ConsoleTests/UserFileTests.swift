import Foundation
import Glibc
import Support
import Testing

@testable import Console

/// Files that the user names hold people's money: the user alone may read them.
@Suite struct UserFileTests {
  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test("What is written into a folder that others may read is the user's alone, also over a file and a part that others could read")
  func ownerAlone() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let (path, part) = (folder.path + "/entries.csv", folder.path + "/entries.csv.part")
    #expect(chmod(folder.path, 0o755) == 0)
    try UserFile.replace(Array("one".utf8), at: path)
    #expect(mode(path) == 0o600)
    for other in [path, part] {
      try Data("old, and longer than what follows".utf8).write(to: URL(filePath: other))
      #expect(chmod(other, 0o644) == 0 && mode(other) == 0o644, "the control")
    }
    try UserFile.replace(Array("two".utf8), at: path)
    #expect(try mode(path) == 0o600 && String(contentsOfFile: path, encoding: .utf8) == "two")
    #expect(mode(part) == nil, "nothing is left beside it")
    let receipt = folder.path + "/bill.jpg"
    try UserFile.write([1, 2], to: receipt, replaces: false)
    #expect(mode(receipt) == 0o600)
    let refused = try #require(throws: ConsoleFailure.self) { try UserFile.write([3], to: receipt, replaces: false) }
    #expect(try refused.status == 1 && Data(contentsOf: URL(filePath: receipt)) == Data([1, 2]), "what is there stays")
    try UserFile.write([3], to: receipt, replaces: true)
    #expect(try mode(receipt) == 0o600 && Data(contentsOf: URL(filePath: receipt)) == Data([3]))
  }

  @Test("A part that is a link to somewhere else is not followed")
  func link() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let (path, elsewhere) = (folder.path + "/entries.csv", folder.path + "/elsewhere")
    try Data("kept".utf8).write(to: URL(filePath: elsewhere))
    #expect(symlink(elsewhere, path + ".part") == 0)
    try UserFile.replace(Array("one".utf8), at: path)
    #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "kept")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one" && mode(path) == 0o600)
  }
}
