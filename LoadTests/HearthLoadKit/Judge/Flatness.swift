/// What a server has when nobody is connected.
public struct RestSample: Sendable {
  /// Connections that have come and gone so far.
  public var connections: Int
  /// Open descriptors.
  public var descriptors: Int
  /// Threads.
  public var threads: Int
  /// Resident memory, in bytes.
  public var residentBytes: Int
  /// Connections and whatever is kept for each, by the server's own count.
  public var liveObjects: Int

  /// A sample.
  public init(connections: Int, descriptors: Int, threads: Int, residentBytes: Int, liveObjects: Int) {
    self.connections = connections
    self.descriptors = descriptors
    self.threads = threads
    self.residentBytes = residentBytes
    self.liveObjects = liveObjects
  }
}

/// Judges whether a server is as it was, however many connections have come and gone. It has to hold at every rest, not
/// on average.
public struct Flatness: Sendable {
  /// Limit: bytes that resident memory may grow over all connections after the warm-up.
  public static let growthBytesMax = 1 << 20
  /// Limit: the part of the samples in which memory may still find its size.
  public static let warmUpShare = 0.2

  /// Bytes that memory grew from the warm-up to the end, as the straight line through the samples says; nil with too
  /// few of them.
  public let growthBytes: Double?
  /// What is not flat; empty when all is.
  public let complaints: [String]

  /// Judges samples in their order, the first of them taken before any load.
  public init(_ samples: [RestSample]) {
    var complaints: [String] = []
    let measured = samples.dropFirst(max(1, Int(Double(samples.count) * Self.warmUpShare)))
    growthBytes = Self.growth(Array(measured))
    func check(_ name: String, _ value: (RestSample) -> Int) {
      guard let start = samples.first, let worst = samples.max(by: { value($0) < value($1) }), value(worst) > value(start) else { return }
      complaints.append("\(name): \(value(start)) before, \(value(worst)) after \(worst.connections) connections")
    }
    check("descriptors") { $0.descriptors }
    check("threads") { $0.threads }
    check("live objects") { $0.liveObjects }
    guard let growthBytes else {
      self.complaints = complaints + ["memory: too few rests to judge by"]
      return
    }
    if growthBytes > Double(Self.growthBytesMax) { complaints.append("memory: grew by \(Int(growthBytes) >> 10) KiB after the warm-up") }
    self.complaints = complaints
  }

  /// Least squares: the slope of memory over connections, times the connections.
  private static func growth(_ samples: [RestSample]) -> Double? {
    guard samples.count >= 3, let first = samples.first, let last = samples.last, last.connections > first.connections else { return nil }
    let count = Double(samples.count)
    let middle = samples.reduce(0) { $0 + Double($1.connections) } / count
    let mean = samples.reduce(0) { $0 + Double($1.residentBytes) } / count
    var above = 0.0
    var below = 0.0
    for sample in samples {
      let distance = Double(sample.connections) - middle
      above += distance * (Double(sample.residentBytes) - mean)
      below += distance * distance
    }
    return above / below * Double(last.connections - first.connections)
  }
}
