import Glibc

/// A shared library that is loaded by its name, in a process that is there for nothing else.
///
/// It stays loaded until the process ends.
struct SharedLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads it.
  ///
  /// - Throws: ``ProbeFailure`` with the loader's own words.
  init(_ name: String) throws(ProbeFailure) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_GLOBAL) else {
      throw ProbeFailure(dlerror().map { String(cString: $0) } ?? "\(name) can't be loaded")
    }
    self.handle = handle
  }

  /// A function of the library, by its C type.
  func function<Function>(_ name: String, as type: Function.Type) throws(ProbeFailure) -> Function {
    guard let symbol = dlsym(handle, name) else { throw ProbeFailure("it has no \(name)") }
    // An address of code is what a C function is; its type is the one of the library's header.
    return unsafeBitCast(symbol, to: type)
  }
}

/// Why a probe can't tell anything.
struct ProbeFailure: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
