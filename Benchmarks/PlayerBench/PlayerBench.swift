@main
enum PlayerBench {
  static func main() {}
}
