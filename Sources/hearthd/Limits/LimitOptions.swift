import ArgumentParser

/// The rows of one set of options.
protocol LimitTable: SendableMetatype {
  /// What its numbers are kept in.
  associatedtype Settings: NumberSettings
  /// In the order of `--help`. What a row compares itself with, or follows from, stands before it.
  static var rows: [NumberRow<Settings>] { get }
}

/// The options of a table. ArgumentParser finds a group's options by reflection and decodes each by its name; here both
/// are the rows', so that no limit needs a property.
struct LimitOptions<Table: LimitTable>: ParsableArguments, CustomReflectable {
  private var settings: [NumberRow<Table.Settings>.Setting] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: LimitKey.self)
    settings = try Table.rows.map { try $0.setting(container) }
  }

  var customMirror: Mirror { Mirror(self, children: Table.rows.map { (label: $0.name, value: $0.option()) }) }

  func validate() throws {
    var configuration = Table.Settings.usual
    try apply(to: &configuration)
  }

  /// Sets what was given, or throws when a number is out of its range, with the option, the number and what to give
  /// instead.
  func apply(to configuration: inout Table.Settings) throws {
    for setting in settings { try setting(&configuration) }
  }
}
