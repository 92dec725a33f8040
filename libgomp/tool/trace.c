/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The trace (GOMP_OFFLOAD_TRACE): a file in the Chrome trace format, of which
   Perfetto and chrome://tracing make a picture.  It has an array of JSON
   objects (Google's "Trace Event Format", "JSON Object Format"; of nanoseconds,
   since else chrome://tracing takes what comes within a microsecond for one in
   the other): complete events (X), what was not finished when the program ended
   (B), instants (i), names (M).  A host thread is a thread of the process; a
   device is a process of its own, its threads are lanes: launches that overlap
   are in different ones.  Lanes are numbered from the device's process on,
   since viewers know threads by their numbers alone. Flows (s, f) join a launch
   with what started it and what ended it.

   Owns the file and each thread's ring of events.  A thread adds to its own
   ring without a lock; a full one it writes to the file.  The mutex guards the
   file, the buffers and taking events out of rings.  What is written always
   ends with the array's end, which the next piece overwrites: however the
   program ends, the file is valid.  The writer (writer.c) has all rings written
   now and then, and after them, to be overwritten likewise, what threads and
   devices are busy with: however the program ends, the file has it.

   In the child of a fork the parent's events are forgotten.  If there were
   any, it writes a file of its own if the name has %p, else none.  */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/tsan.h"
#include "os/file.h"
#include "os/os.h"
#include "os/process.h"
#include "sync/mutex.h"
#include "tool/internal.h"

#define RING_EVENTS 512
#define BUFFER_SIZE 65536
#define LINE_MAX_SIZE 2048
#define FILE_NAME_MAX 1024
#define NAMES 1024
/* Process numbers of devices: above those of the system, and different for
   each process, so that traces can be joined.  */
#define DEVICE_PROCESSES 10000000

#define TRACE_START "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
#define TRACE_END "\n]}\n"
/* What comes this long before the end of an event is in it for viewers, too,
   which add times up as floating-point numbers.  */
#define BEFORE_END_NS 10

/* Single producer, its thread; taken out of under the mutex.  */
struct gomp_tool_ring
{
  atomic_size_t head; /* events added; the thread's */
  atomic_size_t tail; /* events taken out */
  struct gomp_tool_event events[RING_EVENTS];
};

/* The name of the variable at an address, once looked up.  */
struct known_name
{
  uintptr_t host;
  struct gomp_tool_variable variable;
  char name[GOMP_TOOL_NAME_MAX];
};

static struct trace_state
{
  struct gomp_mutex mutex;
  bool open;       /* FD is */
  bool given_up;   /* nothing is written any more */
  bool has_places; /* the file is no pipe */
  bool started;    /* the array has an element */
  bool host_named;
  int fd;
  int pid;
  uint64_t offset; /* where the next piece goes */
  size_t behind;   /* bytes of the file that it overwrites */
  size_t used;     /* of BUFFER */
  bool for_now;    /* events are added to UNFINISHED */
  size_t unfinished_used;
  char file[FILE_NAME_MAX];
  char buffer[BUFFER_SIZE];
  char unfinished[BUFFER_SIZE];
  struct known_name names[NAMES];
} trace_state;

/* ---- The file.  */

void
gomp_tool_file_name (const char *given, int pid, char *name, size_t size)
{
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, name, size);
  for (const char *at = given; *at != '\0'; at++)
    if (at[0] == '%' && at[1] == 'p')
      {
        gomp_strbuf_printf (&sb, "%d", pid);
        at++;
      }
    else
      {
        at += at[0] == '%' && at[1] == '%';
        gomp_strbuf_putc (&sb, *at);
      }
}

static void
give_up (struct trace_state *s, int error)
{
  char text[128];
  const char *cause = error == EBUSY
                          ? "another process writes it (%p in its name gives "
                            "each process a file)"
                          : strerror_r (error, text, sizeof (text));
  s->given_up = true;
  atomic_fetch_and (&gomp_offload_wishes, ~GOMP_INFO_TRACE);
  gomp_warning ("cannot write the trace to '%s' (GOMP_OFFLOAD_TRACE): %s; the "
                "program goes on without",
                s->file, cause);
}

