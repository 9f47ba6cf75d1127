import Glibc
import PlayerKit

/// The places on the disk, shared by all programs of the person.
///
/// All members wait for the disk, and are for plain threads.
final class PlaceStore: Sendable {
  private struct Cache {
    var mark: StateFile.Mark?
    var book = PlaceBook()
  }

  private let file: StateFile
  /// What was read or written last, so that an unchanged file need not be read again.
  private let cache = Lock(Cache())
  /// More than the most places need, with names of any length that people use.
  private static let sizeLimit = 8 << 20

  /// The store in this folder.
  init(folder: MediaPath) {
    file = StateFile(path: folder.appending("places.json"))
  }

  /// What is kept.
  ///
  /// - Parameter warn: called with a sentence where a damaged file was set aside.
  func read(_ warn: (String) -> Void) throws(StateFile.Failure) -> PlaceBook {
    if let book = try current() { return book }
    return try file.exclusively { () throws(StateFile.Failure) in try readOrSetAside(warn) }
  }

  /// How many places are kept; nil where the file is damaged, which is left as it is.
  func count() throws(StateFile.Failure) -> Int? {
    try current()?.places.count
  }

  /// Takes over changes, beside those of other programs, and keeps it all.
  ///
  /// - Parameters:
  ///   - now: when they are made, in seconds since 1970.
  ///   - warn: called with a sentence where a damaged file was set aside.
  func update(
    _ changes: [String: Place?], at now: Int64 = Int64(time(nil)), _ warn: (String) -> Void
  ) throws(StateFile.Failure) {
    try file.exclusively { () throws(StateFile.Failure) in
      let before = try readOrSetAside(warn)
      var book = before
      book.apply(changes, at: now)
      guard book != before else { return }
      try file.replace(with: book.bytes)
      remember(book)
    }
  }

  /// The book on the disk, an empty one where there is none; nil where it is damaged.
  private func current() throws(StateFile.Failure) -> PlaceBook? {
    let mark = file.mark
    if let cached = cache.withLock({ $0.mark != nil && $0.mark == mark ? $0.book : nil }) { return cached }
    let bytes: [UInt8]?
    do throws(SmallFile.Failure) {
      bytes = try SmallFile.read(file.path, limit: Self.sizeLimit)
    } catch {
      throw StateFile.Failure("\(file.path) \(error.reason)")
    }
    guard let bytes else { return PlaceBook() }
    do throws(PlaceBook.Failure) {
      return try PlaceBook(bytes)
    } catch {
      switch error {
      case .damaged: return nil
      case .newer: throw StateFile.Failure("\(file.path) was written by a later version of ytplay.")
      }
    }
  }

  private func readOrSetAside(_ warn: (String) -> Void) throws(StateFile.Failure) -> PlaceBook {
    if let book = try current() { return book }
    let aside = MediaPath(bytes: file.path.bytes + Array(".damaged".utf8))
    try file.setAside(as: aside)
    warn("The places in \(file.path) are damaged. They were set aside as \(aside), and new ones are begun.")
    return PlaceBook()
  }

  private func remember(_ book: PlaceBook) {
    let mark = file.mark
    cache.withLock { $0 = Cache(mark: mark, book: book) }
  }
}
