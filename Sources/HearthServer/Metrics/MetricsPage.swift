import EventStore
import HearthProtocol
import Ledger
import Transport

/// What `/metrics` tells, as of one moment. It has no id, no name and no amount of anybody's.
struct MetricsPage: Sendable {
  /// Of all loops together.
  var loops: LoopFigures
  var status: Status
  var store: StoreCounts.Figures
  var webhooks: WebhookFigures
  /// Of the directory; nil while it cannot be read.
  var usage: UsageFigures?
  /// Logins and refusals, by act.
  var acts: [AuditAct: Int64]
  var process: ProcessFigures

  /// What is known of the server as a whole.
  struct Status: Sendable {
    var isReady: Bool
    var isStoreAway: Bool
    /// Groups that another server has taken while this one stood still.
    var overtakenGroups: Int
    /// Links between nodes that stand, and requests that other nodes were asked.
    var nodeLinks: Int
    var nodeRequests: Int
    var damagedGroups: Int
    var checkedHistories: Int
    /// Bytes that the disk has; nil: nobody can say.
    var freeBytes: Int?
    var freeBytesMin: Int
    var isShort: Bool
    var memoryCharged: Int
    var memoryMax: Int
    var connectionsMax: Int
    /// Notices by what became of them; nil: no program is told any.
    var notices: [(result: String, count: Int)]?
    /// Messages to browsers by what became of them; nil: none are sent.
    var pushes: [(result: String, count: Int)]?
  }

  /// The page as text.
  func write(to writer: inout MetricsWriter) {
    writeConnections(&writer)
    writeCommands(&writer)
    writeStore(&writer)
    writeWebhooks(&writer)
    writeLimits(&writer)
    if let usage { writeUsage(usage, &writer) }
    writeProcess(&writer)
    writer.end()
  }

  private func writeConnections(_ writer: inout MetricsWriter) {
    let (census, counts) = (loops.census, loops.counts)
    writer.gauge("hearth_connections", "Connections of all kinds, those to the admin address included.", census.loops.connections)
    writer.gauge("hearth_connections_max", "Members' connections that the server takes.", status.connectionsMax)
    writer.gauge(
      "hearth_sessions", "WebSockets by their format, and calls and files over HTTP that are under way.",
      [
        ([("transport", "websocket_json")], "\(census.jsonSockets)"),
        ([("transport", "websocket_protobuf")], "\(census.protobufSockets)"),
        ([("transport", "http")], "\(census.calls)"),
      ])
    writer.gauge("hearth_subscriptions", "Groups that connections follow, each for each connection.", census.subscriptions)
    writer.counter("hearth_http_requests", "Requests over HTTP at the members' addresses, those for a WebSocket included.", counts.requests)
    writer.counter("hearth_messages_received", "Messages of clients over WebSockets.", Self.byFormat(counts.received))
    writer.counter("hearth_messages_sent", "Messages queued to clients over WebSockets.", Self.byFormat(counts.sent))
    writer.gauge("hearth_queue_bytes", "Bytes that wait because sockets have not taken them.", census.loops.backlogBytes)
    writer.counter(
      "hearth_slow_readers", "Connections closed with 4008 because their queue was full or next to nothing left it.",
      [([("reason", "queue")], "\(counts.slowByQueue)"), ([("reason", "stall")], "\(counts.slowByStall)")])
    writer.counter(
      "hearth_catch_ups", "Beginnings of a subscription: with events alone, with a snapshot, or in pieces because it was long.",
      [
        ([("kind", "events")], "\(counts.catchUpsOfEvents)"), ([("kind", "snapshot")], "\(counts.catchUpsWithSnapshot)"),
        ([("kind", "pieces")], "\(counts.catchUpsInPieces)"),
      ])
    writer.counter(
      "hearth_tls_handshakes", "TLS handshakes by what became of them.",
      [([("result", "done")], "\(counts.handshakes)"), ([("result", "failed")], "\(counts.failedHandshakes)")])
  }

  private static func byFormat(_ counts: MessageCounts) -> [(labels: [MetricsWriter.Label], value: String)] {
    [([("format", "json")], "\(counts.json)"), ([("format", "protobuf")], "\(counts.protobuf)")]
  }

  private func writeCommands(_ writer: inout MetricsWriter) {
    let rooms = loops.counts.rooms
    writer.gauge("hearth_rooms", "Groups that are live in memory.", loops.census.rooms)
    var samples: [(labels: [MetricsWriter.Label], value: String)] = []
    for kind in CommandKind.allCases where rooms.accepted[kind.rawValue] > 0 {
      samples.append(([("kind", kind.name), ("result", "accepted")], "\(rooms.accepted[kind.rawValue])"))
    }
    let refused = rooms.refused.map { (kind: $0.key.kind?.name ?? "unknown", code: $0.key.refusal?.rawValue ?? "", count: $0.value) }
    for one in refused.sorted(by: { ($0.kind, $0.code) < ($1.kind, $1.code) }) {
      samples.append(([("kind", one.kind), ("result", one.code)], "\(one.count)"))
    }
    writer.counter(
      "hearth_commands", "Commands that reached their group, by kind and result: accepted, or the code of the refusal.", samples)
    writer.histogram(
      "hearth_decide_seconds", "Time in which a room decides what was queued.", rooms.decide, perUnit: Self.nanoseconds)
    writer.histogram(
      "hearth_commit_seconds", "Time from a batch's way to the store until its room hears that it is durable.", rooms.commit,
      perUnit: Self.nanoseconds)
    writer.histogram(
      "hearth_deliver_seconds", "Time in which what has become durable is encoded and queued to everybody.", rooms.deliver,
      perUnit: Self.nanoseconds)
    writer.histogram("hearth_batch_events", "Events that a room makes durable at once.", rooms.batch)
  }

