/// A path to a file, kept as the bytes that the file system gave.
///
/// A Linux file name is any bytes but NUL and `/`; it need not be UTF-8. Relative paths and `~` are kept as
/// given until the file is opened.
public struct MediaPath: Sendable, Hashable {
  /// The path's bytes, without a terminating NUL.
  public let bytes: [UInt8]

  /// A path of these bytes.
  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// A path of this text's UTF-8.
  public init(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// The path as text, or nil where its bytes are not UTF-8.
  public var text: String? {
    String(validating: bytes, as: UTF8.self)
  }
}

extension MediaPath: CustomStringConvertible {
  /// The path for people: bytes that are not UTF-8 show as U+FFFD.
  public var description: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The last component, for people.
  public var name: String {
    String(decoding: bytes.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
  }
}

extension MediaPath: ExpressibleByStringLiteral {
  /// A path of this text's UTF-8.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}
