// The frame's page: the address and the messages of the host page on one side, the player on the other.
"use strict";
(function () {
  const values = JSON.parse(document.getElementById("values").textContent);
  const parameters = new URLSearchParams(location.search);
  const id = decodeURIComponent(location.pathname.replace(/^\/embed\/?/, ""));
  const hostOrigin = parameters.get("origin") || "";
  let referrerOrigin = "";
  try {
    referrerOrigin = new URL(values.referer).origin;
  } catch {
    // There was none.
  }
  const isIdentified = referrerOrigin.startsWith("https://") && referrerOrigin === hostOrigin;

  let channel = null;
  let isReady = false;

  function post(event, info) {
    // Who does not say who he is hears of that alone, wherever he is.
    if (channel) parent.postMessage(JSON.stringify({ event, info, id: channel, channel: "widget" }), isIdentified ? hostOrigin : "*");
  }

  const out = {
    info: (changes) => post("infoDelivery", changes),
    modules: (modules) => post("apiInfoDelivery", modules),
    event: (name, data) => {
      if (name === "onError") controls.showError(data);
      else if (name === "onStateChange") controls.showError(null);
      if (isReady) post(name, data);
    },
  };
  const player = new Player(document.getElementById("video"), out);
  const captions = new Captions(player, document.getElementById("caption"), out, parameters);
  const controls = new Controls(player, parameters);

  const number = (name) => Number(parameters.get(name)) || 0;

  // MARK: what the address asks for

  function listOfAddress() {
    const name = parameters.get("list");
    if (name !== null) return { name, ids: catalogue.list(parameters.get("listType") || "playlist", name) };
    const more = (parameters.get("playlist") || "").split(",").filter(Boolean);
    if (!more.length) return null;
    const hasVideo = id && id !== "videoseries";
    return { name: null, ids: hasVideo && !(more.length === 1 && more[0] === id) ? [id, ...more] : more };
  }

  /** @returns the error's number, or null. */
  function prepare() {
    if (!isIdentified) return 153;
    const list = listOfAddress();
    if (list && typeof list.ids === "number") return list.ids;
    player.loops = parameters.get("loop") === "1" && list !== null;
    if (parameters.get("mute") === "1") player.setMuted(true);
    let video = id === "videoseries" ? "" : id;
    if (list) {
      const place = video ? list.ids.indexOf(video) : number("index");
      player.setList(list.name, list.ids, place);
      video = video || player.list.ids[player.list.index];
      player.shown = { playlist: player.list.ids, playlistIndex: player.list.index };
    }
    if (!video) return null;
    player.take(video, number("start"), number("end"));
    if (!player.current) return 2;
    if (player.current.errorAtLoad !== null) return player.current.errorAtLoad;
    player.isDetailKnown = true;
    player.state = parameters.get("autoplay") === "1" ? State.buffering : State.cued;
    return null;
  }

  const errorAtLoad = prepare();
  if (player.current && player.current.probesBridge) probeBridge();
  controls.show();

  function becomeReady() {
    isReady = true;
    post("onReady", null);
    if (errorAtLoad !== null) {
      setTimeout(() => out.event("onError", errorAtLoad), 10);
    } else if (player.state === State.buffering) {
      player.order((step) => player.startPlaying(step, player.start));
    }
  }

  /** Tells the server what of the application's own the frame can see. */
  function probeBridge() {
    const seen = {
      webkit: typeof window.webkit,
      messageHandlers: typeof (window.webkit && window.webkit.messageHandlers),
      handlers: Object.keys((window.webkit && window.webkit.messageHandlers) || {}),
      ytplay: typeof window.ytplay,
      ownNames: Object.getOwnPropertyNames(window).filter((name) => /webkit|bridge|ytplay|handler/i.test(name)),
    };
    try {
      seen.parent = typeof window.parent.ytplay;
    } catch (error) {
      seen.parent = error.name;
    }
    fetch("/report", { method: "POST", body: JSON.stringify(seen) }).catch((error) => console.error(error));
  }

  // MARK: what the host page asks for

  const names = [
    "cueVideoById", "loadVideoById", "cueVideoByUrl", "loadVideoByUrl", "playVideo", "pauseVideo", "stopVideo",
    "clearVideo", "getVideoBytesLoaded", "getVideoBytesTotal", "getVideoLoadedFraction", "getVideoStartBytes",
    "cuePlaylist", "loadPlaylist", "nextVideo", "previousVideo", "playVideoAt", "setShuffle", "setLoop",
    "getPlaylist", "getPlaylistIndex", "getPlaylistId", "loadModule", "unloadModule", "setOption", "mute", "unMute",
    "isMuted", "setVolume", "getVolume", "seekTo", "getPlayerState", "getPlaybackRate", "setPlaybackRate",
    "getAvailablePlaybackRates", "getPlaybackQuality", "setPlaybackQuality", "getAvailableQualityLevels",
    "getCurrentTime", "getDuration", "removeEventListener", "getDebugText", "getVideoData", "addCueRange",
    "removeCueRange", "getSize", "showVideoInfo", "hideVideoInfo", "isVideoInfoVisible", "getMediaReferenceTime",
    "getSphericalProperties", "setSphericalProperties", "getVideoUrl",
  ];

  function openVideo(plays, first, start, end) {
    const request = first !== null && typeof first === "object"
      ? first : { videoId: first, startSeconds: start, endSeconds: end };
    player.list = null;
    player.open(String(request.videoId), { start: request.startSeconds, end: request.endSeconds, plays });
  }

  function openByURL(plays, first, start, end) {
    const request = first !== null && typeof first === "object"
      ? first : { mediaContentUrl: first, startSeconds: start, endSeconds: end };
    const found = /\/(?:v|embed)\/([^?&/]+)/.exec(String(request.mediaContentUrl));
    openVideo(plays, { ...request, videoId: found ? found[1] : "" });
  }

  function openList(plays, first, index, start) {
    if (Array.isArray(first)) return player.openList(null, null, { ids: first.map(String), index, start, plays });
    if (typeof first === "string") {
      // Ids with commas between them, or else a list's name.
      const ids = first.split(",");
      if (ids.length > 1) return player.openList(null, null, { ids, index, start, plays });
      return player.openList("playlist", first, { index, start, plays });
    }
    const request = first || {};
    if (Array.isArray(request.playlist)) {
      return player.openList(
        null, null, { ids: request.playlist, index: request.index, start: request.startSeconds, plays });
    }
    player.openList(
      request.listType || "playlist", request.list || request.playlist,
      { index: request.index, start: request.startSeconds, plays });
  }

  const functions = {
    loadVideoById: (...args) => openVideo(true, ...args),
    cueVideoById: (...args) => openVideo(false, ...args),
    loadVideoByUrl: (...args) => openByURL(true, ...args),
    cueVideoByUrl: (...args) => openByURL(false, ...args),
    loadPlaylist: (...args) => openList(true, ...args),
    cuePlaylist: (...args) => openList(false, ...args),
    playVideo: () => player.play(),
    pauseVideo: () => player.pause(),
    stopVideo: () => player.stop(),
    clearVideo: () => player.stop(),
    seekTo: (seconds) => player.seek(seconds),
    nextVideo: () => player.list && player.jump(player.list.index + 1),
    previousVideo: () => player.list && player.jump(player.list.index - 1),
    playVideoAt: (index) => player.jump(Number(index) || 0),
    setShuffle: (isOn) => player.shuffle(Boolean(isOn)),
    setLoop: (isOn) => {
      player.loops = Boolean(isOn) && player.list !== null;
    },
    mute: () => player.setMuted(true),
    unMute: () => player.setMuted(false),
    setVolume: (volume) => player.setVolume(volume),
    setPlaybackRate: (rate) => player.setRate(rate),
    setOption: (module, name, value) => module === "captions" && captions.set(name, value),
    loadModule: (module) => module === "captions" && captions.load(),
    unloadModule: (module) => module === "captions" && captions.unload(),
    showVideoInfo: () => showInfo(true),
    hideVideoInfo: () => showInfo(false),
  };

  function showInfo(isVisible) {
    player.isInfoVisible = isVisible;
    player.deliver();
  }

  addEventListener("message", (message) => {
    if (message.source !== parent || (isIdentified && message.origin !== hostOrigin)) return;
    let content;
    try {
      content = JSON.parse(message.data);
    } catch {
      return;
    }
    if (content.channel !== "widget" || (player.current && player.current.isNeverReady && !isReady)) return;
    if (content.event === "listening" && channel === null) {
      channel = content.id;
      post("initialDelivery", { ...player.snapshot(), apiInterface: names });
      setTimeout(becomeReady, 20);
    } else if (content.event === "command" && isReady && isIdentified && Object.hasOwn(functions, content.func)) {
      functions[content.func](...(Array.isArray(content.args) ? content.args : []));
    }
  });
})();
