import Ledger
import Transport

/// Addresses of webhooks: any text is an address or none, what is one has parts that no other program reads otherwise,
/// and reads as itself.
func fuzzWebhookURL(_ bytes: UnsafeRawBufferPointer) throws(Violation) {
  let text = String(decoding: bytes, as: UTF8.self)
  guard let url = WebhookURL(text) else { return }
  try expect(url.text.utf8.count <= 1_000, "an address is short")
  try expect(WebhookURL(url.text) == url, "an address reads as itself")
  try expect(url.port > 0 && url.target.hasPrefix("/"), "there is a port and a target")
  try expect(url.text == "https://" + url.host + url.target, "an address is its parts")
  try expect(url.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "an address is printable ASCII")
  try expect(!url.text.contains { "\\@#".contains($0) }, "nothing is read as another host")
  try expect(!url.name.isEmpty && url.name == url.name.lowercased(), "there is a name, in lower case")
  if url.host.hasPrefix("[") {
    return try expect(SocketAddress(host: url.name, port: url.port) != nil, "what stands in brackets is an address")
  }
  // What looks like a number is an address in its usual form.
  guard let last = url.name.split(separator: ".").last, last.first?.isNumber == true else { return }
  try expect(SocketAddress(host: url.name, port: url.port)?.host == url.name, "a number is an address as it is usually written")
}
