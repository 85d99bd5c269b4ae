import HearthProtocol
import Transport

/// The counts and charges that a connection takes part in.
struct SessionPlace {
  /// Whether the server counts it among its connections.
  var isCounted = false
  /// Whether it was told that there is no space for it, and is counted among those turned away.
  var isTurnedAway = false
  /// The address for which it is counted; nil while it is counted for none.
  var address: AddressKey?
  /// The identity for which it is counted; nil before it has logged in.
  var identity: IdentityID?
  /// The bytes that the memory budget is charged for it.
  var chargedBytes = 0
}
