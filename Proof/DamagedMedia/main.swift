import Foundation
import PlayerKit
import ProofSupport
import TestSupport

// `DamagedMedia [FILES [SEED [FOLDER]]]`: plays so many damaged files, 1,000 unless said otherwise, in one player
// whose mpv is a process of its own. What did not end as it should is kept in the folder.

let numbers = CommandLine.arguments.dropFirst().prefix(2).map { UInt64($0) }
guard !numbers.contains(nil), numbers.first != .some(0), CommandLine.arguments.count <= 4 else {
  FileHandle.standardError.write(Data("DamagedMedia [FILES [SEED [FOLDER]]]: both are numbers.\n".utf8))
  exit(1)
}
let files = Int(clamping: (numbers.first ?? nil) ?? 1000)
let seed = (numbers.dropFirst().first ?? nil) ?? 1
let keep = CommandLine.arguments.dropFirst(3).first

await Proof.run("\(grouped(files)) damaged files through mpv's process, at full speed, with the seed \(seed)")
{
  proof in
  let run = try await DamageRun(proof, seed: seed, keep: keep)
  do {
    for index in 0..<files { try await run.play(index) }
  } catch {
    await run.end()
    throw error
  }
  await run.end()
  run.printTable()
}
