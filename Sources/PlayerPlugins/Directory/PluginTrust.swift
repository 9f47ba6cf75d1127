import Glibc

/// Who may decide what this program runs: whoever runs it, root, and the owner of its own file, who could
/// change that as well.
struct PluginTrust: Sendable {
  /// The users' numbers.
  let users: Set<uid_t>

  init(user: uid_t, programOwner: uid_t?) {
    users = Set([user, 0] + (programOwner.map { [$0] } ?? []))
  }

  /// This process's.
  static var current: PluginTrust {
    PluginTrust(user: geteuid(), programOwner: (try? FileStatus("/proc/self/exe"))?.owner)
  }

  /// Why somebody else could change what is there; nil where nobody else can.
  ///
  /// - Parameters:
  ///   - status: what was found there.
  ///   - path: the real path, for messages and for the list of who may write.
  ///   - isOnTheWay: whether it is a folder further up. There a group passes: a system's own folders may belong
  ///     to its administrators.
  func refusal(of status: FileStatus, at path: String, isOnTheWay: Bool = false) -> PluginRefusal? {
    let place = "\(status.kind.article) \(path)"
    guard users.contains(status.owner) else {
      return PluginRefusal(
        "\(place) belongs to \(Accounts.name(ofUser: status.owner)), who is neither you, root nor the owner of "
          + "this program.",
        remedy: "Where you trust it, make it your own: chown it, or copy it.")
    }
    // Nobody can write through a link, and in root's sticky folder nobody can replace what is another's.
    if status.kind == .link || status.isStickyFolderOfRoot { return nil }
    if status.isWritableByAll {
      return PluginRefusal("\(place) may be written by anyone.", remedy: "Take that away: chmod o-w \(path)")
    }
    if !isOnTheWay, status.isWritableByGroup,
      FileStatus.hasAccessList(path) || !isPrivate(group: status.group)
    {
      return PluginRefusal(
        "\(place) may be written by the group \(Accounts.name(ofGroup: status.group)).",
        remedy: "Take that away: chmod g-w \(path)")
    }
    return nil
  }

  /// Whether a group is one that a trusted user shares with nobody, as many systems give each user.
  private func isPrivate(group: gid_t) -> Bool {
    guard let entry = Accounts.group(group) else { return false }
    return users.contains { user in
      guard let account = Accounts.user(user) else { return false }
      return account.group == group && account.name == entry.name
        && entry.members.allSatisfy { $0 == account.name }
    }
  }
}

/// What the system knows of users and groups.
private enum Accounts {
  /// The longest entry that is read: a group may have thousands of members.
  private static let longestEntry = 1 << 20

  static func user(_ id: uid_t) -> (name: String, group: gid_t)? {
    entry { buffer, length, isTooLong in
      var account = passwd()
      var found: UnsafeMutablePointer<passwd>?
      isTooLong = getpwuid_r(id, &account, buffer, length, &found) == ERANGE
      return found.map { (String(cString: $0.pointee.pw_name), $0.pointee.pw_gid) }
    }
  }

  static func group(_ id: gid_t) -> (name: String, members: [String])? {
    entry { buffer, length, isTooLong in
      var entry = Glibc.group()
      var found: UnsafeMutablePointer<Glibc.group>?
      isTooLong = getgrgid_r(id, &entry, buffer, length, &found) == ERANGE
      guard let found else { return nil }
      var members: [String] = []
      var next = found.pointee.gr_mem
      while let member = next?.pointee {
        members.append(String(cString: member))
        next = next?.advanced(by: 1)
      }
      return (String(cString: found.pointee.gr_name), members)
    }
  }

  static func name(ofUser id: uid_t) -> String {
    user(id).map { "\($0.name) (\(id))" } ?? "the user \(id)"
  }

  static func name(ofGroup id: gid_t) -> String {
    group(id).map { "\($0.name) (\(id))" } ?? "\(id)"
  }

  private static func entry<Entry>(
    _ read: (UnsafeMutablePointer<CChar>, Int, _ isTooLong: inout Bool) -> Entry?
  ) -> Entry? {
    var length = 1024
    while length <= longestEntry {
      var buffer = [CChar](repeating: 0, count: length)
      var isTooLong = false
      let entry = read(&buffer, length, &isTooLong)
      if !isTooLong { return entry }
      length *= 4
    }
    return nil
  }
}
