// The player in the frame: a real <video>, and over it the states and orders of states of YouTube's player.
"use strict";

const State = { unstarted: -1, ended: 0, playing: 1, paused: 2, buffering: 3, cued: 5 };

/** Thrown inside an order that a newer one has put an end to. */
class Superseded extends Error {}

class Player {
  /**
   * @param video the element
   * @param out `{ info(changes), event(name, data) }`: what the host page is to hear
   */
  constructor(video, out) {
    this.video = video;
    this.out = out;
    this.state = State.unstarted;
    this.current = null;
    this.start = 0;
    this.end = null;
    this.orders = 0;
    this.isBusy = false;
    this.isStopped = false;
    this.isDetailKnown = false;
    this.mediumDuration = null;
    this.quality = "unknown";
    this.volume = 100;
    this.muted = false;
    this.rate = 1;
    this.place = null;
    this.mayPlay = false;
    this.hasStalled = false;
    this.isInfoVisible = false;
    this.list = null;
    this.shown = { playlist: null, playlistIndex: -1 };
    this.loops = false;
    this.sent = {};
    this.watchers = [];
    /** Where the video stood when data were lacking. */
    this.lackingAt = Infinity;
    video.addEventListener("ended", () => this.reachEnd());
    video.addEventListener("seeked", () => this.deliver());
    video.addEventListener("waiting", () => this.lackData());
    video.addEventListener("playing", () => {
      if (!this.isBusy && this.state === State.buffering) this.enter(State.playing);
    });
    setInterval(() => this.tick(), 265);
  }

  // MARK: what is told

  /** The time within the medium, in seconds. */
  get time() {
    const time = this.place ?? (this.current ? this.video.currentTime : 0);
    return this.current && this.current.isLive ? this.liveEdge() : time;
  }

  get duration() {
    if (!this.current || this.isStopped || !this.isDetailKnown) return 0;
    if (this.current.isLive) return this.liveEdge();
    return this.mediumDuration ?? this.current.seconds;
  }

  liveEdge() {
    this.liveSince ??= Date.now();
    return 3600 + (Date.now() - this.liveSince) / 1000;
  }

  snapshot() {
    const { current, video } = this;
    const isKnown = current && this.isDetailKnown && !this.isStopped;
    const loaded = video.buffered.length && video.duration
      ? Math.min(1, video.buffered.end(video.buffered.length - 1) / video.duration) : 0;
    const id = current ? current.id : "";
    return {
      playerState: this.state,
      currentTime: this.time,
      currentTimeLastUpdated_: Date.now() / 1000,
      mediaReferenceTime: this.time,
      duration: this.duration,
      videoLoadedFraction: loaded,
      videoBytesLoaded: loaded,
      videoBytesTotal: 1,
      videoStartBytes: 0,
      volume: this.volume,
      muted: this.muted,
      playbackRate: this.rate,
      availablePlaybackRates: [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2],
      playbackQuality: this.quality,
      availableQualityLevels: this.quality === "unknown" ? [] : ["medium", "small", "tiny", "auto"],
      videoData: {
        video_id: id, title: isKnown ? current.title : "", author: isKnown ? current.author : "",
        isLive: Boolean(isKnown && current.isLive), isPlayable: Boolean(isKnown), errorCode: null,
        video_quality: this.quality, backend: "innertube", list: this.list ? this.list.name : undefined,
      },
      videoUrl: `https://www.youtube.com/watch?${this.list && this.list.name ? `list=${this.list.name}&` : ""}${
        this.time >= 1 ? `t=${Math.floor(this.time)}&` : ""}v=${id}`,
      videoInfoVisible: this.isInfoVisible,
      debugText: JSON.stringify({ ns: "el", docid: id, state: this.state, cmt: this.time.toFixed(3) }),
      playlist: this.shown.playlist,
      playlistIndex: this.shown.playlistIndex,
      playlistId: this.list ? this.list.name : null,
      size: { width: innerWidth, height: innerHeight },
    };
  }

