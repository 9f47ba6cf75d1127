import PlayerKit

/// Tells what the places in a list mean.
struct PlaceResolver {
  /// The folder that the list is in; empty for the working directory. Where it is nil, relative paths stay as they
  /// are, and no file is looked for.
  let folder: MediaPath?

  /// The source at a place.
  func source(at place: ListDraft.Place) throws(ListFault) -> PlayerSource {
    switch place {
    case .plain(let bytes): return try plain(bytes)
    case .reference(let bytes, let base):
      let reference = ReferenceBase.resolve(bytes, against: base)
      return try resolved(reference)
    case .source(let source):
      guard case .file(let path) = source.content else { return try accepted(source) }
      return PlayerSource.file(joined(path), start: source.start, end: source.end)
    }
  }

  /// What stands in a place, for people.
  static func text(of place: ListDraft.Place) -> [UInt8] {
    switch place {
    case .plain(let bytes), .reference(let bytes, _): bytes
    case .source(let source): Array(source.text.utf8)
    }
  }

  // MARK: Paths and URLs as people write them

  private func plain(_ bytes: [UInt8]) throws(ListFault) -> PlayerSource {
    let text = bytes.listTrimmed
    guard !text.isEmpty else { throw ListFault(message: "There is nothing to play here.") }
    let reading = Result { () throws(PlayerError) in try PlayerSource(parsing: text) }
    switch reading {
    case .success(let source):
      switch source.content {
      case .file(let path):
        guard Self.hasFileScheme(text) else { return try local(bytes, text) }
        return .file(joined(path), start: source.start, end: source.end)
      case PlayerSource.standardInput.content: return try local(bytes, text)
      case .stream: return try accepted(source)
      case .video, .videos, .playlist, .channel: return existing(text).map { .file($0) } ?? source
      }
    case .failure(let error):
      if let path = existing(text) { return .file(path) }
      throw ListFault(error)
    }
  }

  /// A file by its path, which was perhaps written on another system.
  private func local(_ bytes: [UInt8], _ text: [UInt8]) throws(ListFault) -> PlayerSource {
    let isPlain = text.count == bytes.count && !text.contains { "\\%".utf8.contains($0) || $0 >= 0x80 }
    if !isPlain {
      for candidate in [bytes, text] + spellings(of: text) {
        if let path = existing(candidate) { return .file(path) }
      }
    }
    if Self.isWindowsPlace(text) {
      throw ListFault(
        code: .unsupported, message: "This is a place on a Windows machine.",
        remedy: "Write the path that it has here, or one that is relative to the list.")
    }
    return .file(joined(MediaPath(bytes: Self.hasForeignSeparators(text) ? withSlashes(text) : text)))
  }

  /// The other ways in which the path may be meant, the likeliest first.
  private func spellings(of text: [UInt8]) -> [[UInt8]] {
    var spellings = [text]
    func add(_ spelling: ([UInt8]) -> [UInt8]?) {
      spellings += spellings.compactMap(spelling)
    }
    if text.contains(UInt8(ascii: "\\")) { add(withSlashes) }
    if text.contains(UInt8(ascii: "%")) { add(percentDecoded) }
    // The name in the encoding of the list, which the file system's names are not in.
    if text.contains(where: { $0 >= 0x80 }), String(validating: text, as: UTF8.self) == nil {
      add { Array(ListText.string($0).utf8) }
    }
    return Array(spellings.dropFirst())
  }

  private func withSlashes(_ text: [UInt8]) -> [UInt8] {
    text.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
  }

  private func percentDecoded(_ text: [UInt8]) -> [UInt8]? {
    guard case .file(let path)? = (try? PlayerSource(parsing: Array("file:".utf8) + text))?.content else {
      return nil
    }
    return path.bytes
  }

  private static func hasForeignSeparators(_ text: [UInt8]) -> Bool {
    text.contains(UInt8(ascii: "\\")) && !text.contains(UInt8(ascii: "/"))
  }