static void
open_trace (struct trace_state *s)
{
  s->pid = os_process_id ();
  gomp_tool_file_name (gomp_icv_global.offload_trace, s->pid, s->file,
                       sizeof (s->file));
  int error = os_file_create (s->file, &s->fd);
  if (error != 0)
    {
      give_up (s, error);
      return;
    }
  s->open = true;
  s->has_places = os_file_has_places (s->fd);
  s->started = false;
  s->offset = 0;
  s->behind = 0;
  s->used = 0;
}

static void
close_trace (struct trace_state *s)
{
  if (s->open)
    os_file_close (s->fd);
  s->open = false;
}

/* On a full disk what was there stays valid.  */
static void
repair (struct trace_state *s)
{
  size_t size = strlen (TRACE_END);
  if (!s->has_places || s->offset == 0)
    return;
  if (os_file_write (s->fd, TRACE_END, size, s->offset) == 0)
    os_file_truncate (s->fd, s->offset + size);
}

/* TEXT takes the place of what is behind OFFSET.  It has room for that: what is
   too much there becomes blanks before it is cut off.  */
static void
replace_end (struct trace_state *s, char *text, size_t size)
{
  size_t whole = size < s->behind ? s->behind : size;
  memset (text + size, ' ', whole - size);
  int error = os_file_write (s->fd, text, whole, s->offset);
  if (error == 0 && whole > size)
    os_file_truncate (s->fd, s->offset + size);
  if (error == 0)
    return;
  repair (s);
  close_trace (s);
  give_up (s, error);
}

static size_t
add_end (char *text, size_t size)
{
  memcpy (text + size, TRACE_END, strlen (TRACE_END));
  return size + strlen (TRACE_END);
}

static void
flush (struct trace_state *s, bool last)
{
  if (s->used == 0 && s->behind == 0 && !last)
    return;
  size_t size = s->has_places || last ? add_end (s->buffer, s->used) : s->used;
  replace_end (s, s->buffer, size);
  s->offset += s->used;
  s->behind = 0;
  s->used = 0;
}

/* There is something before it in the file.  */
static void
write_unfinished (struct trace_state *s)
{
  size_t used = s->unfinished_used;
  s->unfinished_used = 0;
  if (used == 0 || !s->open || !s->has_places)
    return;
  size_t size = add_end (s->unfinished, used);
  replace_end (s, s->unfinished, size);
  s->behind = size;
}

/* There is room for TEXT.  */
static void
append (struct trace_state *s, const char *text)
{
  size_t length = strlen (text);
  memcpy (s->buffer + s->used, text, length);
  s->used += length;
}

/* Add the object that LINE holds.  */
static void
put (struct trace_state *s, const struct gomp_strbuf *line)
{
  size_t length = line->length;
  if (s->given_up || length >= line->capacity)
    return;
  if (s->used + strlen (TRACE_START) + length + strlen (TRACE_END)
      > sizeof (s->buffer))
    flush (s, false);
  append (s, s->started ? ",\n" : TRACE_START);
  memcpy (s->buffer + s->used, line->text, length);
  s->used += length;
  s->started = true;
}

/* The same for an event, which comes again when it is over if it is put there
   for now.  */
static void
put_line (struct trace_state *s, const struct gomp_strbuf *line)
{
  char *end = s->unfinished + s->unfinished_used;
  size_t size = s->unfinished_used + strlen (",\n") + line->length;
  if (!s->for_now)
    put (s, line);
  else if (line->length < line->capacity
           && size + strlen (TRACE_END) <= sizeof (s->unfinished))
    {
      memcpy (end, ",\n", strlen (",\n"));
      memcpy (end + strlen (",\n"), line->text, line->length);
      s->unfinished_used = size;
    }
}

/* ---- JSON.  */

static void
put_text (struct gomp_strbuf *sb, const char *text)
{
  gomp_strbuf_json (sb, text, strlen (text));
}

