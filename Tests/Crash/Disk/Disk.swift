import Foundation
import HearthLoadKit

/// The disk below one folder: what a program sees of it, and what a power cut would leave of it.
///
/// A file's bytes are durable once an fsync of the file has ended after they were written, a name once one of its
/// folder has. Of everything else a power cut leaves what it likes: of each write all, nothing or some sectors; of a
/// folder's names those up to some moment, in the order in which they changed, as file systems with a journal do. A
/// failed fsync of a file takes with it what it was to make durable, though reads still give it; names wait for the
/// next one, since a file system whose journal cannot be written takes no further one.
struct Disk {
  /// Limit: bytes that the disk writes whole or not at all.
  private static let sectorBytes = 512

  private struct File {
    /// What the program reads.
    var bytes = Data()
    /// What a power cut leaves.
    var durable = Data()
    /// What it may leave besides, in order.
    var pending: [Edit] = []
  }

  private enum Edit {
    case write(offset: Int, Data)
    case truncate(Int)
  }

  /// A name that is given, or taken away when there is no node.
  private struct NameEdit {
    var folder: Int
    var name: String
    var node: Int?
    /// Where a renamed node was: it is here or there, never nowhere.
    var former: Place?
  }

  private struct Place: Hashable {
    var folder: Int
    var name: String
  }

  /// The names in each folder; a node that is no key is a file. Node 0 is the folder that all is in.
  private typealias Names = [Int: [String: Int]]

  private var files = [File()]
  private var names: Names = [0: [:]]
  private var durableNames: Names = [0: [:]]
  private var pendingNames: [NameEdit] = []
  private var nodes: [UInt64: Int] = [:]
  private var honoursSyncs: Bool

  /// An empty disk.
  ///
  /// - Parameter honoursSyncs: false for a disk that says of an fsync that it is done, and does nothing.
  init(honoursSyncs: Bool = true) { self.honoursSyncs = honoursSyncs }

  /// A disk that holds an image, durably.
  ///
  /// - Parameter honoursSyncs: whether what is synced from then on is durable too.
  init(holding image: DiskImage, honoursSyncs: Bool = true) throws {
    self.init()
    defer { self.honoursSyncs = honoursSyncs }
    for path in image.folders { try apply(.folderMade(path)) }
    for (path, bytes) in image.files {
      let node = try add(path)
      files[node].bytes = bytes
      files[node].durable = bytes
    }
    durableNames = names
    pendingNames = []
  }

  // MARK: Changes

  /// Takes over what happened next.
  mutating func apply(_ change: DiskLog.Change) throws {
    switch change {
    case .opened(let file, let path): nodes[file] = try node(at: path)
    case .created(let file, let path): nodes[file] = try add(path)
    case .written(let file, let offset, let bytes): try edit(file, .write(offset: offset, bytes))
    case .truncated(let file, let size): try edit(file, .truncate(size))
    case .synced(let file): if honoursSyncs { try sync(node(of: file), keeps: true) }
    case .syncFailed(let file): try sync(node(of: file), keeps: false)
    case .renamed(let from, let to):
      let former = try place(from)
      try rename(NameEdit(folder: place(to).folder, name: place(to).name, node: node(at: from), former: former))
    case .linked(let from, let to): try rename(NameEdit(folder: place(to).folder, name: place(to).name, node: node(at: from)))
    case .unlinked(let path), .folderRemoved(let path): try rename(NameEdit(folder: place(path).folder, name: place(path).name))
    case .folderMade(let path):
      let node = try add(path)
      names[node] = [:]
      durableNames[node] = [:]
    }
  }

  private mutating func edit(_ file: UInt64, _ edit: Edit) throws {
    let node = try node(of: file)
    Self.apply(edit, to: &files[node].bytes)
    files[node].pending.append(edit)
  }

  private static func apply(_ edit: Edit, to bytes: inout Data) {
    switch edit {
    case .write(let offset, let part):
      if bytes.count < offset + part.count { bytes.append(Data(count: offset + part.count - bytes.count)) }
      bytes.replaceSubrange(offset..<offset + part.count, with: part)
    case .truncate(let size):
      if bytes.count < size { bytes.append(Data(count: size - bytes.count)) } else { bytes.removeLast(bytes.count - size) }
    }
  }

  /// A new node with a name.
  private mutating func add(_ path: String) throws -> Int {
    let place = try place(path)
    files.append(File())
    rename(NameEdit(folder: place.folder, name: place.name, node: files.count - 1))
    return files.count - 1
  }

  private mutating func rename(_ edit: NameEdit) {
    Self.apply(edit, to: &names)
    pendingNames.append(edit)
  }

  private static func apply(_ edit: NameEdit, to names: inout Names) {
    if let former = edit.former { names[former.folder]?[former.name] = nil }
    names[edit.folder]?[edit.name] = edit.node
  }