  /// Whether a path begins with a drive (`C:\`) or a server (`\\name`).
  static func isWindowsPlace(_ text: [UInt8]) -> Bool {
    if text.starts(with: "\\\\".utf8) { return true }
    guard text.count >= 3, UInt8(ascii: "a")...UInt8(ascii: "z") ~= text[0].asciiLowercased else {
      return false
    }
    return text[1] == UInt8(ascii: ":") && "\\/".utf8.contains(text[2])
  }

  // MARK: URI references

  private func resolved(_ reference: [UInt8]) throws(ListFault) -> PlayerSource {
    guard !reference.isEmpty else { throw ListFault(message: "The location is empty.") }
    if ReferenceBase.schemeLength(reference) != nil || reference.starts(with: "//".utf8) {
      return try plain(reference)
    }
    let reading = Result { () throws(PlayerError) in try PlayerSource(parsing: reference) }
    if case .success(let source) = reading, source.kind != .file, source.kind != .stream {
      return existing(reference).map { .file($0) } ?? source
    }
    if Self.isWindowsPlace(reference) || Self.hasForeignSeparators(reference) { return try plain(reference) }
    let source: PlayerSource
    do throws(PlayerError) {
      source = try PlayerSource(parsing: Array("file:".utf8) + reference)
    } catch {
      throw ListFault(error)
    }
    guard case .file(let path) = source.content else { return source }
    let decoded = joined(path)
    // Many writers escape nothing.
    if reference.contains(where: { "%#".utf8.contains($0) }), folder != nil, !ListFile.exists(decoded),
      let path = existing(reference)
    {
      return .file(path)
    }
    return .file(decoded, start: source.start, end: source.end)
  }

  // MARK: URLs

  /// A source that a list may name.
  private func accepted(_ source: PlayerSource) throws(ListFault) -> PlayerSource {
    guard case .stream(let url) = source.content else { return source }
    let scheme = url.prefix { $0 != ":" }.lowercased()
    if url == "-" || Self.refusedSchemes.contains(scheme) {
      throw ListFault(
        code: .notPermitted, message: "A list may not name a “\(scheme):” source.",
        remedy: "Give it on the command line, if you trust it.")
    }
    return source
  }

  /// Schemes by which engines open other files, open descriptors, or make up media as they are told: nothing that a
  /// stranger's list should say. They are pseudo-protocols of mpv's and FFmpeg's.
  private static let refusedSchemes: Set<String> = [
    "appending", "archive", "async", "av", "cache", "concat", "concatf", "crypto", "edl", "fd", "fdclose",
    "ffmpeg", "fifo", "hex", "lavf", "lavfi", "md5", "memory", "mf", "null", "pipe", "slice", "subfile",
    "tee",
    "unix",
  ]

  private static func hasFileScheme(_ text: [UInt8]) -> Bool {
    text.prefix(5).map(\.asciiLowercased).elementsEqual("file:".utf8)
  }

  // MARK: The file system

  /// The path as it is from where the program is.
  private func joined(_ path: MediaPath) -> MediaPath {
    let slash = UInt8(ascii: "/")
    guard let folder, !folder.bytes.isEmpty, path.bytes.first != slash, !path.isBelowHome else { return path }
    var rest = path.bytes[...]
    while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2).drop { $0 == slash } }
    if rest.isEmpty { return folder }
    return MediaPath(bytes: folder.bytes + (folder.bytes.last == slash ? [] : [slash]) + rest)
  }

  /// The path, if files may be looked for and there is one.
  private func existing(_ bytes: [UInt8]) -> MediaPath? {
    guard folder != nil else { return nil }
    let path = joined(MediaPath(bytes: bytes))
    return ListFile.exists(path) ? path : nil
  }
}

extension MediaPath {
  /// Whether it begins with the home folder, as `~`.
  var isBelowHome: Bool {
    bytes.first == UInt8(ascii: "~") && (bytes.count == 1 || bytes[1] == UInt8(ascii: "/"))
  }
}

extension ListFault {
  /// Something that can't be a source.
  init(_ error: PlayerError) {
    self.init(code: error.code, message: error.message, remedy: error.remedy)
  }
}
