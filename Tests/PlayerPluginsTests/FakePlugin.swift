import Foundation
import PlayerKit
import PlayerPlugins

/// A plugin's program in a few lines of Python, which does what the name of its source says: `fake:NAME`.
struct FakePlugin {
  static let descriptor = BackendDescriptor(
    id: "fake", name: "Fake", version: "1", kinds: [.stream: .init(priority: 5)], capabilities: [.setRate])

  let program: PluginProgram

  init(_ mode: String = "", _ options: PluginOptions = PluginOptions()) {
    var options = options
    if options.lingerTime == .seconds(10) { options.lingerTime = .zero }
    program = PluginProgram(
      executable: "python3", arguments: ["-u", "-c", Self.text, mode], descriptor: Self.descriptor,
      options: options)
  }

  private static let text = #"""
    import json, os, signal, sys, time
    mode = sys.argv[1]
    descriptor = {"id": "other" if mode == "otherID" else "fake", "name": "Fake", "version": "2",
                  "kinds": {} if mode == "noKinds" else {"stream": {"priority": 5}},
                  "capabilities": [] if mode == "noRate" else ["setRate"]}
    def write(value): sys.stdout.write(json.dumps(value) + "\n"); sys.stdout.flush()
    def reply(id, result={}): write({"jsonrpc": "2.0", "id": id, "result": result})
    def event(session, name, **fields):
        write({"jsonrpc": "2.0", "method": "event", "params": {"session": session, "event": {"event": name, **fields}}})
    def say(text): sys.stderr.write(text + "\n"); sys.stderr.flush()
    def load(id, session, name):
        if name == "leave": os.setpgid(0, os.getpgid(os.getppid())); time.sleep(60)
        if name == "die": say("first word"); say("last \x1b[31mword"); os._exit(3)
        if name == "deaf": return
        if name == "late": time.sleep(0.5)
        if name == "garbage":
            sys.stdout.buffer.write(b"no \xff\x00 message\n\n[1]\n{\"method\":\"event\"}\n"); sys.stdout.flush()
        if name == "flood":
            for n in range(5000): sys.stdout.write("garbage\n")
        if name == "long": sys.stdout.write("x" * (5 << 20) + "\n"); sys.stdout.flush()
        if name == "close": os.close(1); time.sleep(60)
        if name == "unknown": reply(4711); event(99, "ready"); write({"jsonrpc": "2.0", "method": "news"})
        if name == "pages":
            for page in range(3):
                write({"jsonrpc": "2.0", "method": "event", "params": {"session": session, "more": page < 2, "event": {
                    "event": "itemsChanged", "items": [{"id": str(page), "title": "t"}], "itemIndex": 1}}})
        if name == "empty":
            for page in range(2):
                write({"jsonrpc": "2.0", "method": "event", "params": {"session": session, "more": True, "event": {
                    "event": "itemsChanged", "items": []}}})
        if name == "broken":
            write({"jsonrpc": "2.0", "method": "event", "params": {"session": session, "more": True, "event": {
                "event": "itemsChanged", "items": [{"id": "1", "title": "t"}]}}})
        if name == "refuse":
            return write({"jsonrpc": "2.0", "id": id, "error": {"code": -32000, "message": "No.", "data":
                {"code": "network", "message": "No.", "remedy": "Wait."}}})
        if name == "oddly": return write({"jsonrpc": "2.0", "id": id, "error": {"code": 12, "message": "Odd."}})
        if name == "log":
            write({"jsonrpc": "2.0", "method": "log", "params": {"level": "warning", "text": "hear"}})
            say("on standard error")
        if name == "child":
            if os.fork() == 0: time.sleep(60); os._exit(0)
            os._exit(0)
        event(session, "sourceChanged", source={"kind": "stream", "url": "fake:" + name})
        event(session, "statusChanged", status="playing", playWhenReady=True)
        reply(id)
    if mode == "stubborn": signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if mode == "silent": time.sleep(60)
    if mode == "gone": say("no screen here"); sys.exit(1)
    if mode == "loud": say("before anybody listens")
    sessions = 0
    for line in sys.stdin:
        message = json.loads(line)
        id, method, params = message["id"], message["method"], message.get("params", {})
        if method == "initialize":
            if mode == "refuses":
                write({"jsonrpc": "2.0", "id": id, "error": {"code": -32602, "message": "I speak 7."}})
                continue
            if mode == "nothing": reply(id); continue
            result = {"protocol": 7 if mode == "otherProtocol" else 1, "descriptor": descriptor}
            if params.get("availability"):
                result["availability"] = ({"available": True} if mode != "unavailable" else
                    {"available": False, "reason": "no sun", "remedy": "Wait for it."})
            if mode == "environment": result["descriptor"]["name"] = os.environ["MARK"]
            reply(id, result)
        elif method == "create":
            if mode == "hungCreate": continue
            if mode == "noSession": reply(id); continue
            sessions = 1 if mode == "sameSession" else sessions + 1
            reply(id, {"session": sessions})
            if mode == "neverReady": continue
            event(sessions, "ready")
            if mode == "input": event(sessions, "log", level="info", text=os.read(3, 100).decode())
            if mode == "descriptors":
                event(sessions, "log", level="info", text=" ".join(sorted(os.listdir("/proc/self/fd"), key=int)))
        elif method == "perform":
            action = params["action"]
            if action["action"] in ("load", "cue"): load(id, params["session"], action["source"]["url"][5:])
            else: reply(id)
        elif method == "shutDown":
            if mode == "hungShutDown": continue
            reply(id)
        elif method == "exit":
            if mode == "stubborn": time.sleep(60)
            reply(id); sys.exit(0)
    if mode == "stubborn": time.sleep(60)
    """#
}

extension PlayerSource {
  static func fake(_ name: String) -> PlayerSource { PlayerSource(.stream("fake:\(name)")) }
}
