import Foundation
import Programs
import Support
import Testing

/// `make demo STORE=postgres` as a newcomer runs it. The page's tests live with the demo over SQLite.
@Suite struct DemoTests {
  @Test("The demo over PostgreSQL shows a family at one server to somebody at another, and leaves nothing behind")
  func twoServers() throws {
    let folder = try TemporaryFolder()
    // PostgreSQL runs as another user where the tests are root, and reaches its own folder through this one.
    try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: folder.path)
    let root = URL(fileURLWithPath: Page.root.path).resolvingSymlinksInPath().path
    let products = URL(fileURLWithPath: Program.products).resolvingSymlinksInPath().path
    try #require(products.hasPrefix(root + "/"), "\(products) is not below \(root)")
    let demo = try Program(
      path: root + "/LoadTests/demo.sh", ["3s"],
      environment: ["STORE": "postgres", "PROGRAMS": String(products.dropFirst(root.count + 1)), "TMPDIR": folder.path])
    let (status, said, errors) = (try demo.status(), try demo.output.all(), try demo.errors.all())
    #expect(status == 0, "\(said)\n\(errors)")
    let places = try #require(
      said.firstMatch(of: /The family is at (ws:\S+), which has the group; you are at (ws:\S+), the other server/), "\(said)")
    #expect(places.1 != places.2)
    #expect(said.contains("Registered as Visitor at \(places.2)"), "\(said)")
    // The feed and the balances come over the link between the servers.
    for what in ["Asha, Ravi, Meera, Kabir and Riya are here", "Asha added", "Visitor (you)"] { #expect(said.contains(what), "\(said)") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
