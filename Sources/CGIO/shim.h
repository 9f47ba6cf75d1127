#pragma once
#include <gio/gio.h>

// Swift can't cast a function to a GCallback.
typedef void (*ytplay_closed_handler)(GDBusConnection *connection, gboolean vanished, GError *error, gpointer data);

/// Calls \c handler when the connection has ended, in the main context of the thread that made it.
static inline gulong ytplay_connect_closed(
    GDBusConnection *connection, ytplay_closed_handler handler, gpointer data) {
  return g_signal_connect_data(connection, "closed", G_CALLBACK(handler), data, NULL, (GConnectFlags)0);
}
