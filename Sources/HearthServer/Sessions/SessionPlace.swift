import HearthProtocol
import Transport

/// As what a connection is counted.
struct SessionPlace {
  /// Whether it is among the connections counted.
  var isCounted = false
  /// It was told that there is no space for it, and is counted as such.
  var isTurnedAway = false
  /// As what its address is counted.
  var address: AddressKey?
  /// As whose connection it is counted.
  var identity: IdentityID?
  /// The bytes that the memory budget is charged for it.
  var chargedBytes = 0
}
