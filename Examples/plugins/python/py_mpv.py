#!/usr/bin/env python3
"""A plugin that plays files and streams with the program mpv, in Python's standard library alone.

docs/plugin-protocol.md says what a plugin speaks and promises; the numbers of rules here are the contract's there.

One thread reads the host's lines; everything else happens on an asyncio loop, one thing at a time. Each session has an
mpv of its own, which is told what to do through a socket (mpv's JSON IPC) and ends when that socket closes: so no mpv
outlives this program, however it ends.
"""

import asyncio
import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Coroutine
from typing import Any, BinaryIO, NoReturn

PROTOCOL = 1
LONGEST_LINE = 4 << 20
BACKEND = "py-mpv"
MPV = os.environ.get("YTPLAY_MPV") or "mpv"
DESCRIPTOR = {
    "id": BACKEND,
    "name": "mpv, driven by Python",
    "version": "1.0",
    "kinds": {
        "file": {"priority": 0, "needs": ["program:mpv"]},
        "stream": {"priority": 0, "needs": ["program:mpv"]},
    },
    "capabilities": ["setRate", "setLoop", "screenshot", "preciseSeek", "chapters", "video"],
}
# The capability that an action needs, where it needs one.
NEEDED = {
    "setRate": "setRate", "setQuality": "setQuality", "setTrack": "setTrack", "setLoop": "setLoop",
    "setShuffle": "setShuffle", "setFullscreen": "setFullscreen", "stepFrame": "stepFrame",
    "screenshot": "screenshot", "next": "items", "previous": "items", "playItem": "items",
}  # fmt: skip
NEED_A_SOURCE = {"play", "pause", "seek", "screenshot"}


class PlayerError(Exception):
    """What the protocol calls a PlayerError: a code, a sentence, and what to do about it."""

    def __init__(self, code: str, message: str, remedy: str | None = None, backend_code: str | None = None) -> None:
        super().__init__(message)
        fields = {"code": code, "message": message, "remedy": remedy, "backend": BACKEND, "backendCode": backend_code}
        self.form = {key: value for key, value in fields.items() if value is not None}


class WireError(Exception):
    """A request that JSON-RPC itself has a code for."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def invalid(message: str) -> PlayerError:
    return PlayerError("invalidArgument", message)


def number(form: dict[str, Any], key: str, least: float = float("-inf"), most: float = float("inf")) -> float:
    """A number of the action, in its range."""
    value = form.get(key)
    # json.loads makes an infinity of 1e999, and True is an int in Python.
    if isinstance(value, bool) or not isinstance(value, (int, float)) or abs(value) == float("inf"):
        raise invalid(f"There has to be {key}, a number.")
    if not least <= value <= most:
        raise invalid(f"The {key} {value} is not in {least:g} to {most:g}.")
    return float(value)


def path_of(form: dict[str, Any]) -> bytes:
    """A path, absolute. It is bytes, which need not be UTF-8."""
    try:
        path = base64.b64decode(form["pathBase64"], validate=True) if "pathBase64" in form else form["path"].encode()
    except (KeyError, ValueError, AttributeError) as error:
        raise invalid("There has to be path or pathBase64.") from error
    if not path or b"\0" in path:
        raise invalid("That is no path.")
    return os.path.abspath(path)


def text_of(raw: bytes) -> str:
    """Bytes as text from which `bytes_of` makes the same bytes again, whether or not they are UTF-8."""
    return raw.decode("utf-8", "surrogateescape")


def bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def readable(text: str | bytes) -> str:
    """Text that can be told: what a file is called, or says of itself, need not be UTF-8."""
    return (text if isinstance(text, bytes) else bytes_of(text)).decode("utf-8", "replace")


tasks: set[asyncio.Task[None]] = set()


def spawn(work: Coroutine[Any, Any, None]) -> None:
    """Lets something be done beside the rest. The loop itself keeps no hold of its tasks."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


