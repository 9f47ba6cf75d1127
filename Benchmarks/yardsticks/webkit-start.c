// webkit-start: a page in a window, until the first message of its script; says so and ends.
#include "webkit.h"

static void on_ready(WebKitWebView *view) {
    (void)view;
    puts("ready");
    fflush(stdout);
    _exit(0);
}

int main(void) { return run_page(on_ready); }
