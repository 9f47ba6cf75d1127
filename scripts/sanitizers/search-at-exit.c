// Linked into every program of a build for Address Sanitizer, so that its search for leaks finds what it can, and says
// where.
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

void __lsan_do_leak_check(void);

// The search runs at `exit` alone, and plugins end by `_exit`, since the libraries that they have loaded can crash in
// `exit`: nobody would look for what they lose.
void _exit(int status) {
    // An end in need, as in a signal's handler, has another status, and there the search could hang. Doctor's probes
    // leave the one library that they are there for as it is.
    if (status == 0 && getenv("YTPLAY_DOCTOR_PROBE") == NULL) __lsan_do_leak_check();
    for (;;) syscall(SYS_exit_group, status);
}

// Of what a library has lost that is gone by then nothing could be said but an address.
int dlclose(void *handle) {
    (void)handle;
    return 0;
}
