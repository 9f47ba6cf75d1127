// What a person sees and can press: the play buttons, the bar, the links, and YouTube's own keys.
"use strict";

class Controls {
  constructor(player, parameters) {
    this.player = player;
    this.parts = {};
    for (const id of ["player", "message", "title", "large-play", "toggle", "mute", "clock", "fullscreen", "watch"]) {
      this.parts[id] = document.getElementById(id);
    }
    document.body.classList.toggle("bare", parameters.get("controls") === "0");
    this.mayFillScreen = parameters.get("fs") !== "0";
    this.parts.fullscreen.hidden = !this.mayFillScreen;
    player.watchers.push(() => this.show());
    for (const id of ["large-play", "toggle"]) this.parts[id].addEventListener("click", () => this.toggle());
    player.video.addEventListener("click", () => this.toggle());
    this.parts.mute.addEventListener("click", () => player.setMuted(!player.muted));
    this.parts.fullscreen.addEventListener("click", () => this.toggleFullscreen());
    if (parameters.get("disablekb") !== "1") document.addEventListener("keydown", (event) => this.press(event));
    this.show();
  }

  show() {
    const { player, parts } = this;
    const { current, state } = player;
    const isRunning = state === State.playing || state === State.buffering;
    parts["large-play"].hidden = ![State.cued, State.unstarted, State.ended].includes(state) || !current;
    parts.toggle.textContent = isRunning ? "❚❚" : "►";
    parts.toggle.setAttribute("aria-label", isRunning ? "Pause" : "Play");
    parts.mute.textContent = player.muted ? "×" : "♪";
    parts.clock.textContent = `${player.time.toFixed(1)} / ${player.duration.toFixed(1)}`;
    parts.title.textContent = current && player.isDetailKnown ? current.title : "";
    const link = `https://www.youtube.com/watch?v=${current ? current.id : ""}`;
    parts.title.href = link;
    parts.watch.href = link;
    this.say(player.refusal ?? this.error);
  }

  say(text) {
    this.parts.message.hidden = !text;
    this.parts.message.textContent = text || "";
  }

  showError(code) {
    this.error = code === null ? null : `The stand-in can't play this.\nError ${code}`;
    this.say(this.error);
  }

  // A press by a person is what a browser's autoplay policy asks for.
  toggle() {
    this.player.mayPlay = true;
    if (this.player.state === State.playing || this.player.state === State.buffering) this.player.pause();
    else this.player.play();
  }

  toggleFullscreen() {
    if (!this.mayFillScreen) return;
    const change = document.fullscreenElement
      ? document.exitFullscreen() : this.parts.player.requestFullscreen();
    change.catch((error) => console.warn(error));
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { player } = this;
    const actions = {
      "k": () => this.toggle(),
      " ": () => this.toggle(),
      "j": () => player.seek(player.time - 10),
      "l": () => player.seek(player.time + 10),
      "ArrowLeft": () => player.seek(player.time - 5),
      "ArrowRight": () => player.seek(player.time + 5),
      "ArrowUp": () => player.setVolume(player.volume + 5),
      "ArrowDown": () => player.setVolume(player.volume - 5),
      "m": () => player.setMuted(!player.muted),
      "f": () => this.toggleFullscreen(),
    };
    // A focused button or link takes the space bar itself.
    if (event.key === " " && event.target.closest("button, a")) return;
    const action = actions[event.key] || (/^\d$/.test(event.key) && (() => player.seek(player.duration * event.key / 10)));
    if (!action) return;
    event.preventDefault();
    action();
  }
}
