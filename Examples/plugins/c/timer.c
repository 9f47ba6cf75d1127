/* A plugin that plays silence, in C11 and nothing but libc: `timer://90` lasts 90 seconds.
 *
 * docs/plugin-protocol.md says what a plugin speaks and promises. This one is a single thread, which waits for the
 * host's next line or for the next moment at which a timer has something to say, whichever comes first.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PROTOCOL = 1, LONGEST_LINE = 4 << 20, DEEPEST_NESTING = 64 };

static const char DESCRIPTOR[] =
    "{\"id\":\"c-timer\",\"name\":\"Timer in C\",\"version\":\"1.0\","
    "\"kinds\":{\"stream\":{\"priority\":0}},\"capabilities\":[]}";

static _Noreturn void give_up(const char *what) {
  fprintf(stderr, "c-timer: %s: %s\n", what, strerror(errno));
  exit(1);
}

/* Text that grows. */

typedef struct {
  char *bytes;
  size_t count, capacity;
} Text;

static void append(Text *text, const char *bytes, size_t count) {
  if (text->count + count > text->capacity) {
    text->capacity = 2 * (text->count + count) + 256;
    text->bytes = realloc(text->bytes, text->capacity);
    if (!text->bytes) give_up("memory");
  }
  if (count) memcpy(text->bytes + text->count, bytes, count);
  text->count += count;
}

/* Reading JSON. A line is checked as a whole, once; then a value is a piece of it, and nothing is copied. */

typedef struct {
  const char *at, *end;
} Value;

static const Value NOTHING = {NULL, NULL};

static const char *skip_space(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
  return at;
}

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

static int hexadecimal(char byte) {
  if (is_digit(byte)) return byte - '0';
  if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
  if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
  return -1;
}

/* The place behind a character of UTF-8; NULL where there is none. */
static const char *skip_character(const char *at, const char *end) {
  const unsigned char *byte = (const unsigned char *)at;
  ptrdiff_t count = end - at;
  int length = byte[0] < 0x80 ? 1 : byte[0] >= 0xC2 && byte[0] < 0xE0 ? 2 : (byte[0] & 0xF0) == 0xE0 ? 3
               : byte[0] >= 0xF0 && byte[0] < 0xF5 ? 4 : 0;
  if (length == 0 || count < length) return NULL;
  for (int place = 1; place < length; place++)
    if ((byte[place] & 0xC0) != 0x80) return NULL;
  /* Neither longer than need be, nor half of a pair of UTF-16, nor beyond the last. */
  if ((byte[0] == 0xE0 && byte[1] < 0xA0) || (byte[0] == 0xED && byte[1] > 0x9F)) return NULL;
  if ((byte[0] == 0xF0 && byte[1] < 0x90) || (byte[0] == 0xF4 && byte[1] > 0x8F)) return NULL;
  return at + length;
}

static const char *skip_string(const char *at, const char *end) {
  if (at == end || *at != '"') return NULL;
  for (at++; at && at < end; at = skip_character(at, end)) {
    if (*at == '"') return at + 1;
    if ((unsigned char)*at < 0x20) return NULL;
    if (*at != '\\') continue;
    if (++at == end) return NULL;
    if (*at == 'u') {
      for (int place = 1; place <= 4; place++)
        if (at + place >= end || hexadecimal(at[place]) < 0) return NULL;
      at += 4;
    } else if (!*at || !strchr("\"\\/bfnrt", *at)) {
      return NULL;
    }
  }
  return NULL;
}

static const char *skip_digits(const char *at, const char *end) {
  if (at == end || !is_digit(*at)) return NULL;
  while (at < end && is_digit(*at)) at++;
  return at;
}

static const char *skip_number(const char *at, const char *end) {
  if (at < end && *at == '-') at++;
  at = at < end && *at == '0' ? at + 1 : skip_digits(at, end);
  if (at && at < end && *at == '.') at = skip_digits(at + 1, end);
  if (at && at < end && (*at == 'e' || *at == 'E')) {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    at = skip_digits(at, end);
  }
  return at;
}

