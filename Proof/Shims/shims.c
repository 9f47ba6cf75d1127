// shims: uses what the headers beside the Swift code do in C, but for GTK's and WebKit's, so that a memory checker can
// look at it. Says which of them went wrong; the exit status is how many.
#include "../../Plugins/MPV/CMPV/shim.h"
#include "../../Sources/CExpat/shim.h"
#include "../../Sources/CGIO/shim.h"
#include "../../Sources/CLinux/shim.h"
#include <string.h>
#include <sys/prctl.h>

static int failures;

static void expect(int is_so, const char *what) {
    if (is_so) return;
    failures++;
    fprintf(stderr, "shims: %s\n", what);
}

static void use_linux(void) {
    expect(ytplay_environment() == environ, "the environment is not the process's");
    ytplay_print_by_line();
    expect(ytplay_columns('a') == 1, "a letter has no column of its own");
    expect(ytplay_columns(7) == -1, "a control character has columns");
    expect(ytplay_renounce_new_privileges() == 0, "new privileges can't be renounced");
    expect(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1, "new privileges are not renounced");
}

static void count_element(void *data, const XML_Char *name, const XML_Char **attributes) {
    (void)name;
    while (attributes[0]) attributes += 2;
    ++*(int *)data;
}

static void use_expat(void) {
    static const char text[] = "<playlist version=\"1\"><trackList><track/><track/></trackList></playlist>";
    int elements = 0;
    XML_Parser parser = XML_ParserCreate(NULL);
    XML_SetUserData(parser, &elements);
    XML_SetElementHandler(parser, count_element, NULL);
    // A piece at a time, as files are read.
    for (const char *piece = text; *piece; piece++)
        expect(XML_Parse(parser, piece, 1, piece[1] == 0) == XML_STATUS_OK, "Expat refuses a document");
    XML_ParserFree(parser);
    expect(elements == 4, "Expat missed an element");
}

static void on_closed(GDBusConnection *connection, gboolean vanished, GError *error, gpointer data) {
    (void)connection;
    (void)vanished;
    (void)error;
    *(int *)data = 1;
}

static gboolean give_up(gpointer data) {
    *(int *)data = 1;
    return G_SOURCE_REMOVE;
}

static void use_gio(void) {
    int is_closed = 0;
    GTestDBus *bus = g_test_dbus_new(G_TEST_DBUS_NONE);
    g_test_dbus_up(bus);
    GDBusConnection *connection = g_dbus_connection_new_for_address_sync(
        g_test_dbus_get_bus_address(bus),
        G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL,
        NULL);
    expect(connection != NULL, "there is no connection to the bus");
    if (connection) {
        expect(ytplay_connect_closed(connection, on_closed, &is_closed) != 0, "the handler is not connected");
        expect(g_dbus_connection_close_sync(connection, NULL, NULL), "the connection does not close");
        int is_late = 0;
        guint limit = g_timeout_add_seconds(30, give_up, &is_late);
        while (!is_closed && !is_late) g_main_context_iteration(NULL, TRUE);
        if (!is_late) g_source_remove(limit);
        expect(is_closed, "the end of the connection was not told");
        g_object_unref(connection);
    }
    g_test_dbus_down(bus);
    g_object_unref(bus);
}

static void use_mpv(void) {
    ytplay_give_memory_back();
    mpv_handle *mpv = mpv_create();
    expect(mpv && mpv_set_option_string(mpv, "vo", "null") >= 0 && mpv_initialize(mpv) >= 0, "mpv does not start");
    if (mpv) mpv_terminate_destroy(mpv);
}

int main(void) {
    use_linux();
    use_expat();
    use_gio();
    use_mpv();
    return failures;
}
