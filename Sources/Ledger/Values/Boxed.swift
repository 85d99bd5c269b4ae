/// A value behind one reference: copying what holds it costs one count however much is in it. It is copied itself when
/// it is changed while others hold it too, so it suits what is read often and changed seldom.
struct Boxed<Value: Sendable>: Sendable {
  // An array of one is the box that the standard library has.
  private var only: [Value]

  init(_ value: Value) { only = [value] }

  var value: Value {
    _read { yield only[0] }
    _modify { yield &only[0] }
  }
}
