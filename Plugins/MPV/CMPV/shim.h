#pragma once
#include <malloc.h>
#include <mpv/client.h>

/// Keeps the allocator of the whole process to two arenas, where it has such; for programs that do little but play.
static inline void ytplay_limit_arenas(void) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 2);
#endif
}
