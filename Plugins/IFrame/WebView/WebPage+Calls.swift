import CWebKit

/// A call whose answer has not come.
struct PendingCall {
  let answer: @MainActor (Result<String, WebViewError>) -> Void
}

extension WebPage {
  /// Calls a function of the page's, and waits for what it, or the promise that it returns, comes to, as a text.
  ///
  /// - Parameters:
  ///   - body: the body of an async JavaScript function that has one parameter, `argument`.
  ///   - argument: its value. It is data, never source text.
  /// - Throws: ``WebViewError/callFailed(_:)`` where the function throws or the page has been loaded anew;
  ///   ``WebViewError/processEnded``; ``WebViewError/closed``.
  public func call(_ body: String, _ argument: String) async throws(WebViewError) -> String {
    let result = await withCheckedContinuation { continuation in
      call(body, argument) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Does the same and hands the answer on, without the detour over another thread that a suspended task takes.
  ///
  /// - Parameter answer: called once; before this returns where the page is closed or its process has ended.
  public func call(
    _ body: String, _ argument: String,
    then answer: @escaping @MainActor (Result<String, WebViewError>) -> Void
  ) {
    guard let view else { return answer(.failure(.closed)) }
    guard !isProcessDead else { return answer(.failure(.processEnded)) }
    start(view, body, argument)
    calls[lastCall] = PendingCall(answer: answer)
  }

  /// Does the same and waits for nothing. Calls are begun in the order in which they were made.
  ///
  /// Where the function throws, nobody hears of it.
  public func send(_ body: String, _ argument: String) {
    guard let view else { return }
    start(view, body, argument)
  }

  /// The oldest of the calls, sent or waited for, that the page has not come to an end with; each has a number of its
  /// own. Where it stays the same though what is called waits for nothing, the page hangs.
  public var unansweredCall: Int? { unanswered.min() }

  /// Ends the web process, also one that hangs or is stopped; ``onProcessEnd`` is called when it has ended.
  public func endProcess() {
    if let view { webkit_web_view_terminate_web_process(view) }
  }

  private func start(_ view: UnsafeMutablePointer<WebKitWebView>, _ body: String, _ argument: String) {
    lastCall += 1
    // Of a dead one no answer may come.
    if !isProcessDead { unanswered.insert(lastCall) }
    let entry = g_variant_new_dict_entry(
      g_variant_new_string("argument"), g_variant_new_variant(g_variant_new_string(argument)))
    var entries = [entry]
    let arguments = g_variant_new_array(nil, &entries, 1)
    let pending = Unmanaged.passRetained(CallAnswer(page: self, id: lastCall)).toOpaque()
    webkit_web_view_call_async_javascript_function(
      view, body, -1, arguments, nil, nil, nil, answerCall, pending)
  }

  func failCalls(_ error: WebViewError) {
    unanswered.removeAll()
    let failed = calls.sorted { $0.key < $1.key }
    calls.removeAll()
    for (_, call) in failed { call.answer(.failure(error)) }
  }

  fileprivate func fail(_ id: Int, _ message: String, isInDoubt: Bool) {
    guard isInDoubt else { return answer(id, .failure(.callFailed(message))) }
    // So it is when the web process dies, which is told a moment later and then fails this call.
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(1))
      self?.answer(id, .failure(.callFailed(message)))
    }
  }

  fileprivate func answer(_ id: Int, _ result: Result<String, WebViewError>) {
    calls.removeValue(forKey: id)?.answer(result)
  }
}

/// Which call an answer is for. The page may be closed when it comes.
private final class CallAnswer: Sendable {
  let page: WeakPage
  let id: Int

  @MainActor init(page: WebPage, id: Int) {
    self.page = WeakPage(page)
    self.id = id
  }
}

@MainActor private final class WeakPage {
  weak var page: WebPage?
  init(_ page: WebPage) { self.page = page }
}

private let invalidResult = Int32(WEBKIT_JAVASCRIPT_ERROR_INVALID_RESULT.rawValue)

private func answerCall(
  _ source: UnsafeMutablePointer<GObject>?, _ task: OpaquePointer?, _ data: UnsafeMutableRawPointer?
) {
  let (source, task, data) = (UInt(bitPattern: source), UInt(bitPattern: task), UInt(bitPattern: data))
  MainActor.assumeIsolated {
    guard let data = UnsafeRawPointer(bitPattern: data) else { return }
    let call = Unmanaged<CallAnswer>.fromOpaque(data).takeRetainedValue()
    call.page.page?.unanswered.remove(call.id)
    var error: UnsafeMutablePointer<GError>?
    let value = webkit_web_view_call_async_javascript_function_finish(
      object(source, as: WebKitWebView.self), OpaquePointer(bitPattern: task), &error)
    guard let value else {
      let isInDoubt = g_error_matches(error, webkit_javascript_error_quark(), invalidResult) != 0
      call.page.page?.fail(call.id, takeMessage(error), isInDoubt: isInDoubt)
      return
    }
    let text = text(value)
    g_object_unref(UnsafeMutableRawPointer(value))
    call.page.page?.answer(call.id, .success(text))
  }
}
