import Foundation
import Support
import Testing

/// `hearth room` in real terminals.
@Suite struct RoomProgramTests {
  private let home: AshasHome
  private let ravi: HearthProgram

  init() throws {
    home = try AshasHome()
    ravi = HearthProgram(name: "Ravi", in: home.folder)
    try ravi.run("register", "--server", "\(home.server.url)", "--name", "Ravi")
    try home.asha.run("create", "Sharma Family", "--currency", "INR", "--time-zone", "UTC")
    let output = try home.asha.run("invite")
    guard let code = output.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/) else { throw Unexpected("no code in: \(output)") }
    try ravi.run("join", String(code.output.0))
  }

  private func room(_ name: String, _ arguments: [String] = ["room"], columns: Int = 100) throws -> PseudoTerminal {
    try PseudoTerminal("hearth", arguments, environment: ["HEARTH_HOME": home.folder.path + "/" + name], columns: columns)
  }

  /// The written text after the other screen was left and the cursor shown.
  private func isGivenBack(_ terminal: PseudoTerminal) -> Bool {
    terminal.written.hasSuffix("\u{1B}[2K\u{1B}[H\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")
  }

  @Test("Two rooms see each other's entries, and nothing is sent before it was shown")
  func twoRooms() throws {
    let asha = try room("Asha", [])
    let ravi = try room("Ravi")
    try asha.wait(for: "Ravi")
    try ravi.wait(for: "live")
    asha.type("groceries 1200 @asha @ravi")
    try asha.wait(for: "Enter sends it")
    try asha.wait(for: "Asha ₹600.00 · Ravi ₹600.00")
    #expect(try !home.asha.run("entries").contains("Groceries"))
    asha.type("\r")
    try ravi.wait(for: "Groceries")
    try ravi.wait(for: "you owe ₹600.00")
    ravi.type("tea 40")
    try ravi.wait(for: "Enter sends it")
    // Product N6: while he types she sees that he does, and not the whole amount.
    try asha.wait(for: "Ravi is entering Tea ₹4…")
    ravi.type("\r")
    try asha.wait(for: "Tea  ₹40.00")
    eventually("with the entry it is over") { !asha.screen.contains("Ravi is entering") }
    // All at once, with its Enter: it is shown first.
    ravi.type("milk 60\r")
    try ravi.wait(for: "Look at it, then press Enter again.")
    ravi.type("\u{15}")
    try ravi.wait(for: "? help")
    #expect(try !home.asha.run("entries").contains("Milk"))
    ravi.type("\u{3}")
    #expect(try ravi.status() == 0 && isGivenBack(ravi), "\(ravi.written.suffix(200).debugDescription)")
    asha.send(SIGTERM)
    #expect(try asha.status() == 0 && isGivenBack(asha))
    #expect(try home.asha.balances().values.sorted() == [-58_000, 58_000])
  }

  @Test("The room follows the terminal's size, and gives the screen back while it is stopped")
  func resizesAndStops() throws {
    let asha = try room("Asha")
    try asha.wait(for: "│")
    asha.resize(columns: 50, rows: 20)
    eventually("the side is folded away") { !asha.screen.contains("│") && asha.screen.contains("1 here") }
    asha.type("\u{1A}")
    eventually("the screen is given back") { asha.written.hasSuffix("\u{1B}[?1049l") }
    asha.send(SIGCONT)
    eventually("the room is shown again") { asha.written.contains("\u{1B}[?1049l\u{1B}[?1049h") && asha.screen.contains("1 here") }
    asha.type("?")
    try asha.wait(for: "dinner 450+320")
    asha.type("\u{4}")
    #expect(try asha.status() == 0 && isGivenBack(asha))
  }

  @Test("What is entered while the server is away waits here, and is sent when it is back")
  func waits() throws {
    let asha = try room("Asha")
    try asha.wait(for: "live")
    home.server.program.send(SIGSTOP)
    home.server.program.send(SIGKILL)
    try asha.wait(for: "connecting again")
    asha.type("milk 60")
    try asha.wait(for: "Enter sends it")
    asha.type("\r")
    try asha.wait(for: "1 waits")
    asha.type("\u{3}")
    #expect(try asha.status() == 0)
    let port = home.server.url.port
    let again = try ServerProgram(data: home.folder.path + "/data", ["--listen", "127.0.0.1:\(port)"])
    #expect(try home.asha.run("entries").contains("Milk"))
    again.program.send(SIGTERM)
    #expect(try again.program.status() == 0)
  }

  @Test("In Hindi, and without colours where none are wanted")
  func hindi() throws {
    let terminal = try PseudoTerminal(
      "hearth", ["room", "--language", "hi"], environment: ["HEARTH_HOME": home.folder.path + "/Asha", "NO_COLOR": "1"])
    try terminal.wait(for: "Enter")
    #expect(!terminal.written.contains("\u{1B}[0;3"), "a colour")
    terminal.type("\u{3}")
    #expect(try terminal.status() == 0)
  }

  @Test(
    "A verb that there is not gets a suggestion",
    arguments: [
      (["grups"], "Did you mean hearth groups?"), (["budget", "sett"], "Did you mean hearth budget set?"),
      (["search", "milk"], "Did you mean hearth entries --search?"), (["invite", "list"], "Did you mean hearth invites?"),
      (["pay", "Ravi", "-5"], "An amount has no sign: write 5."),
    ])
  func suggestion(_ words: [String], _ sentence: String) throws {
    let result = try Program.run("hearth", words)
    #expect(result.status == 64 && result.errors.contains(sentence), "\(result.errors)")
  }
}
