// The captions module: there once a video that has captions plays, and told of by onApiChange.
"use strict";

class Captions {
  constructor(player, element, out, parameters) {
    this.player = player;
    this.element = element;
    this.out = out;
    this.isWanted = parameters.get("cc_load_policy") === "1";
    this.language = parameters.get("cc_lang_pref") || "en";
    this.video = null;
    this.track = null;
    this.fontSize = 0;
    player.watchers.push(() => this.follow());
  }

  get tracks() {
    const captions = this.video ? this.video.captions : [];
    return captions.map(([languageCode, languageName], index) => ({
      id: null, name: "", displayName: languageName, languageName, languageCode, kind: "", vss_id: `.${languageCode}`,
      is_servable: false, is_default: index === 0, is_translateable: true,
    }));
  }

  follow() {
    const { player } = this;
    if (this.video && this.video !== player.current) this.unload();
    if (!this.video && player.state === State.playing && player.current && player.current.captions.length) {
      this.video = player.current;
      if (this.isWanted) this.select({ languageCode: this.language });
      this.tell();
      this.out.event("onApiChange", null);
    }
    this.element.hidden = !this.track;
    if (this.track) this.element.textContent = `[${this.track.languageCode}] ${player.time.toFixed(1)}`;
  }

  select(choice) {
    const code = choice && choice.languageCode;
    this.track = code ? this.tracks.find((track) => track.languageCode === code) || this.tracks[0] || null : null;
  }

  set(name, value) {
    if (!this.video) return;
    if (name === "track") this.select(value);
    if (name === "fontSize") this.fontSize = Math.min(3, Math.max(-1, Number(value) || 0));
    this.tell();
    this.follow();
  }

  load() {
    this.isWanted = true;
    if (!this.video || this.track) return;
    this.select({ languageCode: this.language });
    this.tell();
    this.out.event("onApiChange", null);
  }

  unload() {
    if (!this.video) return;
    this.video = null;
    this.track = null;
    this.element.hidden = true;
    this.tell();
    this.out.event("onApiChange", null);
  }

  tell() {
    this.out.modules(this.video ? {
      captions: {
        reload: null, fontSize: this.fontSize, track: this.track || {}, tracklist: this.tracks,
        translationLanguages: [{ languageCode: "fr", languageName: "French" }], sampleSubtitle: null,
      },
    } : {});
  }
}