class Mpv:
    """One mpv process and the socket through which it is told what to do.

    Replies and events are handled in the order in which mpv sends them, on the loop.
    """

    def __init__(self, options: list[str], descriptors: list[int]) -> None:
        self.options = options
        self.descriptors = descriptors
        self.on_event: Callable[[dict[str, Any]], None] = lambda event: None
        self.on_end: Callable[[], None] = lambda: None
        self.process: subprocess.Popen[bytes] | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.reading: asyncio.Task[None] | None = None
        self.waiting: dict[int, Callable[[dict[str, Any]], None]] = {}
        self.last_request = 0

    async def start(self) -> None:
        """Starts it, and returns when it answers."""
        ours, theirs = socket.socketpair()
        try:
            self.process = subprocess.Popen(
                [MPV, *self.options, f"--input-ipc-client=fd://{theirs.fileno()}"],
                stdin=subprocess.DEVNULL, stdout=sys.stderr.fileno(), pass_fds=[theirs.fileno(), *self.descriptors],
            )  # fmt: skip
        except OSError as error:
            ours.close()
            raise PlayerError(
                "backendUnavailable", f"The program {MPV} can't be started: {error.strerror}.", "Install mpv."
            ) from error
        finally:
            theirs.close()
        reader, self.writer = await asyncio.open_connection(sock=ours, limit=LONGEST_LINE)
        self.reading = asyncio.create_task(self._read(reader))
        if await self.get("mpv-version") is None:
            await self.close()
            raise PlayerError("backendUnavailable", "mpv ended at once.", "Look for an option that it does not know.")

    def send(
        self, *command: Any, then: Callable[[dict[str, Any]], None] | None = None, in_order: bool = False
    ) -> None:
        """Sends a command; `then` gets the reply.

        With `in_order` the reply stands among the events where the command took effect (mpv calls that async); without,
        it may overtake earlier events.
        """
        self.last_request += 1
        if then:
            self.waiting[self.last_request] = then
        form: Any = command[0] if isinstance(command[0], dict) else list(command)
        message = {"command": form, "request_id": self.last_request, "async": in_order}
        # mpv takes a name's bytes as they are, whether or not they are UTF-8.
        line = bytes_of(json.dumps(message, ensure_ascii=False)) + b"\n"
        if self.writer and not self.writer.is_closing():
            self.writer.write(line)

    async def ask(self, *command: Any) -> dict[str, Any]:
        """The reply to a command; one that says so where mpv has ended."""
        reply: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        if self.reading is None or self.reading.done():
            return {"error": "mpv has ended"}
        self.send(*command, then=lambda form: reply.done() or reply.set_result(form))
        return await reply

    async def get(self, name: str) -> Any:
        """A property's value; None where it has none now."""
        return (await self.ask("get_property", name)).get("data")

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                form = json.loads(text_of(line))
                if "event" in form:
                    self.on_event(form)
                elif then := self.waiting.pop(form.get("request_id"), None):
                    then(form)
        except (OSError, ValueError) as error:
            log("error", f"mpv's socket: {error}")
        for then in list(self.waiting.values()):
            then({"error": "mpv has ended"})
        self.waiting.clear()
        self.on_end()

    async def close(self) -> int | None:
        """Ends it, kindly, then by force, and returns its exit status."""
        self.on_event, self.on_end = lambda event: None, lambda: None
        if self.writer:
            self.writer.close()
        if self.process:
            deadline = time.monotonic() + 1
            while self.process.poll() is None and time.monotonic() < deadline:
                await asyncio.sleep(0.005)
            self.process.kill()
        return self.process.wait() if self.process else None