  /** Tells what has changed since the last time; all of it where the host page has forgotten it. */
  deliver(isWhole = false) {
    const now = this.snapshot();
    const changes = {};
    for (const key of Object.keys(now)) {
      const text = JSON.stringify(now[key]);
      if (isWhole || this.sent[key] !== text) changes[key] = now[key];
      this.sent[key] = text;
    }
    this.out.info(changes);
    for (const watcher of this.watchers) watcher();
  }

  enter(state) {
    if (state === this.state) return;
    this.state = state;
    this.shown = {
      playlist: this.list ? this.list.order.map((place) => this.list.ids[place]) : null,
      playlistIndex: this.list ? this.list.index : -1,
    };
    this.deliver();
    this.out.event("onStateChange", state);
  }

  tick() {
    if (this.state !== State.playing && this.state !== State.buffering) return;
    const { current, video } = this;
    if (this.state === State.playing && !this.isBusy) {
      if (current.errorAtRun !== null && video.currentTime >= 1) return this.fail(current.errorAtRun);
      if (current.stallsAt !== null && video.currentTime >= current.stallsAt && !this.hasStalled) return this.stall();
      if (this.end !== null && video.currentTime >= this.end) {
        video.pause();
        return this.reachEnd();
      }
    }
    // WebKit does not always say that a video goes on whose rate was changed.
    if (this.state === State.buffering && !this.isBusy && !video.paused && video.currentTime > this.lackingAt + 0.05) {
      return this.enter(State.playing);
    }
    this.deliver();
  }

  // MARK: orders

  /** Runs an order's steps; a newer order puts an end to them. */
  async order(steps) {
    const number = ++this.orders;
    const check = () => {
      if (number !== this.orders) throw new Superseded();
    };
    const step = async (wait = 10) => {
      if (wait instanceof Promise) await wait;
      else await new Promise((resolve) => setTimeout(resolve, wait));
      check();
    };
    this.isBusy = true;
    try {
      await steps(step);
    } catch (error) {
      if (!(error instanceof Superseded)) console.error(error);
    } finally {
      if (number === this.orders) this.isBusy = false;
    }
  }

  /** Opens a video, of which the host page has forgotten all, and plays it or leaves it cued. */
  open(id, { start = 0, end = null, plays, isGoingOn = false }) {
    return this.order(async (step) => {
      const wasPlaying = this.state === State.playing;
      this.video.pause();
      if (wasPlaying && !isGoingOn) {
        this.enter(State.paused);
        await step();
      }
      this.take(id, start, end);
      if (!plays) this.quality = "unknown";
      this.enter(State.unstarted);
      this.deliver(true);
      await step(25);
      const code = this.current ? this.current.errorAtLoad : 2;
      if (code !== null) return this.out.event("onError", code);
      this.isDetailKnown = true;
      this.deliver();
      if (plays) await this.startPlaying(step, this.start, true);
      else this.enter(State.cued);
    });
  }

  take(id, start, end) {
    this.current = catalogue.video(id);
    this.start = Math.max(0, Number(start) || 0);
    this.end = Number(end) > 0 ? Number(end) : null;
    this.place = this.start;
    this.isDetailKnown = false;
    this.isStopped = false;
    this.mediumDuration = null;
    this.hasStalled = false;
  }

  async startPlaying(step, from, isLoad = false) {
    const { video, current } = this;
    this.place = from;
    this.isStopped = false;
    this.enter(State.buffering);
    await step();
    while (innerWidth < 200 || innerHeight < 200) {
      this.refuse("The player needs at least 200×200.");
      await step(100);
    }
    this.refuse(null);
    if (isLoad && from > 0) {
      this.enter(State.unstarted);
      await step();
    }
    if (current.blocksAutoplay && !this.mayPlay && !this.muted) return this.block();
    try {
      await this.prepare(step);
      if (from >= video.duration) {
        await this.move(step, video.duration);
        return this.enter(State.ended);
      }
      // WebKitGTK tells of a seek away from the end only once it plays.
      if (Math.abs(video.currentTime - from) > 0.01) video.currentTime = from;
      await this.run(step);
      while (video.seeking) await step(10);
      this.place = null;
    } catch (error) {
      if (error.name === "NotAllowedError") return this.block();
      if (error instanceof Superseded || error.name === "AbortError") throw new Superseded();
      this.out.event("onError", 5);
      return this.enter(State.unstarted);
    }
    this.showQuality("medium");
    this.mediumDuration = video.duration;
    this.enter(State.playing);
  }

