// What the yardsticks share: a bare libmpv player, as small as it can be.
#pragma once
#include <mpv/client.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void fail(const char *what, int status) {
    fprintf(stderr, "%s: %s\n", what, mpv_error_string(status));
    exit(1);
}

static inline void check(const char *what, int status) {
    if (status < 0) fail(what, status);
}

// A player with the options `name=value` of the array, which ends with NULL.
static inline mpv_handle *start(char **options) {
    mpv_handle *mpv = mpv_create();
    if (!mpv) fail("mpv_create", MPV_ERROR_NOMEM);
    for (; *options; options++) {
        char *value = strchr(*options, '=');
        if (!value) fail(*options, MPV_ERROR_INVALID_PARAMETER);
        *value++ = 0;
        check(*options, mpv_set_option_string(mpv, *options, value));
    }
    check("mpv_initialize", mpv_initialize(mpv));
    return mpv;
}

static inline void load(mpv_handle *mpv, const char *file) {
    const char *command[] = {"loadfile", file, NULL};
    check("loadfile", mpv_command(mpv, command));
}

// Waits for an event; the end of the file or of mpv before it is a failure.
static inline mpv_event *wait_for(mpv_handle *mpv, mpv_event_id id) {
    for (;;) {
        mpv_event *event = mpv_wait_event(mpv, 30);
        if (event->event_id == id) return event;
        if (event->event_id == MPV_EVENT_NONE) fail("waiting for an event", MPV_ERROR_GENERIC);
        if (event->event_id == MPV_EVENT_END_FILE || event->event_id == MPV_EVENT_SHUTDOWN)
            fail("the file ended", MPV_ERROR_GENERIC);
    }
}
