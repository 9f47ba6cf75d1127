#pragma once
#include <malloc.h>
#include <mpv/client.h>

/// Makes the allocator of the whole process give back what mpv has freed: two arenas in the place of one for each of
/// mpv's threads, and large blocks never in them. Left alone, glibc takes ever larger ones into its arenas, where a
/// small one behind them keeps them from being given back. For programs that do little but play.
static inline void ytplay_give_memory_back(void) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_TRIM_THRESHOLD, 128 * 1024);
#endif
}
