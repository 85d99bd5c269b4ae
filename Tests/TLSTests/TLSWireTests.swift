import COpenSSL
import Testing

@testable import TLS

struct TLSWireTests {
  /// Lets OpenSSL write so many bytes at once.
  private func write(_ count: Int, to wire: TLSWire) {
    let written = [UInt8](repeating: 7, count: count).withUnsafeBytes { BIO_write(wire.bio, $0.baseAddress, Int32($0.count)) }
    #expect(Int(written) == count && wire.output.count == count)
  }

  @Test(
    "A buffer of 256 KiB is kept from use to use; one that has grown by a byte more is given back",
    arguments: [256 << 10, (256 << 10) + 1])
  func kept(bytes: Int) throws {
    let wire = try TLSWire()
    for _ in 0..<2 {
      // More than there is space for, so that the buffer is exactly as large as what is written; the second time what
      // was kept is as large.
      write(bytes, to: wire)
      #expect(wire.channel.pointee.outputCapacity == bytes)
      // While anything is to be sent it stays, whatever its size.
      wire.clear(behind: 1)
      #expect(wire.output.count == 1 && wire.channel.pointee.outputCapacity == bytes)
      wire.clear()
      let kept = wire.channel.pointee.outputCapacity
      #expect(wire.output.isEmpty && kept == (bytes > 256 << 10 ? 0 : bytes))
      #expect((wire.channel.pointee.output == nil) == (kept == 0))
    }
  }
}