class Session:
    """One player. What it says and what mpv was told go together: nothing is said that is undone by what follows."""

    def __init__(self, session: int, configuration: dict[str, Any], standard_input: int | None) -> None:
        self.number = session
        self.configuration = configuration
        self.standard_input = standard_input
        self.interval = float(configuration.get("timeInterval", 0.25))
        self.open_limit = float(configuration.get("timeouts", {}).get("open", 15))
        self.mpv = Mpv(self._options(), [] if standard_input is None else [standard_input])
        self.died: PlayerError | None = None
        # What lives on across loads (rule 11).
        self.volume, self.muted, self.rate, self.loop = 100.0, False, 1.0, "off"
        self.load_count = self.seek_count = 0
        self.is_silent = False
        self._forget()

    def _options(self) -> list[str]:
        form = self.configuration
        shows = form.get("showsVideo", True) and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
        options = [
            "--no-config", "--idle=yes", "--terminal=no", "--input-default-bindings=no", "--osc=no", "--ytdl=no",
            "--pause=yes", "--keep-open=always", "--hr-seek=yes", "--image-display-duration=inf", "--volume-max=100",
            "--audio-fallback-to-null=yes", "--audio-file-auto=no", "--stream-lavf-o=reconnect=0",
            "--screenshot-format=png", f"--network-timeout={self.open_limit:g}",
            "--vo=gpu,x11,null" if shows else "--vo=null",
        ]  # fmt: skip
        if not form.get("showsVideo", True):
            options.append("--vid=no")
        if form.get("isFullscreen"):
            options.append("--fullscreen=yes")
        if languages := form.get("audioLanguages"):
            options.append("--alang=" + ",".join(languages))
        if languages := form.get("subtitleLanguages"):
            options.append("--slang=" + ",".join(languages))
        if device := form.get("audioDevice"):
            options.append(f"--audio-device={device}")
        options += [os.fsdecode(b"--sub-files-append=" + path_of(file)) for file in form.get("subtitleFiles", [])]
        options += [f"--{option['name']}={option['value']}" for option in form.get("mpvOptions", [])]
        return options

    def _forget(self) -> None:
        """No source."""
        self.load_count += 1  # What is still on its way from mpv for an earlier load is dropped by this (rule 3).
        self.source: dict[str, Any] | None = None
        self.status, self.play_when_ready = "unstarted", False
        self.entry: int | None = None  # mpv's number of the file, once it has one.
        self.is_current = False  # What mpv says is of this file.
        self.is_open = False
        self.failed = False
        self.duration: float | None = None
        self.is_live = self.is_seekable = self.has_picture = self.has_sound = False
        self.held: dict[str, Any] | None = None  # A seek that waits for the source to open (rule 5).
        self._end_seek()
        self.at_end = False
        self.is_ending = False
        self.time = 0.0
        self.anchor: float | None = None  # When `time` was right; None while it stands still.
        self.last_words: list[str] = []

    async def start(self) -> None:
        await self.mpv.start()
        self.mpv.on_event, self.mpv.on_end = self._on_event, self._on_end
        for place, name in enumerate(("pause", "eof-reached", "paused-for-cache", "duration")):
            self.mpv.send("observe_property", place + 1, name)
        self.mpv.send("request_log_messages", "warn")

    async def shut_down(self) -> None:
        self.died = PlayerError("closed", "The session has been shut down.")
        self.is_silent = True
        self.load_count += 1
        await self.mpv.close()

    def say(self, event: str, **fields: Any) -> None:
        if not self.is_silent:
            write({"method": "event", "params": {"session": self.number, "event": {"event": event, **fields}}})

    def say_status(self, status: str, play_when_ready: bool | None = None) -> None:
        self.status = status
        if play_when_ready is None:
            return self.say("statusChanged", status=status)
        self.play_when_ready = play_when_ready
        self.say("statusChanged", status=status, playWhenReady=play_when_ready)

    def say_duration(self) -> None:
        self.say("durationChanged", duration=self.duration, isLive=self.is_live, isSeekable=self.is_seekable)

    # Actions. None of them waits: each is done, and what it leads to comes as events.

    def perform(self, form: Any) -> Coroutine[Any, Any, None] | None:
        """Takes an action, or raises and has changed nothing. What takes time is returned, to be awaited."""
        if self.died:
            raise self.died
        name = form.get("action") if isinstance(form, dict) else None
        act = getattr(self, f"act_{name}", None) if isinstance(name, str) else None
        capability = NEEDED.get(str(name))
        if capability and capability not in DESCRIPTOR["capabilities"]:
            raise PlayerError("unsupported", f"{BACKEND} has no {name}.", "Choose a backend that has it.")
        if act is None:
            raise invalid(f"There is no action called {name}.")
        if name in NEED_A_SOURCE and self.source is None:
            raise PlayerError("nothingLoaded", f"Nothing is loaded to {name}.", "Load a source first.")
        return act(form)

    def act_idle(self, form: dict[str, Any]) -> None:
        pass

    def act_load(self, form: dict[str, Any]) -> None:
        self._load(form.get("source"), self.configuration.get("autoPlay", True))

    def act_cue(self, form: dict[str, Any]) -> None:
        self._load(form.get("source"), False)

    def act_play(self, form: dict[str, Any]) -> None:
        if self.failed:
            return self._load(self.source, True)
        if not self.is_open:
            if self.entry is None and self.status == "unstarted":
                self._open()
            if not self.play_when_ready or self.status == "unstarted":
                self.say_status("buffering", True)
            return
        if self.status in ("playing", "buffering"):
            return
        if self.at_end and self.target in (None, self.end):
            self._seek_to(self.start_time)
        self._run()

    def act_pause(self, form: dict[str, Any]) -> None:
        if self.is_open and self.status in ("playing", "buffering"):
            self.mpv.send("set_property", "pause", True)
            if self.anchor is not None and self.target is None:
                self.say("timeChanged", currentTime=self._stand_still())
            self.anchor = None
            self.say_status("paused", False)
        elif self.play_when_ready:
            self.say_status(self.status, False)

    def act_stop(self, form: dict[str, Any]) -> None:
        is_at_start = self.target is None and self.held is None and self.time == self.start_time
        if self.source is None or self.failed or (self.status == "unstarted" and is_at_start):
            return
        self.mpv.send("set_property", "pause", True)
        self.anchor, self.held, self.at_end = None, None, False
        if self.target is not None:
            self.say("seeked", currentTime=self.start_time, isSeeking=False)
        self._end_seek()  # Should one land all the same: the start has been told.
        if self.is_open and self.is_seekable:
            self.mpv.send("seek", self.start_time, "absolute+exact")
        elif self.is_open:
            self.load_count += 1
            self.mpv.send("stop")
            self.entry, self.is_current, self.is_open = None, False, False
        self.time = self.start_time
        self.say_status("unstarted", False)
        self.say("timeChanged", currentTime=self.time)

    def act_clear(self, form: dict[str, Any]) -> None:
        if self.source is None:
            return
        self._forget()
        self.mpv.send("stop")
        self.say("sourceChanged", source=None)
        self.say_status("unstarted", False)

    def act_seek(self, form: dict[str, Any]) -> None:
        key = next((key for key in ("to", "by", "fraction") if key in form), "to")
        value = number(form, key) if key != "fraction" else number(form, key, 0, 1)
        if self.is_open:
            if not self.is_seekable:
                raise PlayerError("unsupported", "This source can't be sought in.", "Load it again.")
            self._seek_to(self._place(key, value), form.get("precise", True))
            if self.status == "ended":
                self.say_status("paused", False)
        elif self.failed:
            raise PlayerError("unsupported", "This source failed to open.", "Load another.")
        else:
            self.held = {"action": "seek", "precise": True, **form}
            if key != "fraction":
                self._say_seeking(self._place(key, value))

    def act_duration(self, form: dict[str, Any]) -> None:
        self.say_duration()

    def act_currentTime(self, form: dict[str, Any]) -> None:
        self.say("timeChanged", currentTime=self._now())

    def act_mute(self, form: dict[str, Any]) -> None:
        self._set_mute(True)

    def act_unmute(self, form: dict[str, Any]) -> None:
        self._set_mute(False)

    def act_setVolume(self, form: dict[str, Any]) -> None:
        volume = number(form, "volume", 0, 100)
        if volume != self.volume:
            self.volume = volume
            self.mpv.send("set_property", "volume", volume)
            self.say("volumeChanged", volume=volume)

    def act_setRate(self, form: dict[str, Any]) -> None:
        rate = number(form, "rate", 0.25, 4)
        if rate != self.rate:
            if self.anchor is not None:
                self.time, self.anchor = self._now(), time.monotonic()
            self.rate = rate
            self.mpv.send("set_property", "speed", rate)
            self.say("rateChanged", rate=rate)

    def act_setLoop(self, form: dict[str, Any]) -> None:
        loop = form.get("loop")
        if loop not in ("off", "one", "all"):
            raise invalid("There has to be loop: off, one or all.")
        if loop != self.loop:
            self.loop = loop
            self.say("loopChanged", loop=loop)

    def act_screenshot(self, form: dict[str, Any]) -> Coroutine[Any, Any, None] | None:
        path = path_of(form)
        if self.is_open and not self.has_picture:
            raise PlayerError("unsupported", "This source has no picture.", "Load a source that has one.")
        return self._shoot(path)

    async def _shoot(self, path: bytes) -> None:
        # mpv goes by the name's ending, and the path's need not be a PNG's.
        draft = path + b".new.png"
        reply = await self.mpv.ask("screenshot-to-file", text_of(draft), "video")
        if reply["error"] != "success":
            raise PlayerError("unknown", "mpv could not write the picture.", backend_code=reply["error"])
        os.replace(draft, path)

    def _set_mute(self, muted: bool) -> None:
        if muted != self.muted:
            self.muted = muted
            self.mpv.send("set_property", "mute", muted)
            self.say("muteChanged", isMuted=muted)

    # Opening.

    def _load(self, source: Any, plays: bool) -> None:
        self._check(source)
        self._forget()
        self.source = source
        self.time = self.start_time
        self.say("sourceChanged", source=source)
        self.say_status("unstarted", plays)
        self.say_status("buffering")
        self._open()

    def _check(self, source: Any) -> None:
        """Raises unless the source is one that can be tried."""
        if not isinstance(source, dict):
            raise invalid("There has to be source, an object.")
        if source.get("kind") not in DESCRIPTOR["kinds"]:
            raise PlayerError("unsupported", f"{BACKEND} plays no {source.get('kind')}.", "Choose another backend.")
        start = number(source, "start", 0) if "start" in source else 0
        if "end" in source and number(source, "end", 0) <= start:
            raise invalid("The source would end before it starts.")
        if source["kind"] == "file":
            path_of(source)
        elif not isinstance(source.get("url"), str) or not source["url"]:
            raise PlayerError("invalidSource", "There has to be url.")
        elif source["url"] == "-" and self.standard_input is None:
            raise PlayerError("unsupported", "The standard input was not handed over.", "Start ytplay with `-`.")

    def _open(self) -> None:
        assert self.source is not None
        self.load_count += 1
        count = self.load_count
        options = {key: repr(float(self.source[key])) for key in ("start", "end") if key in self.source}
        if self.source["kind"] == "file":
            url = text_of(path_of(self.source))
            options["access-references"] = "no"  # A list in the guise of a film opens no other file.
        else:
            url = self.source["url"] if self.source["url"] != "-" else f"fd://{self.standard_input}"

        def loaded(reply: dict[str, Any]) -> None:
            if count != self.load_count:
                return
            if reply["error"] != "success":
                return self._fail("playbackFailed", "mpv refused to load it.", reply["error"])
            self.entry = reply["data"]["playlist_entry_id"]

        self.mpv.send("set_property", "pause", True)
        self.mpv.send({"name": "loadfile", "url": url, "flags": "replace", "options": options}, then=loaded)
        asyncio.get_running_loop().call_later(self.open_limit, self._give_up, count)

    def _give_up(self, count: int) -> None:
        if count == self.load_count and not self.is_open:
            self.mpv.send("stop")
            self._fail("timedOut", f"The source did not open within {self.open_limit:g} s.")

    async def _opened(self, count: int) -> None:
        """The first frame or sound is ready, and held back: tells what it is, and plays where that is wanted."""
        names = ("duration", "seekable", "demuxer-via-network", "file-size", "metadata", "chapter-list", "dwidth",
                 "dheight", "aid", "time-pos")  # fmt: skip
        got = dict(zip(names, await asyncio.gather(*(self.mpv.get(name) for name in names))))
        if count != self.load_count:
            return
        self.is_open = True
        self.duration = got["duration"]
        self.is_seekable = bool(got["seekable"])
        self.is_live = bool(got["demuxer-via-network"] and not self.is_seekable and not got["file-size"])
        if self.is_live:
            self.duration = None  # mpv tells how much has come so far.
        self.has_picture = isinstance(got["dwidth"], int) and isinstance(got["dheight"], int)
        self.has_sound = got["aid"] not in (None, False)
        self.say_duration()
        if self.has_picture:
            self.say("videoSizeChanged", videoSize={"width": got["dwidth"], "height": got["dheight"]})
        self._say_metadata(got["metadata"] or {}, got["chapter-list"] or [])
        if held := self.held:
            self.held = None
            if self.is_seekable:
                key = next(key for key in ("to", "by", "fraction") if key in held)
                place = self._place(key, held[key], self.start_time)
                self._seek_to(place, held["precise"], is_told=place == self.target)
            else:
                error = PlayerError("unsupported", "This source can't be sought in.")
                self.say("rejected", action=held, error=error.form)
                self.target = None
                self.say("seeked", currentTime=got["time-pos"] or 0.0, isSeeking=False)
                self.say("timeChanged", currentTime=got["time-pos"] or 0.0)
        if self.status == "unstarted":
            return  # It was stopped meanwhile.
        if self.play_when_ready:
            self._run()
        else:
            self.say_status("queued")

    def _say_metadata(self, tags: dict[str, str], chapters: list[dict[str, Any]]) -> None:
        tags = {key.lower(): readable(value) for key, value in tags.items()}
        form: dict[str, Any] = {"title": tags.get("title"), "author": tags.get("artist"), "album": tags.get("album")}
        form = {key: value for key, value in form.items() if value}
        form["chapters"] = [
            {"start": chapter["time"], "title": readable(chapter.get("title") or "")} for chapter in chapters
        ]
        if form != {"chapters": []}:
            self.say("metadataChanged", metadata=form)

    def _fail(self, code: str, message: str, backend_code: str | None = None, remedy: str | None = None) -> None:
        self.load_count += 1
        self.failed, self.is_open, self.is_current, self.entry = True, False, False, None
        self.status, self.play_when_ready, self.anchor, self.held = "unstarted", False, None, None
        self._end_seek()
        self.say("failed", error=PlayerError(code, message, remedy, backend_code).form)

    async def _explain(self, count: int, backend_code: str) -> None:
        """Fails with the true cause of what mpv could not open (rule 13)."""
        assert self.source is not None
        if self.source["kind"] == "file":
            path = path_of(self.source)
            try:
                os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC))
            except (FileNotFoundError, NotADirectoryError):
                return self._fail("notFound", f"There is no file {readable(path)}.", backend_code, "Check the path.")
            except PermissionError:
                return self._fail("notPermitted", f"{readable(path)} may not be read.", backend_code)
            except OSError as error:
                return self._fail("playbackFailed", f"{readable(path)}: {error.strerror}.", backend_code)
            return self._fail("playbackFailed", f"{readable(path)} is nothing that mpv can play.", backend_code)
        await asyncio.sleep(0.1)  # mpv gives the reason in its log, and often only after the event.
        if count != self.load_count:
            return
        words = "; ".join(self.last_words)
        gone = any(f"HTTP error {status}" in words for status in (404, 410))
        is_format = "unrecognized" in backend_code or "no audio or video" in backend_code
        code = "notFound" if gone else "playbackFailed" if is_format else "network"
        self._fail(code, f"The stream could not be opened: {words or backend_code}.", backend_code)

    # Playing and seeking.

    @property
    def start_time(self) -> float:
        start = float((self.source or {}).get("start", 0))
        return start if self.end is None else min(start, self.end)

    @property
    def end(self) -> float | None:
        """Where it ends: the source's end or the duration, the earlier of those that are known."""
        ends = [end for end in ((self.source or {}).get("end"), self.duration) if end is not None]
        return float(min(ends)) if ends else None

    def _now(self) -> float:
        if self.target is not None:
            return self.target
        if self.anchor is None:
            return self.time
        now = self.time + (time.monotonic() - self.anchor) * self.rate
        return now if self.end is None else min(now, self.end)

    def _stand_still(self) -> float:
        self.time, self.anchor = self._now(), None
        return self.time

    def _run(self) -> None:
        self.mpv.send("set_property", "pause", False)
        self.anchor = None
        self.at_end = self.is_ending = False
        self.say_status("playing", True)
        spawn(self._tick(self.load_count))

    async def _tick(self, count: int) -> None:
        """Tells the time at each interval for as long as it plays (rule 8)."""
        ticking = self.ticking = object()
        due = time.monotonic()
        while True:
            due = due + self.interval if due + self.interval > time.monotonic() else time.monotonic() + self.interval
            await asyncio.sleep(due - time.monotonic())
            seeks = self.seek_count
            # Of the sound the clock is exact; `time-pos` goes by frames.
            told = await self.mpv.get("audio-pts") if self.has_sound else await self.mpv.get("time-pos")
            if count != self.load_count or ticking is not self.ticking or self.status not in ("playing", "buffering"):
                return
            if self.target is not None or seeks != self.seek_count or self.status == "buffering" or self.is_ending:
                continue
            before = self._now() if self.anchor is not None else self.time
            if told is None and self.anchor is None:
                continue
            # At the very end mpv has nothing to tell any more, while the last of the sound is still heard.
            now = before if told is None else max(told, 0.0)
            now = now if self.end is None else min(now, self.end)
            if now > self.time:
                self.time, self.anchor = now, time.monotonic()
                self.say("timeChanged", currentTime=now)

    def _place(self, key: str, value: float, origin: float | None = None) -> float:
        """Where a seek goes, clamped to what there is (rule 6)."""
        if key == "by":
            value += self._now() if self.is_open and origin is None else self.start_time
        elif key == "fraction":
            value *= self.duration or 0
        return max(0.0, value if self.end is None else min(value, self.end))

    def _say_seeking(self, target: float) -> None:
        self.target = target
        self.say("seeking", currentTime=target, isSeeking=True)

    def _seek_to(self, target: float, precise: bool = True, is_told: bool = False) -> None:
        if not is_told:
            self._say_seeking(target)
        self.seek_count += 1
        count = self.seek_count
        self.seek_stage, self.anchor, self.at_end = "sent", None, False

        def accepted(reply: dict[str, Any]) -> None:
            if count != self.seek_count:
                return
            if reply["error"] == "success":
                self.seek_stage = "accepted"
            else:
                spawn(self._land(count))

        flags = "absolute+exact" if precise else "absolute+keyframes"
        self.mpv.send("seek", target, flags, then=accepted, in_order=True)

    async def _land(self, count: int) -> None:
        """Tells where a seek has landed, unless a newer one is under way (rule 7)."""
        self.seek_stage = "none"
        place = await self.mpv.get("time-pos")
        if count != self.seek_count or self.target is None:
            return
        end = self.end
        self.at_end = end is not None and self.target >= end
        # Sound is cut to the sample, but before any of it has been heard mpv is off by what its device buffers.
        if place is None or self.at_end or (not self.has_picture and abs(place - self.target) < 0.5):
            place = self.target
        place = max(0.0, place if end is None else min(place, end))
        self.target, self.time = None, place
        self.say("seeked", currentTime=place, isSeeking=False)
        self.say("timeChanged", currentTime=place)
        await self._look_for_end()

    def _end_seek(self) -> None:
        """No seek is under way; what is still on its way from mpv for one is dropped by its count."""
        self.seek_count += 1
        self.seek_stage = "none"  # Then sent, accepted, started.
        self.target: float | None = None  # Where it goes.

    async def _look_for_end(self) -> None:
        """Ends once mpv has played all of it: then it is paused by itself, and says `eof-reached` (rule 9)."""
        if self.status not in ("playing", "buffering") or self.target is not None or not self.is_open:
            return
        count, seeks = self.load_count, self.seek_count
        paused, over, place = [await self.mpv.get(name) for name in ("pause", "eof-reached", "time-pos")]
        if paused and over and (count, seeks) == (self.load_count, self.seek_count):
            self._finish(place)

    def _finish(self, place: float | None) -> None:
        if self.status not in ("playing", "buffering"):
            return
        self.is_ending = True
        reached = max(self.time, place or 0.0)
        if self.end is None:
            self.duration = reached
            self.say_duration()
        end = self.end or reached
        if end - reached > 1:
            return self._fail("network" if self.source and self.source["kind"] == "stream" else "playbackFailed",
                              f"The source stopped at {reached:.1f} of {end:.1f} s.")  # fmt: skip
        if self.loop != "off" and self.is_seekable:
            self._seek_to(self.start_time)
            self.mpv.send("set_property", "pause", False)
            self.is_ending = False
            return
        self.time, self.anchor, self.at_end = end, None, True
        self.say("timeChanged", currentTime=end)
        self.say_status("ended", False)

    # What mpv says.

    def _on_event(self, form: dict[str, Any]) -> None:
        match form["event"]:
            case "start-file":
                self.is_current = form["playlist_entry_id"] == self.entry
            case "end-file" if self.entry is not None and form["playlist_entry_id"] == self.entry:
                self._on_end_file(form)
            case "log-message" if form["prefix"][:2] not in ("ao", "vo"):  # Devices that it tries in turn.
                self.last_words = [*self.last_words[-2:], readable(form["text"]).strip(" \n.")]
            case _ if not self.is_current:
                pass
            case "seek" if self.seek_stage == "accepted":
                self.seek_stage = "started"
            case "playback-restart":
                if not self.is_open:
                    spawn(self._opened(self.load_count))
                elif self.seek_stage == "started":
                    spawn(self._land(self.seek_count))
            case "property-change":
                self._on_property(form["name"], form.get("data"))

    def _on_property(self, name: str, value: Any) -> None:
        if not self.is_open:
            return
        if name == "paused-for-cache" and self.status in ("playing", "buffering"):
            status = "buffering" if value else "playing"
            if status != self.status:
                self._stand_still()
                self.say_status(status)
        elif name == "duration" and not self.is_live and value is not None and value != self.duration:
            self.duration = value
            self.say_duration()
        elif name in ("pause", "eof-reached") and value:
            spawn(self._look_for_end())

    def _on_end_file(self, form: dict[str, Any]) -> None:
        match form.get("reason"):
            case "redirect":
                self.entry = form.get("playlist_insert_id")
            case "error":
                spawn(self._explain(self.load_count, form.get("file_error") or "unknown"))
            case "eof":
                self._finish(self._now())

    def _on_end(self) -> None:
        """mpv is no more, and nobody here asked for that."""
        self.died = PlayerError("backendFailed", "; ".join(["mpv ended", *self.last_words]) + ".")
        self.load_count += 1
        spawn(self._bury(self.died))

    async def _bury(self, error: PlayerError) -> None:
        if await self.mpv.close() == 0:
            self.died = PlayerError("closed", "mpv's window was closed.")
            self.say("closed")
        else:
            self.say("failed", error=error.form)


