// echo COUNT: a child echoes lines over two pipes, as a plugin's program answers its host; prints the median of
// COUNT round trips in microseconds.
#include "timing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Reads up to a line's end; 0 at the end of the input.
static size_t read_line(int descriptor, char *line, size_t size) {
    size_t length = 0;
    while (length == 0 || line[length - 1] != '\n') {
        ssize_t count = read(descriptor, line + length, size - length);
        if (count <= 0 || (length += count) == size) return 0;
    }
    return length;
}

static void write_line(int descriptor, const char *line, size_t length) {
    while (length > 0) {
        ssize_t count = write(descriptor, line, length);
        if (count <= 0) exit(1);
        line += count;
        length -= count;
    }
}

int main(int count, char **arguments) {
    int trips = count == 2 ? atoi(arguments[1]) : 0;
    int to[2], from[2];
    char line[4096];
    if (trips <= 0 || pipe(to) || pipe(from)) return 2;
    if (fork() == 0) {
        close(to[1]);
        size_t length;
        while ((length = read_line(to[0], line, sizeof line)) > 0) write_line(from[1], line, length);
        _exit(0);
    }
    close(to[0]);
    close(from[1]);
    double *times = malloc(trips * sizeof *times);
    if (!times) return 1;
    for (int i = 0; i < trips; i++) {
        char request[256];
        int length = snprintf(
            request, sizeof request,
            "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"perform\",\"params\":{\"session\":1,\"action\":"
            "{\"action\":\"setVolume\",\"volume\":%d}}}\n",
            i, i % 100);
        double begin = now();
        write_line(to[1], request, length);
        if (read_line(from[0], line, sizeof line) == 0) return 1;
        times[i] = now() - begin;
    }
    close(to[1]);
    wait(NULL);
    printf("%.2f\n", median(times, trips));
    free(times);
    return 0;
}
