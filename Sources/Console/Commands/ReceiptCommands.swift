import HearthClient
import HearthProtocol
import Ledger

extension [Receipt] {
  /// These and another, which takes the place of one of the same file.
  func adding(_ receipt: Receipt) -> [Receipt] { filter { $0.sha256 != receipt.sha256 } + [receipt] }
}

/// `hearth receipt`.
public struct ReceiptCommands: CommandFamily {
  let sitting: Sitting

  /// Commands of this call.
  public init(_ sitting: Sitting) { self.sitting = sitting }

  /// What receipts are kept with.
  private enum Holder {
    case entry(EntryState)
    /// What was noted of a minor's spending (SPEC AT-07).
    case spending(SpendingState, of: MemberID)

    var receipts: [Receipt] {
      switch self {
      case .entry(let entry): entry.content.receipts
      case .spending(let record, _): record.receipts
      }
    }

    var text: String {
      switch self {
      case .entry(let entry): entry.description.printable
      case .spending(let record, _): record.description.printable
      }
    }

    /// The lane that the files belong to.
    var lane: Lane {
      switch self {
      case .entry: .shared
      case .spending(_, let minor): .minor(minor)
      }
    }

    /// Whether the viewer may put one there.
    func mayAdd(_ view: GroupView) -> Bool {
      switch self {
      case .entry(let entry):
        view.offers(.attachmentsAdd) && view.offers(.entriesEdit, isOwn: view.state.shared.members.current(entry.addedBy) == view.member)
      case .spending: view.offers(.spendingSet)
      }
    }

    /// The wish that it has these receipts.
    func wish(_ receipts: [Receipt]) -> Command.OneOf_Body {
      switch self {
      case .entry(let entry):
        var wish = EditEntry()
        wish.entryID = entry.id.description
        wish.baseVersion = entry.version.rawValue
        wish.changes.receipts.receipts = receipts
        return .editEntry(wish)
      case .spending(let record, let minor):
        var wish = SetSpending()
        (wish.minorID, wish.spendingID) = (minor.description, record.id.description)
        wish.content = record.content
        wish.content.receipts = receipts
        return .setSpending(wish)
      }
    }
  }

  /// The entry of this name, or what a minor has noted under it.
  private func find(_ name: String, ofMinor minor: String?, _ group: String?) throws(ConsoleFailure) -> (
    group: GroupID, view: GroupView, holder: Holder
  ) {
    guard let minor else {
      let (group, view, entry) = try EntryCommands(sitting).find(name, group)
      return (group, view, .entry(entry))
    }
    let (group, view) = try sitting.view(of: group)
    let id = try sitting.member(minor, in: view)
    return (group, view, .spending(try FamilyCommands(sitting).record(name, of: id.description, in: view), of: id))
  }

  /// Puts a file on the server.
  ///
  /// - Parameter lane: `.shared`, or the minor's whose receipt it is.
  /// - Returns: the receipt that names it.
  func put(_ path: String, mediaType: String? = nil, into group: GroupID, _ lane: Lane) throws(ConsoleFailure) -> Receipt {
    let bytes = try UserFile.contents(of: path)
    guard !bytes.isEmpty else { throw ConsoleFailure(ArgumentFlaw(.fileEmpty)) }
    switch try FileExchange(sitting).exchange(
      group, { (door, group) throws(ConnectionFailure) in try door.put(bytes, into: group, lane) })
    {
    case .kept, .content: break
    case .refused(let status, _): throw Self.failure(of: path, status, lane)
    }
    var receipt = Receipt()
    receipt.sha256 = .init(ContentHash(of: bytes).bytes)
    receipt.mediaType = mediaType ?? Self.mediaType(of: path)
    receipt.sizeBytes = UInt64(bytes.count)
    receipt.name = path.split(separator: "/").last.map(String.init) ?? path
    return receipt
  }

  /// `hearth receipt add`: puts the file on the server, then names it in the entry.
  ///
  /// - Parameter minor: whose record has that name; nil: it is an entry.
  public func add(_ path: String, mediaType: String?, to name: String, ofMinor minor: String?, group: String?) throws(ConsoleFailure) {
    let (group, _, holder) = try find(name, ofMinor: minor, group)
    let receipt = try put(path, mediaType: mediaType, into: group, holder.lane)
    let accepted = try sitting.send(holder.wish(holder.receipts.adding(receipt)), to: group).accepted
    output.tell(.receiptAdded(receipt.name.printable, to: holder.text), json: WireFormat.line(accepted))
  }

  /// `hearth receipt list`: what an entry's receipts are, with their numbers.
  ///
  /// - Parameter minor: whose record has that name; nil: it is an entry.
  public func list(of name: String, ofMinor minor: String?, group: String?) throws(ConsoleFailure) {
    let (_, view, holder) = try find(name, ofMinor: minor, group)
    output.show(Screens.receipts(holder.receipts, mayAdd: holder.mayAdd(view), output.theme), json: Screens.json(holder.receipts))
  }

  /// `hearth receipt remove`: the entry no longer names it. The file stays beside the history, which does.
  ///
  /// - Parameters:
  ///   - number: its place in the list, from 1.
  ///   - minor: whose record has that name; nil: it is an entry.
  public func remove(_ number: Int, of name: String, ofMinor minor: String?, group: String?) throws(ConsoleFailure) {
    let (group, _, holder) = try find(name, ofMinor: minor, group)
    let receipt = try Self.receipt(number, of: holder)
    var receipts = holder.receipts
    receipts.remove(at: number - 1)
    let accepted = try sitting.send(holder.wish(receipts), to: group).accepted
    output.tell(.receiptRemoved(receipt.text.printable, from: holder.text), json: WireFormat.line(accepted))
  }