/* The place behind a value; NULL where there is none. */
static const char *skip_value(const char *at, const char *end, int depth) {
  static const char *const words[] = {"true", "false", "null"};
  if (at == end || depth > DEEPEST_NESTING) return NULL;
  if (*at == '"') return skip_string(at, end);
  if (*at == '{' || *at == '[') {
    const bool is_object = *at == '{';
    const char close = is_object ? '}' : ']';
    at = skip_space(at + 1, end);
    if (at < end && *at == close) return at + 1;
    while (at < end) {
      if (is_object) {
        at = skip_string(at, end);
        if (!at) return NULL;
        at = skip_space(at, end);
        if (at == end || *at != ':') return NULL;
        at = skip_space(at + 1, end);
      }
      at = skip_value(at, end, depth + 1);
      if (!at) return NULL;
      at = skip_space(at, end);
      if (at == end) return NULL;
      if (*at == close) return at + 1;
      if (*at != ',') return NULL;
      at = skip_space(at + 1, end);
    }
    return NULL;
  }
  for (size_t place = 0; place < sizeof words / sizeof *words; place++) {
    const size_t length = strlen(words[place]);
    if ((size_t)(end - at) >= length && !memcmp(at, words[place], length)) return at + length;
  }
  return skip_number(at, end);
}

/* A whole line as a value; nothing where it is not one. */
static Value parse(const char *line, size_t length) {
  const char *end = line + length, *at = skip_space(line, end);
  const char *behind = skip_value(at, end, 0);
  return behind && skip_space(behind, end) == end ? (Value){at, behind} : NOTHING;
}

static bool is_object(Value value) { return value.at && *value.at == '{'; }
static bool is_string(Value value) { return value.at && *value.at == '"'; }

/* Whether a string is this one. No name of the protocol needs an escape, so one that is escaped is unknown here. */
static bool equals(Value value, const char *text) {
  const size_t length = strlen(text);
  return is_string(value) && (size_t)(value.end - value.at) == length + 2 && !memcmp(value.at + 1, text, length);
}

/* The value of a key; nothing where the object has none, or is none. */
static Value member(Value object, const char *key) {
  if (!is_object(object)) return NOTHING;
  const char *at = skip_space(object.at + 1, object.end);
  while (*at == '"') {
    const Value name = {at, skip_string(at, object.end)};
    at = skip_space(skip_space(name.end, object.end) + 1, object.end);
    const Value value = {at, skip_value(at, object.end, 0)};
    if (equals(name, key)) return value;
    at = skip_space(value.end, object.end);
    if (*at == ',') at = skip_space(at + 1, object.end);
  }
  return NOTHING;
}

/* A number; NAN where the value is none. What is behind a number is never a digit, so strtod stops by itself. */
static double number(Value value) {
  if (!value.at || !(is_digit(*value.at) || *value.at == '-')) return NAN;
  const double result = strtod(value.at, NULL);
  return isfinite(result) ? result : NAN;
}

/* Writing. Lines are gathered and written together, before the program waits again. */

static Text output;

static void put(const char *format, ...) {
  char piece[512];
  va_list arguments;
  va_start(arguments, format);
  const int count = vsnprintf(piece, sizeof piece, format, arguments);
  va_end(arguments);
  if (count > 0) append(&output, piece, (size_t)count < sizeof piece ? (size_t)count : sizeof piece - 1);
}

static void put_value(Value value) { append(&output, value.at, (size_t)(value.end - value.at)); }

/* Seconds, exactly: 17 digits are what a double needs. */
static void put_seconds(double seconds) {
  if (isfinite(seconds)) put("%.17g", seconds);
  else put("null");
}

static void flush(void) {
  for (size_t written = 0; written < output.count;) {
    const ssize_t count = write(STDOUT_FILENO, output.bytes + written, output.count - written);
    if (count >= 0) written += (size_t)count;
    else if (errno != EINTR) give_up("the host reads no more");
  }
  output.count = 0;
}

/* The request that is being answered; nothing where nobody waits for an answer. */
static Value request;

