#pragma once
#include <spawn.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <wchar.h>

// What glibc has for starting, watching and waking, and Swift's Glibc module leaves out.

extern char **environ;
int pipe2(int ends[2], int flags);
int pidfd_open(pid_t process, unsigned int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// The process's environment, as the programs that it starts are given it.
static inline char **ytplay_environment(void) { return environ; }

/// Writes what is printed to standard output line by line. Swift can't name \c stdout, which may change.
static inline void ytplay_print_by_line(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

/// Forbids this thread, and what it starts, to gain rights by running a program. \c prctl has a variable number of
/// arguments, which Swift can't call.
static inline int ytplay_renounce_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// Linux's O_PATH, which <fcntl.h> has under _GNU_SOURCE alone: opens a place in the file system, and nothing in it.
enum { ytplay_open_path = 010000000 };

// Of <wchar.h>, which has it under _XOPEN_SOURCE alone.
int wcwidth(wchar_t character);

/// How many columns a terminal gives a character, as the locale knows it; -1 where it has none.
static inline int ytplay_columns(unsigned int scalar) { return wcwidth((wchar_t)scalar); }
