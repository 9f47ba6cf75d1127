@main
enum YTPlay {
  static func main() {}
}