static void put_reply(void) {
  put("{\"jsonrpc\":\"2.0\",\"id\":");
  if (request.at) put_value(request);
  else put("null");
}

static void succeed(void) {
  put_reply();
  put(",\"result\":{}}\n");
}

/* None of the texts needs an escape. */
static void fail(int code, const char *message) {
  put_reply();
  put(",\"error\":{\"code\":%d,\"message\":\"%s\"}}\n", code, message);
}

/* Why an action is refused: one of the codes of a PlayerError, and a sentence. */
typedef struct {
  const char *code, *message;
} Refusal;

static const Refusal TAKEN = {NULL, NULL};

static Refusal refusal(const char *code, const char *message) { return (Refusal){code, message}; }

static void answer(Refusal why) {
  if (!why.code) {
    succeed();
    return;
  }
  put_reply();
  put(",\"error\":{\"code\":-32000,\"message\":\"%s\",\"data\":{\"code\":\"%s\",\"message\":\"%s\","
      "\"backend\":\"c-timer\"}}}\n", why.message, why.code, why.message);
}

/* Sessions. */

typedef enum { UNSTARTED, QUEUED, PLAYING, PAUSED, ENDED } Status;

typedef struct Session {
  long number;
  bool auto_play;
  double interval;
  char *source; /* As the host wrote it; NULL where there is none. */
  double start, end, duration;
  Status status;
  bool play_when_ready, has_failed, is_muted;
  double volume;
  double position; /* While it stands still, and at `anchor` while it plays. */
  double anchor, next_tick; /* Moments; INFINITY while it stands still. */
  struct Session *next;
} Session;

static Session *sessions;
static long last_session;

static double now(void) {
  struct timespec moment;
  clock_gettime(CLOCK_MONOTONIC, &moment);
  return (double)moment.tv_sec + (double)moment.tv_nsec / 1e9;
}

static void begin_event(const Session *session, const char *name) {
  put("{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"session\":%ld,\"event\":{\"event\":\"%s\"",
      session->number, name);
}

static void end_event(void) { put("}}}\n"); }

static void say_seconds(const Session *session, const char *event, double seconds) {
  begin_event(session, event);
  put(",\"currentTime\":");
  put_seconds(seconds);
  end_event();
}

static void say_flag(const Session *session, const char *event, const char *key, bool value) {
  begin_event(session, event);
  put(",\"%s\":%s", key, value ? "true" : "false");
  end_event();
}

static void say_status(Session *session, Status status, bool play_when_ready) {
  static const char *const names[] = {"unstarted", "queued", "playing", "paused", "ended"};
  session->status = status;
  session->play_when_ready = play_when_ready;
  begin_event(session, "statusChanged");
  put(",\"status\":\"%s\",\"playWhenReady\":%s", names[status], play_when_ready ? "true" : "false");
  end_event();
}

static void say_duration(const Session *session) {
  const bool is_open = session->source && !session->has_failed;
  begin_event(session, "durationChanged");
  put(",\"duration\":");
  put_seconds(is_open ? session->duration : NAN);
  put(",\"isLive\":false,\"isSeekable\":%s", is_open ? "true" : "false");
  end_event();
}

static double last_time(const Session *session) { return fmin(session->end, session->duration); }
static double first_time(const Session *session) { return fmin(session->start, last_time(session)); }

static double current_time(const Session *session) {
  if (isinf(session->anchor)) return session->position;
  return fmin(session->position + (now() - session->anchor), last_time(session));
}

static void halt(Session *session) {
  session->position = current_time(session);
  session->anchor = session->next_tick = INFINITY;
}

static void run(Session *session) {
  session->anchor = now();
  session->next_tick = fmin(session->anchor + session->interval,
                            session->anchor + last_time(session) - session->position);
  say_status(session, PLAYING, true);
}

/* A seek lands in the same breath. */
static void move(Session *session, double target) {
  const bool is_playing = session->status == PLAYING;
  halt(session);
  session->position = fmax(0, fmin(target, last_time(session)));
  say_seconds(session, "seeking", session->position);
  say_seconds(session, "seeked", session->position);
  say_seconds(session, "timeChanged", session->position);
  if (is_playing) {
    session->anchor = now();
    session->next_tick = fmin(session->anchor + session->interval,
                              session->anchor + last_time(session) - session->position);
  }
}

