import HearthProtocol
import Support
import Testing

@testable import Ledger

/// The shortest ways, against a search that looks at each pair by itself.
struct StepGraphTests {
  private static func slowly(from: Int, to: Int, count: Int, _ hasStep: (Int, Int) -> Bool) -> [Int]? {
    var before = [Int?](repeating: nil, count: count)
    var reached = [from]
    var next = 0
    while next < reached.count, before[to] == nil {
      let here = reached[next]
      next += 1
      for there in 0..<count where there != from && before[there] == nil && hasStep(here, there) {
        before[there] = here
        reached.append(there)
      }
    }
    guard before[to] != nil else { return nil }
    var chain = [to]
    while let last = chain.last, let previous = before[last] { chain.append(previous) }
    return chain.reversed()
  }

  @Test("Of equally short ways it is the first in the order of the numbers, as before", arguments: Property.seeds(511, 512))
  func chains(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for number in 0..<Property.cases(of: 2) {
      let count = [2, 5, 63, 64, 65, 130][number % 6]
      var (graph, others) = (StepGraph(count: count), StepGraph(count: count))
      for _ in 0..<count * 2 {
        let (from, to) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
        if number % 4 == 3 { others[from, to] = from != to } else { graph[from, to] = from != to }
      }
      let (from, to) = (0, count - 1)
      graph[1, 0] = false
      let comment: Comment = "seed \(seed), case \(number)"
      let expected = Self.slowly(from: from, to: to, count: count) { graph[$0, $1] || others[$0, $1] }
      #expect(graph.shortestChain(from: from, to: to, besides: others) == expected, comment)
      #expect(graph.shortestChain(from: from, to: to) == Self.slowly(from: from, to: to, count: count) { graph[$0, $1] }, comment)
      #expect(graph.steps(from: 0) == (0..<count).filter { graph[0, $0] }, comment)
    }
  }
}
