import HearthClient
import HearthProtocol
import Ledger

/// `hearth privacy erase`.
public struct ErasureCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth privacy erase`: says what goes and what stays, asks, and sends it (SPEC EW-01).
  ///
  /// - Parameters:
  ///   - name: who wrote the words; nil: the user.
  ///   - isSure: whether not to ask.
  public func erase(_ name: String?, isSure: Bool, group: String?) throws(ConsoleFailure) {
    let (group, view) = try sitting.view(of: group)
    let shared = view.state.shared
    var wish = EraseWords()
    var id = view.member
    if let name {
      id = try reading { () throws(ArgumentFlaw) in try MemberNames(shared, me: view.member).find(name) }
      if id != view.member { wish.memberID = id.description }
    }
    let phrases = output.phrases
    let member = id == view.member ? nil : shared.name(id).printable
    let question = phrases.askErasure(of: member, in: shared.settings?.name.printable ?? "")
    guard try Dialogue(output).confirms(question, isSure: isSure) else {
      return output.show([phrases.nothingErased()], json: [])
    }
    let accepted = try sitting.send(.eraseWords(wish), to: group).accepted
    output.tell(.erasing(keepsName: member == nil), json: WireFormat.line(accepted))
  }
}
