// What there is to play: each video by the shape of its id, each list by its name.
"use strict";

const catalogue = (function () {
  const hostile = [
    "</script><script>parent.hacked=1;alert(1)</script>",
    "\"});alert(1);//",
    "<img src=x onerror=\"document.title='hacked'\">",
    "\u2028\u2029'\\u0022\"\\",
    "\u202Edesrever\u202C \u200B\uFEFF",
    "line\nbreak\r\ttab \u0007bell \u001B[31mred\u001B[0m",
    "%s%n%x ${1+1} `id` $(id) {{7*7}}",
    "\uD83D\uDC69\u200D\uD83D\uDE80".repeat(40) + "\uD800",
    "x".repeat(100000),
  ];

  /** @returns what is known of a video; null where the id is no id. */
  function video(id) {
    if (!/^[A-Za-z0-9_-]{11}$/.test(id)) return null;
    const short = /^short-3s--([abc])$/.exec(id);
    const failing = /^err-(\d{3})-(lod|run)$/.exec(id);
    const evil = /^title-evil([1-9])$/.exec(id);
    return {
      id,
      clip: short ? `short-${short[1]}.mp4` : id === "clip-vp9--a" ? "vp9.webm" : "default.mp4",
      // In whole seconds, as it is known before the medium is.
      seconds: short ? 3 : 30,
      title: evil ? hostile[Number(evil[1]) - 1] : `Stand-in ${id}`,
      author: evil ? hostile[Number(evil[1]) - 1] : "The stand-in's channel",
      errorAtLoad: failing && failing[2] === "lod" ? Number(failing[1]) : null,
      errorAtRun: failing && failing[2] === "run" ? Number(failing[1]) : null,
      blocksAutoplay: id === "autoplayblk",
      isNeverReady: id === "never-ready",
      stallsAt: id === "stall-at-3s" ? 3 : null,
      isLive: id === "live-stream",
      captions: id === "captions--a" ? [["en", "English"], ["de", "Deutsch"]] : [],
      probesBridge: id === "bridgeprobe",
    };
  }

  const shorts = ["short-3s--a", "short-3s--b", "short-3s--c"];
  const named = {
    "PLstandin-three": shorts,
    "PLstandin-fails": ["short-3s--a", "err-150-lod", "short-3s--c"],
    "PLstandin-hundred": Array.from({ length: 100 }, (_, i) => `hundred-${String(i + 1).padStart(3, "0")}`),
  };

  /** @returns the ids of a list, or the number of an error. */
  function list(type, name) {
    if (typeof name !== "string" || name === "") return 2;
    if (type === "user_uploads") return /missing/.test(name) ? 100 : ["uploads--01", "uploads--02"];
    if (type && type !== "playlist") return 2;
    if (named[name]) return named[name].slice();
    if (!/^[A-Za-z0-9_-]+$/.test(name)) return 2;
    if (/missing/.test(name)) return 100;
    if (/^UU/.test(name)) return ["uploads--01", "uploads--02"];
    return ["unnamed--01", "unnamed--02", "unnamed--03"];
  }

  return { video, list };
})();
