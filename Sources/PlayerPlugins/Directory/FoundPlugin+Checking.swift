import Glibc
import PlayerKit

extension FoundPlugin {
  /// Reads a manifest, and checks it and its program.
  init(manifestAt path: String, options: PluginOptions, _ trust: PluginTrust) throws(PluginRefusal) {
    let file = try TrustedPath.walk(to: path, from: "/", trust) { missing, failure in
      PluginRefusal(
        "The manifest \(path) can't be read: \(missing == path ? "" : "\(missing): ")\(failure.text).",
        remedy: "Make it readable, or take it away.")
    }
    let manifest = try Self.manifest(file, path)
    let program: String
    do throws(PluginRefusal) {
      program = try Self.program(of: manifest, path, in: file.folder, trust)
    } catch {
      throw PluginRefusal(error.reason, remedy: error.remedy, id: manifest.descriptor.id)
    }
    self.init(
      manifest: manifest, manifestPath: path, programPath: program,
      program: PluginProgram(
        executable: program, arguments: manifest.arguments, descriptor: manifest.descriptor, options: options)
    )
  }

  private static func manifest(
    _ file: borrowing TrustedPath, _ path: String
  ) throws(PluginRefusal) -> PluginManifest {
    guard file.status.kind == .file else {
      throw PluginRefusal(
        "The manifest \(path) is no regular file.", remedy: "Put a file in its place, or take it away.")
    }
    let limit = PluginManifest.maximumLength
    let bytes: [UInt8]
    do throws(FileStatus.Failure) {
      bytes = try file.read(limit: limit + 1)
    } catch {
      throw PluginRefusal(
        "The manifest \(path) can't be read: \(error.text).", remedy: "Make it readable, or take it away.")
    }
    do throws(ManifestFault) {
      return try PluginManifest(bytes: bytes)
    } catch {
      throw PluginRefusal("The manifest \(path) \(error.predicate)", remedy: error.remedy, id: error.id)
    }
  }

  /// The path of a manifest's program.
  ///
  /// - Parameter folder: the real folder of the manifest.
  private static func program(
    of manifest: PluginManifest, _ manifestPath: String, in folder: String, _ trust: PluginTrust
  ) throws(PluginRefusal) -> String {
    let subject = "The program \(manifest.program) of the manifest \(manifestPath)"
    let program = try TrustedPath.walk(to: manifest.program, from: folder, trust) { missing, failure in
      failure.number == EISDIR
        ? PluginRefusal("\(subject) is a folder.", remedy: "Name the program in it.")
        : PluginRefusal(
          "\(subject) can't be run: \(missing): \(failure.text).",
          remedy: "Install the program there, or correct the manifest; a relative path begins in its folder.")
    }
    switch program.status.kind {
    case .folder:
      throw PluginRefusal("\(subject) is a folder.", remedy: "Name the program in it.")
    case .link, .other:
      throw PluginRefusal("\(subject) is no regular file.", remedy: "Name a program.")
    case .file:
      guard program.isExecutable else {
        throw PluginRefusal("\(subject) is not executable.", remedy: "Make it so: chmod +x \(program.path)")
      }
    }
    // By the name that the manifest gives: what is called by a symbolic link may look at its own name.
    return program.calledAs
  }
}

extension TrustedPath {
  /// Walks to a file; `explain` says what it means where there is none, by the path of what is missing.
  fileprivate static func walk(
    to path: String, from base: String, _ trust: PluginTrust,
    _ explain: (_ missing: String, FileStatus.Failure) -> PluginRefusal
  ) throws(PluginRefusal) -> TrustedPath {
    do throws(Failure) {
      return try TrustedPath(to: path, from: base, trust)
    } catch {
      switch error {
      case .unreachable(let missing, let failure): throw explain(missing, failure)
      case .refused(let refusal): throw refusal
      }
    }
  }
}
