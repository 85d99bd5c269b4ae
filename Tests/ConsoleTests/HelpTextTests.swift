import Testing

@testable import Console

@Suite struct HelpTextTests {
  private static let help = """
    OVERVIEW: Look at it.

    Its sentences are parted in the source,
    and go on in the next line.

      hearth look                   what there is to see, with more words than one line holds
                                    and a line of the source that goes on
      hearth look --far --further --furthest
      word  short

    OPTIONS:
      --far                   A long way, with more words than one line of a narrow terminal holds.
      --a-name-as-long-as-it-is <value>
                              Stands below.

      See 'hearth help look' for more.
    """

  @Test func sentencesBecomeParagraphsAndExplanationsStandInTheirColumn() {
    #expect(
      HelpText.laid(Self.help, columns: 72).joined(separator: "\n") == """
        OVERVIEW: Look at it.

        Its sentences are parted in the source, and go on in the next line.

          hearth look                   what there is to see, with more words
                                        than one line holds and a line of the
                                        source that goes on
          hearth look --far --further --furthest
          word  short

        OPTIONS:
          --far                   A long way, with more words than one line of a
                                  narrow terminal holds.
          --a-name-as-long-as-it-is <value>
                                  Stands below.

          See 'hearth help look' for more.
        """)
  }

  @Test("Where there is no space for a column, explanations stand below") func narrow() {
    #expect(
      HelpText.laid(Self.help, columns: 36).joined(separator: "\n") == """
        OVERVIEW: Look at it.

        Its sentences are parted in the
        source, and go on in the next line.

          hearth look
              what there is to see, with
              more words than one line holds
              and a line of the source that
              goes on
          hearth look --far --further
            --furthest
          word
              short

        OPTIONS:
          --far
              A long way, with more words
              than one line of a narrow
              terminal holds.
          --a-name-as-long-as-it-is <value>
              Stands below.

          See 'hearth help look' for more.
        """)
  }

  @Test func scriptsAreNoHelp() {
    #expect(HelpText.isHelp("OVERVIEW: x") && HelpText.isHelp("USAGE: x"))
    #expect(!HelpText.isHelp("#compdef hearth\n") && !HelpText.isHelp("0.1.0") && !HelpText.isHelp("{}"))
  }
}