  /** Makes the element hold the current video. */
  async prepare(step) {
    const { video, current } = this;
    if (video.dataset.id !== current.id) {
      video.dataset.id = current.id;
      video.src = `/media/${current.clip}`;
      video.loop = current.isLive;
    }
    video.playbackRate = this.rate;
    while (video.readyState < HTMLMediaElement.HAVE_METADATA) {
      if (video.error) throw video.error;
      await step(10);
    }
  }

  /** Plays, and waits until it does: after a seek while paused WebKitGTK plays without ever saying so. */
  async run(step) {
    const { video } = this;
    const from = video.currentTime;
    let failure = null;
    let isPlaying = false;
    video.play().then(() => { isPlaying = true; }, (error) => { failure = error; });
    while (!isPlaying && (video.seeking || video.currentTime === from)) {
      if (failure) throw failure;
      await step(10);
    }
  }

  async move(step, target) {
    const landed = new Promise((resolve) => this.video.addEventListener("seeked", resolve, { once: true }));
    this.video.currentTime = target;
    await step(landed);
    this.place = null;
  }

  block() {
    this.enter(State.unstarted);
    this.out.event("onAutoplayBlocked", null);
  }

  showQuality(quality) {
    if (this.quality === quality) return;
    this.quality = quality;
    this.deliver();
    this.out.event("onPlaybackQualityChange", quality);
  }

  refuse(reason) {
    this.refusal = reason;
    for (const watcher of this.watchers) watcher();
  }

  play() {
    const { video, state } = this;
    if (!this.current || this.current.errorAtLoad !== null) return;
    if (state === State.playing || (state === State.buffering && this.isBusy)) return;
    this.order(async (step) => {
      if (state === State.cued) {
        this.enter(State.unstarted);
        await step();
        await this.startPlaying(step, this.place ?? this.start);
      } else if (state === State.ended) {
        this.enter(State.playing);
        await step();
        await this.startPlaying(step, 0);
      } else if (state === State.paused && video.dataset.id === this.current.id && this.mediumDuration !== null) {
        const { place } = this;
        await this.run(step);
        if (place !== null) {
          // WebKitGTK seeks away from the end only once it plays, and may begin at 0 then.
          while (video.seeking) await step(10);
          if (Math.abs(video.currentTime - place) > 0.5) video.currentTime = place;
          while (video.seeking) await step(10);
          this.place = null;
        }
        this.enter(State.playing);
      } else {
        await this.startPlaying(step, this.place ?? video.currentTime);
      }
    });
  }

  pause() {
    const isOpening = this.isBusy && this.state === State.unstarted && this.current && this.current.errorAtLoad === null;
    if (this.state !== State.playing && this.state !== State.buffering && !isOpening) return;
    this.order(async () => {
      this.isDetailKnown = true;
      this.video.pause();
      this.enter(State.paused);
    });
  }

  stop() {
    if (!this.current) return;
    this.order(async (step) => {
      this.video.pause();
      this.enter(State.unstarted);
      await step();
      this.isStopped = true;
      this.start = 0;
      this.end = null;
      this.place = 0;
      this.enter(State.cued);
    });
  }

  seek(seconds) {
    const target = Math.max(0, Number(seconds) || 0);
    const { state, video } = this;
    if (!this.current || this.current.errorAtLoad !== null || this.current.isLive) return;
    this.end = null;
    this.order(async (step) => {
      switch (state) {
        case State.paused:
          this.place = target;
          await this.prepare(step);
          await this.move(step, Math.min(target, video.duration));
          if (target >= video.duration) this.enter(State.ended);
          break;
        case State.cued:
          this.enter(State.unstarted);
          await step();
          await this.startPlaying(step, target);
          break;
        default:
          if (target >= this.duration && this.duration > 0) {
            if (state === State.ended) break;
            this.enter(State.buffering);
            video.pause();
            await this.prepare(step);
            await this.move(step, video.duration);
            this.enter(State.ended);
          } else {
            await this.startPlaying(step, target);
          }
      }
    });
  }

