#pragma once
#include <glib-unix.h>
#include <jsc/jsc.h>
#include <webkit/webkit.h>
#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif

// The main queue, which serves Swift's main actor, as libdispatch lends it to another main loop.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

// Connecting a handler to a signal, by the shape of the handler: Swift can't cast a function to a GCallback.
#define YTPLAY_CONNECT(shape, result, ...)                                                                   \
  typedef result (*ytplay_##shape##_handler)(__VA_ARGS__, gpointer data);                                    \
  static inline gulong ytplay_connect_##shape(                                                               \
      gpointer instance, const char *signal, ytplay_##shape##_handler handler, gpointer data) {              \
    return g_signal_connect_data(instance, signal, G_CALLBACK(handler), data, NULL, (GConnectFlags)0);       \
  }
YTPLAY_CONNECT(told, void, gpointer instance)
YTPLAY_CONNECT(told_object, void, gpointer instance, gpointer object)
YTPLAY_CONNECT(told_number, void, gpointer instance, int number)
YTPLAY_CONNECT(told_place, void, gpointer instance, double x, double y)
YTPLAY_CONNECT(asked, gboolean, gpointer instance)
YTPLAY_CONNECT(asked_object, gboolean, gpointer instance, gpointer object)
YTPLAY_CONNECT(asked_objects, gboolean, gpointer instance, gpointer object, gpointer other)
YTPLAY_CONNECT(asked_policy, gboolean, gpointer instance, gpointer decision, int type)
YTPLAY_CONNECT(asked_failure, gboolean, gpointer instance, int event, const char *address, gpointer error)
YTPLAY_CONNECT(asked_key, gboolean, gpointer instance, guint key, guint code, guint modifiers)
YTPLAY_CONNECT(asked_value, gboolean, gpointer instance, GtkScrollType scroll, double value)
YTPLAY_CONNECT(asked_scroll, gboolean, gpointer instance, double dx, double dy)
YTPLAY_CONNECT(asked_widget, GtkWidget *, gpointer instance, gpointer object)
#undef YTPLAY_CONNECT

static inline void ytplay_disconnect(gpointer instance, gpointer data) {
  g_signal_handlers_disconnect_matched(instance, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, data);
}

/// A web view; what it is made of is given to it for good.
static inline WebKitWebView *ytplay_web_view_new(
    WebKitWebContext *context, WebKitNetworkSession *session, WebKitUserContentManager *content,
    WebKitSettings *settings, WebKitWebsitePolicies *policies) {
  return WEBKIT_WEB_VIEW(g_object_new(
      WEBKIT_TYPE_WEB_VIEW, "web-context", context, "network-session", session, "user-content-manager", content,
      "settings", settings, "website-policies", policies, NULL));
}

/// Policies that let media with sound begin by themselves.
static inline WebKitWebsitePolicies *ytplay_autoplay_policies_new(void) {
  return webkit_website_policies_new_with_policies("autoplay", WEBKIT_AUTOPLAY_ALLOW, NULL);
}

static inline void ytplay_prefer_dark(void) {
  GtkSettings *settings = gtk_settings_get_default();
  if (settings) g_object_set(settings, "gtk-application-prefer-dark-theme", TRUE, NULL);
}

/// Whether this display has a window manager that makes a window fill the screen.
static inline gboolean ytplay_can_fill_screen(GdkDisplay *display) {
#ifdef GDK_WINDOWING_X11
  if (GDK_IS_X11_DISPLAY(display))
    return gdk_x11_screen_supports_net_wm_hint(gdk_x11_display_get_screen(display), "_NET_WM_STATE_FULLSCREEN");
#endif
  return TRUE;
}

static inline gboolean ytplay_animations_enabled(void) {
  gboolean enabled = TRUE;
  GtkSettings *settings = gtk_settings_get_default();
  if (settings) g_object_get(settings, "gtk-enable-animations", &enabled, NULL);
  return enabled;
}

// Casts, which are macros in C.
static inline GtkWidget *ytplay_widget(gpointer instance) { return GTK_WIDGET(instance); }
static inline GtkWindow *ytplay_window(gpointer instance) { return GTK_WINDOW(instance); }
static inline GtkBox *ytplay_box(gpointer instance) { return GTK_BOX(instance); }
static inline GtkRange *ytplay_range(gpointer instance) { return GTK_RANGE(instance); }
static inline GtkNative *ytplay_native(gpointer instance) { return GTK_NATIVE(instance); }