  private static func receipt(_ number: Int, of holder: Holder) throws(ConsoleFailure) -> Receipt {
    let receipts = holder.receipts
    guard receipts.indices.contains(number - 1) else {
      throw ConsoleFailure(
        ArgumentFlaw(
          "There is no receipt \(number) of \(holder.text). What there is: hearth receipt list ENTRY",
          "\(holder.text) की रसीद \(number) नहीं है। जो हैं वे यहाँ दिखती हैं: hearth receipt list प्रविष्टि"))
    }
    return receipts[number - 1]
  }

  /// `hearth receipt get`: writes an entry's receipt to a file.
  ///
  /// - Parameters:
  ///   - number: its place in the list, from 1.
  ///   - minor: whose record has that name; nil: it is an entry.
  ///   - path: where to write; nil for the receipt's own name in the working folder, where nothing is replaced.
  public func get(_ number: Int, of name: String, ofMinor minor: String?, to path: String?, group: String?) throws(ConsoleFailure) {
    let (group, _, holder) = try find(name, ofMinor: minor, group)
    let receipt = try Self.receipt(number, of: holder)
    guard let hash = ContentHash(bytes: receipt.sha256) else { throw Self.missingFile }
    switch try FileExchange(sitting).exchange(
      group, { (door, group) throws(ConnectionFailure) in try door.fetch(hash, of: group, holder.lane) })
    {
    case .content(let bytes):
      // The name came from somebody else: nothing of it but the last part may say where the file goes.
      let own = receipt.name.split(separator: "/").last.map { String($0).printable } ?? ""
      let target = path ?? (own.isEmpty || own.hasPrefix(".") ? hash.description : own)
      try UserFile.write(bytes, to: target, replaces: path != nil)
      var json = JSONLine()
      json.add("file", target)
      json.add("sha256", hash.description)
      output.tell(.wroteBytes(bytes.count, to: target.printable), json: [json.text])
    case .kept: break
    case .refused(404, _): throw Self.missingFile
    case .refused(let status, _): throw Self.failure(of: receipt.name, status, holder.lane)
    }
  }

  private static var missingFile: ConsoleFailure {
    ConsoleFailure(
      [
        Wording("The server does not have this file.", "सर्वर के पास यह फ़ाइल नहीं है।"),
        Wording("The member who added the receipt may still have it.", "जिसने रसीद जोड़ी उसके पास शायद हो।"),
      ], status: 1)
  }

  private static func failure(of path: String, _ status: Int, _ lane: Lane) -> ConsoleFailure {
    let path = path.printable
    return switch status {
    case 401:
      ConsoleFailure(
        [
          Wording("The server does not take the token kept here, so \(path) was not taken.", "सर्वर यहाँ रखा टोकन नहीं मानता, इसलिए \(path) नहीं ली गई।"),
          Wording("Register again: hearth register --replace.", "फिर से पंजीकरण करें: hearth register --replace।"),
        ], status: 1
      )
    case 403:
      ConsoleFailure(
        [
          Wording("\(path) may not be added by you, or the group is archived.", "\(path) जोड़ने की आपको अनुमति नहीं है, या समूह संग्रह में है।"),
          Wording("Ask an adult of the group.", "समूह के किसी वयस्क से कहें।"),
        ], status: 1)
    case 404 where lane != .shared:
      ConsoleFailure(
        [
          Wording(
            "\(path) was not taken: you do not look after this minor, or the server keeps no files.",
            "\(path) नहीं ली गई: आप इस नाबालिग की देखभाल नहीं करते, या सर्वर फ़ाइलें नहीं रखता।"),
          Wording("Ask who looks after the minor.", "नाबालिग की देखभाल करने वाले से कहें।"),
        ], status: 1)
    case 404:
      ConsoleFailure(
        [
          Wording(
            "\(path) was not taken: the server does not know this group, or keeps no files.",
            "\(path) नहीं ली गई: सर्वर यह समूह नहीं जानता, या फ़ाइलें नहीं रखता।"), Wording("Check the group and the server.", "समूह और सर्वर जाँचें।"),
        ], status: 1)
    case 413:
      ConsoleFailure(
        [Wording("\(path) is larger than the server takes.", "\(path) सर्वर की सीमा से बड़ी है।"), Wording("Make it smaller.", "उसे छोटी करें।")],
        status: 1)
    case 507:
      ConsoleFailure(
        [
          Wording(
            "\(path) finds no space: the group or the server has as many files as it may, or the disk is full.",
            "\(path) के लिए जगह नहीं है: समूह या सर्वर की फ़ाइलें पूरी हो चुकी हैं, या डिस्क भर गई है।"), Wording("Ask the server's operator.", "सर्वर चलाने वाले से कहें।"),
        ], status: 1)
    default:
      ConsoleFailure(
        [
          Wording("\(path) was not taken (HTTP status \(status)).", "\(path) नहीं ली गई (HTTP \(status))।"),
          Wording("Try again later.", "बाद में फिर कोशिश करें।"),
        ], status: 1)
    }
  }

  private static func mediaType(of path: String) -> String {
    switch path.split(separator: ".").last?.lowercased() {
    case "jpg", "jpeg": "image/jpeg"
    case "png": "image/png"
    case "gif": "image/gif"
    case "webp": "image/webp"
    case "heic": "image/heic"
    case "pdf": "application/pdf"
    default: "application/octet-stream"
    }
  }
}
