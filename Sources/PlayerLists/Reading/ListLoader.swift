import PlayerKit

/// Reads a list, and the lists that it names in their places.
struct ListLoader {
  /// Where a list that names others comes to an end: each may name the next a thousand times.
  struct Limits {
    /// How deep lists may be in one another.
    var depth = 16
    /// How many entries a list may come to, with those of the lists in it.
    var entries = 1_000_000
    /// How many lists may be read in one.
    var lists = 10_000
    /// How many bytes they may have.
    var bytes = 256 << 20
  }

  private let limits: Limits
  private var list = PlayerList()
  /// The lists that are being read, one in the other.
  private var chain: [ListFile.Identity] = []
  private var listCount = 0
  private var byteCount = 0
  private var isFull = false

  private init(limits: Limits) {
    self.limits = limits
  }

  /// Reads a file.
  static func load(
    _ path: MediaPath, as format: PlayerList.Format?, limits: Limits = Limits()
  ) throws(PlayerError) -> PlayerList {
    let content = try ListFile.read(path)
    let draft = try draft(content.bytes, format, name: path)
    var loader = ListLoader(limits: limits)
    loader.chain = [content.identity]
    loader.byteCount = content.bytes.count
    loader.list.title = draft.title
    loader.add(draft, in: content.hasPlace ? path.folder : MediaPath(""), name: path)
    return loader.list
  }

  /// Reads bytes.
  static func load(
    _ bytes: [UInt8], as format: PlayerList.Format?, in folder: MediaPath?
  ) throws(PlayerError) -> PlayerList {
    let draft = try draft(bytes, format, name: nil)
    var loader = ListLoader(limits: Limits())
    loader.byteCount = bytes.count
    loader.list.title = draft.title
    loader.add(draft, in: folder, name: nil)
    return loader.list
  }

  /// What stands in a list.
  ///
  /// - Parameters:
  ///   - format: nil where the beginning is to tell it, or else the name.
  ///   - name: the list's path, where it has one.
  static func draft(
    _ bytes: [UInt8], _ format: PlayerList.Format?, name: MediaPath?
  ) throws(PlayerError) -> ListDraft {
    let text = ListText.withoutUTF16(bytes)
    let format =
      format ?? PlayerList.Format(beginning: text[...]) ?? name.flatMap { PlayerList.Format(name: $0) }
      ?? .text
    do throws(ListFault) {
      switch format {
      case .text: return try TextListReader.read(text)
      case .m3u: return try M3UReader.read(text)
      case .pls: return try PLSReader.read(text)
      // As they are: XML says itself in what encoding it is.
      case .xspf: return try XSPFReader.read(bytes)
      case .plist: return try PropertyListReader.read(bytes)
      }
    } catch {
      throw error.error(in: name)
    }
  }

  private mutating func add(_ draft: ListDraft, in folder: MediaPath?, name: MediaPath?) {
    let resolver = PlaceResolver(folder: folder)
    for item in draft.items {
      if isFull { return }
      switch item {
      case .fault(let fault): reject(fault, name)
      case .entry(let entry):
        do throws(ListFault) {
          try add(entry, resolver)
        } catch {
          var fault = error
          fault.line = fault.line ?? entry.line
          if fault.text.isEmpty, let place = entry.places.first { fault.text = PlaceResolver.text(of: place) }
          reject(fault, name)
        }
      }
    }
  }

  private mutating func add(_ draft: ListDraft.Entry, _ resolver: PlaceResolver) throws(ListFault) {
    var source = try source(of: draft, resolver)
    source.start = draft.start ?? source.start
    source.end = draft.end ?? source.end
    do throws(PlayerError) {
      try source.validate()
    } catch {
      throw ListFault(error)
    }
    if resolver.folder != nil, case .file(let path) = source.content, ListFile.isStreamOfBytes(path) {
      throw ListFault(
        code: .notPermitted, message: "A list may not name a device or a pipe.",
        remedy: "Give it on the command line, if you trust it.")
    }
    // Without a folder no file is looked at.
    if resolver.folder != nil, case .file(let path) = source.content, source.start == nil, source.end == nil,
      PlayerList.Format(name: path) != nil, ListFile.isRegular(path)
    {
      if try addList(path) { return }
    }
    guard list.entries.count < limits.entries else {
      isFull = true
      throw ListFault(message: "The list has more than \(limits.entries) entries; the rest is left out.")
    }
    list.entries.append(PlayerList.Entry(source, title: draft.title, duration: draft.duration))
  }

  /// The source at the first of the entry's places that can be used.
  private func source(of draft: ListDraft.Entry, _ resolver: PlaceResolver) throws(ListFault) -> PlayerSource
  {
    var first: ListFault?
    for place in draft.places {
      do throws(ListFault) {
        return try resolver.source(at: place)
      } catch {
        first = first ?? error
      }
    }
    throw first ?? ListFault(message: "The entry has no source.")
  }

  /// Puts a list's entries in the place of its name.
  ///
  /// - Returns: false where the file is media, and no list.
  private mutating func addList(_ path: MediaPath) throws(ListFault) -> Bool {
    guard chain.count < limits.depth else {
      throw ListFault(message: "Lists are more than \(limits.depth) deep in one another here.")
    }
    guard listCount < limits.lists, byteCount < limits.bytes else {
      isFull = true
      throw ListFault(message: "There are too many lists in the list; the rest is left out.")
    }
    listCount += 1
    let draft: ListDraft
    let content: ListFile.Content
    do throws(PlayerError) {
      content = try ListFile.read(path)
      if HLS.isStream(content.bytes) { return false }
      draft = try Self.draft(content.bytes, nil, name: path)
    } catch {
      throw ListFault(error)
    }
    byteCount += content.bytes.count
    if chain.contains(content.identity) {
      throw ListFault(message: "The list \(path) is in itself.", remedy: "Take this line out.")
    }
    chain.append(content.identity)
    defer { chain.removeLast() }
    add(draft, in: path.folder, name: path)
    return true
  }

  private mutating func reject(_ fault: ListFault, _ name: MediaPath?) {
    list.rejections.append(
      PlayerList.Rejection(
        position: list.entries.count, line: fault.line, text: fault.shownText, error: fault.error(in: name)))
  }
}

extension ListFault {
  /// The error, with where it is.
  func error(in list: MediaPath?) -> PlayerError {
    let place =
      switch (list, line) {
      case (let list?, let line?): "\(list), line \(line): "
      case (let list?, nil): "\(list): "
      case (nil, let line?): "Line \(line): "
      case (nil, nil): ""
      }
    return PlayerError(code, place + message, remedy: remedy)
  }

  /// What stands there, for people, not longer than a line.
  fileprivate var shownText: String {
    let limit = 200
    let shown = ListText.string(text.prefix(limit).listTrimmed)
    return text.count > limit ? shown + "…" : shown
  }
}

extension MediaPath {
  /// The folder that it is in, as it is written; empty for the working directory.
  var folder: MediaPath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return MediaPath("") }
    return MediaPath(bytes: bytes[...(slash == 0 ? 0 : slash - 1)])
  }
}
