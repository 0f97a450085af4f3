@main enum AlertSDKDemo {
  static func main() {
  }
}
