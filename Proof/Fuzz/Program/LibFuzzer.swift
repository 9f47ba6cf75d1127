import Foundation

/// The library that comes with the compiler: it makes inputs, and keeps those that reach new code.
enum LibFuzzer {
  // libFuzzer calls `take` on the thread that called `drive`, and this is set before.
  nonisolated(unsafe) static var target = FuzzTarget.source

  /// Runs it (<https://llvm.org/docs/LibFuzzer.html>, «Using libFuzzer as a library»).
  @_silgen_name("LLVMFuzzerRunDriver")
  static func drive(
    _ count: UnsafeMutablePointer<Int32>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
  ) -> Int32

  /// Takes an input; ends the process by a signal where a property does not hold, which libFuzzer keeps it for.
  static func take(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do {
      try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
      print("VIOLATION \(target): \(error)")
      fflush(nil)
      abort()
    }
    return 0
  }
}

/// What libFuzzer's own `main` would call; it is linked, but never runs.
@_cdecl("LLVMFuzzerTestOneInput")
func takeInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  LibFuzzer.take(bytes, count)
}