  private static let nanoseconds = 1_000_000_000

  private func writeStore(_ writer: inout MetricsWriter) {
    writer.histogram(
      "hearth_store_commit_seconds", "Time of a transaction of the store, from its beginning until its log is synced.", store.commit,
      perUnit: Self.nanoseconds)
    writer.histogram("hearth_store_commit_groups", "Groups whose batches one transaction makes durable.", store.groups)
    writer.counter("hearth_store_failed_batches", "Batches that could not be stored; their commands were refused.", store.failedBatches)
    writer.counter(
      "hearth_snapshots", "Snapshots of groups by what became of them; one that fails loses nothing.",
      [([("result", "kept")], "\(store.snapshots)"), ([("result", "failed")], "\(store.failedSnapshots)")])
    writer.counter("hearth_histories_checked", "Groups' histories checked in the background.", status.checkedHistories)
    writer.gauge("hearth_groups_damaged", "Groups found damaged when they were checked last.", status.damagedGroups)
    if let freeBytes = status.freeBytes { writer.gauge("hearth_free_bytes", "Bytes free where the data is.", freeBytes) }
    writer.gauge("hearth_free_bytes_min", "Bytes below which the server refuses what can wait.", status.freeBytesMin)
    writer.gauge("hearth_writes_refused", "1 while what can wait is refused for want of space.", status.isShort ? 1 : 0)
    writer.gauge("hearth_store_away", "1 while the store cannot be reached and writes are refused.", status.isStoreAway ? 1 : 0)
    writer.counter(
      "hearth_groups_overtaken", "Groups that another server has taken while this one stood still.", status.overtakenGroups)
    if let notices = status.notices {
      writer.counter(
        "hearth_notices", "Notices for the operator's program by what became of them; those past a limit are dropped.",
        notices.map { ([("result", $0.result)], "\($0.count)") })
    }
    if let pushes = status.pushes {
      writer.counter(
        "hearth_pushes", "Notices for members' browsers by what became of them; unreached ones are tried again.",
        pushes.map { ([("result", $0.result)], "\($0.count)") })
    }
    writer.gauge("hearth_node_links", "Links to and from servers that share the store.", status.nodeLinks)
    writer.counter("hearth_node_requests", "Members' requests that were passed on to another server.", status.nodeRequests)
    writer.gauge("hearth_ready", "1 while the server takes members.", status.isReady ? 1 : 0)
  }

  private func writeWebhooks(_ writer: inout MetricsWriter) {
    writer.gauge("hearth_webhooks", "Webhooks that groups have.", webhooks.webhooks)
    writer.gauge("hearth_webhooks_paused", "Those of them to which nothing is sent until a member resumes them.", webhooks.paused)
    writer.gauge(
      "hearth_webhook_waiting_events", "Events that wait for receivers; at most \(WebhookDispatch.eventsRead) of a webhook are counted.",
      webhooks.waitingEvents)
    writer.counter(
      "hearth_webhook_deliveries", "Requests to webhooks by what became of them; what is not taken is sent again.",
      WebhookFigures.Result.allCases.map { ([("result", $0.rawValue)], "\(webhooks.deliveries[$0, default: 0])") })
    writer.histogram(
      "hearth_webhook_delivery_seconds", "Time of a request to a webhook, from the lookup of the name to the head of the answer.",
      webhooks.time, perUnit: Self.nanoseconds)
  }

  private func writeLimits(_ writer: inout MetricsWriter) {
    writer.gauge("hearth_memory_charged_bytes", "Bytes of buffers that clients can make grow.", status.memoryCharged)
    writer.gauge("hearth_memory_budget_bytes", "What they may have (--memory-bytes).", status.memoryMax)
    let counted = acts.filter { $0.value > 0 }.sorted { $0.key.rawValue < $1.key.rawValue }
    writer.counter(
      "hearth_limits_hit", "Requests past a limit, by the limit.",
      counted.compactMap { act, count in
        let name = act.rawValue
        return name.hasSuffix("_limited") ? ([("limit", String(name.dropLast("_limited".count)))], "\(count)") : nil
      })
    writer.counter(
      "hearth_security_acts", "Logins, and what was refused, as the audit log counts it.",
      counted.compactMap { act, count in act.rawValue.hasSuffix("_limited") ? nil : ([("act", act.rawValue)], "\(count)") })
  }

  private func writeUsage(_ usage: UsageFigures, _ writer: inout MetricsWriter) {
    writer.gauge("hearth_identities", "People with an account.", usage.identities)
    writer.gauge("hearth_identities_active", "Those of them whose device was used within 30 days.", usage.activeIdentities)
    writer.gauge("hearth_identities_creators", "Those of them who were the first in a group.", usage.creators)
    writer.gauge("hearth_groups", "Groups with somebody in them.", usage.groups)
    writer.gauge("hearth_groups_shared", "Groups with two people or more in them.", usage.sharedGroups)
  }

  private func writeProcess(_ writer: inout MetricsWriter) {
    writer.counter(
      "process_cpu_seconds", "Time of processors that the process has used.",
      [([], MetricsWriter.decimal(process.processorNanoseconds, Self.nanoseconds))])
    writer.gauge("process_resident_memory_bytes", "Memory of the process in RAM.", process.residentBytes)
    writer.gauge("process_virtual_memory_bytes", "Addresses that the process has mapped.", process.virtualBytes)
    writer.gauge("process_open_fds", "Descriptors that are open.", process.descriptors)
    writer.gauge("process_max_fds", "Descriptors that may be open.", process.descriptorsMax)
    writer.gauge(
      "process_start_time_seconds", "When the server started, in seconds since 1970.",
      [([], MetricsWriter.decimal(Int(clamping: process.startedAt), 1_000))])
  }
}
