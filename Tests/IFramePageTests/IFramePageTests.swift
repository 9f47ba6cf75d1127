import Testing

@testable import IFramePage
