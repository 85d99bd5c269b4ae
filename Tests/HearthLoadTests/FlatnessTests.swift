import Testing

@testable import HearthLoadKit

/// The judge of flatness must be able to fail, at its limits and one past them.
@Suite struct FlatnessTests {
  /// Ten rests, 1,000 connections apart, changed by the body.
  private func samples(_ change: (Int, inout RestSample) -> Void = { _, _ in }) -> [RestSample] {
    (0..<10).map { number in
      var sample = RestSample(connections: number * 1_000, descriptors: 10, threads: 2, residentBytes: 20 << 20, liveObjects: 0)
      change(number, &sample)
      return sample
    }
  }

  @Test func flatPasses() {
    let flatness = Flatness(samples())
    #expect(flatness.complaints == [])
    #expect(flatness.growthBytes == 0)
  }

  @Test func oneMoreDescriptorThreadOrObjectIsFound() {
    #expect(Flatness(samples { if $0 == 9 { $1.descriptors += 1 } }).complaints == ["descriptors: 10 before, 11 after 9000 connections"])
    #expect(Flatness(samples { if $0 == 5 { $1.threads += 1 } }).complaints == ["threads: 2 before, 3 after 5000 connections"])
    #expect(Flatness(samples { if $0 == 3 { $1.liveObjects += 1 } }).complaints == ["live objects: 0 before, 1 after 3000 connections"])
  }

  @Test func fewerThanBeforePasses() {
    #expect(Flatness(samples { if $0 > 0 { $1.descriptors -= 1 } }).complaints == [])
  }

  @Test func memoryMayFindItsSizeWhileItWarmsUp() {
    #expect(Flatness(samples { if $0 >= 2 { $1.residentBytes += 8 << 20 } }).complaints == [])
  }

  @Test func memoryAtItsLimitPassesAndPastItIsFound() {
    // From the third rest to the tenth are seven steps.
    let step = Flatness.growthBytesMax / 7
    #expect(Flatness(samples { $1.residentBytes += $0 * step }).complaints == [])
    let complaints = Flatness(samples { $1.residentBytes += $0 * (step + 2) }).complaints
    #expect(complaints.count == 1 && complaints[0].hasPrefix("memory: grew by "))
  }

  @Test func tooFewRestsAreNoVerdict() {
    #expect(Flatness([]).complaints.count == 1)
    #expect(Flatness(Array(samples().prefix(3))).complaints.count == 1)
    #expect(Flatness(Array(samples().prefix(4))).complaints == [])
  }
}
