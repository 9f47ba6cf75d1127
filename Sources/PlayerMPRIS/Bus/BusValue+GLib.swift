import CGIO

/// GLib's form of the values. A new one is floating: whatever takes it owns it.
extension BusValue {
  /// A floating `GVariant` of this value.
  var variant: OpaquePointer? {
    switch self {
    case .bool(let value): g_variant_new_boolean(value ? 1 : 0)
    case .double(let value): g_variant_new_double(value)
    case .integer(let value): g_variant_new_int64(gint64(value))
    case .unsigned(let value): g_variant_new_uint32(value)
    case .string(let text): g_variant_new_string(text)
    // A wrong path would be nil, and whatever takes it trap.
    case .path(let text):
      g_variant_is_object_path(text) != 0 ? g_variant_new_object_path(text) : g_variant_new_object_path("/")
    case .strings(let texts): Self.array("s", texts.map { g_variant_new_string($0) })
    case .members(let members): Self.members(members)
    }
  }

  /// A floating `GVariant` in which this value is one of any type (`v`).
  var boxed: OpaquePointer? { g_variant_new_variant(variant) }

  /// A floating tuple.
  static func tuple(_ values: [OpaquePointer?]) -> OpaquePointer? {
    g_variant_new_tuple(values, gsize(values.count))
  }

  private static func members(_ members: [String: BusValue]) -> OpaquePointer? {
    array(
      "{sv}",
      members.sorted { $0.key < $1.key }.map {
        g_variant_new_dict_entry(g_variant_new_string($0.key), $0.value.boxed)
      })
  }

  private static func array(_ type: String, _ values: [OpaquePointer?]) -> OpaquePointer? {
    let type = g_variant_type_new(type)
    defer { g_variant_type_free(type) }
    return g_variant_new_array(type, values, gsize(values.count))
  }

  /// The value that a `GVariant` holds; nil for any other type.
  init?(_ variant: OpaquePointer) {
    switch g_variant_get_type_string(variant).map(String.init(cString:)) {
    case "b": self = .bool(g_variant_get_boolean(variant) != 0)
    case "d": self = .double(g_variant_get_double(variant))
    case "x": self = .integer(Int64(g_variant_get_int64(variant)))
    case "u": self = .unsigned(g_variant_get_uint32(variant))
    case "s": self = .string(String(cString: g_variant_get_string(variant, nil)))
    case "o": self = .path(String(cString: g_variant_get_string(variant, nil)))
    case "v":
      let inner = g_variant_get_variant(variant)
      defer { g_variant_unref(inner) }
      guard let inner, let value = BusValue(inner) else { return nil }
      self = value
    default: return nil
    }
  }

  /// The values of a tuple, as far as they are of types that are needed here.
  static func list(_ tuple: OpaquePointer?) -> [BusValue] {
    guard let tuple else { return [] }
    return (0..<g_variant_n_children(tuple)).compactMap { index in
      guard let child = g_variant_get_child_value(tuple, index) else { return nil }
      defer { g_variant_unref(child) }
      return BusValue(child)
    }
  }
}
