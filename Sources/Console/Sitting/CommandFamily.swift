/// Commands that belong together, or a part that several such families use: it holds one call of the program, and
/// nothing else.
///
/// A verb in `Sources/hearth/Commands` reads its options and calls its family: `BudgetCommands(sitting).set(…)`.
protocol CommandFamily {
  /// The call of the program.
  var sitting: Sitting { get }
}

extension CommandFamily {
  /// Where to write.
  var output: Output { sitting.output }
}
