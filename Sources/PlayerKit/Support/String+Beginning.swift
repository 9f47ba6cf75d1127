extension StringProtocol {
  /// What the text begins with: at most so many Unicode scalars. A single character may have any number of them, so
  /// that so many characters are no limit.
  package func beginning(_ count: Int) -> String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
  }
}
