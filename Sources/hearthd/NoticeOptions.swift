import ArgumentParser
import Glibc
import HearthServer

/// Whether members are told things outside the server, and by what.
struct NoticeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Program that sends members push messages and mail: run for each notice, with JSON on its input. Left out: none are sent.",
      valueName: "program"))
  var notifyHook: String?
  @Option(
    help: ArgumentHelp(
      """
      Tell members in their browsers (Web Push); mailto:ops@example.org or an https address says how push services reach you. \
      Left out: none are told.
      """, valueName: "contact"))
  var webPush: String?

  func validate() throws {
    if let webPush, !WebPushConfiguration.isContact(webPush) {
      throw ValidationError("--web-push \"\(webPush)\" is no contact. Write it like mailto:ops@example.org or https://example.org/contact.")
    }
    guard let notifyHook else { return }
    guard notifyHook.hasPrefix("/") else {
      throw ValidationError("--notify-hook \"\(notifyHook)\" is no absolute path. Write it like /usr/local/lib/hearth/notify.")
    }
    var found = stat()
    guard stat(notifyHook, &found) == 0, found.st_mode & S_IFMT == S_IFREG, access(notifyHook, X_OK) == 0 else {
      throw ValidationError(
        "--notify-hook \"\(notifyHook)\" is no program that can be run here. Look whether it is there; chmod +x makes it one.")
    }
  }

  /// Sets what was given.
  func apply(to configuration: inout ServerConfiguration) {
    configuration.notices = notifyHook.map { NoticeConfiguration(program: $0) }
    configuration.webPush = webPush.map { WebPushConfiguration(contact: $0) }
  }
}
