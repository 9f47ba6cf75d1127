/// The codes by which a language may be called in a file.
///
/// mpv compares codes by their letters until 0.36, and files use two letters or three, of which some languages
/// have two sets (ISO 639-1, 639-2/T, 639-2/B).
enum MPVLanguages {
  /// mpv's list: each code as given, followed by the language's other codes.
  static func list(_ codes: [String]) -> String {
    var all: [String] = []
    for code in codes {
      let language = code.split { "-_".contains($0) }.first.map { $0.lowercased() } ?? code
      let others = table.first { $0.contains(language) } ?? [language]
      for name in [code, language] + others where !all.contains(name) { all.append(name) }
    }
    return all.joined(separator: ",")
  }

  private static let table = """
    af afr|am amh|ar ara|az aze|be bel|bg bul|bn ben|bo bod tib|bs bos|ca cat|cs ces cze|cy cym wel|da dan
    de deu ger|el ell gre|en eng|eo epo|es spa|et est|eu eus baq|fa fas per|fi fin|fo fao|fr fra fre|fy fry
    ga gle|gd gla|gl glg|gu guj|ha hau|he heb|hi hin|hr hrv|ht hat|hu hun|hy hye arm|id ind|ig ibo|is isl ice
    it ita|ja jpn|jv jav|ka kat geo|kk kaz|km khm|kn kan|ko kor|ku kur|ky kir|la lat|lb ltz|lo lao|lt lit
    lv lav|mg mlg|mi mri mao|mk mkd mac|ml mal|mn mon|mr mar|ms msa may|mt mlt|my mya bur|nb nob|ne nep
    nl nld dut|nn nno|no nor|oc oci|or ori|pa pan|pl pol|ps pus|pt por|qu que|rm roh|ro ron rum|ru rus|rw kin
    sa san|sd snd|si sin|sk slk slo|sl slv|sn sna|so som|sq sqi alb|sr srp|su sun|sv swe|sw swa|ta tam|te tel
    tg tgk|th tha|tk tuk|tl tgl|tr tur|tt tat|ug uig|uk ukr|ur urd|uz uzb|vi vie|xh xho|yi yid|yo yor
    zh zho chi|zu zul
    """.split { "|\n".contains($0) }.map { $0.split(separator: " ").map(String.init) }
}