class Plugin:
    """The program: its sessions, and the requests for them."""

    def __init__(self) -> None:
        self.greeting: dict[str, Any] | None = None
        self.standard_input: int | None = None
        self.sessions: dict[int, Session] = {}
        self.last_session = 0
        self.is_over = asyncio.Event()

    def handle(self, line: bytes | None) -> None:
        """Takes one line of the host's; None is one that was too long."""
        reply_to: Any = None
        try:
            form = parse(line)
            reply_to = form.get("id")
            result = self._call(form)
        except Exception as error:
            return answer(reply_to, explained(error))
        if asyncio.iscoroutine(result):
            spawn(self._finish(reply_to, result))
        else:
            answer(reply_to, result or {})

    async def _finish(self, reply_to: Any, work: Coroutine[Any, Any, Any]) -> None:
        try:
            result = await work
        except Exception as error:
            return answer(reply_to, explained(error))
        answer(reply_to, {} if not isinstance(result, Session) else {"session": result.number})
        if isinstance(result, Session):
            result.say("ready", ready=True)

    def _call(self, form: dict[str, Any]) -> Any:
        params = form.get("params", {})
        match form.get("method"):
            case "initialize":
                return self._initialize(need(params, "protocol", int), params)
            case "create" if self.greeting is None:
                raise WireError(-32600, "The first request is initialize.")
            case "create":
                return self._create(need(params, "configuration", dict))
            case "perform":
                session = self.sessions.get(need(params, "session", int))
                action = need(params, "action", dict)
                if session is None:
                    raise PlayerError("closed", "There is no such session.")
                return session.perform(action)
            case "shutDown":
                session = self.sessions.pop(need(params, "session", int), None)
                return session.shut_down() if session else {}
            case "exit":
                self.is_over.set()
                return {}
            case str(method):
                raise WireError(-32601, f"There is no method called {readable(method[:40])}.")
            case _:
                raise WireError(-32600, "A request needs method, the method's name.")

    def _initialize(self, protocol: int, params: dict[str, Any]) -> dict[str, Any]:
        if protocol != PROTOCOL:
            raise WireError(-32602, f"This plugin speaks the protocol {PROTOCOL}, not {protocol}.")
        self.standard_input = params.get("standardInput")
        self.greeting = {"protocol": PROTOCOL, "descriptor": DESCRIPTOR}
        if params.get("availability"):
            self.greeting["availability"] = availability()
        return self.greeting

    async def _create(self, configuration: dict[str, Any]) -> Session:
        self.last_session += 1
        session = Session(self.last_session, configuration, self.standard_input)
        await session.start()
        self.sessions[session.number] = session
        return session

    async def end(self) -> None:
        await asyncio.gather(*(session.shut_down() for session in self.sessions.values()))


