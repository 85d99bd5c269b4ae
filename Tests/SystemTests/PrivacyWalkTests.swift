import Foundation
import HearthClient
import Support
import Testing

/// Aliases, hidden amounts, the passphrase lock and the quick way out, with the programs as built.
@Suite struct PrivacyWalkTests {
  private struct Family {
    let base: AshasHome
    let asha: HearthProgram
    let ravi: HearthProgram
    var folder: String { base.folder.path }

    init() throws {
      base = try AshasHome()
      asha = base.asha
      try asha.run("create", "Sharma Family", "--currency", "INR")
      let invite = try asha.run("invite", "--role", "adult")
      let code = try #require(invite.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).output.0
      ravi = HearthProgram(name: "Ravi", in: base.folder)
      try ravi.run("register", "--server", "\(base.server.url)", "--name", "Ravi")
      try ravi.run("join", "\(code)")
      try asha.run("add", "600", "Rice")
    }
  }

  /// Every file below a folder.
  private func bytes(below path: String) throws -> Data {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    return names.reduce(into: Data()) { all, name in all += (try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))) ?? Data() }
  }

  @Test("products 63, 64, 65 and 168: an alias is shown on every screen of one device, typed in commands, and seen by nobody else")
  func aliases() throws {
    let family = try Family()
    let first = try family.asha.run("alias", "@ravi", "Bhai")
    #expect(first.hasPrefix("Only this device keeps your aliases") && first.hasSuffix("Ravi is shown as Bhai on this device."))
    #expect(try family.asha.run("alias", "me", "Queen") == "Asha is shown as Queen on this device.", "said once")
    #expect(try family.asha.run("alias").contains("Ravi  →  Bhai"))
    for verb in [
      ["members"], ["balances"], ["balances", "--explain"], ["history"], ["feed", "--for", "1s"], ["dash"], ["can", "bhai", "add"],
    ] {
      let program = try family.asha.start(verb)
      #expect(try program.status() == 0)
      let output = try program.output.all()
      #expect(output.contains("Bhai") || output.contains("Queen"), "\(verb): \(output)")
      #expect(!output.contains("Ravi") && !output.contains("Asha"), "\(verb): \(output)")
    }
    try family.asha.run("pay", "@bhai", "5")
    // Nothing that is sent, exported or written for programs has it.
    let bundle = family.folder + "/household.hearth"
    try family.asha.run("export", "--bundle", bundle)
    try family.asha.run("export", "--csv", family.folder + "/entries.csv")
    for file in [bundle, family.folder + "/entries.csv"] {
      let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(permissions == 0o600, "\(file) is the user's alone, like all that is exported")
    }
    for name in ["Bhai", "Queen"] {
      #expect(try bytes(below: family.folder + "/data").range(of: Data(name.utf8)) == nil, "the server's data")
      #expect(try Data(contentsOf: URL(fileURLWithPath: bundle)).range(of: Data(name.utf8)) == nil)
      #expect(try !String(contentsOfFile: family.folder + "/entries.csv", encoding: .utf8).contains(name))
      for verb in [["members", "--json"], ["balances", "--json"], ["history", "--json"], ["dash", "--json"]] {
        let program = try family.asha.start(verb)
        #expect(try program.status() == 0)
        #expect(try !program.output.all().contains(name), "\(verb)")
      }
      #expect(try !family.ravi.run("members").contains(name))
      #expect(try bytes(below: family.folder + "/Asha").range(of: Data(name.utf8)) != nil, "the control: it is on this device")
    }
    #expect(try family.asha.run("alias", "Bhai", "--remove") == "Ravi is shown by that name again.")
    #expect(try family.asha.run("members").contains("Ravi"))
  }

  @Test("product 163: amounts are hidden once, or for good, and JSON has them")
  func amounts() throws {
    let family = try Family()
    #expect(try family.asha.run("balances").contains("₹300.00"))
    let hidden = try family.asha.run("balances", "--hide-amounts")
    #expect(hidden.contains("•••") && !hidden.contains("300"))
    let both = try family.asha.start("balances", "--hide-amounts", "--json")
    #expect(try both.status() == 64)
    try family.asha.run("amounts", "hide")
    for verb in [["balances"], ["history"], ["feed", "--for", "1s"], ["entries"], ["dash"], ["add", "40", "Tea"]] {
      let program = try family.asha.start(verb)
      #expect(try program.status() == 0)
      let output = try program.output.all()
      #expect(output.contains("•••") && !output.contains(/₹[0-9]/), "\(verb): \(output)")
    }
    #expect(try family.asha.run("balances", "--no-hide-amounts").contains("₹320.00"))
    #expect(try family.asha.run("balances", "--json").contains("32000"))
    #expect(try family.asha.run("balances", "--language", "hi").contains("•••"))
    try family.asha.run("amounts", "show")
    #expect(try family.asha.run("balances").contains("₹320.00"))
  }

  @Test("product N6: what is typed in the room and what others type is shown or not, as is kept on this device")
  func drafts() throws {
    let family = try Family()
    #expect(try family.asha.run("drafts").contains("others see that you are entering something"))
    let hidden = try family.asha.run("drafts", "hide")
    #expect(hidden.contains("Nobody sees what you are entering") && hidden.contains("You see what others are entering"), "\(hidden)")
    #expect(try family.asha.run("drafts", "--others", "hide", "--json") == #"{"drafts":"hide","others":"hide"}"#)
    #expect(try family.asha.run("drafts", "show", "--json") == #"{"drafts":"show","others":"hide"}"#)
    #expect(try family.ravi.run("drafts", "--json") == #"{"drafts":"show","others":"show"}"#)
    #expect(try family.asha.start("drafts", "perhaps").status() != 0)
  }

  @Test("product N11: quick-exit needs neither profile nor server, and writes nothing but what clears")
  func quickExit() throws {
    let folder = try TemporaryFolder()
    let program = try HearthProgram(name: "Nobody", in: folder).start("quick-exit")
    #expect(try program.status() == 0)
    #expect(try program.output.all().replacing("\n", with: "").hasSuffix("\u{1B}[200;1H\u{1B}[2K\u{1B}[H\u{1B}[2J\u{1B}[3J\u{1B}[H"))
    #expect(try program.errors.all() == "")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/Nobody"))
  }

  @Test("product N11: quick-exit has tmux and screen forget what scrolled away, and screen keeps as much as before from then on")
  func quickExitHistory() throws {
    let folder = try TemporaryFolder()
    // What stands for them writes down what it is asked.
    for (name, answer) in [("tmux", ""), ("screen", "(1,8)/(60,8)+1024 +flow UTF-8 0(bash)")] {
      let script = "#!/bin/sh\necho \"\(name) $*\" >>'\(folder.path)/asked'\nprintf '%s' '\(answer)'\n"
      try Data(script.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/" + name)
    }
    let path = folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    let there = ["PATH": path, "TMUX": "/tmp/tmux-0/default,1,0", "TMUX_PANE": "%3", "STY": "77.pts-0.home", "WINDOW": "2"]
    let program = try Program("hearth", ["quick-exit"], environment: there)
    #expect(try program.status() == 0 && program.errors.all().isEmpty)
    let asked = try String(contentsOfFile: folder.path + "/asked", encoding: .utf8)
    #expect(
      asked == """
        tmux clear-history -t %3
        screen -S 77.pts-0.home -p 2 -Q info
        screen -S 77.pts-0.home -p 2 -X scrollback 0
        screen -S 77.pts-0.home -p 2 -X scrollback 1024

        """)
  }

  @Test("product 163: a locked device says nothing without the passphrase, and all with it; the lock ends again")
  func lock() throws {
    let family = try Family()
    let home = family.folder + "/Asha"
    try family.asha.run("alias", "ravi", "Bhai")
    struct Kept: Decodable { var token: String }
    let token = try JSONDecoder().decode(Kept.self, from: Data(contentsOf: URL(fileURLWithPath: home + "/profile.json"))).token
    let secrets = [token, "Bhai", "Sharma Family", "Rice"]
    func readable() throws -> [String] {
      let all = try bytes(below: home)
      return secrets.filter { all.range(of: Data($0.utf8)) != nil }
    }
    #expect(try readable() == secrets, "the control")
    func run(_ passphrase: String?, _ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
      var environment = ["HEARTH_HOME": home, "NO_COLOR": "1"]
      environment["HEARTH_PASSPHRASE"] = passphrase
      // Nobody can be asked: a session of its own has no terminal.
      let program = try Program(
        path: "/usr/bin/setsid", ["--wait", Program.products + "/hearth"] + arguments, environment: environment)
      return (try program.status(), try program.output.all(), try program.errors.all())
    }
    #expect(try run("short", "lock").status == 1)
    #expect(try run(nil, "lock").status == 1 && readable() == secrets)
    let locked = try run("four green boats", "lock")
    #expect(locked.status == 0 && locked.errors.contains("Nobody can recover it"), "\(locked)")
    #expect(try readable() == [])
    for passphrase in [nil, "four green boat"] {
      let failed = try run(passphrase, "members")
      #expect(failed.status == 1 && failed.output.isEmpty, "\(failed)")
      #expect(failed.errors.contains(passphrase == nil ? "no passphrase was given" : "The passphrase is wrong."))
      #expect(try run(passphrase, "lock", "--remove").status == 1)
    }
    #expect(try run("four green boats", "members").output.contains("Bhai"))
    #expect(try run("four green boats", "add", "40", "Tea").output.contains("Tea"))
    #expect(try readable() == [])
    #expect(try run("four green boats", "lock").status == 1, "it is locked already")
    #expect(try run("four green boats", "lock", "--remove").status == 0)
    #expect(try readable() == secrets)
    #expect(try family.asha.run("members").contains("Bhai"))
  }

  @Test("product 163: on a terminal the passphrase is asked for twice, and is not shown")
  func typed() throws {
    let family = try Family()
    func lock(_ answers: [String], _ arguments: [String]) throws -> (status: Int32, output: String) {
      try TerminalCall.run(
        arguments, answers: answers, questions: ["passphrase: ", "Passphrase: ", "again: "], home: family.folder + "/Asha")
    }
    let other = try lock(["four green boats\r", "four green boat\r"], ["lock"])
    #expect(other.status == 64 && other.output.contains("The two passphrases differ"), "\(other)")
    #expect(try lock(["\u{3}"], ["lock"]).status == 1, "Ctrl-C")
    let locked = try lock(["four green boatx\u{7F}s\r", "four green boats\r"], ["lock"])
    #expect(locked.status == 0 && !locked.output.contains("green"), "\(locked)")
    let members = try lock(["four green boats\r"], ["members"])
    #expect(members.status == 0 && members.output.contains("Ravi") && !members.output.contains("green"), "\(members)")
  }

  @Test("products 164 and 167: privacy says who reads what and whom to call; the resources need nothing")
  func privacy() throws {
    let family = try Family()
    let shown = try family.asha.run("privacy")
    for part in ["Who reads what in Sharma Family", "Ravi", "hearth export --bundle FILE", "1-800-799-7233", "181", "112", "this device"] {
      #expect(shown.contains(part), "\(part): \(shown)")
    }
    #expect(try family.asha.run("privacy", "--language", "hi").contains("1-800-799-7233"))
    #expect(try family.asha.run("privacy", "--json").contains("\"shared\":\"lane\""))
    try HearthProgram.setOnline(false, "Asha", in: family.base.folder, family.base.server.url)
    #expect(try family.asha.run("privacy").contains("not known without a connection"))
    // It needs the server's answer, and says that there is none.
    for verb in ["separate", "rejoin"] {
      let failed = try family.asha.start(["privacy", verb] + (verb == "separate" ? ["--yes", "--to", family.folder + "/taken"] : []))
      #expect(try failed.status() == 2)
      #expect(try failed.errors.all().contains("cannot be reached"), "\(verb)")
    }
    let nobody = try HearthProgram(name: "Nobody", in: family.base.folder).run("privacy", "--resources")
    #expect(nobody.contains("1-800-799-7233"))
  }
}
