import TestSupport
import Testing

@testable import IFramePage

@Suite("SHA-256")
struct SHA256Tests {
  @Test(
    "The examples of FIPS 180-4 come out",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func examples(text: String, expected: String) {
    #expect(Self.hexadecimal(text) == expected)
  }

  @Test("A text of many blocks comes out, and so does one of each length around a block's end")
  func lengths() async throws {
    for length in [55, 56, 63, 64, 65, 119, 120, 50_003] {
      let text = String(repeating: "a", count: length)
      let result = try await Subprocess.run("sha256sum", input: text)
      #expect(result.output.hasPrefix(Self.hexadecimal(text) + " "), "\(length)")
    }
  }

  private static func hexadecimal(_ text: String) -> String {
    SHA256.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
