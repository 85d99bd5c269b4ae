import Foundation
import Testing

/// `hearth create --wizard` with answers from a pipe.
@Suite struct WizardTests {
  /// Runs the wizard with answers, then the end of the input.
  private func wizard(
    _ home: AshasHome, _ answers: String, _ options: String...
  ) throws -> (status: Int32, output: String, errors: String) {
    let input = Pipe()
    try input.fileHandleForWriting.write(contentsOf: Data(answers.utf8))
    try input.fileHandleForWriting.close()
    let program = try home.asha.start(["create", "Sharma Family", "--currency", "INR", "--wizard"] + options, input: input)
    return (try program.status(), try program.output.all(), try program.errors.all())
  }

  @Test("product 25: the wizard sets budgets that come to the income, to the last unit")
  func sets() throws {
    let home = try AshasHome()
    let (status, output, errors) = try wizard(home, "85000.01\n50/30/20\n2=25000\nyes\n")
    #expect(status == 0, "\(errors)")
    #expect(output.contains("Needs    50 %  ₹42,500.01") && output.contains("₹500.00 left to assign"), "\(output)")
    #expect(output.contains("Budget Wants: ₹25,000.00 monthly."), "\(output)")
    let budgets = try home.asha.run("budgets", "--json").split(separator: "\n")
    #expect(budgets.count == 3 && budgets[0].contains("\"limitMinor\":\"4250001\""))
    #expect(try home.asha.run("group", "show").contains("₹85,000.01"))
  }

  @Test("With --json only JSON is on standard output")
  func json() throws {
    let home = try AshasHome()
    let (status, output, errors) = try wizard(home, "1000\n3\nyes\n", "--json")
    #expect(status == 0 && errors.contains("How is it to be divided?"))
    let lines = output.split(separator: "\n")
    #expect(lines.count == 4)
    for line in lines { #expect(throws: Never.self) { try JSONDecoder().decode([String: JSONValue].self, from: Data(line.utf8)) } }
  }

  @Test(
    "What makes no sense, and answers that end too early, set nothing and say so",
    arguments: [
      ("plenty\n50/30/20\nyes\n", "\"plenty\" is no amount"), ("1000\n1\n", "The answers ended too early."),
      ("1000\n1\n9=1\nyes\n", "There is no line 9"),
    ])
  func nonsense(_ answers: String, _ words: String) throws {
    let home = try AshasHome()
    let (status, _, errors) = try wizard(home, answers)
    #expect(status == 64 && errors.contains(words) && errors.contains("Sharma Family was made; no budgets were set."), "\(errors)")
    #expect(try home.asha.run("budgets").contains("There are no budgets yet."))
  }

  @Test func enterSetsNone() throws {
    let home = try AshasHome()
    let (status, output, _) = try wizard(home, "\n")
    #expect(status == 0 && output.contains("Sharma Family was made; no budgets were set."))
  }

  @Test("Ctrl-C leaves the group without budgets, and says so")
  func interrupted() throws {
    let home = try AshasHome()
    let input = Pipe()
    let program = try home.asha.start(["create", "Sharma Family", "--currency", "INR", "--wizard"], input: input)
    try input.fileHandleForWriting.write(contentsOf: Data("85000\n1\n".utf8))
    _ = try program.output.next(containing: "An emergency fund covers")
    program.send(SIGINT)
    #expect(try program.status() == 130)
    #expect(try program.errors.all().contains("Sharma Family was made; no budgets were set."))
    #expect(try home.asha.run("groups").contains("Sharma Family"))
    #expect(try home.asha.run("budgets").contains("There are no budgets yet."))
    try input.fileHandleForWriting.close()
  }
}
