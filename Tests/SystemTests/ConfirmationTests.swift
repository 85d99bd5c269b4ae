import Foundation
import Testing

/// What is asked before it is done (product row 66), on a terminal of its own and without one.
@Suite struct ConfirmationTests {
  private struct Home {
    private let base: AshasHome
    var asha: HearthProgram { base.asha }

    init() throws {
      base = try AshasHome()
      try asha.run("create", "Sharma Family", "--currency", "INR")
      try asha.run("member", "add", "Meera")
    }

    /// Runs `hearth member remove Meera` on a terminal where somebody types this; nil: where they end the input.
    func remove(typing answer: String?, _ options: String...) throws -> (status: Int32, output: String) {
      try TerminalCall.run(
        ["member", "remove", "Meera"] + options, answers: [answer ?? "\u{4}"], questions: ["yes or no: "], home: base.folder.path + "/Asha")
    }
  }

  @Test("product 66: on a terminal a member is removed only after a yes", arguments: ["yes\n", "Y\n"])
  func confirmed(_ answer: String) throws {
    let home = try Home()
    let (status, output) = try home.remove(typing: answer)
    #expect(status == 0 && output.contains("Remove Meera from Sharma Family?"), "\(output)")
    #expect(try !home.asha.run("members").contains("Meera"))
  }

  @Test("product 66: another answer, or none, removes nobody", arguments: ["no\n", "\n", "yesterday\n", nil])
  func notConfirmed(_ answer: String?) throws {
    let home = try Home()
    let (status, output) = try home.remove(typing: answer)
    #expect(status == 0 && output.contains("Nobody was removed."), "\(output)")
    #expect(try home.asha.run("members").contains("Meera"))
  }

  @Test("product 66: where nobody can be asked it is refused, with the remedy; --yes removes") func unattended() throws {
    let home = try Home()
    // Neither a yes from a pipe nor an empty input is somebody's answer.
    for answers in ["yes\n", ""] {
      let input = Pipe()
      try input.fileHandleForWriting.write(contentsOf: Data(answers.utf8))
      try input.fileHandleForWriting.close()
      let program = try home.asha.start(["member", "remove", "Meera"], input: input)
      #expect(try program.status() == 64)
      #expect(try program.errors.all().contains("--yes"))
    }
    #expect(try home.asha.run("members").contains("Meera"))
    try home.asha.run("member", "remove", "Meera", "--yes")
    #expect(try !home.asha.run("members").contains("Meera"))
  }
}
