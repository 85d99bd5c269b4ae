import Foundation
import Support
import Testing

/// `deploy/notify/hearth-notify`, the example of a program for notices (docs/operating.md), with what it runs replaced.
@Suite struct NoticeExampleTests {
  /// Programs that keep their words and their input.
  private static let fakes = ["curl", "sendmail"]

  /// Gives the example one notice.
  ///
  /// - Returns: its status, and the words and the input of each program that it ran.
  private func run(_ notice: [String: String], status: Int = 0) throws -> (status: Int32, ran: [String: (words: [String], input: String)]) {
    let folder = try TemporaryFolder()
    for name in Self.fakes {
      let script =
        "#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(folder.path)/\(name).words'\ncat > '\(folder.path)/\(name).input'\nexit \(status)\n"
      try Data(script.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/" + name)
    }
    let input = Pipe()
    let program = try Program(
      path: Page.root.appendingPathComponent("deploy/notify/hearth-notify").path, [],
      environment: ["PATH": folder.path + ":/usr/bin:/bin", "LANG": "C.UTF-8"], input: input)
    try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(notice))
    try input.fileHandleForWriting.close()
    let ended = try program.status()
    var ran: [String: (words: [String], input: String)] = [:]
    for name in Self.fakes {
      guard let words = try? String(contentsOfFile: folder.path + "/\(name).words", encoding: .utf8) else { continue }
      ran[name] = (
        words.split(separator: "\n").map(String.init), try String(contentsOfFile: folder.path + "/\(name).input", encoding: .utf8)
      )
    }
    return (ended, ran)
  }

  private static let notice = [
    "address": "asha-7f3k", "body": "₹8,000.00 of ₹10,000.00 spent", "channel": "push", "event": "alert_fired",
    "group": "Sharma Family", "kind": "alerts", "language": "en", "title": "शर्मा परिवार",
  ]

  private static func notice(_ changes: [String: String]) -> [String: String] { notice.merging(changes) { $1 } }

  @Test("A push message goes to ntfy by curl, as JSON on its input; what curl says is the status; another address than a topic is none")
  func push() throws {
    let sent = try run(Self.notice)
    #expect(sent.status == 0 && sent.ran.keys.sorted() == ["curl"])
    let curl = try #require(sent.ran["curl"])
    #expect(curl.words.last == "https://ntfy.example" && !curl.words.contains { $0.contains("asha") || $0.contains("8,000") })
    let message = try JSONDecoder().decode([String: String].self, from: Data(curl.input.utf8))
    #expect(message == ["topic": "asha-7f3k", "title": "शर्मा परिवार", "message": "₹8,000.00 of ₹10,000.00 spent"])
    #expect(try run(Self.notice, status: 22).status == 22)
    let refused = try run(Self.notice(["address": "a/b"]))
    #expect(refused.status == 65 && refused.ran.isEmpty)
  }

  @Test("Mail goes by sendmail, with its address behind the options, in UTF-8; another channel is refused")
  func mail() throws {
    let sent = try run(Self.notice(["channel": "mail", "address": "asha@example.org"]))
    #expect(sent.status == 0 && sent.ran.keys.sorted() == ["sendmail"])
    let sendmail = try #require(sent.ran["sendmail"])
    #expect(sendmail.words == ["-i", "-f", "hearth@example.org", "--", "asha@example.org"])
    #expect(sendmail.input.contains("To: asha@example.org\r\n") && sendmail.input.contains("Subject: =?utf-8?"))
    #expect(sendmail.input.contains("₹8,000.00 of ₹10,000.00 spent"))
    let other = try run(Self.notice(["channel": "pigeon"]))
    #expect(other.status == 64 && other.ran.isEmpty)
  }
}
