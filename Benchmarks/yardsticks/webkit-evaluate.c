// webkit-evaluate: says "ready" once its page runs; for each number read from standard input makes as many round trips
// of evaluate_javascript into the page, one after another, and prints their median in microseconds.
#include "timing.h"
#include "webkit.h"

static WebKitWebView *view;
static double *times;
static int wanted, made;
static double begin;

static void evaluate(void);

static gpointer next_number(gpointer data);

static gboolean start_series(gpointer data) {
    wanted = GPOINTER_TO_INT(data);
    made = 0;
    times = malloc(wanted * sizeof *times);
    if (!times) exit(1);
    evaluate();
    return G_SOURCE_REMOVE;
}

static void on_answer(GObject *source, GAsyncResult *result, gpointer data) {
    (void)data;
    JSCValue *value = webkit_web_view_evaluate_javascript_finish(WEBKIT_WEB_VIEW(source), result, NULL);
    if (!value) exit(1);
    g_object_unref(value);
    times[made++] = now() - begin;
    if (made < wanted) return evaluate();
    printf("%.1f\n", median(times, wanted));
    fflush(stdout);
    free(times);
    g_thread_unref(g_thread_new("input", next_number, NULL));
}

static void evaluate(void) {
    begin = now();
    webkit_web_view_evaluate_javascript(view, "1", -1, NULL, NULL, NULL, on_answer, NULL);
}

// On a thread of its own: the main one belongs to GTK.
static gpointer next_number(gpointer data) {
    (void)data;
    int count;
    if (scanf("%d", &count) != 1 || count <= 0) _exit(0);
    g_idle_add(start_series, GINT_TO_POINTER(count));
    return NULL;
}

static void on_ready(WebKitWebView *page) {
    view = page;
    puts("ready");
    fflush(stdout);
    g_thread_unref(g_thread_new("input", next_number, NULL));
}

int main(void) { return run_page(on_ready); }
