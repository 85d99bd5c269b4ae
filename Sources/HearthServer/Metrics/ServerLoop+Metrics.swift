import EventStore
import HTTPTypes
import HearthProtocol
import Transport
import WebSocket

/// `/metrics` at the admin address. Loops count in numbers of their own; only who asks has them added up.
extension ServerLoop {
  /// Tells what is counted, once all loops have said what they have.
  func tellMetrics(_ head: RequestHead, _ session: Session) {
    session.stage = .checking
    session.stageSince = loop.now
    loop.pauseReading(session.connection)
    let writer = MetricsWriter(isOpenMetrics: MetricsWriter.wantsOpenMetrics(head.request.headerFields[values: .accept]))
    let isHead = head.request.method == .head
    let source = MetricsSource(background: background, limits: limits, status: status, denials: denials)
    let taking = CensusTaking(loops: router.count) { [background, number, peer = session.peer, now = now.wall] figures in
      background.lookUp(for: number) { directory throws(StoreFailure) in
        var writer = writer
        source.page(figures, directory, now: now).write(to: &writer)
        return writer
      } then: { loop, result in
        guard let session = loop.session(peer), session.stage == .checking else { return }
        guard case .success(let writer) = result else { return loop.refuse(session, .unavailable) }
        var answer = HTTPAnswer(.ok, type: writer.contentType, body: Array(writer.text.utf8))
        answer[.cacheControl] = "no-store"
        loop.end(session, with: answer, isHead: isHead)
      }
    }
    router.postToAll(.census(taking))
  }
}

/// Where the figures are that no loop has.
private struct MetricsSource: Sendable {
  let background: Background
  let limits: ServerLimits
  let status: ServerStatus
  let denials: DenialCount

  func page(_ figures: LoopFigures, _ directory: any Directory, now: Int64) -> MetricsPage {
    let space = background.space
    return MetricsPage(
      loops: figures,
      status: MetricsPage.Status(
        isReady: status.isReady, isStoreAway: status.isStoreAway, overtakenGroups: status.overtakenGroupCount,
        nodeLinks: status.nodeLinkCount, nodeRequests: status.nodeRequestCount,
        damagedGroups: status.damagedGroupCount, checkedHistories: status.checkedHistoryCount,
        freeBytes: space.lastFreeBytes, freeBytesMin: space.floor, isShort: space.isShort, memoryCharged: limits.memory.chargedBytes,
        memoryMax: limits.memory.bytesMax, connectionsMax: limits.connectionsMax,
        notices: background.notices?.counts.figures, pushes: background.pushes?.counts.figures),
      store: background.counts.now, webhooks: background.webhooks?.figures ?? WebhookFigures(),
      usage: background.counts.usage(of: directory, now: now), acts: denials.sinceStart,
      process: ProcessFigures.read(startedAt: status.startedAt))
  }
}
