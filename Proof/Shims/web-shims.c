// web-shims: uses what CWebKit's header does in C, in a window of its own, so that a memory checker can look at it. Says
// what went wrong; the exit status is how many.
#include "../../Plugins/IFrame/CWebKit/shim.h"
#include <stdio.h>
#include <unistd.h>

static int failures;

static void expect(int is_so, const char *what) {
    if (is_so) return;
    failures++;
    fprintf(stderr, "web-shims: %s\n", what);
}

static int told, asked;

static void on_told(gpointer instance, gpointer data) {
    (void)instance;
    ++*(int *)data;
}

static gboolean on_asked(gpointer instance, gpointer data) {
    (void)instance;
    ++*(int *)data;
    return TRUE;
}

static void use_signals(GtkWidget *window) {
    expect(ytplay_connect_told(window, "show", on_told, &told) != 0, "a handler is not connected");
    expect(ytplay_connect_asked(window, "close-request", on_asked, &asked) != 0, "a handler that answers is not connected");
    g_signal_emit_by_name(window, "show");
    gtk_window_close(ytplay_window(window));
    expect(told == 1 && asked == 1, "a signal did not reach its handler");
    ytplay_disconnect(window, &told);
    ytplay_disconnect(window, &asked);
    g_signal_emit_by_name(window, "show");
    expect(told == 1, "a handler outlived its connection");
}

static void use_web_view(GtkWidget *window) {
    WebKitNetworkSession *session = webkit_network_session_new_ephemeral();
    WebKitUserContentManager *content = webkit_user_content_manager_new();
    WebKitSettings *settings = webkit_settings_new();
    WebKitWebsitePolicies *policies = ytplay_autoplay_policies_new();
    expect(
        webkit_website_policies_get_autoplay_policy(policies) == WEBKIT_AUTOPLAY_ALLOW, "media may not play by themselves");
    WebKitWebContext *context = webkit_web_context_new();
    WebKitWebView *view = ytplay_web_view_new(context, session, content, settings, policies);
    expect(
        webkit_web_view_get_settings(view) == settings && webkit_web_view_get_network_session(view) == session,
        "a web view is made of something else");
    gtk_box_append(ytplay_box(gtk_window_get_child(ytplay_window(window))), ytplay_widget(view));
    g_object_unref(context);
    g_object_unref(policies);
    g_object_unref(settings);
    g_object_unref(content);
    g_object_unref(session);
}

int main(void) {
    gtk_disable_setlocale();
    if (!gtk_init_check()) {
        fprintf(stderr, "web-shims: there is no display.\n");
        return 1;
    }
    ytplay_prefer_dark();
    ytplay_animations_enabled();
    ytplay_can_fill_screen(gdk_display_get_default());
    GtkWidget *window = gtk_window_new();
    gtk_window_set_child(ytplay_window(window), gtk_box_new(GTK_ORIENTATION_VERTICAL, 0));
    GtkWidget *range = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.1);
    gtk_range_set_value(ytplay_range(range), 0.5);
    expect(gtk_range_get_value(ytplay_range(range)) == 0.5, "a range is another one");
    gtk_box_append(ytplay_box(gtk_window_get_child(ytplay_window(window))), range);
    expect((gpointer)ytplay_native(window) == (gpointer)window, "a window is no native");
    use_signals(window);
    use_web_view(window);
    for (int turn = 0; turn < 100; turn++) g_main_context_iteration(NULL, FALSE);
    gtk_window_destroy(ytplay_window(window));
    for (int turn = 0; turn < 100; turn++) g_main_context_iteration(NULL, FALSE);
    // `exit` can crash while GTK is taken down.
    fflush(stderr);
    _exit(failures);
}
