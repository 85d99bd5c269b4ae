import Dispatch
import Foundation

/// Where work is done that may block. Dispatch and Foundation do it on threads, a simulation at some later time of its own.
protocol WorkQueue: Sendable {
  /// Has the work done and returns at once. Work that was given to a serial queue is done in the order of giving.
  func run(_ work: @escaping @Sendable () -> Void)
}

extension DispatchQueue: WorkQueue {
  func run(_ work: @escaping @Sendable () -> Void) { async(execute: work) }
}

extension OperationQueue: WorkQueue {
  func run(_ work: @escaping @Sendable () -> Void) { addOperation(work) }
}

/// Where the work of `Background` is done. All but the readers and the files are serial.
struct WorkQueues: Sendable {
  /// Limit: reads at once; the others wait their turn. More would only take threads.
  private static let readersMax = 4

  var commits: any WorkQueue = DispatchQueue(label: "hearth.commit", qos: .userInteractive)
  var registrations: any WorkQueue = DispatchQueue(label: "hearth.register", qos: .userInteractive)
  var uses: any WorkQueue = DispatchQueue(label: "hearth.uses", qos: .userInteractive)
  /// What is done to devices is done one after the other.
  var devices: any WorkQueue = DispatchQueue(label: "hearth.devices")
  /// Groups are deleted one after the other: that takes long and is never urgent.
  var purges: any WorkQueue = DispatchQueue(label: "hearth.purge", qos: .utility)
  /// Snapshots wait for one another: they are large and never urgent. So do rows of the directory that only set it right, and counted refusals.
  var snapshots: any WorkQueue = DispatchQueue(label: "hearth.snapshots", qos: .utility)
  /// Reads may run side by side.
  var readers: any WorkQueue = WorkQueues.concurrent()
  /// What takes a row or two of the directory, or a signature: nobody who logs in waits behind the reads of whole groups.
  var lookUps: any WorkQueue = WorkQueues.concurrent()
  /// Files come and go beside the reads of the log, so that neither waits for the other.
  var files: any WorkQueue = WorkQueues.concurrent()

  private static func concurrent() -> OperationQueue {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = readersMax
    return queue
  }
}
