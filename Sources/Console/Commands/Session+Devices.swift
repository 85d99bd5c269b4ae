import HearthClient
import HearthProtocol
import Ledger

extension Session {
  /// `hearth devices`.
  public func listDevices() throws(ConsoleFailure) {
    let devices = try self.devices()
    show(Screens.devices(devices, terminal.theme), json: devices.flatMap(WireFormat.line))
  }

  func devices() throws(ConsoleFailure) -> [Device] {
    try asking { connection throws(ConnectionFailure) in try connection.devices() }
  }

  /// `hearth devices revoke`.
  ///
  /// - Parameters:
  ///   - text: the id, or the name if only one has it.
  ///   - isSure: whether not to ask first.
  public func revokeDevice(_ text: String, isSure: Bool) throws(ConsoleFailure) {
    let phrases = terminal.theme.phrases
    let found = try devices().filter { $0.deviceID == text.lowercased() || $0.name == text }
    guard found.count == 1, let device = found.first else {
      throw ConsoleFailure(
        found.isEmpty
          ? ArgumentFault("You have no device with the id or name \"\(text.printable)\". hearth devices lists the ids.")
          : ArgumentFault("Several devices are called \"\(text.printable)\". hearth devices lists the ids."))
    }
    let name = Screens.name(of: device, terminal.theme)
    guard try confirms(phrases.askRevocation(of: name, isCurrent: device.current), isSure: isSure) else {
      return show([phrases.nothingRevoked()], json: [])
    }
    try asking { connection throws(ConnectionFailure) in try connection.revoke(device: device.deviceID) }
    tell(.deviceRevoked(name), json: WireFormat.line(device))
  }

  /// `hearth devices rotate`.
  public func rotateToken() throws(ConsoleFailure) {
    let token = try asking { connection throws(ConnectionFailure) in try connection.rotateToken() }
    // Kept first: until it has logged in once the old one is good, so there is no moment at which what is kept lets
    // nobody in.
    try update { $0.token = token }
    var configuration = SyncConfiguration(credentials: .token(token))
    configuration.client = Self.client
    configuration.isQuiet = true
    try Self.logIn(configuration, profile).close()
    var json = JSONLine()
    json.add("rotated", json: "true")
    tell(.tokenRotated, json: [json.text])
  }

  /// `hearth devices link`.
  public func linkDevice() throws(ConsoleFailure) {
    let code = try asking { connection throws(ConnectionFailure) in try connection.linkCode() }
    show(Screens.link(code, server: profile.server, terminal.theme), json: WireFormat.line(code))
  }
}
