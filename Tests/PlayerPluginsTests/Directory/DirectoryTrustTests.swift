import CLinux
import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerPlugins

private let isRoot = geteuid() == 0

@Suite("Whom plugins may come from")
struct DirectoryTrustTests {
  /// Nobody here.
  private static let stranger: uid_t = 54_321
  private static let strangers: gid_t = 54_322

  /// A plugin in folders of its own: `plugins/x.json`, `bin/program`.
  private struct Layout {
    let root: PluginFolder
    let plugins: String
    let bin: String
    let manifest: String
    let program: String

    init() throws {
      root = try PluginFolder()
      plugins = try root.folder("plugins")
      bin = try root.folder("bin")
      manifest = try root.file("plugins/x.json", PluginFolder.manifest("x", program: "../bin/program"))
      program = try root.file("bin/program", "", mode: 0o755)
    }

    var parts: [String] { [manifest, plugins, program, bin] }

    func search(_ trust: PluginTrust = .current) -> PluginSearch {
      PluginDirectory.search([plugins], options: PluginOptions(), trust: trust)
    }
  }

  @Test("What lies below a folder that anyone may write is refused, however it is kept itself")
  func above() throws {
    let layout = try Layout()
    try PluginFolder.mode(0o777, layout.root.path)
    let error = try layout.search().rejection.error
    #expect(error.message.hasSuffix("\(layout.root.path) may be written by anyone."))
    try PluginFolder.mode(0o755, layout.root.path)
    #expect(layout.search().ids == ["x"])
  }

  @Test("A manifest, a program, or the folder of either, that anyone may write is refused")
  func world() throws {
    let layout = try Layout()
    #expect(layout.search().ids == ["x"])
    for part in layout.parts {
      var mode = try #require(FileManager.default.attributesOfItem(atPath: part)[.posixPermissions] as? Int)
      try PluginFolder.mode(mode_t(mode | 0o002), part)
      let error = try layout.search().rejection.error
      #expect(error.code == .pluginRejected)
      #expect(error.message.hasSuffix("\(part) may be written by anyone."))
      #expect(error.remedy == "Take that away: chmod o-w \(part)")
      // Of somebody who is not root a sticky folder is no better.
      if !isRoot {
        try PluginFolder.mode(mode_t(mode | 0o1002), part)
        #expect(layout.search().ids.isEmpty)
      }
      mode &= 0o755
      try PluginFolder.mode(mode_t(mode), part)
      #expect(layout.search().ids == ["x"])
    }
  }

  @Test(
    "So is one that a group may write that the user shares with others",
    .enabled(if: isRoot, "only root can give a file to another group"))
  func group() throws {
    for index in 0..<4 {
      let layout = try Layout()
      let part = layout.parts[index]
      try PluginFolder.owner(geteuid(), group: Self.strangers, part)
      #expect(layout.search().ids == ["x"])
      try PluginFolder.mode(index == 0 ? 0o664 : 0o775, part)
      let error = try layout.search().rejection.error
      #expect(error.message.hasSuffix("\(part) may be written by the group \(Self.strangers)."))
      #expect(error.remedy == "Take that away: chmod g-w \(part)")
    }
  }

  @Test(
    "A group of the user's own, with the user's name and nobody else in it, may write",
    .enabled(if: isRoot, "root's own group is one on every system"))
  func privateGroup() throws {
    let layout = try Layout()
    for part in layout.parts {
      try PluginFolder.owner(0, group: 0, part)
      try PluginFolder.mode(part == layout.manifest ? 0o664 : 0o775, part)
    }
    #expect(layout.search().ids == ["x"])
    // Of a user who is not trusted the private group is a stranger's.
    if let daemon = getpwnam("daemon")?.pointee {
      try PluginFolder.owner(0, group: daemon.pw_gid, layout.program)
      #expect(layout.search().ids.isEmpty)
      #expect(layout.search(PluginTrust(user: daemon.pw_uid, programOwner: nil)).ids == ["x"])
    }
  }

  @Test(
    "Not where an access control list lets more users write",
    .enabled(if: isRoot, "root's own group is a private one on every system"))
  func accessList() throws {
    let layout = try Layout()
    try PluginFolder.owner(0, group: 0, layout.manifest)
    try PluginFolder.mode(0o664, layout.manifest)
    #expect(layout.search().ids == ["x"])
    // Version 2; owner rw-, the stranger rw-, group r--, mask rw-, others r--, as <linux/posix_acl_xattr.h> has it.
    var list: [UInt8] = [2, 0, 0, 0]
    for (tag, rights, id) in [
      (0x01, 6, UInt32.max), (0x02, 6, Self.stranger), (0x04, 4, .max), (0x10, 6, .max), (0x20, 4, .max),
    ] as [(UInt16, UInt16, UInt32)] {
      for value in [tag, rights] { withUnsafeBytes(of: value.littleEndian) { list += $0 } }
      withUnsafeBytes(of: id.littleEndian) { list += $0 }
    }
    // A file system without such lists can't be deceived by one.
    guard setxattr(layout.manifest, "system.posix_acl_access", list, list.count, 0) == 0 else { return }
    #expect(try layout.search().rejection.error.message.contains("may be written by the group root"))
  }

