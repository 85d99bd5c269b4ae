import ArgumentParser
import HearthClient
import Ledger

/// `hearth-load family`: a family lives in a group, for somebody to watch.
struct Family: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Four simulated members and a child live a month of household spending in a group, at a pace that a person can follow.")

  @Option(help: "The server.")
  var server = "ws://127.0.0.1:7433"

  @OptionGroup var trust: TrustOptions

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long the month takes: 30s, 5m, forever (a month each minute).", valueName: "time"))
  var span = WatchTime.seconds(30)

  @Option(help: ArgumentHelp("Where to leave a code with which five viewers can join.", valueName: "path"))
  var inviteFile: String?

  func run() throws {
    try reportingFailure {
      var family = try FamilyGroup(server: ServerURL(server), authoritiesFile: trust.ca, inviteFile: inviteFile)
      let month = span.monthNanoseconds
      repeat {
        let start = monotonicNanoseconds()
        let today = CivilDate(daysSince1970: Int(wallMilliseconds() / 86_400_000))
        for (place, occasion) in FamilyLife.occasions.enumerated() {
          sleep(untilNanoseconds: start + month * Int64(place) / Int64(FamilyLife.occasions.count))
          let date = { (day: Int) in today.adding(days: day + 1 - FamilyLife.days) }
          try family.live(occasion, on: date(occasion.day))
          try family.liveChild(through: occasion.day, on: date)
        }
        sleep(untilNanoseconds: start + month)
        print("Riya's limit rang \(try family.rings()) times. Only Riya and Asha know: you do not receive her lane.")
      } while span.isForever
    }
  }
}

/// How long somebody wants to watch.
enum WatchTime: ExpressibleByArgument {
  case seconds(Int64)
  case forever

  init?(argument: String) {
    if argument == "forever" {
      self = .forever
      return
    }
    let scale: Int64
    switch argument.last {
    case "s": scale = 1
    case "m": scale = 60
    case "h": scale = 3_600
    default: return nil
    }
    // Limit: a day.
    guard let number = Int64(argument.dropLast()), number > 0, number <= 86_400 / scale else { return nil }
    self = .seconds(number * scale)
  }

  var isForever: Bool {
    switch self {
    case .seconds: false
    case .forever: true
    }
  }

  /// How long a month takes.
  var monthNanoseconds: Int64 {
    switch self {
    case .seconds(let count): count * 1_000_000_000
    case .forever: 60_000_000_000
    }
  }
}