/* Says the time where it is due, and the end where it is reached. */
static void tick(Session *session, double moment) {
  if (moment < session->next_tick) return;
  const double time = current_time(session), end = last_time(session);
  say_seconds(session, "timeChanged", time);
  if (time >= end) {
    halt(session);
    say_status(session, ENDED, false);
    return;
  }
  session->next_tick += session->interval;
  if (session->next_tick <= moment) session->next_tick = moment + session->interval; /* The machine was busy. */
  session->next_tick = fmin(session->next_tick, session->anchor + end - session->position);
}

/* The seconds of `timer://90`; NAN where the URL is no timer's. */
static double timer_seconds(Value url) {
  static const char scheme[] = "\"timer://";
  const size_t length = sizeof scheme - 1;
  if (!is_string(url) || (size_t)(url.end - url.at) <= length + 1 || memcmp(url.at, scheme, length)) return NAN;
  const char *digits = url.at + length, *behind = skip_number(digits, url.end);
  const double seconds = behind == url.end - 1 ? strtod(digits, NULL) : NAN;
  return seconds > 0 && isfinite(seconds) ? seconds : NAN;
}

static void open_source(Session *session, bool plays) {
  const Value source = {session->source, session->source + strlen(session->source)};
  begin_event(session, "sourceChanged");
  put(",\"source\":");
  put_value(source);
  end_event();
  session->has_failed = false;
  session->start = member(source, "start").at ? number(member(source, "start")) : 0;
  session->end = member(source, "end").at ? number(member(source, "end")) : INFINITY;
  session->duration = timer_seconds(member(source, "url"));
  say_status(session, UNSTARTED, plays);
  begin_event(session, "statusChanged");
  put(",\"status\":\"buffering\"");
  end_event();
  if (isnan(session->duration)) {
    session->has_failed = true;
    session->play_when_ready = false;
    session->duration = session->position = 0;
    begin_event(session, "failed");
    put(",\"error\":{\"code\":\"playbackFailed\",\"message\":\"This is not a timer.\","
        "\"remedy\":\"Write timer://90 for 90 seconds.\",\"backend\":\"c-timer\"}");
    end_event();
    return;
  }
  session->position = first_time(session);
  say_duration(session);
  if (plays) run(session);
  else say_status(session, QUEUED, false);
}

static Refusal load(Session *session, Value source, bool plays) {
  const Value start = member(source, "start"), end = member(source, "end");
  if (!is_object(source)) return refusal("invalidArgument", "A load needs source, an object.");
  if (!equals(member(source, "kind"), "stream")) return refusal("unsupported", "The timer plays streams alone.");
  if (!is_string(member(source, "url"))) return refusal("invalidSource", "A stream needs url.");
  if ((start.at && !(number(start) >= 0)) || (end.at && !(number(end) > (start.at ? number(start) : 0))))
    return refusal("invalidArgument", "The source's start and end are no times in that order.");
  const size_t length = (size_t)(source.end - source.at);
  char *copy = malloc(length + 1);
  if (!copy) give_up("memory");
  memcpy(copy, source.at, length);
  copy[length] = 0;
  halt(session);
  free(session->source);
  session->source = copy;
  open_source(session, plays);
  return TAKEN;
}

static void play(Session *session) {
  if (session->has_failed) {
    open_source(session, true);
  } else if (session->status != PLAYING) {
    if (session->position >= last_time(session)) move(session, first_time(session));
    run(session);
  }
}

static void pause_playing(Session *session) {
  if (session->status == PLAYING) {
    halt(session);
    say_seconds(session, "timeChanged", session->position);
    say_status(session, PAUSED, false);
  } else if (session->play_when_ready) {
    say_status(session, session->status, false);
  }
}