def availability() -> dict[str, Any]:
    if shutil.which(MPV):
        return {"available": True}
    return {"available": False, "reason": f"the program {MPV} was not found", "remedy": "Install mpv."}


def parse(line: bytes | None) -> dict[str, Any]:
    if line is None:
        raise WireError(-32700, f"The line is longer than {LONGEST_LINE} bytes.")
    try:
        form = json.loads(line.decode("utf-8"), parse_constant=lambda name: invalid_number(name))
    except (ValueError, RecursionError) as error:
        raise WireError(-32700, f"The line is not JSON: {error}") from error
    if not isinstance(form, dict):
        raise WireError(-32600, "A message is an object.")
    return form


def invalid_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON's")


def need(params: Any, key: str, kind: type) -> Any:
    value = params.get(key) if isinstance(params, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool):
        raise WireError(-32602, f"The params need {key}.")
    return value


def explained(error: Exception) -> WireError | PlayerError:
    """What a request is answered with that raised this. One that got no reply would count as a hang."""
    if isinstance(error, (WireError, PlayerError)):
        return error
    traceback.print_exception(error)
    return PlayerError("unknown", f"{type(error).__name__}: {readable(str(error))}.")


def answer(reply_to: Any, result: dict[str, Any] | WireError | PlayerError) -> None:
    match result:
        case PlayerError():
            write({"id": reply_to, "error": {"code": -32000, "message": str(result), "data": result.form}})
        case WireError():
            write({"id": reply_to, "error": {"code": result.code, "message": str(result)}})
        case _:
            write({"id": reply_to, "result": result})