static void
put_member (struct gomp_strbuf *sb, const char *name, const char *text)
{
  gomp_strbuf_printf (sb, ",\"%s\":", name);
  put_text (sb, text);
}

static void
put_time (struct gomp_strbuf *sb, const char *name, uint64_t ns)
{
  gomp_strbuf_printf (sb, ",\"%s\":%llu.%03u", name,
                      (unsigned long long)(ns / 1000), (unsigned)(ns % 1000));
}

static long
process_of (const struct trace_state *s, const struct gomp_tool_place *place)
{
  return s->pid + (place->number + 1L) * DEVICE_PROCESSES;
}

/* {"name":...,"cat":...,"ph":...,"pid":...,"tid":...  */
static void
put_head (struct gomp_strbuf *sb, const char *name, const char *category,
          char phase, long pid, long tid)
{
  gomp_strbuf_printf (sb, "{\"name\":");
  put_text (sb, name);
  put_member (sb, "cat", category);
  gomp_strbuf_printf (sb, ",\"ph\":\"%c\",\"pid\":%ld,\"tid\":%ld", phase, pid,
                      tid);
}

/* ---- Names of processes and threads.  */

static void
put_name (struct trace_state *s, const char *what, long pid, long tid,
          const char *name)
{
  char text[LINE_MAX_SIZE];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  put_head (&sb, what, "__metadata", 'M', pid, tid);
  gomp_strbuf_printf (&sb, ",\"args\":{\"name\":");
  put_text (&sb, name);
  gomp_strbuf_printf (&sb, "}}");
  put (s, &sb);
}

static void
name_host (struct trace_state *s)
{
  char name[256];
  if (s->host_named)
    return;
  s->host_named = true;
  snprintf (name, sizeof (name), "%s (host)", os_program_name ());
  put_name (s, "process_name", s->pid, s->pid, name);
}

static void
name_thread (struct trace_state *s, struct gomp_tool_thread *thread)
{
  char name[32];
  int id = atomic_load_explicit (&thread->id, memory_order_relaxed);
  if (thread->named_id == id)
    return;
  thread->named_id = id;
  snprintf (name, sizeof (name), id == s->pid ? "initial thread" : "thread %d",
            id);
  put_name (s, "thread_name", s->pid, id, name);
}

static void
name_lane (struct trace_state *s, struct gomp_tool_place *place, int lane)
{
  char name[32];
  long pid = process_of (s, place);
  if (!place->named)
    put_name (s, "process_name", pid, pid, place->name);
  place->named = true;
  uint64_t bit = UINT64_C (1) << lane % 64;
  if (place->lanes_named[lane / 64] & bit)
    return;
  place->lanes_named[lane / 64] |= bit;
  snprintf (name, sizeof (name), "launches, lane %d", lane + 1);
  put_name (s, "thread_name", pid, pid + lane, name);
}

/* ---- Events.  */

static const char *
variable (struct trace_state *s, const struct gomp_tool_event *event)
{
  const struct gomp_tool_variable *v = &event->variable;
  uint64_t hash = event->host * UINT64_C (0x9e3779b97f4a7c15);
  struct known_name *known = &s->names[(hash >> 32) % NAMES];
  if (known->host != event->host || known->variable.at != v->at
      || known->variable.clause != v->clause
      || known->variable.start != v->start)
    {
      known->host = event->host;
      known->variable = *v;
      gomp_tool_variable (event, known->name);
    }
  return known->name;
}

static void
put_data (struct trace_state *s, struct gomp_strbuf *sb,
          const struct gomp_tool_event *event)
{
  const char *name = event->host == 0 ? "" : variable (s, event);
  if (event->kind != GOMP_TOOL_FREE && event->kind != GOMP_TOOL_DISASSOCIATE)
    gomp_strbuf_printf (sb, ",\"bytes\":%lu", (unsigned long)event->bytes);
  if (event->construct != GOMP_TOOL_KINDS)
    put_member (sb, "construct", gomp_tool_words[event->construct].text);
  if (*name != '\0')
    put_member (sb, "variable", name);
  if (event->host != 0)
    gomp_strbuf_printf (sb, ",\"host address\":\"0x%lx\"",
                        (unsigned long)event->host);
  if (event->device != 0)
    gomp_strbuf_printf (sb, ",\"device address\":\"0x%lx\"",
                        (unsigned long)event->device);
  if (event->note != NULL)
    put_member (sb, "type", event->note);
  if (event->again)
    gomp_strbuf_printf (sb, ",\"in vain\":true");
}

