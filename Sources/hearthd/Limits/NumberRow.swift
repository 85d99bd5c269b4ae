import ArgumentParser
import HearthServer

/// What an option of a limit may be.
typealias LimitNumber = Comparable & Decodable & ExpressibleByArgument & Sendable

/// What numbers given as options are kept in.
protocol NumberSettings: Sendable {
  /// That of a command without options.
  static var usual: Self { get }
}

extension ServerConfiguration: NumberSettings {
  static var usual: ServerConfiguration { ServerConfiguration(listen: []) }
}

/// One limit of `hearthd serve`.
typealias LimitRow = NumberRow<ServerConfiguration>

/// One option that takes a number: its name, what `--help` says of it, its range, its default and where it goes.
/// The parser, the checks, the configuration, `--help` with the table in docs/operating.md and the tests read the row;
/// a new limit is one row of a `LimitTable`.
struct NumberRow<Settings: NumberSettings>: Sendable {
  /// Checks what was given beside what the configuration holds, and sets it.
  typealias Setting = @Sendable (inout Settings) throws -> Void

  /// The option without its dashes.
  let name: String
  /// What a configuration holds, as the option writes it; nil when it holds no such limit.
  let value: @Sendable (Settings) -> String?
  /// The least and the most that may be given beside what a configuration holds, as the option writes them.
  let ends: @Sendable (Settings) -> (least: String, most: String)
  /// What ArgumentParser knows an option by: an `Option`.
  let option: @Sendable () -> Any
  /// Takes from the parser what was given.
  let setting: @Sendable (KeyedDecodingContainer<LimitKey>) throws -> Setting

  /// A limit whose default is the one that a configuration is made with. `notBelow` is a limit of an earlier row that
  /// this one must reach.
  init<Number: LimitNumber>(
    _ name: String, _ help: String, in unit: String = "number", _ range: ClosedRange<Number>, _ place: NumberPlace<Settings, Number>,
    notBelow other: NumberPlace<Settings, Number>? = nil
  ) {
    self.init(
      name: name, get: place.get, set: place.set, otherwise: { _ in },
      range: { configuration in
        guard let other else { return range }
        return min(max(range.lowerBound, other.get(configuration)), range.upperBound)...range.upperBound
      },
      option: {
        Option(
          wrappedValue: place.get(Settings.usual), name: .customLong(name), help: ArgumentHelp(help, valueName: unit))
      },
      given: { try $0.decode(Option<Number>.self, forKey: LimitKey(stringValue: name)).wrappedValue })
  }

  /// A limit that follows from others, or is none, when its option is not given; `words` say so in `--help`.
  private init<Number: LimitNumber>(
    _ name: String, _ help: String, in unit: String, _ range: ClosedRange<Number>, default words: String,
    get: @escaping @Sendable (Settings) -> Number?, set: @escaping @Sendable (inout Settings, Number) -> Void,
    otherwise: @escaping @Sendable (inout Settings) -> Void
  ) {
    self.init(
      name: name, get: get, set: set, otherwise: otherwise, range: { _ in range },
      option: { Option<Number?>(name: .customLong(name), help: ArgumentHelp("\(help) (default: \(words))", valueName: unit)) },
      given: { try $0.decode(Option<Number?>.self, forKey: LimitKey(stringValue: name)).wrappedValue })
  }

  private init<Number: LimitNumber>(
    name: String, get: @escaping @Sendable (Settings) -> Number?,
    set: @escaping @Sendable (inout Settings, Number) -> Void,
    otherwise: @escaping @Sendable (inout Settings) -> Void,
    range: @escaping @Sendable (Settings) -> ClosedRange<Number>,
    option: @escaping @Sendable () -> Any, given: @escaping @Sendable (KeyedDecodingContainer<LimitKey>) throws -> Number?
  ) {
    (self.name, self.option) = (name, option)
    self.value = { get($0).map { "\($0)" } }
    ends = { configuration in
      let range = range(configuration)
      return ("\(range.lowerBound)", "\(range.upperBound)")
    }
    setting = { container in
      let value = try given(container)
      return { configuration in
        guard let value else { return otherwise(&configuration) }
        let range = range(configuration)
        guard range.contains(value) else {
          throw ValidationError(
            "--\(name) is a number from \(range.lowerBound) to \(range.upperBound), not \(value). Give one in that range.")
        }
        set(&configuration, value)
      }
    }
  }
}

extension NumberRow {
  /// A limit that the configuration holds as the option gives it.
  init<Number: LimitNumber>(
    _ name: String, _ help: String, in unit: String = "number", _ range: ClosedRange<Number>,
    _ path: WritableKeyPath<Settings, Number> & Sendable
  ) {
    self.init(name, help, in: unit, range, NumberPlace(path))
  }

  /// A time in seconds that the configuration holds in milliseconds.
  init<Milliseconds: FixedWidthInteger & Sendable>(
    _ name: String, _ help: String, seconds path: WritableKeyPath<Settings, Milliseconds> & Sendable
  ) {
    let place = NumberPlace<Settings, Double> {
      Double($0[keyPath: path]) / 1_000
    } set: {
      $0[keyPath: path] = Milliseconds(clamping: Int64(($1 * 1_000).rounded()))
    }
    self.init(name, help, in: "seconds", 0.1...3_600, place)
  }

  /// A limit that is none when its option is not given.
  init<Number: LimitNumber>(
    _ name: String, _ help: String, in unit: String = "number", _ range: ClosedRange<Number>,
    _ path: WritableKeyPath<Settings, Number?> & Sendable, default words: String
  ) {
    self.init(
      name, help, in: unit, range, default: words, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 }, otherwise: { _ in })
  }

  /// A limit that follows from those of earlier rows when its option is not given.
  init<Number: LimitNumber>(
    _ name: String, _ help: String, in unit: String = "number", _ range: ClosedRange<Number>, _ place: NumberPlace<Settings, Number>,
    default words: String, _ otherwise: @escaping @Sendable (inout Settings) -> Void
  ) {
    self.init(name, help, in: unit, range, default: words, get: place.get, set: place.set, otherwise: otherwise)
  }
}

/// Where a limit of a server goes.
typealias LimitPlace<Number: Sendable> = NumberPlace<ServerConfiguration, Number>

/// Where a number goes, and how the configuration's unit is the option's.
struct NumberPlace<Settings, Number: Sendable>: Sendable {
  /// What a configuration holds, in the option's unit.
  let get: @Sendable (Settings) -> Number
  /// Sets what was given, which is in its range.
  let set: @Sendable (inout Settings, Number) -> Void
}

extension NumberPlace {
  /// A field in the option's unit.
  init(_ path: WritableKeyPath<Settings, Number> & Sendable) {
    self.init {
      $0[keyPath: path]
    } set: {
      $0[keyPath: path] = $1
    }
  }
}

/// An option's name, for the parser.
struct LimitKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}
