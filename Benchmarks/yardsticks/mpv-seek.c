// mpv-seek FILE SECONDS [NAME=VALUE...]: holds at the start; for each number read from standard input makes
// as many exact seeks to places all over SECONDS, and prints their median in microseconds.
#include "timing.h"
#include "yardstick.h"
#include <stdint.h>

int main(int count, char **arguments) {
    if (count < 3) return 2;
    double seconds = atof(arguments[2]);
    mpv_handle *mpv = start(arguments + 3);
    load(mpv, arguments[1]);
    wait_for(mpv, MPV_EVENT_PLAYBACK_RESTART);
    uint64_t place = 1;
    int seeks;
    while (scanf("%d", &seeks) == 1 && seeks > 0) {
        double *times = malloc(seeks * sizeof *times);
        if (!times) return 1;
        for (int i = 0; i < seeks; i++) {
            place = (place * 48271) % 2147483647;
            char target[32];
            snprintf(target, sizeof target, "%.3f", place / 2147483647.0 * seconds);
            const char *command[] = {"seek", target, "absolute+exact", NULL};
            double begin = now();
            check("seek", mpv_command_async(mpv, 1, command));
            wait_for(mpv, MPV_EVENT_SEEK);
            wait_for(mpv, MPV_EVENT_PLAYBACK_RESTART);
            times[i] = now() - begin;
        }
        printf("%.1f\n", median(times, seeks));
        fflush(stdout);
        free(times);
    }
    mpv_terminate_destroy(mpv);
    return 0;
}
