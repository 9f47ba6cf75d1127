// What the yardsticks measure by.
#pragma once
#include <stdlib.h>
#include <time.h>

// Microseconds of a clock that never jumps.
static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static inline int compare(const void *lhs, const void *rhs) {
    double a = *(const double *)lhs, b = *(const double *)rhs;
    return (a > b) - (a < b);
}

// The middle one of the numbers, which it sorts.
static inline double median(double *numbers, int count) {
    qsort(numbers, count, sizeof *numbers, compare);
    return numbers[count / 2];
}
