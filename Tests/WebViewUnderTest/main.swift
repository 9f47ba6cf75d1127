import Foundation
import WebView

// A GTK program that a test drives: a command a line on standard input, an answer or an event a line on standard
// output, each a JSON object. See `Driver`.
let driver = Driver()
driver.begin()
WebToolkit.run()
