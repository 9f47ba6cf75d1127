import CWebKit

/// The person's desktop.
enum Desktop {
  /// Opens an address in the person's browser; nothing happens where there is none.
  @MainActor static func open(_ address: String) {
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return }
    g_app_info_launch_default_for_uri_async(address, nil, nil, nil, nil)
  }
}
