import PlayerKit

/// What is wrong with a manifest.
struct ManifestFault: Error, Hashable {
  /// The end of a sentence that begins with the manifest.
  let predicate: String
  /// What its author can do.
  let remedy: String
  /// The plugin's id, where the manifest tells it.
  var id: String?

  static let notJSON = ManifestFault(
    predicate: "is not valid JSON.", remedy: "`python3 -m json.tool FILE` says where the mistake is.")
}

extension PluginManifest {
  /// The greatest length of a manifest, in bytes.
  static let maximumLength = 1 << 20
  /// The greatest length of an id.
  private static let longestID = 64

  /// Reads a manifest's file.
  init(bytes: [UInt8]) throws(ManifestFault) {
    guard bytes.count <= Self.maximumLength else { throw Self.tooLong }
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      throw ManifestFault(predicate: "is not UTF-8 text.", remedy: "Write it as UTF-8.")
    }
    let value: JSONValue
    do {
      value = try JSONLine.decode(JSONValue.self, from: bytes, maximumLength: Self.maximumLength)
    } catch {
      throw .notJSON
    }
    try self.init(reading: value)
  }

  static let tooLong = ManifestFault(
    predicate: "is longer than \(maximumLength >> 20) MiB.",
    remedy: "A manifest says who a plugin is, in a few lines.")

  init(reading value: JSONValue) throws(ManifestFault) {
    guard case .object(let members) = value else {
      throw ManifestFault(
        predicate: "is \(value.summary), and not an object.",
        remedy: "Write an object with protocol, program and descriptor.")
    }
    let fields = ManifestFields(members: members, path: "")
    do throws(ManifestFault) {
      try self.init(fields)
    } catch {
      var fault = error
      if case .object(let descriptor)? = members["descriptor"], case .string(let id)? = descriptor["id"],
        Self.isValid(id: id)
      {
        fault.id = id
      }
      throw fault
    }
  }

  private init(_ fields: ManifestFields) throws(ManifestFault) {
    // First: of another protocol nothing else need be as it is here.
    let number = try fields.integer("protocol")
    guard number == Int128(PluginProtocol.number) else {
      throw ManifestFault(
        predicate: "is of the protocol \(number), and this version speaks \(PluginProtocol.number).",
        remedy: number > Int128(PluginProtocol.number)
          ? "Use a newer ytplay, or an older version of the plugin." : "Use a newer version of the plugin.")
    }
    let program = try fields.text("program", "a path")
    let arguments = try fields.texts("arguments")
    for text in [program] + arguments where text.utf8.contains(0) {
      throw ManifestFault(
        predicate: "holds a NUL in its program or arguments.", remedy: "No program can be given one.")
    }
    self.init(
      protocolNumber: PluginProtocol.number, program: program, arguments: arguments,
      descriptor: try Self.descriptor(try fields.object("descriptor")))
  }

  private static func descriptor(_ fields: ManifestFields) throws(ManifestFault) -> BackendDescriptor {
    let id = try fields.text("id", "a short name")
    guard isValid(id: id) else {
      throw ManifestFault(
        predicate: "gives the id \(JSONValue.string(id).summary), which nobody could type.",
        remedy: "An id is lower-case letters a to z, digits, and dashes within; \(longestID) at most.")
    }
    return BackendDescriptor(
      id: id, name: try fields.text("name", "the name that people read"),
      version: try fields.text("version", "a version, as text"),
      kinds: try kinds(try fields.object("kinds")),
      capabilities: Set(try fields.texts("capabilities").compactMap(Capability.init)))
  }

  private static func kinds(
    _ fields: ManifestFields
  ) throws(ManifestFault) -> [PlayerSource.Kind: BackendDescriptor.KindSupport] {
    var kinds: [PlayerSource.Kind: BackendDescriptor.KindSupport] = [:]
    for name in fields.members.keys.sorted() {
      let support = try fields.object(name)
      let priority = try support.integer("priority")
      guard let priority = Int(exactly: priority), priority >= 0 else {
        throw support.fault("priority", "a whole number from 0", given: "\(priority)")
      }
      let needs = try support.texts("needs")
      if let kind = PlayerSource.Kind(rawValue: name) {
        kinds[kind] = .init(priority: priority, needs: needs)
      }
    }
    if kinds.isEmpty {
      let known = PlayerSource.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      throw ManifestFault(
        predicate: "names no kind of source that this version knows.",
        remedy: "Name what it plays in descriptor.kinds: \(known).")
    }
    return kinds
  }

  private static func isValid(id: String) -> Bool {
    let bytes = id.utf8
    return (1...longestID).contains(bytes.count) && bytes.first != UInt8(ascii: "-")
      && bytes.last != UInt8(ascii: "-")
      && bytes.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}

/// The members of one of a manifest's objects, and what to say of those that are not as they should be.
private struct ManifestFields {
  let members: [String: JSONValue]
  /// Where the object stands, with a dot at its end: `descriptor.`
  let path: String

  func fault(_ name: String, _ expected: String, given: String? = nil) -> ManifestFault {
    ManifestFault(
      predicate: "needs \(path)\(name), \(expected)" + (given.map { ", and gives \($0)." } ?? "."),
      remedy: "Correct the manifest, or ask the plugin's author to.")
  }

  func integer(_ name: String) throws(ManifestFault) -> Int128 {
    guard case .integer(let number)? = members[name] else {
      throw fault(name, "a whole number", given: members[name]?.summary)
    }
    return number
  }

  /// Text that is not empty.
  func text(_ name: String, _ expected: String) throws(ManifestFault) -> String {
    guard case .string(let text)? = members[name], !text.isEmpty else {
      throw fault(name, expected, given: members[name]?.summary)
    }
    return text
  }

  /// A list of text, empty where there is none.
  func texts(_ name: String) throws(ManifestFault) -> [String] {
    guard let value = members[name] else { return [] }
    let expected = "a list of text, or nothing"
    guard case .array(let values) = value else { throw fault(name, expected, given: value.summary) }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value else {
        throw fault(name, expected, given: "\(value.summary) in it")
      }
      texts.append(text)
    }
    return texts
  }

  func object(_ name: String) throws(ManifestFault) -> ManifestFields {
    guard case .object(let inner)? = members[name] else {
      throw fault(name, "an object", given: members[name]?.summary)
    }
    return ManifestFields(members: inner, path: "\(path)\(name).")
  }
}