def log(level: str, text: str) -> None:
    write({"method": "log", "params": {"level": level, "text": readable(text)}})


# The protocol's own descriptor: whatever else is printed goes to standard error.
output: BinaryIO


def write(message: dict[str, Any]) -> None:
    try:
        output.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    except OSError:
        os._exit(1)  # Nobody reads any more: every mpv ends with its socket.


def read_lines(loop: asyncio.AbstractEventLoop, plugin: Plugin) -> None:
    """The reading thread. It sees to it that the end of the host's lines is the end of the program."""
    source = sys.stdin.buffer
    while line := source.readline(LONGEST_LINE + 1):
        if not line.endswith(b"\n") and len(line) > LONGEST_LINE:
            while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            loop.call_soon_threadsafe(plugin.handle, None)
        else:
            loop.call_soon_threadsafe(plugin.handle, line)
    loop.call_soon_threadsafe(plugin.is_over.set)
    time.sleep(4)
    os._exit(1)  # The loop hangs.


async def main() -> None:
    plugin = Plugin()
    threading.Thread(target=read_lines, args=(asyncio.get_running_loop(), plugin), daemon=True).start()
    await plugin.is_over.wait()
    await plugin.end()


if __name__ == "__main__":
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    asyncio.run(main())
    os._exit(0)  # The reading thread waits for a line that need not come.
