import HearthClient
import HearthProtocol
import Ledger

/// `hearth coach`.
public struct CoachingCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth coach send`. Softer words are shown before anything is sent, and nothing is rewritten.
  ///
  /// - Parameters:
  ///   - isAnyway: whether it is sent although three were within a day.
  ///   - isAsWritten: whether it is sent as it is although softer words are known.
  public func send(_ recipient: String, _ text: String?, isAnyway: Bool, isAsWritten: Bool, group: String?) throws(ConsoleFailure) {
    guard let text else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "Say something, too: hearth coach NAME \"Well done!\"", "कुछ कहें भी: hearth coach नाम \"बहुत अच्छे!\""))
    }
    let (group, view) = try sitting.view(of: group)
    var send = SendCoaching()
    send.recipientID = try sitting.member(recipient, in: view).description
    (send.text, send.anyway) = (text, isAnyway)
    let (found, softened) = SofterWords.standard.suggestions(for: text)
    guard found.isEmpty || isAsWritten else {
      if output.isJSON { output.write(Screens.toneJSON(found, softened)) }
      let shown = output.isJSON ? [] : Screens.tone(found, softened, output.theme)
      throw ConsoleFailure(said: shown + output.phrases.notSentForTone(), status: 1)
    }
    try KeptCommands(sitting).show(.sendCoaching(send), to: group, view)
  }

  /// `hearth coach list`: what the user got and sent, the newest last, and whom they do not hear.
  public func list(group: String?) throws(ConsoleFailure) {
    let (_, view) = try sitting.view(of: group)
    let book = view.state.inbox(of: view.member).coaching
    output.show(Screens.coaching(book, view, output.theme), json: Screens.coachingJSON(book))
  }

  /// `hearth coach mute` and `unmute`.
  public func mute(_ member: String, isUnmuted: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var mute = MuteCoaching()
    (mute.memberID, mute.unmuted) = (try sitting.member(member, in: view).description, isUnmuted)
    try KeptCommands(sitting).show(.muteCoaching(mute), to: group, view)
  }

  /// `hearth coach restrict` and `allow`.
  public func restrict(_ minor: String, isLifted: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    var restrict = RestrictCoaching()
    (restrict.minorID, restrict.lifted) = (try sitting.member(minor, in: view).description, isLifted)
    try KeptCommands(sitting).show(.restrictCoaching(restrict), to: group, view)
  }
}
