import Testing

/// Runs every test of a suite with one loop and again with three, so that groups and their members live on different
/// ones.
struct LoopsTrait: SuiteTrait, TestTrait, TestScoping {
  /// The loops of the servers that the running test makes.
  @TaskLocal static var current = 1

  let isRecursive = true

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

  func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
    for loops in [1, 3] {
      try await Self.$current.withValue(loops) { try await function() }
    }
  }
}

extension Trait where Self == LoopsTrait {
  /// One loop, then three.
  static var onOneAndThreeLoops: Self { LoopsTrait() }
}