static void stop(Session *session) {
  const double start = session->source ? first_time(session) : 0;
  if (!session->source || (session->status == UNSTARTED && session->position == start)) return;
  halt(session);
  session->position = start;
  say_status(session, UNSTARTED, false);
  say_seconds(session, "timeChanged", start);
}

static void clear(Session *session) {
  if (!session->source) return;
  halt(session);
  free(session->source);
  session->source = NULL;
  session->has_failed = false;
  session->position = session->duration = 0;
  begin_event(session, "sourceChanged");
  put(",\"source\":null");
  end_event();
  say_status(session, UNSTARTED, false);
}

static Refusal seek(Session *session, Value action) {
  const Value by = member(action, "by"), fraction = member(action, "fraction");
  double target;
  if (by.at) target = current_time(session) + number(by);
  else if (fraction.at) target = fabs(number(fraction) - 0.5) <= 0.5 ? number(fraction) * session->duration : NAN;
  else target = number(member(action, "to"));
  if (isnan(target)) return refusal("invalidArgument", "A seek needs to, by or fraction, a number.");
  if (!session->source) return refusal("nothingLoaded", "Nothing is loaded, so there is nothing to seek in.");
  if (session->has_failed) return refusal("unsupported", "This source has failed, so it can't be sought in.");
  move(session, target);
  if (session->status == ENDED) say_status(session, PAUSED, false);
  return TAKEN;
}

static Refusal set_volume(Session *session, double volume) {
  if (!(volume >= 0 && volume <= 100)) return refusal("invalidArgument", "The volume is no number of 0 to 100.");
  if (volume != session->volume) {
    session->volume = volume;
    begin_event(session, "volumeChanged");
    put(",\"volume\":%.17g", volume);
    end_event();
  }
  return TAKEN;
}

static void set_mute(Session *session, bool is_muted) {
  if (is_muted != session->is_muted) say_flag(session, "muteChanged", "isMuted", is_muted);
  session->is_muted = is_muted;
}

static Refusal perform(Session *session, Value action) {
  static const char *const missing[] = {"setRate",    "setQuality", "next",          "previous",  "playItem",  "setLoop",
                                        "setShuffle", "setTrack",   "setFullscreen", "stepFrame", "screenshot"};
  const Value name = member(action, "action");
  for (size_t place = 0; place < sizeof missing / sizeof *missing; place++)
    if (equals(name, missing[place])) return refusal("unsupported", "The timer lacks the capability for that.");
  if (equals(name, "load")) return load(session, member(action, "source"), session->auto_play);
  if (equals(name, "cue")) return load(session, member(action, "source"), false);
  if (equals(name, "seek")) return seek(session, action);
  if (equals(name, "setVolume")) return set_volume(session, number(member(action, "volume")));
  const bool plays = equals(name, "play"), pauses = equals(name, "pause");
  if ((plays || pauses) && !session->source) return refusal("nothingLoaded", "Nothing is loaded.");
  if (plays) play(session);
  else if (pauses) pause_playing(session);
  else if (equals(name, "stop")) stop(session);
  else if (equals(name, "clear")) clear(session);
  else if (equals(name, "mute")) set_mute(session, true);
  else if (equals(name, "unmute")) set_mute(session, false);
  else if (equals(name, "duration")) say_duration(session);
  else if (equals(name, "currentTime")) say_seconds(session, "timeChanged", current_time(session));
  else if (!equals(name, "idle")) return refusal("invalidArgument", "There is no such action.");
  return TAKEN;
}

/* Requests. */

static Session **find_session(Value params) {
  const double wanted = number(member(params, "session"));
  Session **place = &sessions;
  while (*place && (double)(*place)->number != wanted) place = &(*place)->next;
  return place;
}

static void initialize(Value params, bool *is_greeted) {
  const Value availability = member(params, "availability");
  if (number(member(params, "protocol")) != PROTOCOL) {
    fail(-32602, "This plugin speaks the protocol 1 alone.");
    return;
  }
  *is_greeted = true;
  put_reply();
  put(",\"result\":{\"protocol\":%d,\"descriptor\":%s", PROTOCOL, DESCRIPTOR);
  if (availability.at && *availability.at == 't') put(",\"availability\":{\"available\":true}");
  put("}}\n");
}

