import Testing

@testable import Statements

/// The reader of XML.
struct XMLReaderTests {
  /// The pieces in short: <name a=b>, text, </name>; or the flaw.
  private func read(_ text: String) -> Result<[String], StatementFlaw> {
    var reader = XMLReader(Array(text.utf8))
    var pieces: [String] = []
    do throws(StatementFlaw) {
      while let piece = try reader.next() {
        switch piece {
        case .start(let name, let attributes):
          pieces.append("<" + ([name] + attributes.map { "\($0.name)=\($0.value)" }).joined(separator: " ") + ">")
        case .text(let text): pieces.append(text)
        case .end(let name): pieces.append("</\(name)>")
        }
      }
      return .success(pieces)
    } catch {
      return .failure(error)
    }
  }

  private func flaw(_ text: String) -> StatementFlaw.Kind? {
    if case .failure(let flaw) = read(text) { flaw.kind } else { nil }
  }

  private func isMalformed(_ text: String) -> Bool {
    if case .malformed(format: "XML", _) = flaw(text) { true } else { false }
  }

  @Test("Elements, attributes, prefixes, references, comments, CDATA and ends of lines")
  func pieces() throws {
    let text =
      "<?xml version='1.0'?>\r\n<!-- a < b --><n:a x='1 &lt; 2' n:y = \"'\"> \r\nt&#x41;&#66;&amp;<!-- - --><![CDATA[<&]]>\r<b/><ü>é</ü ></n:a>\n"
    #expect(try read(text).get() == ["<a x=1 < 2 y='>", " \ntAB&<&\n", "<b>", "</b>", "<ü>", "é", "</ü>", "</a>"])
  }

  @Test(
    "What is no XML is refused",
    arguments: [
      "<a></b>", "<a>&</a>", "<a>&nbsp;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&#x110000;</a>", "<a>&#+65;</a>", "<a>&#xFFFE;</a>",
      "<a x=1/>", "<a x='1' x='2'/>", "<a x='1'y='2'/>", "<a x='<'/>", "<a/><b/>", "text<a/>", "<a/>text", "<1/>", "< a/>", "<a>\u{1}</a>",
      "<![CDATA[x]]><a/>", "</a>", "<a/ >", "<a>&amp</a>",
    ])
  func refused(_ text: String) { #expect(isMalformed(text)) }

  @Test(
    "What ends early is told as such",
    arguments: ["", "<a>", "<a", "<a x", "<a x='1", "<a><!-- ", "<a>text", "<a><![CDATA[x", "<a></a", "<a/"])
  func cut(_ text: String) { #expect(flaw(text) == .format(.endsEarly)) }

  @Test("A document type is refused before anything it declares is looked at; without it the same text is read")
  func hostile() {
    let laughs = (1..<10).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
    #expect(flaw("<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY l0 \"ha\">\(laughs)]><a>&l9;</a>") == .declaresEntities)
    #expect(flaw("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>") == .declaresEntities)
    #expect(flaw("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>") == .declaresEntities)
    #expect(flaw("<a><!ENTITY x \"y\"></a>") == .declaresEntities)
    // The control.
    #expect(flaw("<?xml version=\"1.0\"?><a>ha</a>") == nil)
    #expect(isMalformed("<a>&l9;</a>"))
  }

  @Test("Elements in one another: 32 are read, 33 are refused")
  func depth() {
    func nested(_ count: Int) -> String { String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count) }
    #expect(flaw(nested(XMLReader.depthMax)) == nil)
    #expect(flaw(nested(XMLReader.depthMax + 1)) == .nestedTooDeep(XMLReader.depthMax))
    #expect(flaw(String(repeating: "<a>", count: 100_000)) == .nestedTooDeep(XMLReader.depthMax))
  }

  @Test("Elements: half a million are read, one more is refused")
  func elements() throws {
    func count(_ elements: Int) throws -> StatementFlaw.Kind? {
      var reader = XMLReader(
        Array("<r>".utf8) + Array(repeatElement(Array("<a/>".utf8), count: elements - 1).joined()) + Array("</r>".utf8))
      do throws(StatementFlaw) {
        while try reader.next() != nil {}
        return nil
      } catch { return error.kind }
    }
    #expect(try count(XMLReader.elementsMax) == nil)
    #expect(try count(XMLReader.elementsMax + 1) == .format(.tooManyElements))
  }

  @Test("Attributes, names and texts at their limits and one past")
  func sizes() {
    func attributes(_ count: Int) -> String { "<a " + (0..<count).map { "x\($0)=''" }.joined(separator: " ") + "/>" }
    #expect(flaw(attributes(XMLReader.attributesMax)) == nil)
    #expect(flaw(attributes(XMLReader.attributesMax + 1)) == .format(.tagTooLong))
    func name(_ bytes: Int) -> String { "<" + String(repeating: "n", count: bytes) + "/>" }
    #expect(flaw(name(XMLReader.nameBytesMax)) == nil)
    #expect(flaw(name(XMLReader.nameBytesMax + 1)) == .format(.tagTooLong))
    let most = String(repeating: "t", count: XMLReader.textBytesMax)
    for (start, end) in [("<a>", "</a>"), ("<a x='", "'/>"), ("<a><![CDATA[", "]]></a>")] {
      #expect(flaw(start + most + end) == nil)
      #expect(flaw(start + most + "t" + end) == .lineTooLong(bytesMax: XMLReader.textBytesMax))
    }
  }
}
