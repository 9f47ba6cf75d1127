// @ts-check
"use strict";

/*
 * The page of YouTube's player. It is told commands by `ytplay.perform`, and it tells of what happens by
 * `CustomEvent`s called "ytplay" on the document; both are JSON, and docs/iframe.md has every word of them.
 *
 * It decides nothing: no command waits, none is remembered, and none is made up. Whatever YouTube's API says is
 * handed on as plain data, if it is of the type that it should be.
 */
(() => {
  /**
   * What YouTube's API makes. Only these are there from the beginning; each other function comes when the player
   * is ready, and each getter says `undefined` whenever it does not know.
   * @typedef {{ destroy(): void, getIframe(): HTMLIFrameElement | null, [name: string]: any }} Player
   *
   * A player that is open, or on its way.
   * @typedef {{ number: number, player: Player | null, isReady: boolean }} Opening
   *
   * @typedef {{ do: "script", url: string, timeLimit?: number }} ScriptCommand
   * @typedef {{ do: "open", player: number, script: string, timeLimit?: number, host: string, videoId?: string,
   *   playerVars: Record<string, string | number> }} OpenCommand
   * @typedef {{ do: "mark", mark: number }} MarkCommand
   * @typedef {{ do: "call", name: string, args: unknown[] }} CallCommand
   * @typedef {{ do: "every", seconds: number }} EveryCommand
   * @typedef {{ do: "overlay", kind: string, title?: string, text?: string }} OverlayCommand
   * @typedef {ScriptCommand | OpenCommand | MarkCommand | CallCommand | EveryCommand | OverlayCommand
   *   | { do: "read" } | { do: "close" }} Command
   *
   * @typedef {null | { value: unknown } | { missing: true } | { thrown: string }} Result
   * @typedef {Record<string, unknown>} Info
   */

  const longestText = 4096;
  const longestList = 10000;
  const deepest = 8;

  /** @type {{ YT?: any, onYouTubeIframeAPIReady?: (() => void) | undefined } & Window} */
  const page = window;

  // MARK: Data

  /**
   * Text that JSON can carry: not too long, and without half a character.
   * @param {unknown} value
   */
  function text(value) {
    return String(value).slice(0, longestText).replace(/[\uD800-\uDFFF]/gu, "\uFFFD");
  }

  /** @param {unknown} error */
  function message(error) {
    return text(error instanceof Error ? error.message : error);
  }

  /**
   * The value as plain data: what is no data is null, what is too much is left out.
   * @param {unknown} value
   * @param {number} [depth]
   * @returns {unknown}
   */
  function plain(value, depth = 0) {
    if (typeof value === "string") return text(value);
    if (typeof value === "boolean") return value;
    if (typeof value === "number") return Number.isFinite(value) ? value : null;
    if (typeof value !== "object" || value === null || depth >= deepest) return null;
    if (Array.isArray(value)) return value.slice(0, longestList).map((element) => plain(element, depth + 1));
    const kind = Object.getPrototypeOf(value);
    if (kind !== Object.prototype && kind !== null) return null;
    /** @type {Record<string, unknown>} */
    const copy = Object.create(null);
    for (const [key, member] of Object.entries(value).slice(0, longestList)) copy[text(key)] = plain(member, depth + 1);
    return copy;
  }

  // MARK: Reports

  /** @type {number | undefined} */
  let mark;

  /** What was last told of the player, without its time. */
  let told = "";
  /**
   * Each list that was last told, as JSON.
   * @type {Record<string, string>}
   */
  let toldLists = {};

  /**
   * @param {string} name
   * @param {Record<string, unknown>} [fields]
   */
  function report(name, fields = {}) {
    const info = read();
    told = essence(info);
    if (name === "tick") leaveOutToldLists(info);
    else toldLists = lists(info);
    const detail = JSON.stringify({ report: name, ...fields, player: current?.number, mark, info });
    document.dispatchEvent(new CustomEvent("ytplay", { detail }));
  }

  /** @param {Info} info */
  function essence(info) {
    return JSON.stringify({ ...info, time: undefined });
  }

  /** @param {Info} info */
  function lists(info) {
    const entries = Object.entries(info).filter(([, value]) => typeof value === "object");
    return Object.fromEntries(entries.map(([name, value]) => [name, JSON.stringify(value)]));
  }

  /**
   * Ticks are many, and lists may be long.
   * @param {Info} info
   */
  function leaveOutToldLists(info) {
    const before = toldLists;
    toldLists = lists(info);
    for (const name of Object.keys(toldLists)) if (before[name] === toldLists[name]) delete info[name];
  }

  // MARK: The player

  /**
   * The player that is open, or on its way.
   * @type {Opening | null}
   */
  let current = null;

  /** The functions that may be called: `PlayerFunction` in Swift. */
  const functions = new Set([
    "playVideo", "pauseVideo", "stopVideo", "seekTo",
    "loadVideoById", "cueVideoById", "loadPlaylist", "cuePlaylist",
    "nextVideo", "previousVideo", "playVideoAt", "setLoop", "setShuffle",
    "mute", "unMute", "isMuted", "setVolume", "getVolume",
    "setPlaybackRate", "getPlaybackRate", "getAvailablePlaybackRates",
    "setSize",
    "getCurrentTime", "getDuration", "getVideoLoadedFraction", "getPlayerState",
    "getPlaybackQuality", "setPlaybackQuality", "getAvailableQualityLevels",
    "getPlaylist", "getPlaylistIndex", "getPlaylistId",
    "getVideoData", "getVideoUrl", "getVideoEmbedCode",
    "loadModule", "unloadModule", "getOptions", "getOption", "setOption",
    "showVideoInfo", "hideVideoInfo", "isVideoInfoVisible",
  ]);

  /**
   * What a getter says; undefined where it is not there, does not know, or throws.
   * @param {string} name
   * @param {unknown[]} args
   */
  function ask(name, ...args) {
    const player = current?.player;
    if (!player || typeof player[name] !== "function") return undefined;
    try {
      return player[name](...args);
    } catch {
      // Whatever the reason, there is nothing to tell then, as before the first message.
      return undefined;
    }
  }

  /**
   * All that the player says of itself now.
   * @returns {Info}
   */
  function read() {
    /** @type {Info} */
    const info = {};
    if (!current?.player) return info;
    /** @type {(name: string, type: string, value: unknown) => void} */
    const take = (name, type, value) => {
      if (typeof value === type && !Number.isNaN(value)) info[name] = plain(value);
    };
    /** @type {(name: string, value: unknown) => void} */
    const takeList = (name, value) => {
      if (Array.isArray(value)) info[name] = plain(value);
    };
    take("time", "number", ask("getCurrentTime"));
    take("duration", "number", ask("getDuration"));
    take("loaded", "number", ask("getVideoLoadedFraction"));
    take("volume", "number", ask("getVolume"));
    take("muted", "boolean", ask("isMuted"));
    take("rate", "number", ask("getPlaybackRate"));
    takeList("rates", ask("getAvailablePlaybackRates"));
    take("quality", "string", ask("getPlaybackQuality"));
    takeList("qualities", ask("getAvailableQualityLevels"));
    take("state", "number", ask("getPlayerState"));
    const data = ask("getVideoData");
    if (typeof data === "object" && data !== null) {
      take("videoID", "string", data.video_id);
      take("title", "string", data.title);
      take("author", "string", data.author);
      take("isLive", "boolean", data.isLive);
    }
    takeList("playlist", ask("getPlaylist"));
    take("index", "number", ask("getPlaylistIndex"));
    takeList("modules", ask("getOptions"));
    takeList("tracks", ask("getOption", "captions", "tracklist"));
    const track = ask("getOption", "captions", "track");
    // Captions that are off are a track without a language.
    if (typeof track === "object" && track !== null) info.track = track.languageCode ? plain(track) : null;
    return info;
  }

  /** @param {OpenCommand} command */
  function open(command) {
    close();
    const opening = (current = { number: command.player, player: null, isReady: false });
    fetchScript(command.script, command.timeLimit).then(
      () => {
        if (current === opening) make(command, opening);
      },
      () => {
        // It has been told as `scriptFailed`.
      },
    );
  }

  /**
   * @param {OpenCommand} command
   * @param {Opening} opening
   */
  function make(command, opening) {
    const place = document.createElement("div");
    // YouTube plays only for pages that say who they are. Its script puts a frame in the place of this element,
    // and gives it the element's attributes before it gives it an address: so the policy holds for the frame's
    // first request, whatever the page's own policy is and whether or not the script sets one of its own. A frame
    // of ours would be too early by one request: the script adds nothing to the address of a frame that is there.
    place.setAttribute("referrerpolicy", "strict-origin-when-cross-origin");
    element("stage").replaceChildren(place);
    /**
     * A handler for as long as this player is the one: a destroyed one may still speak.
     * @type {(handle: (data: any) => void) => (event: { data?: unknown }) => void}
     */
    const heard = (handle) => (event) => {
      if (current === opening) handle(event?.data);
    };
    try {
      opening.player = new page.YT.Player(place, {
        host: command.host,
        ...(command.videoId === undefined ? {} : { videoId: command.videoId }),
        width: "100%",
        height: "100%",
        playerVars: command.playerVars,
        events: {
          onReady: heard(() => ready(opening)),
          onStateChange: heard((state) => stateChanged(Number(state))),
          onError: heard((error) => failed(Number(error))),
          onPlaybackQualityChange: heard((quality) => report("quality", { quality: text(quality) })),
          onPlaybackRateChange: heard((rate) => report("rate", { rate: Number(rate) })),
          onAutoplayBlocked: heard(() => report("autoplayBlocked")),
          onApiChange: heard(() => report("apiChange")),
        },
      });
    } catch (error) {
      element("stage").replaceChildren();
      report("refused", { message: message(error) });
      explain("YouTube's player refused this.", message(error));
    }
  }

  function close() {
    const player = current?.player;
    current = null;
    tick(false);
    try {
      player?.destroy();
    } catch {
      // What is left of it goes with its element.
    }
    element("stage").replaceChildren();
  }

  /** @param {Opening} opening */
  function ready(opening) {
    opening.isReady = true;
    if (shown === "loading") overlay("none");
    report("ready");
    own.whenReady.forEach(attempt);
  }

  /** @param {number} state */
  function stateChanged(state) {
    const isPlaying = state === 1;
    // Nothing may lie over a player that plays.
    if (isPlaying) overlay("none");
    report("state", { state });
    tick(isPlaying);
  }

  /** @param {number} error */
  function failed(error) {
    report("error", { error });
    if (error === 152 || error === 153) {
      explain(
        `YouTube asks who embeds its player (error ${error}).`,
        "Load this page with an https base URL, so that its requests carry a Referer.",
      );
    }
  }

  // What no event tells of, such as the volume that a person sets in the player, comes as a message of its frame.
  // YouTube's script hears it after this, and keeps it for the getters.
  let isChecking = false;
  window.addEventListener("message", (event) => {
    if (isChecking || !event.source || event.source !== frame()?.contentWindow) return;
    isChecking = true;
    setTimeout(() => {
      isChecking = false;
      if (current?.isReady && timer === undefined && essence(read()) !== told) report("change");
    });
  });

  function frame() {
    return current?.player ? /** @type {HTMLIFrameElement | undefined} */ (ask("getIframe")) : undefined;
  }

  // MARK: Ticks

  let period = 0;
  let isTicking = false;
  /** @type {number | undefined} */
  let timer;

  /** @param {boolean} isWanted */
  function tick(isWanted) {
    isTicking = isWanted;
    window.clearInterval(timer);
    timer = isTicking && period > 0 ? window.setInterval(() => report("tick"), period * 1000) : undefined;
  }

  // MARK: YouTube's script

  /**
   * The script that is on its way.
   * @type {{ loaded: Promise<void>, fail(reason: string): void } | null}
   */
  let loading = null;

  function isLoaded() {
    return typeof page.YT?.Player === "function";
  }

  /**
   * @param {string} url
   * @param {number} [timeLimit]
   * @returns {Promise<void>}
   */
  function fetchScript(url, timeLimit) {
    if (isLoaded()) return Promise.resolve();
    const script = (loading ??= load(url));
    if (timeLimit !== undefined) {
      setTimeout(() => script.fail(`It did not come within ${timeLimit} s.`), timeLimit * 1000);
    }
    return script.loaded;
  }

  /** @param {string} url */
  function load(url) {
    const script = document.createElement("script");
    /** @type {() => void} */
    let resolve;
    /** @type {(reason: Error) => void} */
    let reject;
    /** @type {Promise<void>} */
    const loaded = new Promise((resolved, rejected) => {
      resolve = resolved;
      reject = rejected;
    });
    let isOver = false;
    const end = () => {
      isOver = true;
      loading = null;
      page.onYouTubeIframeAPIReady = undefined;
      document.removeEventListener("load", watch, true);
      document.removeEventListener("error", watch, true);
    };
    const done = () => {
      if (isOver) return;
      end();
      report("api");
      resolve();
    };
    /** @param {string} reason */
    const fail = (reason) => {
      if (isOver) return;
      end();
      script.remove();
      report("scriptFailed", { message: text(reason) });
      explain("YouTube's player could not be loaded.", `Is there a connection to the Internet? ${reason}`, true);
      reject(new Error(reason));
    };
    // The script loads another one, which is the API itself; neither says in any other way that it failed.
    /** @param {Event} event */
    const watch = (event) => {
      const target = event.target;
      if (!(target instanceof HTMLScriptElement)) return;
      if (event.type === "error") fail(`${target.src} could not be loaded.`);
      else if (target === script ? !page.YT : target.src.includes("widgetapi") && !isLoaded()) {
        fail(`${target.src} did not work.`);
      }
    };
    // What an earlier try left behind would keep the script from doing anything.
    page.YT = undefined;
    page.onYouTubeIframeAPIReady = () => (isLoaded() ? done() : fail(`${url} brought no player.`));
    document.addEventListener("load", watch, true);
    document.addEventListener("error", watch, true);
    script.src = url;
    document.head.append(script);
    return { loaded, fail };
  }

  // MARK: The overlay

  let shown = "none";

  /** @param {string} id */
  function element(id) {
    return /** @type {HTMLElement} */ (document.getElementById(id));
  }

  /**
   * @param {string} kind
   * @param {string} [title]
   * @param {string} [words]
   */
  function overlay(kind, title = "", words = "") {
    shown = kind;
    const cover = element("overlay");
    cover.className = kind;
    cover.setAttribute("role", kind === "error" ? "alert" : "status");
    // As text and never as HTML: a title is YouTube's, and anybody's.
    element("overlay-title").textContent = text(title);
    element("overlay-text").textContent = text(words);
    element("overlay-retry").hidden = true;
    cover.hidden = kind === "none";
  }

  /**
   * Says what is wrong, where there is nobody else to.
   * @param {string} title
   * @param {string} words
   * @param {boolean} [canRetry]
   */
  function explain(title, words, canRetry = false) {
    if (own.commands.length === 0) return;
    overlay("error", title, words);
    element("overlay-retry").hidden = !canRetry;
  }

  // MARK: Commands

  /**
   * @param {Command} command
   * @returns {Result}
   */
  function perform(command) {
    switch (command.do) {
      case "script":
        // Whether it came is told by a report.
        fetchScript(command.url, command.timeLimit).catch(() => {});
        return null;
      case "open":
        open(command);
        return null;
      case "mark":
        mark = command.mark;
        return null;
      case "call":
        return call(command.name, command.args);
      case "read":
        return current?.player ? { value: read() } : { missing: true };
      case "every":
        period = command.seconds;
        tick(isTicking);
        return null;
      case "overlay":
        overlay(command.kind, command.title, command.text);
        return null;
      case "close":
        close();
        return null;
      default:
        return { missing: true };
    }
  }

  /**
   * @param {string} name
   * @param {unknown[]} args
   * @returns {Result}
   */
  function call(name, args) {
    const player = current?.player;
    if (!player || !functions.has(name) || typeof player[name] !== "function") return { missing: true };
    const value = player[name](...args);
    // What has nothing to say returns the player.
    return value === undefined || value === player ? null : { value: plain(value) };
  }

  /**
   * @param {Command} command
   * @returns {Result}
   */
  function attempt(command) {
    try {
      return perform(command);
    } catch (error) {
      return { thrown: message(error) };
    }
  }

  /**
   * Does the commands in their order, and says what became of each.
   * @param {string} commands A JSON array of commands.
   * @returns {Promise<string>} A JSON array of results.
   */
  async function performAll(commands) {
    return JSON.stringify(JSON.parse(commands).map(attempt));
  }

  /**
   * What the page does without being told.
   * @type {{ commands: Command[], whenReady: Command[] }}
   */
  const own = JSON.parse(element("ytplay-data").textContent ?? "");

  Object.defineProperty(window, "ytplay", { value: Object.freeze({ perform: performAll }) });
  report("page");

  const start = () => own.commands.forEach(attempt);
  element("overlay-retry").addEventListener("click", start);
  start();
})();
