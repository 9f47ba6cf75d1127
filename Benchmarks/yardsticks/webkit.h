// What the yardsticks of the web view share: a bare WebKitGTK page in a window, set up as one would for a player.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <webkit/webkit.h>

static const char *const webkit_world = "yardstick";

// Called with the page's view once its script has run.
typedef void (*PageReady)(WebKitWebView *view);

static void on_message(WebKitUserContentManager *manager, JSCValue *value, gpointer data) {
    (void)manager;
    (void)value;
    static int is_ready;
    GWeakRef *view = data;
    PageReady ready = (PageReady)g_object_get_data(G_OBJECT(manager), "ready");
    WebKitWebView *page = g_weak_ref_get(view);
    if (!page || is_ready) return;
    is_ready = 1;
    ready(page);
    g_object_unref(page);
}

// Shows a page whose script says at once that it runs, by an event that an isolated world relays; runs GLib's main loop.
static inline int run_page(PageReady ready) {
    static const char page[] =
        "<!doctype html><html><head><meta charset=utf-8><meta http-equiv=Content-Security-Policy"
        " content=\"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'\">"
        "<style>html,body{margin:0;height:100%;background:#000}</style></head><body><div id=player></div><script>"
        "document.dispatchEvent(new CustomEvent('yardstick', {detail: JSON.stringify({report: 'page'})}));"
        "</script></body></html>";
    static const char relay[] =
        "document.addEventListener('yardstick', event =>"
        " window.webkit.messageHandlers.yardstick.postMessage(event.detail));";
    static GWeakRef weak;

    int has_graphics = access("/dev/dri/renderD128", R_OK | W_OK) == 0;
    if (!has_graphics) setenv("GSK_RENDERER", "cairo", 0);
    gtk_disable_setlocale();
    if (!gtk_init_check()) {
        fprintf(stderr, "There is no display.\n");
        return 1;
    }
    WebKitSettings *settings = webkit_settings_new();
    webkit_settings_set_hardware_acceleration_policy(
        settings, has_graphics ? WEBKIT_HARDWARE_ACCELERATION_POLICY_ALWAYS : WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER);
    webkit_settings_set_media_playback_requires_user_gesture(settings, FALSE);
    WebKitUserContentManager *manager = webkit_user_content_manager_new();
    webkit_user_content_manager_register_script_message_handler(manager, "yardstick", webkit_world);
    webkit_user_content_manager_add_script(
        manager, webkit_user_script_new_for_world(
                     relay, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
                     webkit_world, NULL, NULL));
    g_object_set_data(G_OBJECT(manager), "ready", (gpointer)ready);
    g_signal_connect(manager, "script-message-received::yardstick", G_CALLBACK(on_message), &weak);
    GtkWidget *view = g_object_new(
        WEBKIT_TYPE_WEB_VIEW, "network-session", webkit_network_session_new_ephemeral(), "user-content-manager", manager,
        "settings", settings, "website-policies",
        webkit_website_policies_new_with_policies("autoplay", WEBKIT_AUTOPLAY_ALLOW, NULL), NULL);
    g_weak_ref_init(&weak, view);
    GtkWidget *window = gtk_window_new();
    gtk_window_set_default_size(GTK_WINDOW(window), 640, 360);
    gtk_window_set_child(GTK_WINDOW(window), view);
    webkit_web_view_load_html(WEBKIT_WEB_VIEW(view), page, "https://io.github.ytplay/");
    gtk_window_present(GTK_WINDOW(window));
    for (;;) g_main_context_iteration(NULL, TRUE);
}
