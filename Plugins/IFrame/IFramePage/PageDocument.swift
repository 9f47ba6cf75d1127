import PlayerKit

/// The page as a text of HTML.
struct PageDocument {
  let configuration: IFramePage.Configuration

  init(_ configuration: IFramePage.Configuration) {
    self.configuration = configuration
  }

  /// Everything that varies stands in the policy, whose parts are checked, in the title, which is escaped, and in
  /// the data, which can't end its block.
  var html: String {
    let script = IFramePage.script
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy(script: script))">
      <meta name="referrer" content="strict-origin-when-cross-origin">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="dark">
      <title>\(Self.escaped(configuration.title))</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <main id="stage"></main>
      <div id="overlay" role="status" aria-live="polite" hidden>
      <p id="overlay-title"></p>
      <p id="overlay-text"></p>
      <button id="overlay-retry" type="button" hidden>Try again</button>
      </div>
      <script type="application/json" id="ytplay-data">\(data)</script>
      <script>\(script)</script>
      </body>
      </html>

      """
  }

  /// The page's own script and style by their hashes, YouTube's script and frame by their origins, and nothing
  /// else.
  private func policy(script: String) -> String {
    let endpoints = configuration.endpoints
    return [
      "default-src 'none'",
      "script-src 'sha256-\(SHA256.base64(script))' " + endpoints.scriptOrigins.joined(separator: " "),
      "style-src 'sha256-\(SHA256.base64(Self.style))'",
      "frame-src " + endpoints.frameOrigins.joined(separator: " "),
      "base-uri 'none'",
      "form-action 'none'",
    ].joined(separator: "; ")
  }

  /// What the page does by itself.
  private var data: String {
    Self.inert(
      .object([
        "commands": .array(configuration.commands.map(\.json)),
        "whenReady": .array(configuration.commandsWhenReady.map(\.json)),
      ]))
  }

  /// JSON that nothing in HTML or in a script could take for its own: `<`, `>` and `&` are escaped, and with them
  /// `</script>`, `<!--`, `-->`, and so are the two line ends that older scripts can't have in a text.
  static func inert(_ value: JSONValue) -> String {
    var text = ""
    for scalar in String(decoding: JSONLine.json(value), as: UTF8.self).unicodeScalars {
      switch scalar {
      case "<": text += "\\u003c"
      case ">": text += "\\u003e"
      case "&": text += "\\u0026"
      case "\u{2028}": text += "\\u2028"
      case "\u{2029}": text += "\\u2029"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Text for HTML.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\0": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Dark; the player fills the page, and is never smaller than YouTube allows (200 by 200).
  private static let style = """
    html, body { margin: 0; height: 100%; background: #0f0f0f; color: #f1f1f1; }
    body { font: 16px/1.5 system-ui, sans-serif; overflow: hidden; }
    #stage, #stage > * { display: block; width: 100%; height: 100%; min-width: 200px; min-height: 200px; border: 0; }
    #overlay { position: fixed; inset: 0; display: flex; flex-direction: column; align-items: center;
      justify-content: safe center; gap: 0.5em; padding: 1em; box-sizing: border-box; text-align: center;
      background: #0f0f0f; overflow: auto; overflow-wrap: anywhere; font-size: clamp(11px, 5vmin, 16px);
      line-height: 1.4; }
    #overlay[hidden] { display: none; }
    #overlay p { margin: 0; max-width: 40em; }
    #overlay p:empty { display: none; }
    #overlay-title { font-size: 1.25em; font-weight: 600; }
    #overlay-text { color: #aaa; }
    #overlay.loading { background: none; justify-content: flex-end; pointer-events: none; }
    #overlay.loading #overlay-title { font-size: 0.875em; font-weight: 400; color: #aaa; }
    """
}
