// The host page's half: YT.Player makes the frame, speaks to it by messages, and keeps what it last heard.
"use strict";
(function () {
  const YT = window.YT;
  YT.PlayerState = { UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 };

  const players = new Map();
  const clears = new Set(["loadVideoById", "loadVideoByUrl", "loadPlaylist", "cueVideoById", "cueVideoByUrl", "cuePlaylist"]);
  let count = 0;

  function parameters(values) {
    const text = new URLSearchParams();
    for (const name of Object.keys(values)) {
      if (values[name] !== undefined && values[name] !== null) text.set(name, String(values[name]));
    }
    return text;
  }

  class Player {
    constructor(element, options = {}) {
      const target = typeof element === "string" ? document.getElementById(element) : element;
      if (!target) throw new Error("Invalid player element");
      if (options.videoId && !/^[A-Za-z0-9_-]{11}$/.test(options.videoId)) throw new Error("Invalid video id");
      count += 1;
      const state = {
        number: count, host: new URL(options.host || window.YTConfig.host).origin, info: {}, modules: {},
        listeners: new Map(), waiting: [], isConnected: false, isReady: false, replaced: null,
      };
      // Not the page's to see, as the real one's is hidden behind names that change with each release.
      Object.defineProperty(this, "_", { value: state });
      state.frame = target.tagName === "IFRAME" ? this.adopt(target, options) : this.make(target, options);
      state.receive = (message) => receive(this, message);
      window.addEventListener("message", state.receive);
      for (const name of Object.keys(options.events || {})) this.addEventListener(name, options.events[name]);
      state.knocking = setInterval(() => post(this, { event: "listening" }), 250);
      state.frame.addEventListener("load", () => post(this, { event: "listening" }));
      players.set(state.frame.id, this);
    }

    addEventListener(name, listener) {
      const state = this._;
      if (!state.listeners.has(name)) {
        state.listeners.set(name, []);
        command(this, "addEventListener", [name]);
      }
      state.listeners.get(name).push(listener);
      return this;
    }

    getIframe() {
      return this._.frame;
    }

    setSize(width, height) {
      this._.frame.width = width;
      this._.frame.height = height;
      return this;
    }

    destroy() {
      const state = this._;
      clearInterval(state.knocking);
      window.removeEventListener("message", state.receive);
      players.delete(state.frame.id);
      if (state.replaced) state.frame.replaceWith(state.replaced);
      else state.frame.remove();
    }

    getVideoEmbedCode() {
      const frame = this._.frame.cloneNode(false);
      return frame.outerHTML;
    }

    getOptions(module) {
      const modules = this._.modules;
      if (module === undefined) return Object.keys(modules);
      return modules[module] ? Object.keys(modules[module]) : [];
    }

    getOption(module, name) {
      const values = this._.modules[module];
      return values ? values[name] : undefined;
    }
  }

  // Not enumerable and not on the public list, so that nobody takes them for the API.
  Object.defineProperties(Player.prototype, {
    adopt: {
      value(frame, options) {
        const url = new URL(frame.src, location.href);
        for (const [name, value] of parameters(this.identity(options))) {
          if (!url.searchParams.has(name)) url.searchParams.set(name, value);
        }
        this._.host = url.origin;
        if (!frame.id) frame.id = `widget${this._.number}`;
        frame.src = url.href;
        return frame;
      },
    },
    make: {
      value(target, options) {
        const frame = document.createElement("iframe");
        for (const { name, value } of Array.from(target.attributes)) frame.setAttribute(name, value);
        if (!frame.id) frame.id = `widget${this._.number}`;
        frame.setAttribute("frameborder", "0");
        frame.setAttribute("allowfullscreen", "");
        frame.setAttribute(
          "allow",
          "accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture; web-share");
        frame.setAttribute("referrerpolicy", "strict-origin-when-cross-origin");
        frame.setAttribute("title", options.title || "YouTube video player");
        frame.setAttribute("width", options.width || 640);
        frame.setAttribute("height", options.height || 360);
        const query = parameters(Object.assign({}, options.playerVars, this.identity(options)));
        frame.src = `${this._.host}/embed/${options.videoId || ""}?${query}`;
        this._.replaced = target;
        target.replaceWith(frame);
        return frame;
      },
    },
    identity: {
      value(options) {
        const given = options.playerVars || {};
        return {
          enablejsapi: 1,
          origin: given.origin || `${location.protocol}//${location.host}`,
          widget_referrer: given.widget_referrer || location.href,
          widgetid: this._.number,
        };
      },
    },
  });

  function post(player, message) {
    const { frame, host, number } = player._;
    if (!frame.contentWindow) return;
    frame.contentWindow.postMessage(JSON.stringify({ ...message, id: number, channel: "widget" }), host);
  }

  function command(player, func, args) {
    const message = { event: "command", func, args };
    if (player._.isConnected) post(player, message);
    else player._.waiting.push(message);
  }

  function receive(player, message) {
    const state = player._;
    if (message.origin !== state.host || message.source !== state.frame.contentWindow) return;
    let content;
    try {
      content = JSON.parse(message.data);
    } catch {
      return;
    }
    if (content.channel !== "widget" || content.id !== state.number) return;
    if (!state.isConnected) {
      state.isConnected = true;
      clearInterval(state.knocking);
      for (const waiting of state.waiting.splice(0)) post(player, waiting);
    }
    switch (content.event) {
      case "initialDelivery":
        state.names = content.info.apiInterface;
        delete content.info.apiInterface;
        state.info = content.info;
        break;
      case "infoDelivery":
        Object.assign(state.info, content.info);
        break;
      case "apiInfoDelivery":
        state.modules = content.info;
        break;
      case "onReady":
        if (state.isReady) return;
        state.isReady = true;
        define(player, state.names);
        dispatch(player, "onReady", null);
        break;
      default:
        dispatch(player, content.event, content.info);
    }
  }

  function dispatch(player, name, data) {
    for (const listener of (player._.listeners.get(name) || []).slice()) {
      const call = typeof listener === "string" ? window[listener] : listener;
      if (typeof call !== "function") continue;
      try {
        call.call(window, { target: player, data });
      } catch (error) {
        // As an uncaught one, that does not keep the next listener from being called.
        setTimeout(() => {
          throw error;
        });
      }
    }
  }

  function define(player, names) {
    for (const name of names) {
      if (name in player) continue;
      if (name === "removeEventListener") player[name] = () => player;
      else if (name === "getCurrentTime") player[name] = () => currentTime(player._.info);
      else if (/^(get|is)[A-Z]/.test(name)) {
        const noun = name.replace(/^(get|is)/, "");
        const key = noun[0].toLowerCase() + noun.slice(1);
        player[name] = () => player._.info[key];
      } else {
        player[name] = (...args) => {
          if (clears.has(name)) player._.info = {};
          command(player, name, args);
          return player;
        };
      }
    }
  }

  // Between two messages it goes on by itself, for a second at most.
  function currentTime(info) {
    if (info.currentTime === undefined || info.playerState !== YT.PlayerState.PLAYING) return info.currentTime;
    const since = Math.min(Math.max(Date.now() / 1000 - info.currentTimeLastUpdated_, 0), 1);
    const time = info.currentTime + since * (info.playbackRate || 1);
    return info.duration ? Math.min(time, Math.max(info.duration, info.currentTime)) : time;
  }

  YT.Player = Player;
  YT.get = (id) => players.get(id);
  YT.scan = () => {};

  window.onYTReady();
  for (const name of ["onYouTubeIframeAPIReady", "onYouTubePlayerAPIReady"]) {
    if (typeof window[name] === "function") window[name]();
  }
})();
