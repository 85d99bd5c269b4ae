import CatalogueRunner
import Foundation
import HearthLoadKit
import Locking
import Synchronization

/// One run of `hearth-load hostile --catalogue`: every row many times, and what that left in the servers.
struct CatalogueRun {
  // Limit: plays at once of rows whose outcome comes at once, and of those that wait for a deadline.
  private static let workers = 8
  private static let patientWorkers = 40
  // Limit: bytes that are sent one at a time, but for what is about that; longer scripts are left to the tests, which
  // play them bytewise once, and named in the report.
  private static let bytewiseMax = 2_048
  /// One play in so many comes before the memory is looked at first: what is allocated once is then allocated.
  private static let warmUpShare = 5

  /// Connections that send an ordinary message before the bomb comes, so that every loop has what those need.
  private static let ordinaryMessages = 64

  private let options: Hostile
  private let delays = Delays()

  init(_ options: Hostile) { self.options = options }

  func run() throws -> CatalogueReport {
    guard let program = options.target.spawn, let data = options.target.data, let certificate = options.certificate,
      let key = options.key
    else { throw CannotRun(description: "The catalogue needs a server of its own.") }
    let programs = CataloguePrograms(server: program, data: data, certificate: certificate, key: key)
    var hosts: [HostKey: CatalogueHost] = [:]
    defer { for host in hosts.values { host.stop() } }
    for setting in [CatalogueCase.Setting.usual, .compressing, .full, .crowded, .familiar, .narrow] {
      for isSecure in [false, true] {
        hosts[HostKey(setting: setting, isSecure: isSecure)] = try CatalogueHost(
          setting, isSecure: isSecure, workers: setting.isFilled ? 1 : Self.workers, programs)
      }
    }
    var report = CatalogueReport()
    report.wrongFound = wrongFound(hosts)
    report.wrongInAll = CatalogueCase.wrong.count * CatalogueCase.Way.allCases.count
    let warmUp = warmUpTimes
    let start = monotonicNanoseconds()
    report.rows = CatalogueRow.all.map { play($0, warmUp, hosts) }
    for host in hosts.values { host.begin() }
    for (index, row) in CatalogueRow.all.enumerated() { report.rows[index].add(play(row, options.times - warmUp, hosts)) }
    report.notBytewise = CatalogueRow.all.flatMap { row in
      row.cases.filter { !$0.ways.contains(.secureBytewise) || !Self.isPlayedBytewise($0) }.map { scene in
        CatalogueReport.NotBytewise(row: row.number, name: scene.name, byteCount: scene.byteCount, reason: scene.leftOut[.secureBytewise])
      }
    }
    report.seconds = Double(monotonicNanoseconds() - start) / 1e9
    report.delays = delays.longest
    report.bomb = try bomb(programs)
    report.costs = try costs(hosts)
    report.hosts = hosts.values.sorted { $0.name < $1.name }.map { host in
      let (before, after) = host.growth
      return CatalogueReport.Host(name: host.name, isRunning: host.isRunning, before: before, after: after)
    }
    return report
  }

  private struct HostKey: Hashable {
    var setting: CatalogueCase.Setting
    var isSecure: Bool
  }

  private struct Play: Sendable {
    var scene: CatalogueCase
    var way: CatalogueCase.Way
    var targets: [CatalogueTarget]
  }

  /// As many plays at once come later, at most, so that no more memory is needed then.
  private var warmUpTimes: Int { max(1, options.times / Self.warmUpShare) }

  /// Plays a row so many times, its cases and ways in turn.
  private func play(_ row: CatalogueRow, _ times: Int, _ hosts: [HostKey: CatalogueHost]) -> CatalogueReport.Row {
    var plays: [Play] = []
    var used: Set<HostKey> = []
    for scene in row.cases {
      for way in scene.ways where !way.isBytewise || Self.isPlayedBytewise(scene) {
        let key = HostKey(setting: scene.setting, isSecure: way.isSecure)
        guard let host = hosts[key] else { continue }
        used.insert(key)
        plays.append(Play(scene: scene, way: way, targets: host.targets))
      }
    }
    let isPatient = row.cases.contains(where: \.waitsForDeadline)
    let isAlone = row.cases.contains { $0.setting.isFilled }
    let failures = Failures()
    let before = residentBytes(used, hosts)
    perform(times, threads: isAlone ? 1 : isPatient ? min(Self.patientWorkers, warmUpTimes) : Self.workers) {
      [plays, delays] number, worker in
      let play = plays[number % plays.count]
      do {
        let ending = try Player(play.targets[worker % play.targets.count], play.way).play(play.scene, resets: true)
        if let ending {
          delays.add(
            play.scene.waitsForDeadline ? \.deadline : \.ending, ending, of: "\(row.number), \(play.scene.name), \(play.way)")
        }
      } catch {
        failures.add("\(row.number), \(play.scene.name), \(play.way): \(error)")
      }
    }
    for key in used {
      do {
        guard let host = hosts[key] else { continue }
        delays.add(try host.watch.check(), of: "\(row.number), \(host.name)")
        try host.requireDescriptors()
      } catch {
        failures.add("\(row.number), afterwards: \(error)")
      }
    }
    return CatalogueReport.Row(
      number: row.number, name: row.name, cases: plays.count, times: times, failed: failures.count, first: failures.first,
      grownBytes: residentBytes(used, hosts) - before)
  }

