// The standard library normalises, for its own comparisons and for Foundation, behind this name only; the pure targets
// do without Foundation.
@_spi(_Unicode) import Swift

extension String {
  /// The text in Unicode's normalisation form C, so that one text has one spelling in bytes.
  var composed: String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: _nfc)
    return String(scalars)
  }
}