  private mutating func sync(_ node: Int, keeps: Bool) {
    guard isFolder(node) else {
      if keeps { for edit in files[node].pending { Self.apply(edit, to: &files[node].durable) } }
      files[node].pending = []
      return
    }
    guard keeps else { return }
    var left: [NameEdit] = []
    for edit in pendingNames {
      guard edit.folder == node || edit.former?.folder == node else {
        left.append(edit)
        continue
      }
      Self.apply(edit, to: &durableNames)
      // What was about to give it its former name comes too late.
      if let former = edit.former { left.removeAll { Place(folder: $0.folder, name: $0.name) == former } }
    }
    pendingNames = left
  }

  // MARK: Names

  private func isFolder(_ node: Int) -> Bool { names[node] != nil }

  /// Whether what was opened last with this inode is a folder in which there is such a name.
  func isFolder(_ file: UInt64, of name: String) -> Bool { nodes[file].map { names[$0]?[name] != nil } ?? false }

  private func node(of file: UInt64) throws -> Int {
    guard let node = nodes[file] else { throw DiskLogFlaw("file \(file) was never opened") }
    return node
  }

  private func node(at path: some StringProtocol) throws -> Int {
    var node = 0
    for name in path.split(separator: "/") {
      guard let next = names[node]?[String(name)] else { throw DiskLogFlaw("there is no \(path)") }
      node = next
    }
    return node
  }

  private func place(_ path: String) throws -> Place {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { throw DiskLogFlaw("the folder itself was renamed") }
    return try Place(folder: node(at: parts.dropLast().joined(separator: "/")), name: String(name))
  }

  // MARK: What is left

  /// What survives a power cut of what is not durable.
  enum Survival: CaseIterable {
    /// All: as if only the process had been killed.
    case everything
    /// Nothing.
    case nothing
    /// Some of it, by chance.
    case some
  }

  /// What the next start finds.
  func image(_ survival: Survival, random: inout SplitMix64) -> DiskImage {
    var found = survival == .everything ? names : durableNames
    if survival == .some {
      var kept: [Int: Int] = [:]
      for (folder, count) in Dictionary(grouping: pendingNames, by: \.folder).mapValues(\.count).sorted(by: { $0.key < $1.key }) {
        kept[folder] = random.below(count + 1)
      }
      for edit in pendingNames where kept[edit.folder, default: 0] > 0 {
        kept[edit.folder, default: 0] -= 1
        Self.apply(edit, to: &found)
      }
    }
    var image = DiskImage()
    collect(0, "", found, survival, &random, into: &image)
    return image
  }

  private func collect(
    _ folder: Int, _ path: String, _ found: Names, _ survival: Survival, _ random: inout SplitMix64, into image: inout DiskImage
  ) {
    for (name, node) in (found[folder] ?? [:]).sorted(by: { $0.key < $1.key }) {
      let path = path.isEmpty ? name : path + "/" + name
      if found[node] != nil {
        image.folders.append(path)
        collect(node, path, found, survival, &random, into: &image)
      } else {
        image.files.append((path, bytes(of: files[node], survival, &random)))
      }
    }
  }

  private func bytes(of file: File, _ survival: Survival, _ random: inout SplitMix64) -> Data {
    switch survival {
    case .everything: return file.bytes
    case .nothing: return file.durable
    case .some:
      var bytes = file.durable
      // Sometimes nearly all has reached the disk, sometimes hardly anything.
      let quarters = random.below(5)
      for edit in file.pending where random.below(4) < quarters {
        guard case .write(let offset, let part) = edit, part.count > Self.sectorBytes, random.below(4) == 0 else {
          Self.apply(edit, to: &bytes)
          continue
        }
        for start in stride(from: 0, to: part.count, by: Self.sectorBytes) where random.below(2) == 0 {
          let sector = part[start..<min(start + Self.sectorBytes, part.count)]
          Self.apply(.write(offset: offset + start, sector), to: &bytes)
        }
      }
      return bytes
    }
  }
}

/// Folders and files, each by its path.
struct DiskImage {
  /// Each behind the one that it is in.
  var folders: [String] = []
  var files: [(path: String, bytes: Data)] = []

  init() {}

  /// What there is below a folder, without SQLite's shared memory.
  init(of folder: String) throws {
    guard let walk = FileManager.default.enumerator(atPath: folder) else { throw DiskLogFlaw("\(folder) cannot be read") }
    for case let path as String in walk where !path.hasSuffix("-shm") {
      if walk.fileAttributes?[.type] as? FileAttributeType == .typeDirectory {
        folders.append(path)
      } else {
        files.append((path, try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path))))
      }
    }
    folders.sort()
    files.sort { $0.path < $1.path }
  }

  /// Writes it into an empty folder.
  func write(to folder: String) throws {
    for path in folders { try FileManager.default.createDirectory(atPath: folder + "/" + path, withIntermediateDirectories: false) }
    for (path, bytes) in files { try bytes.write(to: URL(fileURLWithPath: folder + "/" + path)) }
  }
}

extension DiskImage: Equatable {
  static func == (left: DiskImage, right: DiskImage) -> Bool {
    left.folders.sorted() == right.folders.sorted()
      && left.files.sorted { $0.path < $1.path }.elementsEqual(right.files.sorted { $0.path < $1.path }) { $0 == $1 }
  }
}