  // MARK: what happens by itself

  reachEnd() {
    if (this.isBusy && this.state !== State.playing) return;
    const { list } = this;
    if (list && (list.index + 1 < list.ids.length || this.loops)) {
      list.index = (list.index + 1) % list.ids.length;
      this.openItem({ plays: true, isGoingOn: true });
    } else {
      this.order(async () => this.enter(State.ended));
    }
  }

  lackData() {
    const { video } = this;
    if (this.isBusy || this.state !== State.playing || video.seeking) return;
    // The end is not a lack.
    if (video.currentTime + 0.3 >= video.duration) return;
    this.lackingAt = video.currentTime;
    this.enter(State.buffering);
  }

  fail(code) {
    this.order(async (step) => {
      this.video.pause();
      this.enter(State.buffering);
      await step();
      this.out.event("onError", code);
      await step();
      this.enter(State.unstarted);
    });
  }

  stall() {
    this.hasStalled = true;
    this.order(async (step) => {
      this.video.pause();
      this.enter(State.buffering);
      await step(2500);
      await this.run(step);
      this.enter(State.playing);
    });
  }

  // MARK: lists

  setList(name, ids, index) {
    this.list = { name, ids, order: ids.map((_, i) => i), index: Math.min(Math.max(0, index), ids.length - 1) };
  }

  openItem(options) {
    return this.open(this.list.ids[this.list.order[this.list.index]], options);
  }

  openList(type, name, { index = 0, start = 0, plays, ids = null }) {
    const found = ids ?? catalogue.list(type, name);
    if (typeof found === "number" || !found.length) {
      return this.order(async (step) => {
        const wasPlaying = this.state === State.playing;
        this.video.pause();
        if (wasPlaying) this.enter(State.paused);
        this.list = null;
        this.current = null;
        this.enter(State.unstarted);
        this.deliver(true);
        await step(25);
        this.out.event("onError", typeof found === "number" ? found : 2);
      });
    }
    this.setList(ids ? null : name, found, Number(index) || 0);
    return this.openItem({ start, plays });
  }

  jump(index) {
    if (!this.list) return;
    const count = this.list.ids.length;
    this.list.index = this.loops ? (index + count) % count : Math.min(Math.max(0, index), count - 1);
    this.openItem({ plays: true });
  }

  shuffle(isOn) {
    const { list } = this;
    if (!list) return;
    const place = list.order[list.index];
    const places = list.ids.map((_, i) => i);
    if (isOn) {
      const others = places.filter((other) => other !== place);
      for (let i = others.length - 1; i > 0; i -= 1) {
        const j = Math.floor(Math.random() * (i + 1));
        [others[i], others[j]] = [others[j], others[i]];
      }
      list.order = [place, ...others];
      list.index = 0;
    } else {
      list.order = places;
      list.index = place;
    }
  }

  // MARK: sound and rate

  setVolume(volume) {
    if (!Number.isFinite(Number(volume))) return;
    this.volume = Math.min(100, Math.max(0, Number(volume)));
    this.applySound();
  }

  setMuted(isMuted) {
    this.muted = isMuted;
    if (!isMuted && this.volume === 0) this.volume = 5;
    this.applySound();
  }

  applySound() {
    this.video.volume = this.volume / 100;
    this.video.muted = this.muted;
    this.deliver();
  }

  setRate(rate) {
    const value = Math.min(2, Math.max(0.25, Number(rate)));
    if (!Number.isFinite(value) || Number(rate) <= 0 || value === this.rate) return;
    this.rate = value;
    this.video.playbackRate = value;
    this.video.defaultPlaybackRate = value;
    this.deliver();
    this.out.event("onPlaybackRateChange", value);
  }
}
