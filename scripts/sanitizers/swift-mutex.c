// Tells Thread Sanitizer what it can't see of Swift's Mutex.
//
// Synchronization.Mutex is inlined into instrumented code as far as nobody waits. The slow paths, taken when
// somebody does, are in Swift's own library, which is not instrumented: without this, everything that a
// contended Mutex guards is reported as a race. Preloaded, these functions stand before the library's own
// and add the acquire and the release that they stand for.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// Weak: programs without the sanitizer load this too.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK_SLOW);
SWIFT _Bool try_lock_slow(SELF) __asm__(TRY_LOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF) {
    SWIFT void (*next)(uint32_t, SELF) = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK_SLOW);
    next(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock_slow(SELF) {
    SWIFT void (*next)(SELF) = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK_SLOW);
    if (__tsan_release) __tsan_release(self);
    next(self);
}

SWIFT _Bool try_lock_slow(SELF) {
    SWIFT _Bool (*next)(SELF) = (SWIFT _Bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
    _Bool locked = next(self);
    if (locked && __tsan_acquire) __tsan_acquire(self);
    return locked;
}