  @Test(
    "One that belongs to somebody else is refused, whatever its mode",
    .enabled(if: isRoot, "only root can give a file away"))
  func owner() throws {
    for index in 0..<4 {
      let layout = try Layout()
      let part = layout.parts[index]
      try PluginFolder.owner(Self.stranger, part)
      let error = try layout.search().rejection.error
      #expect(
        error.message.hasSuffix(
          "\(part) belongs to the user \(Self.stranger), who is neither you, root nor the owner of this program."
        ))
      #expect(error.remedy?.isEmpty == false)
    }
  }

  @Test(
    "The user, root and the owner of the program are trusted, as when root plays from a user's build",
    .enabled(if: isRoot, "only root can give a file away"))
  func trusted() throws {
    let layout = try Layout()
    for part in layout.parts { try PluginFolder.owner(Self.stranger, part) }
    #expect(layout.search(PluginTrust(user: 0, programOwner: Self.stranger)).ids == ["x"])
    #expect(layout.search(PluginTrust(user: Self.stranger, programOwner: 0)).ids == ["x"])
    #expect(layout.search(PluginTrust(user: 0, programOwner: nil)).ids.isEmpty)
    for part in layout.parts { try PluginFolder.owner(0, part) }
    #expect(layout.search(PluginTrust(user: Self.stranger, programOwner: Self.stranger)).ids == ["x"])
  }

  @Test(
    "A folder of root's like /tmp passes, for what lies in it and belongs to the user",
    .enabled(if: isRoot, "only root can make such a folder"))
  func sticky() throws {
    let layout = try Layout()
    for folder in [layout.plugins, layout.bin] { try PluginFolder.mode(0o1777, folder) }
    #expect(layout.search().ids == ["x"])
    try PluginFolder.owner(Self.stranger, layout.manifest)
    #expect(layout.search().ids.isEmpty)
    try PluginFolder.owner(0, layout.manifest)
    // Of any other owner it is that owner's.
    try PluginFolder.owner(Self.stranger, layout.bin)
    #expect(layout.search(PluginTrust(user: Self.stranger, programOwner: 0)).ids.isEmpty)
  }

  @Test("Behind a symbolic link the real file and its folder are checked")
  func linkTarget() throws {
    for part in ["manifest", "program"] {
      let layout = try Layout()
      let hidden = try layout.root.folder("hidden")
      let path = part == "manifest" ? layout.manifest : layout.program
      let target = "\(hidden)/target"
      try FileManager.default.moveItem(atPath: path, toPath: target)
      try PluginFolder.link(path, to: target)
      if part == "manifest" { try layout.root.file("program", "", mode: 0o755) }
      try layout.root.file("bin/program.real", "", mode: 0o755)
      #expect(layout.search().ids == ["x"], "\(layout.search().rejections)")
      try PluginFolder.mode(0o777, target)
      #expect(try layout.search().rejection.error.message == "The file \(target) may be written by anyone.")
      try PluginFolder.mode(0o755, target)
      try PluginFolder.mode(0o777, hidden)
      #expect(try layout.search().rejection.error.message == "The folder \(hidden) may be written by anyone.")
    }
  }

  @Test("So is the folder of each symbolic link on the way, and the link's owner")
  func linkFolder() throws {
    let layout = try Layout()
    let between = try layout.root.folder("between")
    try PluginFolder.link("\(between)/link", to: layout.plugins)
    let folder = "\(between)/link"
    #expect(PluginDirectory.search([folder]).ids == ["x"])
    if isRoot {
      try PluginFolder.mode(0o1777, between)
      try PluginFolder.owner(Self.stranger, folder)
      #expect(
        try PluginDirectory.search([folder]).rejection.error.message.hasPrefix(
          "The symbolic link \(folder) belongs to the user \(Self.stranger)"))
      try PluginFolder.owner(0, folder)
      #expect(PluginDirectory.search([folder]).ids == ["x"])
    }
    try PluginFolder.mode(0o777, between)
    #expect(
      try PluginDirectory.search([folder]).rejection.error.message
        == "The folder \(between) may be written by anyone.")
  }
}