static void create(Value params) {
  const Value configuration = member(params, "configuration");
  if (!is_object(configuration)) {
    fail(-32602, "The params need configuration, an object.");
    return;
  }
  const Value auto_play = member(configuration, "autoPlay");
  const double interval = number(member(configuration, "timeInterval"));
  Session *session = calloc(1, sizeof *session);
  if (!session) give_up("memory");
  session->number = ++last_session;
  session->auto_play = !auto_play.at || *auto_play.at == 't';
  session->interval = interval > 0 ? interval : 0.25;
  session->volume = 100;
  session->anchor = session->next_tick = INFINITY;
  session->next = sessions;
  sessions = session;
  put_reply();
  put(",\"result\":{\"session\":%ld}}\n", session->number);
  say_flag(session, "ready", "ready", true);
}

static void shut_down(Value params) {
  Session **place = find_session(params), *session = *place;
  if (session) {
    *place = session->next;
    free(session->source);
    free(session);
  }
  succeed();
}

/* Takes a line; false where it was the last one. */
static bool take(const char *line, size_t length) {
  static bool is_greeted;
  const Value message = parse(line, length), params = member(message, "params"), method = member(message, "method");
  request = member(message, "id");
  if (!message.at) {
    fail(-32700, "The line is not JSON.");
  } else if (!is_string(method)) {
    fail(-32600, "A request is an object with method.");
  } else if (equals(method, "exit")) {
    succeed();
    return false;
  } else if (equals(method, "initialize")) {
    initialize(params, &is_greeted);
  } else if (equals(method, "create")) {
    if (is_greeted) create(params);
    else fail(-32600, "The first request is initialize.");
  } else if (equals(method, "shutDown") || equals(method, "perform")) {
    if (isnan(number(member(params, "session")))) fail(-32602, "The params need session, a number.");
    else if (equals(method, "shutDown")) shut_down(params);
    else if (!is_object(member(params, "action"))) fail(-32602, "The params need action, an object.");
    else if (!*find_session(params)) answer(refusal("closed", "There is no such session."));
    else answer(perform(*find_session(params), member(params, "action")));
  } else if (request.at) {
    fail(-32601, "There is no such method.");
  }
  return true;
}

/* Reads what there is, and takes the lines in it; false at the last one and at the end of input. */
static bool take_input(void) {
  static Text input;
  static bool is_too_long; /* The rest of such a line is passed over. */
  char piece[1 << 16];
  const ssize_t count = read(STDIN_FILENO, piece, sizeof piece);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  if (count == 0) return false;
  for (const char *at = piece, *end = piece + count; at < end;) {
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    const size_t length = (size_t)((line_end ? line_end : end) - at);
    if (!is_too_long && input.count + length > LONGEST_LINE) {
      is_too_long = true;
      request = NOTHING;
      fail(-32700, "The line is longer than 4 MiB.");
    }
    if (!is_too_long) append(&input, at, length);
    at += length;
    if (!line_end) break;
    at++;
    append(&input, "", 1); /* Whatever reads a number stops here. */
    if (!is_too_long && !take(input.bytes, input.count - 1)) return false;
    input.count = 0;
    is_too_long = false;
  }
  return true;
}

/* Milliseconds until something is due, rounded up; -1 where nothing is. */
static int time_to_wait(void) {
  double next = INFINITY;
  for (const Session *session = sessions; session; session = session->next) next = fmin(next, session->next_tick);
  if (isinf(next)) return -1;
  return (int)fmin(fmax(ceil((next - now()) * 1000), 0), 60000);
}

int main(void) {
  signal(SIGPIPE, SIG_IGN); /* A write then fails, and says so. */
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  bool goes_on = true;
  while (goes_on) {
    if (poll(&input, 1, time_to_wait()) < 0 && errno != EINTR) give_up("poll");
    const double moment = now();
    for (Session *session = sessions; session; session = session->next) tick(session, moment);
    if (input.revents) goes_on = take_input();
    input.revents = 0;
    flush();
  }
  return 0;
}