  private func residentBytes(_ keys: Set<HostKey>, _ hosts: [HostKey: CatalogueHost]) -> Int {
    keys.reduce(0) { $0 + (hosts[$1]?.figures.residentBytes ?? 0) }
  }

  /// Runs the body so many times, on some threads.
  private func perform(_ times: Int, threads: Int, _ body: @escaping @Sendable (_ number: Int, _ worker: Int) -> Void) {
    let next = Counter()
    let played = DispatchGroup()
    for worker in 0..<min(threads, max(1, times)) {
      played.enter()
      Thread.detachNewThread {
        while true {
          let number = next.take()
          if number >= times { break }
          body(number, worker)
        }
        played.leave()
      }
    }
    played.wait()
  }

  private static func isPlayedBytewise(_ scene: CatalogueCase) -> Bool { scene.isAboutSegments || scene.byteCount <= bytewiseMax }

  /// What the bomb of row Z1 costs a server that has seen none, only compressed messages nearly as long as they may be;
  /// nil when the system does not tell.
  ///
  /// Where one has burst before, what it needed may still be there. What a long message needs, such as the loop's
  /// receive buffer, a server has anyway.
  private func bomb(_ programs: CataloguePrograms) throws -> CatalogueReport.Bomb? {
    guard let scene = CatalogueRow.all.first(where: { $0.number == "Z1" })?.cases.first,
      let ordinary = CatalogueRow.all.first(where: { $0.number == "Z2" })?.cases.last
    else { return nil }
    let host = try CatalogueHost(.compressing, isSecure: false, workers: 1, programs, folder: "bomb")
    defer { host.stop() }
    guard let target = host.targets.first else { return nil }
    let player = Player(target, .plain)
    for _ in 0..<Self.ordinaryMessages { try player.play(ordinary, resets: true) }
    return try host.rise { try player.play(scene, resets: true) }.map { CatalogueReport.Bomb(riseBytes: $0) }
  }

  /// What the cases of the rows that name a limit cost while nothing else is played: plain, and byte by byte where they
  /// are about that.
  private func costs(_ hosts: [HostKey: CatalogueHost]) throws -> [CatalogueReport.Cost] {
    var costs: [CatalogueReport.Cost] = []
    // The system counts in hundredths of a second.
    let times = max(200, options.times)
    for row in CatalogueRow.all {
      guard let processorMax = row.processorMax else { continue }
      for scene in row.cases {
        guard let host = hosts[HostKey(setting: scene.setting, isSecure: false)], let target = host.targets.first else { continue }
        let spent = try host.processorSeconds {
          for _ in 0..<times { try Player(target, scene.isAboutSegments ? .bytewise : .plain).play(scene, resets: true) }
        }
        let each = 1_000 / Double(times)
        costs.append(
          CatalogueReport.Cost(
            row: row.number, name: scene.name, user: spent.user * each, inAll: spent.inAll * each, most: processorMax / .milliseconds(1)))
      }
    }
    return costs
  }

  /// How many of the wrong expectations are found out.
  private func wrongFound(_ hosts: [HostKey: CatalogueHost]) -> Int {
    var found = 0
    for way in CatalogueCase.Way.allCases {
      guard let host = hosts[HostKey(setting: .usual, isSecure: way.isSecure)], let target = host.targets.first else { continue }
      for wrong in CatalogueCase.wrong {
        do { try Player(target, way).play(wrong) } catch { found += 1 }
      }
    }
    return found
  }
}

/// The longest times, noted by several threads.
private final class Delays: Sendable {
  private let state = Locked(CatalogueReport.Delays())
  var longest: CatalogueReport.Delays { state.withLock { $0 } }

  func add(
    _ kind: WritableKeyPath<CatalogueReport.Delays, CatalogueReport.Delay>, _ length: Duration, of what: @autoclosure () -> String
  ) {
    state.withLock { $0[keyPath: kind].add(length, of: what()) }
  }

  func add(_ check: ServerUnderTest.Delays, of what: String) {
    state.withLock { longest in
      longest.roundTrip.add(check.roundTrip, of: what)
      let lastWrong = check.sockets.lastWrong.map { ", and there were \($0) instead of \(check.sockets.count) before the last" } ?? ""
      longest.descriptors.add(check.descriptors, of: "\(what); looks: \(check.sockets.looks)\(lastWrong)")
    }
  }
}

/// Numbers from 0 on, taken by several threads.
private final class Counter: Sendable {
  private let value = Atomic(0)
  func take() -> Int { value.add(1, ordering: .relaxed).oldValue }
}

/// What went wrong, noted by several threads.
private final class Failures: Sendable {
  private let state = Locked((count: 0, first: String?.none))
  var count: Int { state.withLock { $0.count } }
  var first: String? { state.withLock { $0.first } }

  func add(_ what: String) {
    state.withLock { state in
      state.count += 1
      if state.first == nil { state.first = what }
    }
  }
}