/* What it is called: a region by its name, the rest by what is done.  */
static void
event_name (const struct gomp_tool_event *event, char *name, size_t size)
{
  const char *text = gomp_tool_words[event->kind].text;
  bool has_place
      = event->kind == GOMP_TOOL_WAIT || event->kind == GOMP_TOOL_INIT
        || (event->kind >= GOMP_TOOL_TO && event->kind < GOMP_TOOL_MAP);
  if (event->region != NULL
      && (event->kind == GOMP_TOOL_TARGET || event->kind == GOMP_TOOL_FALLBACK
          || event->kind == GOMP_TOOL_LAUNCH))
    snprintf (name, size, "%s", event->region->name);
  else
    snprintf (name, size, "%s%s%s", text, has_place ? " " : "",
              has_place ? event->place->name : "");
}

/* One end of an arrow, PHASE: from what is there at NS ('s'), or to it ('f').
 */
static void
put_flow (struct trace_state *s, const char *name, char phase, uint64_t flow,
          long pid, long tid, uint64_t ns)
{
  char text[LINE_MAX_SIZE];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  put_head (&sb, name, "flow", phase, pid, tid);
  put_time (&sb, "ts", ns);
  gomp_strbuf_printf (&sb, ",\"id\":\"0x%llx\"%s}", (unsigned long long)flow,
                      phase == 'f' ? ",\"bp\":\"e\"" : "");
  put_line (s, &sb);
}

/* From what starts a launch to it, and from there to what ends it.  Each lies
   in what it is an end of, and not at its very end; viewers want the beginning
   of an arrow to be earlier than its end, and may show of what is not ended the
   start alone.  */
static void
put_flows (struct trace_state *s, long pid, long tid,
           const struct gomp_tool_event *event, char phase)
{
  static const char starts[] = "start of launch", ends[] = "end of launch";
  if (event->kind == GOMP_TOOL_FINISH)
    put_flow (s, ends, 'f', event->flow, pid, tid, event->start);
  else if (event->kind != GOMP_TOOL_LAUNCH)
    put_flow (s, starts, 's', event->flow, pid, tid,
              phase == 'X' ? event->flow_start - 1 : event->start);
  else
    put_flow (s, starts, 'f', event->flow, pid, tid, event->start);
  if (event->kind == GOMP_TOOL_LAUNCH && event->left && phase == 'X')
    put_flow (s, ends, 's', event->flow, pid, tid,
              event->end - event->start > BEFORE_END_NS
                  ? event->end - BEFORE_END_NS
                  : event->start);
}

static void
put_event (struct trace_state *s, int thread,
           const struct gomp_tool_event *event, char phase)
{
  char text[LINE_MAX_SIZE], name[320];
  struct gomp_strbuf sb;
  bool on_device = event->kind == GOMP_TOOL_LAUNCH;
  long pid = on_device ? process_of (s, event->place) : s->pid;
  long tid = on_device ? pid + event->lane : thread;
  gomp_strbuf_init (&sb, text, sizeof (text));
  event_name (event, name, sizeof (name));
  put_head (&sb, name, gomp_tool_words[event->kind].category, phase, pid, tid);
  put_time (&sb, "ts", event->start);
  if (phase == 'X')
    put_time (&sb, "dur", event->end - event->start);
  else if (phase == 'i')
    gomp_strbuf_printf (&sb, ",\"s\":\"t\"");
  gomp_strbuf_printf (&sb, ",\"args\":{\"where\":");
  put_text (&sb, event->place->name);
  if (event->region != NULL)
    put_member (&sb, "target region", event->region->name);
  const char *reason
      = event->region == NULL ? NULL : atomic_load (&event->region->reason);
  if (event->kind == GOMP_TOOL_FALLBACK && reason != NULL)
    put_member (&sb, "reason", reason);
  const char *source = event->at == NULL ? "" : gomp_tool_source (event->at);
  if (*source != '\0')
    put_member (&sb, "source", source);
  if (event->kind >= GOMP_TOOL_TO)
    put_data (s, &sb, event);
  gomp_strbuf_printf (&sb, "}}");
  put_line (s, &sb);
  if (event->flow != 0)
    put_flows (s, pid, tid, event, phase);
}

