import Foundation
import TestSupport

/// A small https server on this machine's own address, for what a page's frames show.
final class FrameServer: Sendable {
  /// The port, chosen by the kernel.
  let port: Int
  /// The PEM file of a certificate that nobody has signed, for 127.0.0.1 and localhost.
  let certificate: String
  /// The server's origin, with 127.0.0.1.
  var origin: String { "https://127.0.0.1:\(port)" }
  private let server: Subprocess
  private let folder: String

  /// A request that came: its path, and what its header `Referer` said.
  struct Request: Equatable {
    let path: String
    let referer: String
  }

  /// Starts a server.
  ///
  /// - Parameter pages: the HTML of each path. A path that begins with `/file` is sent as something to keep.
  init(_ pages: [String: String]) async throws {
    folder = try TestMedia.temporaryFolder()
    certificate = "\(folder)/certificate.pem"
    let made = try await Subprocess.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
        "-keyout", "\(folder)/key.pem", "-out", certificate,
      ])
    guard made.isSuccess else { throw RigFailure(description: "No certificate: \(made)") }
    try JSONEncoder().encode(pages).write(to: URL(fileURLWithPath: "\(folder)/pages.json"))
    server = try Subprocess("python3", ["-u", "-c", Self.program, folder], timeLimit: .seconds(600))
    guard await server.waitForOutput({ $0.contains("\n") }),
      let port = Int(server.outputSoFar.prefix { $0 != "\n" })
    else { throw RigFailure(description: "No server: \(await server.result())") }
    self.port = port
  }

  /// The requests so far.
  var requests: [Request] {
    server.outputSoFar.split(separator: "\n").dropFirst().map {
      let words = $0.split(separator: " ", omittingEmptySubsequences: false)
      return Request(path: String(words[0]), referer: String(words[1]))
    }
  }

  /// The paths asked for so far.
  var paths: [String] { requests.map(\.path) }

  /// Ends it.
  func stop() async {
    server.signal(SIGKILL)
    _ = await server.result()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static let program = """
    import http.server, json, ssl, sys
    folder = sys.argv[1]
    pages = json.load(open(folder + "/pages.json"))
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            print(self.path, self.headers.get("Referer", ""))
            body = pages.get(self.path, "<p>" + self.path).encode()
            isFile = self.path.startswith("/file")
            self.send_response(200)
            self.send_header("Content-Type", "application/octet-stream" if isFile else "text/html")
            if isFile: self.send_header("Content-Disposition", "attachment; filename=file.bin")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        def log_message(self, *arguments): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder + "/certificate.pem", folder + "/key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_port)
    server.serve_forever()
    """
}
