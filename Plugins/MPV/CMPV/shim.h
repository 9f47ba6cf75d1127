#pragma once
#include <malloc.h>
#include <mpv/client.h>
#include <spawn.h>

// GNU's own functions for starting programs, which Swift's Glibc module leaves out.

extern char **environ;
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// The process's environment, as the programs that it starts are given it.
static inline char **ytplay_environment(void) { return environ; }

/// Keeps the allocator of the whole process to two arenas, where it has such; for programs that do little but play.
static inline void ytplay_limit_arenas(void) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 2);
#endif
}
