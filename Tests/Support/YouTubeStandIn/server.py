#!/usr/bin/env python3
"""The server of the stand-in for YouTube: TLS on the loopback, with a line of JSON for each request.

    server.py --make-clips CLIPS
    server.py --make-certificate FOLDER
    server.py --port 0 --clips CLIPS --certificate cert.pem --key key.pem --log requests.jsonl

The last prints the port on a line of its own, and serves until it is ended or its standard input, where that is
a pipe, is closed. Python's standard library alone, with ffmpeg for the clips and openssl for the certificate.
"""

import argparse
import http.server
import json
import os
import re
import socket
import ssl
import stat
import subprocess
import sys
import threading
import time
import urllib.parse

HERE = os.path.dirname(os.path.realpath(__file__))
SITE = os.path.join(HERE, "site")
PLAYER = "/s/player/00standin/"

PAGES = {
    "/iframe_api": "iframe_api.js",
    "/player_api": "iframe_api.js",
    PLAYER + "www-widgetapi.vflset/www-widgetapi.js": "www-widgetapi.js",
    PLAYER + "catalogue.js": "catalogue.js",
    PLAYER + "player.js": "player.js",
    PLAYER + "captions.js": "captions.js",
    PLAYER + "controls.js": "controls.js",
    PLAYER + "embed.js": "embed.js",
    PLAYER + "embed.css": "embed.css",
}
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
}

H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-tune", "fastdecode", "-crf", "32", "-pix_fmt", "yuv420p", "-g", "25"]
MP4 = H264 + ["-c:a", "aac", "-b:a", "64k", "-movflags", "+faststart"]
WEBM = ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "300k", "-g", "25"] + [
    "-c:a", "libopus", "-b:a", "48k"]
# Name: seconds, the tone's frequency, the turn of the colours in degrees, the codecs.
CLIPS = {
    "default.mp4": (30, 440, 0, MP4),
    "vp9.webm": (30, 550, 60, WEBM),
    "short-a.mp4": (3, 330, 120, MP4),
    "short-b.mp4": (3, 370, 180, MP4),
    "short-c.mp4": (3, 410, 240, MP4),
}


def make_clips(folder):
    """Makes the clips that are not there yet; each appears whole or not at all."""
    os.makedirs(folder, exist_ok=True)
    for name, (seconds, frequency, hue, codecs) in CLIPS.items():
        path = os.path.join(folder, name)
        if os.path.exists(path):
            continue
        draft = os.path.join(folder, ".%d-%s" % (os.getpid(), name))
        picture = "testsrc2=size=640x360:rate=25:duration=%d,hue=h=%d" % (seconds, hue)
        # The sound lasts a little longer, so that the duration is no whole number of seconds.
        tone = "sine=frequency=%d:sample_rate=48000:duration=%.3f" % (frequency, seconds + 0.023)
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", tone]
            + codecs + [draft], check=True)
        os.rename(draft, path)


def make_certificate(folder):
    """Makes a certificate that names this machine and signs itself, and its key."""
    os.makedirs(folder, exist_ok=True)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "3650", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", os.path.join(folder, "key.pem"), "-out", os.path.join(folder, "cert.pem")],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


