/// A number with this many digits behind the point, whatever the language of the machine.
public func decimal(_ value: Double, _ digits: Int) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let rounded = Int((value.magnitude * scale).rounded())
  let sign = value < 0 && rounded != 0 ? "−" : ""
  guard digits > 0 else { return "\(sign)\(rounded)" }
  let (whole, fraction) = rounded.quotientAndRemainder(dividingBy: Int(scale))
  let text = String(fraction)
  return "\(sign)\(whole)." + String(repeating: "0", count: digits - text.count) + text
}
