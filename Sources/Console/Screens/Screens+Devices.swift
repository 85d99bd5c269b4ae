import HearthProtocol
import Ledger

extension Screens {
  /// The user's devices, the one that asks marked.
  static func devices(_ devices: [Device], _ theme: Theme) -> [String] {
    var table = Table()
    let isAnyTold = devices.contains(where: \.told)
    for device in devices {
      let created = CivilDate(daysSince1970: Int(device.createdAtMs / 86_400_000))
      let cells = [
        Cell(device.current ? "▸" : " ", .good), Cell(name(of: device, theme), device.current ? .strong : .plain),
        Cell(theme.phrases.deviceSince("\(created)")), Cell(theme.phrases.deviceUsed(device.usedOn)),
        Cell(device.deviceID, .faint, whole: true),
      ]
      table.add(cells + (isAnyTold ? [Cell(device.told ? theme.phrases.deviceTold() : "", .faint)] : []))
    }
    return table.lines(theme)
  }

  /// What a device is called.
  static func name(of device: Device, _ theme: Theme) -> String {
    device.name.isEmpty ? theme.phrases.unnamedDevice() : device.name.printable
  }

  /// How a further device logs in.
  static func link(_ code: LinkCode, server: String, _ theme: Theme) -> [String] {
    let time = Self.time(Int64(code.expiresInSeconds) * 1_000, theme.phrases)
    return [
      theme.paint(code.code.printable, .strong), theme.phrases.linkBy(time),
      "  hearth login --server \(server.printable) --link \(code.code.printable)", theme.phrases.linkIsYou(),
    ]
  }
}