class Log:
    """A line of JSON for each request, written at once."""

    def __init__(self, path):
        self.file = open(path, "a", encoding="utf-8") if path else None
        self.lock = threading.Lock()

    def write(self, record):
        if self.file is None:
            return
        with self.lock:
            self.file.write(json.dumps(record) + "\n")
            self.file.flush()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "StandIn"
    disable_nagle_algorithm = True

    def setup(self):
        # Here, on the connection's own thread, and not where connections are accepted.
        self.request.settimeout(60)
        self.request.do_handshake()
        super().setup()

    def log_message(self, format, *arguments):
        pass

    def do_GET(self):
        self.answer(with_body=True)

    def do_HEAD(self):
        self.answer(with_body=False)

    def do_POST(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.answer(with_body=True)

    def answer(self, with_body):
        path = urllib.parse.urlsplit(self.path).path
        record = {"time": round(time.time(), 3), "method": self.command, "path": self.path}
        for name in ("Referer", "Origin", "User-Agent", "Sec-Fetch-Dest", "Range", "Accept-Language"):
            record[name] = self.headers.get(name)
        if self.command == "POST":
            record["body"] = self.body.decode("utf-8", "replace")
        self.server.log.write(record)

        if path in PAGES:
            return self.send_page(PAGES[path], with_body)
        if path == "/embed" or path.startswith("/embed/"):
            return self.send_page("embed.html", with_body, {
                "referer": self.headers.get("Referer"), "player": PLAYER, "language": self.headers.get("Accept-Language"),
            })
        if path.startswith("/media/"):
            return self.send_media(path[len("/media/"):], with_body)
        if path == "/broken/iframe_api":
            return self.send_bytes(200, TYPES[".js"], b"throw new Error('The stand-in breaks on purpose.');\n", with_body)
        if path in ("/half/iframe_api", "/inert/iframe_api"):
            return self.send_page("iframe_api.js", with_body, player=path.removesuffix("iframe_api"))
        if path.startswith("/inert/"):
            return self.send_bytes(200, TYPES[".js"], b"// Brings nothing.\n", with_body)
        if path == "/hang/iframe_api":
            return self.hang()
        if path == "/report":
            return self.send_bytes(204, None, b"", with_body)
        self.send_bytes(404, "text/plain; charset=utf-8", b"Not found.\n", with_body)

    def send_bytes(self, status, kind, content, with_body):
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if with_body:
            self.wfile.write(content)

    def send_page(self, name, with_body, values=None, player=PLAYER):
        with open(os.path.join(SITE, name), encoding="utf-8") as file:
            text = file.read()
        origin = "https://" + (self.headers.get("Host") or "127.0.0.1")
        text = text.replace("{{origin}}", origin).replace("{{player}}", player)
        if values is not None:
            text = text.replace("{{values}}", json.dumps(values).replace("<", "\\u003c"))
        self.send_bytes(200, TYPES[os.path.splitext(name)[1]], text.encode("utf-8"), with_body)

    def send_media(self, name, with_body):
        path = os.path.join(self.server.clips, name)
        if name not in CLIPS or not os.path.exists(path):
            return self.send_bytes(404, "text/plain; charset=utf-8", b"Not found.\n", with_body)
        size = os.path.getsize(path)
        first, last = 0, size - 1
        asked = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range") or "")
        if asked and (asked.group(1) or asked.group(2)):
            if asked.group(1):
                first = int(asked.group(1))
                last = min(int(asked.group(2) or last), last)
            else:
                first = max(0, size - int(asked.group(2)))
            if first > last:
                self.send_response(416)
                self.send_header("Content-Range", "bytes */%d" % size)
                self.send_header("Content-Length", "0")
                return self.end_headers()
            self.send_response(206)
            self.send_header("Content-Range", "bytes %d-%d/%d" % (first, last, size))
        else:
            self.send_response(200)
        self.send_header("Content-Type", TYPES[os.path.splitext(name)[1]])
        self.send_header("Content-Length", str(last - first + 1))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if not with_body:
            return
        with open(path, "rb") as file:
            file.seek(first)
            left = last - first + 1
            while left > 0:
                piece = file.read(min(left, 65536))
                if not piece:
                    break
                self.wfile.write(piece)
                left -= len(piece)

    def hang(self):
        """Says nothing until the client goes, or the server ends."""
        self.close_connection = True
        self.request.settimeout(None)
        try:
            self.request.recv(1)
        except OSError:
            pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def handle_error(self, request, address):
        # A client that goes amid an answer, or that does not trust the certificate, is nothing to tell.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, address)


def end_with_input():
    """Where standard input is a pipe, its other end is who started this server; it ends with that."""
    if not stat.S_ISFIFO(os.fstat(0).st_mode) and not stat.S_ISSOCK(os.fstat(0).st_mode):
        return
    def wait():
        while os.read(0, 4096):
            pass
        os._exit(0)
    threading.Thread(target=wait, daemon=True).start()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--make-clips", metavar="DIR", help="make the clips that are missing there, and end")
    parser.add_argument("--make-certificate", metavar="DIR", help="make cert.pem and key.pem there, and end")
    parser.add_argument("--port", type=int, default=0, help="0: one that is free")
    parser.add_argument("--clips", metavar="DIR")
    parser.add_argument("--certificate", metavar="FILE")
    parser.add_argument("--key", metavar="FILE")
    parser.add_argument("--log", metavar="FILE", help="where each request is written as a line of JSON")
    options = parser.parse_args()
    if options.make_clips or options.make_certificate:
        if options.make_clips:
            make_clips(options.make_clips)
        if options.make_certificate:
            make_certificate(options.make_certificate)
        return
    if not (options.clips and options.certificate and options.key):
        parser.error("--clips, --certificate and --key are needed")

    server = Server(("127.0.0.1", options.port), Handler)
    server.clips = options.clips
    server.log = Log(options.log)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(options.certificate, options.key)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    end_with_input()
    print(server.server_address[1], flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
