// mpv-start FILE [NAME=VALUE...]: plays until the first frame or sound is out, says so and ends.
#include "yardstick.h"

int main(int count, char **arguments) {
    if (count < 2) return 2;
    mpv_handle *mpv = start(arguments + 2);
    load(mpv, arguments[1]);
    wait_for(mpv, MPV_EVENT_PLAYBACK_RESTART);
    puts("playing");
    fflush(stdout);
    mpv_terminate_destroy(mpv);
    return 0;
}
