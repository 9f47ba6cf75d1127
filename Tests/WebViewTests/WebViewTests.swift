import Testing

@testable import WebView
