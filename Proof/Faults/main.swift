import Foundation
import ProofSupport

// `Faults [NAME...]`: lets go wrong what can go wrong while something plays, all of it or what is named, and checks what
// must hold then.

let chosen = Array(CommandLine.arguments.dropFirst())
let unknown = chosen.filter { name in !FaultCase.all.contains { $0.name == name } }
guard unknown.isEmpty else {
  let names = FaultCase.all.map { "\($0.name): \($0.title)" }.joined(separator: "\n")
  let sentence = "There is no fault \(unknown.joined(separator: ", ")). There are:\n\(names)\n"
  FileHandle.standardError.write(Data(sentence.utf8))
  exit(1)
}

// Root's: another user's view of the machine, in which a disk can be added, has nobody's folders where root's are, and
// ytplay trusts no plugin there.
let leftOut = geteuid() == 0 ? [] : FaultCase.disk.map(\.name)
let cases = FaultCase.all.filter { chosen.isEmpty ? !leftOut.contains($0.name) : chosen.contains($0.name) }
await Proof.run("\(cases.count) kinds of faults, while something plays") { proof in
  for fault in cases { await fault.prove(proof) }
  if chosen.isEmpty {
    for name in leftOut { proof.say("left out \(name): only root may add the disk that it fills") }
  }
}
