import Foundation
import PlayerKit

/// Sets the clock of child processes, and of those that they start, forward and back, as a person or a time server
/// does; the machine's own clock is left alone.
///
/// A library of a few lines of C does it, compiled here and loaded into the children ahead of the C library. The steady
/// clocks go on as they do when the clock is set.
public final class ClockStep: Sendable {
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <pthread.h>
    #include <stdint.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>

    static const volatile int64_t *step;

    __attribute__((constructor)) static void find_step(void)
    {
      const char *path = getenv("CLOCK_STEP");
      int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
      if (file < 0) return;
      void *map = mmap(0, sizeof *step, PROT_READ, MAP_SHARED, file, 0);
      close(file);
      if (map != MAP_FAILED) step = map;
    }

    int clock_gettime(clockid_t clock, struct timespec *time)
    {
      static int (*next)(clockid_t, struct timespec *);
      if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
      int status = next(clock, time);
      if (!status && step && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += *step;
      return status;
    }

    int gettimeofday(struct timeval *restrict time, void *restrict zone)
    {
      (void)zone;
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      time->tv_sec = now.tv_sec;
      time->tv_usec = now.tv_nsec / 1000;
      return 0;
    }

    time_t time(time_t *result)
    {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      if (result) *result = now.tv_sec;
      return now.tv_sec;
    }

    /* A moment of the clock that is set is years away from one since the machine's start. */
    int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
        const struct timespec *restrict limit)
    {
      if (limit->tv_sec < 500000000) return pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, limit);
      struct timespec true_limit = *limit;
      if (step) true_limit.tv_sec -= *step;
      return pthread_cond_clockwait(condition, mutex, CLOCK_REALTIME, &true_limit);
    }
    """

  private let folder: String

  /// Compiles the library in a folder, which has to stay as long as the children run.
  public init(in folder: String) async throws {
    self.folder = folder
    let text = "\(folder)/clock-step.c"
    try Self.source.write(toFile: text, atomically: true, encoding: .utf8)
    let arguments = ["-shared", "-fPIC", "-O1", "-o", "\(folder)/clock-step.so", text, "-ldl"]
    var result = try? await Subprocess.run("clang", arguments)
    if result?.isSuccess != true { result = try await Subprocess.run("cc", arguments) }
    guard let result, result.isSuccess else {
      throw MediaFailure(name: "a clock's step", reason: "there is no compiler: \(result?.description ?? "")")
    }
    try write(0)
  }

  /// What the children find in their environment.
  public var environment: [String: String] {
    ["LD_PRELOAD": "\(folder)/clock-step.so", "CLOCK_STEP": "\(folder)/step"]
  }

  /// Sets the children's clocks so many seconds ahead of the machine's, or behind it.
  public func set(ahead seconds: Int64) throws { try write(seconds) }

  /// Into the file that is there, which the children have before their eyes.
  private func write(_ seconds: Int64) throws {
    let descriptor = open("\(folder)/step", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw MediaFailure(name: "a clock's step", reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    let count = withUnsafeBytes(of: seconds) { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard count == MemoryLayout<Int64>.size else {
      throw MediaFailure(name: "a clock's step", reason: String(cString: strerror(errno)))
    }
  }
}
