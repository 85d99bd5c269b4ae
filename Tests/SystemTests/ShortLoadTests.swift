import Testing

/// `hearth-load` as a process: its members judge what they receive.
@Suite struct ShortLoadTests {
  @Test func twoRoomsUnderLoadBreakNoInvariant() throws {
    let folder = try TemporaryFolder()
    let result = try Program.run(
      "hearth-load",
      [
        "load", "--spawn", Program.products + "/hearthd", "--data", folder.path + "/data", "--rooms", "2", "--members", "3", "--rate", "60",
        "--seconds", "3", "--seed", "1",
      ])
    #expect(result.status == 0, "\(result.output)\n\(result.errors)")
    let verify = try Program.run("hearthd", ["verify", "--data", folder.path + "/data"])
    #expect(verify.status == 0, "\(verify.output)")
    #expect(verify.output.hasPrefix("2 groups, "))
  }
}