/* Write what THREAD has kept.  */
static void
drain (struct trace_state *s, struct gomp_tool_thread *thread)
{
  struct gomp_tool_ring *ring = atomic_load (&thread->ring);
  /* Acquire: pairs with the release in gomp_trace_add.  */
  size_t head = atomic_load_explicit (&ring->head, memory_order_acquire);
  gomp_tsan_acquire (ring);
  size_t tail = atomic_load_explicit (&ring->tail, memory_order_relaxed);
  if (!s->open && !s->given_up && head != tail)
    open_trace (s);
  for (; tail != head && !s->given_up; tail++)
    {
      struct gomp_tool_event *event = &ring->events[tail % RING_EVENTS];
      if (event->kind == GOMP_TOOL_LAUNCH)
        name_lane (s, event->place, event->lane);
      else
        {
          name_host (s);
          name_thread (s, thread);
        }
      put_event (s, atomic_load_explicit (&thread->id, memory_order_relaxed),
                 event, event->kind >= GOMP_TOOL_MAP ? 'i' : 'X');
    }
  /* Release: the places may be used again; pairs with the acquire in
     gomp_trace_add.  */
  atomic_store_explicit (&ring->tail, head, memory_order_release);
}

static void
write_thread (struct gomp_tool_thread *thread)
{
  struct trace_state *s = &trace_state;
  gomp_mutex_lock (&s->mutex);
  drain (s, thread);
  if (s->open)
    flush (s, false);
  gomp_mutex_unlock (&s->mutex);
}

static struct gomp_tool_ring *
make_ring (struct gomp_tool_thread *thread)
{
  struct gomp_tool_ring *ring = gomp_alloc_zeroed (sizeof (*ring));
  if (ring == NULL)
    return NULL;
  /* Release: pairs with the acquire in gather.  */
  atomic_store_explicit (&thread->ring, ring, memory_order_release);
  return ring;
}

void
gomp_trace_add (struct gomp_tool_thread *thread,
                const struct gomp_tool_event *event)
{
  struct gomp_tool_ring *ring
      = atomic_load_explicit (&thread->ring, memory_order_relaxed);
  if (ring == NULL && (ring = make_ring (thread)) == NULL)
    return;
  if (event->kind == GOMP_TOOL_LAUNCH && event->lane == GOMP_TOOL_LANES)
    return;
  size_t head = atomic_load_explicit (&ring->head, memory_order_relaxed);
  /* Acquire: pairs with the release in drain.  */
  if (head - atomic_load_explicit (&ring->tail, memory_order_acquire)
      == RING_EVENTS)
    write_thread (thread);
  ring->events[head % RING_EVENTS] = *event;
  gomp_tsan_release (ring);
  /* Release: pairs with the acquire in drain.  */
  atomic_store_explicit (&ring->head, head + 1, memory_order_release);
}

void
gomp_trace_thread_fini (struct gomp_tool_thread *thread)
{
  if (atomic_load_explicit (&thread->ring, memory_order_relaxed) != NULL)
    write_thread (thread);
}

/* ---- All of it.  */

/* What THREAD is busy with.  Threads that still run may change it meanwhile:
   then the picture's last moments are not exact, but what is in another thing
   began later.  */
