import HearthProtocol

extension AttachmentFolder {
  /// How many files the group has in all its lanes, and their bytes. What cannot be listed counts as none.
  public func use(of group: GroupID) -> (count: Int, bytes: Int) {
    var use = (count: 0, bytes: 0)
    for lane in (try? lanes(of: group)) ?? [] {
      for size in (try? sizes(of: group, lane)) ?? [] {
        use.count += 1
        use.bytes += size
      }
    }
    return use
  }
}
