import HearthClient
import HearthProtocol
import Ledger

/// `hearth devices`.
public struct DeviceCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// `hearth devices`.
  public func list() throws(ConsoleFailure) {
    let devices = try self.devices()
    output.show(Screens.devices(devices, output.theme), json: devices.flatMap(WireFormat.line))
  }

  func devices() throws(ConsoleFailure) -> [Device] {
    try sitting.asking { connection throws(ConnectionFailure) in try connection.devices() }
  }

  /// `hearth devices revoke`.
  ///
  /// - Parameters:
  ///   - text: the id, or the name if only one has it.
  ///   - isSure: whether not to ask first.
  public func revoke(_ text: String, isSure: Bool) throws(ConsoleFailure) {
    let phrases = output.phrases
    let found = try devices().filter { $0.deviceID == text.lowercased() || $0.name == text }
    guard found.count == 1, let device = found.first else {
      throw ConsoleFailure(
        found.isEmpty
          ? ArgumentFlaw(
            "You have no device with the id or name \"\(text.printable)\". hearth devices lists the ids.",
            "\"\(text.printable)\" पहचान या नाम का आपका कोई उपकरण नहीं है। पहचानें यहाँ हैं: hearth devices।"
          ).naming(.notFound)
          : ArgumentFlaw(
            "Several devices are called \"\(text.printable)\". hearth devices lists the ids.",
            "\"\(text.printable)\" नाम के कई उपकरण हैं। पहचानें यहाँ हैं: hearth devices।"))
    }
    let name = Screens.name(of: device, output.theme)
    guard try Dialogue(output).confirms(phrases.askRevocation(of: name, isCurrent: device.current), isSure: isSure) else {
      return output.show([phrases.nothingRevoked()], json: [])
    }
    try sitting.asking { connection throws(ConnectionFailure) in try connection.revoke(device: device.deviceID) }
    output.tell(.deviceRevoked(name), json: WireFormat.line(device))
  }

  /// `hearth devices rotate`.
  public func rotateToken() throws(ConsoleFailure) {
    let token = try sitting.asking { connection throws(ConnectionFailure) in try connection.rotateToken() }
    // Kept first: until it has logged in once the old one is good, so there is no moment at which what is kept lets
    // nobody in.
    try sitting.update { $0.token = token }
    var configuration = SyncConfiguration(credentials: .token(token))
    configuration.client = Sitting.client
    configuration.isQuiet = true
    try ServerLink.logIn(configuration, sitting.profile).close()
    var json = JSONLine()
    json.add("rotated", json: "true")
    output.tell(.tokenRotated, json: [json.text])
  }

  /// `hearth devices link`.
  public func link() throws(ConsoleFailure) {
    let code = try sitting.asking { connection throws(ConnectionFailure) in try connection.linkCode() }
    output.show(Screens.link(code, server: sitting.profile.server, output.theme), json: WireFormat.line(code))
  }
}
