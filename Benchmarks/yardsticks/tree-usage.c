// tree-usage cpu|memory PROGRAM [ARGUMENT...]: runs a program whose output is thrown away, until it and all
// that it started have ended. Prints the milliseconds of CPU that they took together, or the most
// memory (PSS) in megabytes that they had at one time. The exit status is the program's.
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { limit = 256 };

// Reads a small file of /proc as text; an empty one where it is gone.
static char *contents(const char *path, char *text, size_t size) {
    text[0] = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return text;
    ssize_t length = read(file, text, size - 1);
    text[length > 0 ? length : 0] = 0;
    close(file);
    return text;
}

static pid_t parent_of(pid_t process) {
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    // The name in parentheses may hold any character.
    char *end = strrchr(contents(path, text, sizeof text), ')');
    int parent = 0;
    return end && sscanf(end + 1, " %*c %d", &parent) == 1 ? parent : 0;
}

// All descendants of this process.
static int descendants(pid_t *found) {
    static pid_t processes[65536], parents[65536];
    int count = 0, members = 0;
    DIR *folder = opendir("/proc");
    if (!folder) return 0;
    for (struct dirent *entry; (entry = readdir(folder)) && count < 65536;) {
        if (!isdigit((unsigned char)entry->d_name[0])) continue;
        processes[count] = atoi(entry->d_name);
        parents[count] = parent_of(processes[count]);
        count++;
    }
    closedir(folder);
    for (int next = -1; next < members; next++) {
        pid_t parent = next < 0 ? getpid() : found[next];
        for (int i = 0; i < count && members < limit; i++)
            if (parents[i] == parent) found[members++] = processes[i];
    }
    return members;
}

static long kilobytes(pid_t process) {
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
    char *line = strstr(contents(path, text, sizeof text), "\nPss:");
    return line ? atol(line + 5) : 0;
}

// Takes those that have ended; false where none is left.
static int reap(pid_t program, int *status, int options) {
    for (;;) {
        int code;
        pid_t process = waitpid(-1, &code, options);
        if (process == 0) return 1;
        if (process < 0 && errno == EINTR) continue;
        if (process < 0) return 0;
        if (process == program) *status = code;
    }
}

int main(int count, char **arguments) {
    if (count < 3) return 2;
    int counts_memory = !strcmp(arguments[1], "memory");
    // Those whose parent ends become children of this process.
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return 2;
    pid_t program = fork();
    if (program < 0) return 2;
    if (program == 0) {
        int nothing = open("/dev/null", O_RDWR);
        for (int i = 0; i < 3; i++) dup2(nothing, i);
        execvp(arguments[2], arguments + 2);
        _exit(127);
    }
    int status = 0;
    if (counts_memory) {
        long most = 0;
        while (reap(program, &status, WNOHANG)) {
            pid_t found[limit];
            long sum = 0;
            for (int i = descendants(found) - 1; i >= 0; i--) sum += kilobytes(found[i]);
            if (sum > most) most = sum;
            nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        }
        printf("%.3f\n", most / 1024.0);
    } else {
        reap(program, &status, 0);
        struct rusage used;
        getrusage(RUSAGE_CHILDREN, &used);
        printf("%.3f\n", (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3
            + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
