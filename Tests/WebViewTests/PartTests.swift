import Testing

@testable import WebView

@Suite("Parts of the web view") struct PartTests {
  @Test(
    "A frame may show allowed hosts and those below them, over https and by their whole name",
    arguments: [
      ("https://youtube.com/embed/a", true), ("https://www.youtube.com/", true),
      ("HTTPS://WWW.YouTube.com/", true),
      ("https://youtube.com:443/", true), ("https://127.0.0.1:8443/a", true), ("about:srcdoc", true),
      ("http://youtube.com/", false), ("https://notyoutube.com/", false),
      ("https://youtube.com.evil.org/", false),
      ("https://youtube.com@evil.org/", false), ("https://evil.org/youtube.com", false),
      ("https://evil.org?youtube.com", false), ("https://evil.org#.youtube.com", false),
      ("https://evil.org\\.youtube.com", false), ("https://youtube.com:8443/", false),
      ("https://127.0.0.1/", false),
      ("https:youtube.com", false), ("https://", false), ("file:///youtube.com", false),
      ("about:blank", false),
      ("javascript:alert(1)", false), ("data:text/html,youtube.com", false), ("", false), (":", false),
    ])
  func frames(address: String, isAllowed: Bool) {
    let links = WebLinks(allowedHosts: ["youtube.com", "127.0.0.1:8443"])
    #expect(links.allowsFrame(address) == isAllowed)
    #expect(!WebLinks(allowedHosts: []).allowsFrame(address) || address == "about:srcdoc")
  }

  @Test(
    "Only web addresses go to a browser",
    arguments: [
      ("https://example.org/", true), ("http://example.org", true), ("HTTP://x", true),
      ("file:///etc/passwd", false),
      ("javascript:alert(1)", false), ("mailto:a@example.org", false), ("https:", false),
      ("-https://x", false),
      ("", false),
    ])
  func addresses(address: String, isOne: Bool) {
    #expect(WebLinks.isWebAddress(address) == isOne)
  }

  @Test("A slide begins where the pages are, never turns back, and ends where it is to")
  func slide() {
    var slide = Slide(from: 2, to: -1, callback: 0)
    slide.start = 5_000_000
    let positions = stride(from: 4_900_000, through: 5_400_000, by: 1000).map { slide.position(at: $0) }
    #expect(positions.first == 2)
    #expect(positions.last == -1)
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(slide.position(at: 5_150_000) < 0.5)
  }
}
