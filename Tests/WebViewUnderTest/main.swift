import WebView
