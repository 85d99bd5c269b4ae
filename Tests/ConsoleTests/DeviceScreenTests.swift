import HearthProtocol
import Testing

@testable import Console

/// What is shown of devices (SPEC ID-06, ID-08).
@Suite struct DeviceScreenTests {
  private static let devices: [Device] = [
    .with {
      $0.deviceID = "01900000-0000-7000-8000-0000000000d1"
      $0.name = "Asha's \u{1B}[31mphone"
      $0.createdAtMs = 1_790_000_000_000
      $0.usedOn = "2026-10-24"
      $0.current = true
    },
    .with {
      $0.deviceID = "01900000-0000-7000-8000-0000000000d2"
      $0.createdAtMs = .min
      $0.usedOn = "2026-09-30"
    },
  ]

  @Test("ID-06: each device with its days, the one that asks marked, whatever it is called")
  func list() {
    let lines = Screens.devices(Self.devices, Theme(isColored: false, width: 160))
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("▸  Asha's ") && !lines[0].contains("\u{1B}"))
    #expect(lines[0].contains("since 2026-09-21  last used 2026-10-24  01900000-0000-7000-8000-0000000000d1"))
    #expect(lines[1].contains("(without a name)") && lines[1].contains("last used 2026-09-30"))
  }

  @Test("ID-08: the code stands in the line to be typed on the other device")
  func link() {
    let code = LinkCode.with { ($0.code, $0.expiresInSeconds) = ("K7QM-3FXP-9RTW-2HVC", 600) }
    let lines = Screens.link(code, server: "wss://hearth.example", Theme(isColored: false, width: 100))
    #expect(lines.contains("  hearth login --server wss://hearth.example --link K7QM-3FXP-9RTW-2HVC"))
    #expect(lines.contains("On the other device, within 10 minutes:"))
    let hindi = Screens.link(code, server: "wss://hearth.example", Theme(isColored: false, width: 100, language: .hindi))
    #expect(hindi.count == 4 && hindi[1] != lines[1] && hindi[2] == lines[2])
  }
}