static void
write_open (struct trace_state *s, struct gomp_tool_thread *thread)
{
  /* Acquire: pairs with the releases in tool.c.  */
  unsigned depth = atomic_load_explicit (&thread->depth, memory_order_acquire);
  gomp_tsan_acquire (thread);
  int id = atomic_load_explicit (&thread->id, memory_order_relaxed);
  uint64_t before = 0;
  if (depth > 0 && !s->open && !s->given_up)
    open_trace (s);
  for (unsigned i = 0; i < depth && i < GOMP_TOOL_DEPTH && !s->given_up; i++)
    {
      struct gomp_tool_span *span = &thread->spans[i];
      struct gomp_tool_event event
          = { .kind = (enum gomp_tool_kind)atomic_load (&span->kind),
              .place = atomic_load (&span->place),
              .region = atomic_load (&span->region),
              .at = atomic_load (&span->at),
              .flow = atomic_load (&span->flow),
              .flow_start = atomic_load (&span->flow_start),
              .start = atomic_load (&span->start) };
      if (event.start <= before)
        return;
      before = event.start;
      name_host (s);
      name_thread (s, thread);
      put_event (s, id, &event, 'B');
    }
}

/* Launches that nobody has seen the end of.  */
static void
write_launches (struct trace_state *s)
{
  const struct gomp_tool_launch *launch = gomp_tool_launches_lock ();
  if (launch != NULL && !s->open && !s->given_up)
    open_trace (s);
  for (; launch != NULL && !s->given_up; launch = launch->next)
    {
      struct gomp_tool_event event = gomp_tool_launch_event (launch);
      if (event.lane == GOMP_TOOL_LANES)
        continue;
      name_lane (s, event.place, event.lane);
      put_event (s, 0, &event, event.end == 0 ? 'B' : 'X');
    }
  gomp_tool_launches_unlock ();
}

/* What threads have kept, and what they are busy with, FOR_NOW or for good.  */
static void
gather (struct trace_state *s, bool for_now)
{
  struct gomp_tool_thread *first
      = atomic_load_explicit (&gomp_tool_threads, memory_order_acquire);
  struct gomp_tool_thread *thread = first;
  for (; thread != NULL; thread = thread->next)
    if (atomic_load_explicit (&thread->ring, memory_order_acquire) != NULL)
      drain (s, thread);
  s->for_now = for_now;
  for (thread = first; thread != NULL; thread = thread->next)
    write_open (s, thread);
  write_launches (s);
  s->for_now = false;
}

bool
gomp_trace_write (void)
{
  struct trace_state *s = &trace_state;
  gomp_mutex_lock (&s->mutex);
  gather (s, true);
  if (s->open)
    flush (s, false);
  write_unfinished (s);
  bool more = !s->given_up;
  gomp_mutex_unlock (&s->mutex);
  return more;
}

void
gomp_trace_fini (void)
{
  struct trace_state *s = &trace_state;
  gomp_writer_stop ();
  gomp_mutex_lock (&s->mutex);
  gather (s, false);
  if (s->open)
    flush (s, true);
  close_trace (s);
  s->given_up = true;
  gomp_mutex_unlock (&s->mutex);
}

/* ---- Forks.  */

static bool
names_process (const char *name)
{
  for (; *name != '\0'; name++)
    if (name[0] == '%' && name[1] == 'p')
      return true;
    else
      name += name[0] == '%' && name[1] == '%';
  return false;
}

static void
forget_parent (struct trace_state *s)
{
  bool any = false;
  struct gomp_tool_thread *thread = atomic_load (&gomp_tool_threads);
  for (; thread != NULL; thread = thread->next)
    {
      struct gomp_tool_ring *ring = atomic_load (&thread->ring);
      thread->named_id = 0;
      if (ring == NULL)
        continue;
      atomic_store (&ring->tail, atomic_load (&ring->head));
      any = true;
    }
  close_trace (s);
  s->host_named = false;
  s->used = 0;
  s->behind = 0;
  if (any && !s->given_up && !names_process (gomp_icv_global.offload_trace))
    {
      s->given_up = true;
      atomic_fetch_and (&gomp_offload_wishes, ~GOMP_INFO_TRACE);
    }
}

void
gomp_trace_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&trace_state.mutex, when);
  if (when != GOMP_FORK_CHILD)
    return;
  forget_parent (&trace_state);
  gomp_writer_forked ();
}
