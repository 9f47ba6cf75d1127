extension ConformanceRule {
  /// The rule's checks, in the order in which they are made.
  func checks(_ options: ConformanceOptions) -> [Check] {
    switch number {
    case 1: Making.checks
    case 2: Loading.checks
    case 3: OneSource.checks
    case 4: SeekKeepsStatus.checks
    case 5: EarlySeeks.checks
    case 6: SeekBounds.checks
    case 7: SliderPosition.checks
    case 8: Time.checks
    case 9: TheEnd.checks + TheEndOfItems.checks
    case 10: NothingForNothing.checks
    case 11: LivesOn.checks
    case 12:
      MissingCapabilities.checks + ListedCapabilities.checks + PictureCapabilities.checks
        + ItemCapabilities.checks + Presentation.checks
    case 13: Failures.checks
    case 14: NothingLoaded.checks
    case 15: Order.checks
    case 16: ShuttingDown.checks
    case 17: NoLeaks.checks(options)
    case 18: BlockedAutoplay.checks
    default: []
    }
  }
}
