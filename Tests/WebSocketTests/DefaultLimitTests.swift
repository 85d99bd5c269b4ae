import Testing
import WebSocket

/// The figures of the table of limits for bad input that are this target's, without anybody setting them.
@Suite struct DefaultLimitTests {
  @Test("Heads: 2 KiB, 4 KiB, 8 KiB, 64")
  func heads() {
    let limits = HeadLimits()
    #expect(limits.startLineBytesMax == 2_048 && limits.fieldLineBytesMax == 4_096)
    #expect(limits.fieldsBytesMax == 8_192 && limits.fieldsCountMax == 64)
  }

  @Test("Frames: 64 KiB, 64 KiB, 128, and 64 bytes for each")
  func frames() {
    let limits = FrameLimits()
    #expect(limits.messageBytesMax == 65_536 && limits.frameBytesMax == 65_536 && limits.fragmentsMax == 128)
    #expect(FrameLimits.fragmentCharge == 64)
  }

  @Test("Connections: 10 s for a message, 5 s for a Close, 10 control frames a second and 30 at once, 16 pongs")
  func connections() {
    let configuration = ConnectionConfiguration(role: .server)
    #expect(configuration.messageMilliseconds == 10_000 && configuration.closeMilliseconds == 5_000)
    #expect(configuration.controlFramesPerSecond == 10 && configuration.controlFramesBurst == 30 && configuration.pongsPendingMax == 16)
  }

  @Test("Every fragment is charged 64 bytes beyond what is held, up to the last that may come")
  func fragmentCharge() {
    var configuration = ConnectionConfiguration(role: .server)
    configuration.messageMilliseconds = 600_000
    var connection = WebSocketConnection(configuration)
    var output: [UInt8] = []
    func take(_ opcode: Opcode) -> Int {
      var bytes: [UInt8] = []
      FrameEncoder.append(opcode, payload: [], maskKey: 1, isFinal: false, to: &bytes)
      bytes.withUnsafeMutableBytes { buffer in
        var position = 0
        #expect(connection.next(in: buffer, from: &position, now: 0, output: &output) == nil)
      }
      return connection.chargedBytes
    }
    for count in 1...128 { #expect(take(count == 1 ? .text : .continuation) == count * 64) }
    var last: [UInt8] = []
    FrameEncoder.append(.continuation, payload: [], maskKey: 1, isFinal: false, to: &last)
    last.withUnsafeMutableBytes { buffer in
      var position = 0
      guard case .ended(.failed(.fragmentsTooMany))? = connection.next(in: buffer, from: &position, now: 0, output: &output) else {
        Issue.record("one fragment more was to fail")
        return
      }
    }
  }
}
