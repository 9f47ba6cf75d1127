import Testing

@testable import IFrameBackend
