/// Between which numbers there is a step, one bit a pair: so the shortest way is found by looking at 64 pairs at once.
struct StepGraph {
  private let count: Int
  /// Words of 64 bits in a row.
  private let width: Int
  private var bits: [UInt64]

  /// - Parameter count: the numbers are those below it.
  init(count: Int) {
    self.count = count
    width = (count + 63) / 64
    bits = Array(repeating: 0, count: count * width)
  }

  /// Whether there is a step between two numbers below `count`.
  subscript(from: Int, to: Int) -> Bool {
    get { bits[from * width + to / 64] & (1 << UInt64(to % 64)) != 0 }
    set {
      let bit: UInt64 = 1 << UInt64(to % 64)
      if newValue { bits[from * width + to / 64] |= bit } else { bits[from * width + to / 64] &= ~bit }
    }
  }

  /// The numbers to which there is a step, ascending.
  func steps(from: Int) -> [Int] {
    var steps: [Int] = []
    for word in 0..<width {
      var left = bits[from * width + word]
      while left != 0 {
        steps.append(word * 64 + left.trailingZeroBitCount)
        left &= left - 1
      }
    }
    return steps
  }

  /// The shortest way from one number to another; of equally short ones the first that a breadth-first search in the
  /// order of the numbers meets. It takes `count` times `count` / 64 steps at most.
  ///
  /// - Parameter others: steps that may be taken as well; of as many numbers.
  func shortestChain(from: Int, to: Int, besides others: StepGraph? = nil) -> [Int]? {
    var before = [Int](repeating: -1, count: count)
    var seen = [UInt64](repeating: 0, count: width)
    seen[from / 64] |= 1 << UInt64(from % 64)
    var reached = [from]
    var next = 0
    while next < reached.count, before[to] < 0 {
      let here = reached[next]
      next += 1
      for word in 0..<width {
        let place = here * width + word
        var left = (bits[place] | (others?.bits[place] ?? 0)) & ~seen[word]
        seen[word] |= left
        while left != 0 {
          let there = word * 64 + left.trailingZeroBitCount
          before[there] = here
          reached.append(there)
          left &= left - 1
        }
      }
    }
    guard before[to] >= 0 else { return nil }
    var chain = [to]
    while let last = chain.last, before[last] >= 0 { chain.append(before[last]) }
    return chain.reversed()
  }
}
