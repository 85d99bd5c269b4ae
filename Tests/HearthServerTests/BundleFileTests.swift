import Foundation
import Glibc
import HearthServer
import Support
import Testing

/// How a bundle's file comes to be on the disk.
@Suite struct BundleFileTests {
  private func mode(_ path: String) throws -> UInt32 {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_mode & 0o7777
  }

  @Test("A bundle is its owner's alone, whatever a run before has left beside it, and nothing else is written", arguments: [false, true])
  func leftover(isLink: Bool) throws {
    let folder = try TemporaryFolder()
    let (path, elsewhere) = (folder.path + "/sharma.hearth", folder.path + "/elsewhere")
    try Data("theirs".utf8).write(to: URL(filePath: elsewhere))
    if isLink {
      try #require(symlink(elsewhere, path + ".part") == 0)
    } else {
      try Data("a longer leftover of a run before".utf8).write(to: URL(filePath: path + ".part"))
      try #require(chmod(path + ".part", 0o666) == 0)
      #expect(try mode(path + ".part") == 0o666)
    }
    try BundleFile.write(to: path) { (write) throws(ServerFailure) in try write(Array("whole".utf8)) }
    #expect(try mode(path) == 0o600)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "whole")
    #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "theirs")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["elsewhere", "sharma.hearth"])
  }

  @Test("What cannot be put away is named, and stays")
  func blocked() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/sharma.hearth"
    try FileManager.default.createDirectory(atPath: path + ".part", withIntermediateDirectories: false)
    let failure = #expect(throws: ServerFailure.self) {
      try BundleFile.write(to: path) { (write) throws(ServerFailure) in try write([1]) }
    }
    #expect(failure?.description.contains("sharma.hearth.part cannot be made") == true)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
