// What a page loads first: it says where the widget's script is, and has the page load that.
"use strict";
window.YT = window.YT || { loading: 0, loaded: 0 };
window.YTConfig = window.YTConfig || { host: "{{origin}}" };
if (!window.YT.loading) {
  window.YT.loading = 1;
  (function () {
    const waiting = [];
    window.YT.ready = function (callback) {
      if (window.YT.loaded) callback();
      else waiting.push(callback);
    };
    window.onYTReady = function () {
      window.YT.loaded = 1;
      for (const callback of waiting.splice(0)) {
        try {
          callback();
        } catch (error) {
          console.error(error);
        }
      }
    };
    window.YT.setConfig = function (values) {
      Object.assign(window.YTConfig, values);
    };
    const script = document.createElement("script");
    script.id = "www-widgetapi-script";
    script.async = true;
    script.src = "{{origin}}{{player}}www-widgetapi.vflset/www-widgetapi.js";
    const first = document.getElementsByTagName("script")[0];
    if (first) first.parentNode.insertBefore(script, first);
    else document.head.appendChild(script);
  })();
}
