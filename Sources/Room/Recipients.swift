import HearthProtocol

/// Who receives a lane, as of the event: connections by the wire format they read.
public struct Recipients: Sendable, Hashable {
  /// Readers of `hearth.v1.json`.
  public internal(set) var json: [PeerID] = []
  /// Readers of `hearth.v1.proto`.
  public internal(set) var protobuf: [PeerID] = []

  /// The readers of one wire format.
  public subscript(format: WireFormat) -> [PeerID] {
    get {
      switch format {
      case .json: json
      case .protobuf: protobuf
      }
    }
    _modify {
      switch format {
      case .json: yield &json
      case .protobuf: yield &protobuf
      }
    }
  }
}
