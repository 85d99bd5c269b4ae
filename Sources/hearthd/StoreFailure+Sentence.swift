import EventStore

extension StoreFailure {
  /// The failure as the rest of a sentence for the operator.
  var sentence: String {
    switch self {
    case .conflict(let head): "another program has written to it: a log ends at \(head) unexpectedly"
    case .full: "the disk is full"
    case .elsewhere(let node): "the server \(node) has the group and is running"
    case .away(let what): what
    case .broken(let what), .damaged(let what): what
    }
  }
}
