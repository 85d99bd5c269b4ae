import HearthProtocol

/// Keeps receipts' files, and exports of groups that were deleted, in a store that has no folder beside it.
///
/// A file that has its name is complete and durable, and is never changed. What its bytes mean, and whether they are
/// sealed, the caller knows. All calls block and may be made from any thread but an event loop's, also within an import
/// (`GroupImporting`).
public protocol FileStore: Sendable {
  /// Removes what had not arrived when this node ended.
  func prepareFiles() throws(StoreFailure)

  /// The groups that have files in a lane, in ascending order.
  func fileGroups() throws(StoreFailure) -> [GroupID]

  /// The files of a group's lanes, by lane and hash.
  func files(of group: GroupID) throws(StoreFailure) -> [KeptFile]

  /// The bytes of the files of each group's lanes together; it looks at every file's row.
  ///
  /// - Parameters:
  ///   - segmentBytes: the length of a sealed segment; of a store in plain any length.
  ///   - overheadBytes: what sealing has added to each segment; 0 in plain.
  func fileBytes(segmentBytes: Int, overheadBytes: Int) throws(StoreFailure) -> [GroupID: Int]

  /// The file with this name, or nil.
  func file(_ name: FileName) throws(StoreFailure) -> KeptFile?

  /// At most `count` bytes of a file from an offset on; fewer at its end only.
  func readFile(_ number: FileNumber, from offset: Int, count: Int) throws(StoreFailure) -> [UInt8]

  /// Begins a file, which ends with `keepFile` or `discardFile`.
  func beginFile(_ name: FileName) throws(StoreFailure) -> FileNumber

  /// Adds bytes to a file that was begun.
  ///
  /// - Parameter offset: how many bytes it has.
  func addToFile(_ number: FileNumber, _ bytes: [UInt8], at offset: Int) throws(StoreFailure)

  /// Gives a file its name, durably. A receipt that is there already stays, and an export is replaced.
  ///
  /// - Parameter sizeBytes: how many bytes it has.
  /// - Returns: false when the name was taken; the file is discarded then.
  func keepFile(_ number: FileNumber, as name: FileName, sizeBytes: Int) throws(StoreFailure) -> Bool

  /// Forgets a file that was begun.
  func discardFile(_ number: FileNumber) throws(StoreFailure)

  /// Removes one file, durably, if it is there.
  func removeFile(_ name: FileName) throws(StoreFailure)

  /// Removes the files of a group's lanes, durably; its export stays.
  func removeFiles(of group: GroupID) throws(StoreFailure)

  /// The server's secret, as it was kept; nil: there is none yet.
  func serverSecret() throws(StoreFailure) -> [UInt8]?

  /// Keeps the server's secret, durably, if there is none.
  ///
  /// - Returns: the one that is there.
  func keepServerSecret(_ secret: [UInt8]) throws(StoreFailure) -> [UInt8]
}

/// A file's number within its store.
public struct FileNumber: RawRepresentable, Sendable, Hashable {
  /// The number.
  public let rawValue: Int64

  /// Makes a number.
  public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The name of a file.
public struct FileName: Sendable, Hashable {
  /// Where among a group's files it lies.
  public enum Shelf: Sendable, Hashable {
    /// A receipt of a lane: the shared one, or a minor's.
    case lane(Lane)
    /// The export that was made before the group was deleted.
    case export

    /// As it stands in a store. No lane is called as exports are.
    public var name: String {
      switch self {
      case .lane(let lane): lane.name
      case .export: Self.exportName
      }
    }

    /// The name of the shelf for exports.
    public static let exportName = "export"
  }

  /// The owner.
  public var group: GroupID
  /// Where it lies.
  public var shelf: Shelf
  /// The hash of what it says.
  public var hash: ContentHash

  /// Makes a name.
  public init(group: GroupID, shelf: Shelf, hash: ContentHash) {
    self.group = group
    self.shelf = shelf
    self.hash = hash
  }
}

/// A file that is complete.
public struct KeptFile: Sendable, Hashable {
  /// Its number.
  public var number: FileNumber
  /// The name.
  public var name: FileName
  /// How many bytes it has.
  public var sizeBytes: Int

  /// Makes a record.
  public init(number: FileNumber, name: FileName, sizeBytes: Int) {
    self.number = number
    self.name = name
    self.sizeBytes = sizeBytes
  }
}
