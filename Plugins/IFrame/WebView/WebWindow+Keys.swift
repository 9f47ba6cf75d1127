import CWebKit

/// The names of keys.
enum KeyName {
  /// The name of a key; nil for one that changes others, as Shift.
  static func name(_ key: UInt32, _ modifiers: UInt32) -> String? {
    guard var name = plainName(key) else { return nil }
    let isPrinted = name.count == 1
    for (mask, prefix) in [
      (GDK_SHIFT_MASK, "shift+"), (GDK_SUPER_MASK, "super+"), (GDK_META_MASK, "super+"),
      (GDK_ALT_MASK, "alt+"),
      (GDK_CONTROL_MASK, "ctrl+"),
    ] where modifiers & mask.rawValue != 0 && !name.hasPrefix(prefix) {
      // A printed character has Shift in it already.
      if mask != GDK_SHIFT_MASK || !isPrinted { name = prefix + name }
    }
    return name
  }

  /// The name without modifiers.
  static func plainName(_ key: UInt32) -> String? {
    if let scalar = Unicode.Scalar(gdk_keyval_to_unicode(key)), scalar.value > 0x20, scalar.value != 0x7f {
      return String(Character(scalar))
    }
    guard let text = gdk_keyval_name(key) else { return nil }
    let name = String(cString: text).lowercased()
    let plain = name.hasPrefix("kp_") ? String(name.dropFirst(3)) : name
    return plain == "enter" ? "return" : plain
  }
}
