/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reads a trace in the Chrome format (Google, "Trace Event Format") and checks
   it strictly.  Is it JSON, and UTF-8?  Has each object each member once, and
   each event the members of its phase and no others?  Are threads and processes
   named once, before their first event?  Do the events of a thread come in the
   order of their ends, each wholly inside or outside of the others?  Has each
   flow one launch?  */

#ifndef TRACE_READ_H
#define TRACE_READ_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TRACE_EVENTS 40000
#define TRACE_TEXT 256
/* Times have three digits after the point, read into a double.  */
#define TRACE_ROUNDING 2e-3

/* Members of an event and of its arguments: a bit each.  */
#define TRACE_MEMBERS                                                          \
  MEMBER (NAME, "name", 0)                                                     \
  MEMBER (CATEGORY, "cat", 0)                                                  \
  MEMBER (PHASE, "ph", 0)                                                      \
  MEMBER (PROCESS, "pid", 0)                                                   \
  MEMBER (THREAD, "tid", 0)                                                    \
  MEMBER (START, "ts", 0)                                                      \
  MEMBER (DURATION, "dur", 0)                                                  \
  MEMBER (SCOPE, "s", 0)                                                       \
  MEMBER (ARGS, "args", 0)                                                     \
  MEMBER (FLOW, "id", 0)                                                       \
  MEMBER (BINDING, "bp", 0)                                                    \
  MEMBER (ARG_NAME, "name", 1)                                                 \
  MEMBER (WHERE, "where", 1)                                                   \
  MEMBER (REGION, "target region", 1)                                          \
  MEMBER (REASON, "reason", 1)                                                 \
  MEMBER (SOURCE, "source", 1)                                                 \
  MEMBER (BYTES, "bytes", 1)                                                   \
  MEMBER (CONSTRUCT, "construct", 1)                                           \
  MEMBER (VARIABLE, "variable", 1)                                             \
  MEMBER (HOST_ADDRESS, "host address", 1)                                     \
  MEMBER (DEVICE_ADDRESS, "device address", 1)                                 \
  MEMBER (TYPE, "type", 1)                                                     \
  MEMBER (IN_VAIN, "in vain", 1)

enum trace_member
{
#define MEMBER(name, text, depth) TRACE_##name,
  TRACE_MEMBERS
#undef MEMBER
      TRACE_MEMBER_COUNT
};

struct trace_event
{
  unsigned members; /* bits: those it has */
  char name[TRACE_TEXT];
  char category[TRACE_TEXT];
  char phase;
  long process, thread;
  double start, duration;
  char scope[TRACE_TEXT];  /* of an instant; the binding of a flow's end */
  char flow[TRACE_TEXT];   /* of its ends */
  char where[TRACE_TEXT];  /* of the arguments, like those below */
  char region[TRACE_TEXT]; /* "target region", or of names the name */
  char reason[TRACE_TEXT];
  char source[TRACE_TEXT];
  char variable[TRACE_TEXT];
  double bytes;
};

struct trace
{
  char *text;     /* the file */
  const char *at; /* what is read next */
  bool valid;
  int count;
  struct trace_event events[TRACE_EVENTS];
};

/* ---- JSON.  */

static inline void
trace_blanks (struct trace *t)
{
  while (*t->at != '\0' && strchr (" \t\r\n", *t->at) != NULL)
    t->at++;
}

static inline bool
trace_take (struct trace *t, char c)
{
  trace_blanks (t);
  if (*t->at != c)
    return false;
  t->at++;
  return true;
}

static inline bool
trace_word (struct trace *t, const char *word)
{
  size_t length = strlen (word);
  if (strncmp (t->at, word, length) != 0)
    return false;
  t->at += length;
  return true;
}

/* Bytes of the UTF-8 character at TEXT; 0: it is none.  */
static inline int
trace_character (const char *text)
{
  const unsigned char *c = (const unsigned char *)text;
  int length = *c < 0x80                 ? 1
               : *c >= 0xc2 && *c < 0xe0 ? 2
               : (*c & 0xf0) == 0xe0     ? 3
               : *c >= 0xf0 && *c < 0xf5 ? 4
                                         : 0;
  for (int i = 1; i < length; i++)
    if ((c[i] & 0xc0) != 0x80)
      return 0;
  return length;
}

static inline bool
trace_escape (struct trace *t)
{
  char c = *++t->at;
  if (c == 'u')
    for (int i = 0; i < 4; i++)
      if (!isxdigit ((unsigned char)*++t->at))
        return false;
  return c != '\0' && strchr ("\"\\/bfnrtu", c) != NULL;
}

static inline bool
trace_string (struct trace *t, char *text)
{
  size_t length = 0;
  if (!trace_take (t, '"'))
    return false;
  while (*t->at != '"')
    {
      int bytes = trace_character (t->at);
      if (bytes == 0 || (unsigned char)*t->at < ' '
          || (*t->at == '\\' && !trace_escape (t)))
        return false;
      for (; bytes > 0; bytes--, t->at++)
        if (length < TRACE_TEXT - 1)
          text[length++] = *t->at;
    }
  text[length] = '\0';
  t->at++;
  return true;
}

static inline bool
trace_digits (struct trace *t)
{
  const char *first = t->at;
  while (isdigit ((unsigned char)*t->at))
    t->at++;
  return t->at > first;
}

/* WHOLE: it has neither fraction nor exponent.  */
static inline bool
trace_number (struct trace *t, double *number, bool *whole)
{
  const char *first = t->at;
  trace_word (t, "-");
  if (!trace_word (t, "0") && !trace_digits (t))
    return false;
  const char *end = t->at;
  if (trace_word (t, ".") && !trace_digits (t))
    return false;
  if (trace_word (t, "e") || trace_word (t, "E"))
    {
      if (!trace_word (t, "-"))
        trace_word (t, "+");
      if (!trace_digits (t))
        return false;
    }
  *whole = t->at == end;
  *number = strtod (first, NULL);
  return true;
}

/* ---- Members.  */

static inline bool
trace_text_member (struct trace_event *e, enum trace_member member,
                   const char *text)
{
  char *const places[TRACE_MEMBER_COUNT]
      = { [TRACE_NAME] = e->name,        [TRACE_CATEGORY] = e->category,
          [TRACE_SCOPE] = e->scope,      [TRACE_BINDING] = e->scope,
          [TRACE_FLOW] = e->flow,        [TRACE_ARG_NAME] = e->region,
          [TRACE_WHERE] = e->where,      [TRACE_REGION] = e->region,
          [TRACE_REASON] = e->reason,    [TRACE_SOURCE] = e->source,
          [TRACE_VARIABLE] = e->variable };
  if (member == TRACE_PHASE)
    e->phase = *text;
  else if (places[member] != NULL)
    strcpy (places[member], text);
  return member == TRACE_PHASE
             ? strlen (text) == 1
             : places[member] != NULL
                   || (member >= TRACE_CONSTRUCT && member != TRACE_IN_VAIN);
}

static inline bool
trace_number_member (struct trace_event *e, enum trace_member member,
                     double number, bool whole)
{
  switch (member)
    {
    case TRACE_PROCESS:
      e->process = (long)number;
      return whole;
    case TRACE_THREAD:
      e->thread = (long)number;
      return whole;
    case TRACE_START:
      e->start = number;
      return true;
    case TRACE_DURATION:
      e->duration = number;
      return true;
    case TRACE_BYTES:
      e->bytes = number;
      return whole;
    default:
      return false;
    }
}

static inline bool trace_object (struct trace *t, struct trace_event *e,
                                 int depth);

static inline bool
trace_value (struct trace *t, struct trace_event *e, enum trace_member member)
{
  char text[TRACE_TEXT];
  double number;
  bool whole;
  trace_blanks (t);
  if (member == TRACE_ARGS)
    return trace_object (t, e, 1);
  if (*t->at == '"')
    return trace_string (t, text) && trace_text_member (e, member, text);
  if (trace_word (t, "true"))
    return member == TRACE_IN_VAIN;
  return trace_number (t, &number, &whole)
         && trace_number_member (e, member, number, whole);
}

/* The member that KEY is; TRACE_MEMBER_COUNT: none that we know.  */
static inline enum trace_member
trace_member (const char *key, int depth)
{
  static const struct
  {
    const char *text;
    int depth;
  } members[] = {
#define MEMBER(name, text, depth) { text, depth },
    TRACE_MEMBERS
#undef MEMBER
  };
  int i = 0;
  while (i < TRACE_MEMBER_COUNT
         && (members[i].depth != depth || strcmp (members[i].text, key) != 0))
    i++;
  return (enum trace_member)i;
}

static inline bool
trace_object (struct trace *t, struct trace_event *e, int depth)
{
  char key[TRACE_TEXT];
  if (!trace_take (t, '{'))
    return false;
  do
    {
      trace_blanks (t);
      if (!trace_string (t, key) || !trace_take (t, ':'))
        return false;
      enum trace_member member = trace_member (key, depth);
      if (member == TRACE_MEMBER_COUNT || (e->members & 1u << member) != 0)
        {
          printf ("member '%s' is unknown, or there twice\n", key);
          return false;
        }
      e->members |= 1u << member;
      if (!trace_value (t, e, member))
        return false;
    }
  while (trace_take (t, ','));
  return trace_take (t, '}');
}

/* ---- Events.  */

static inline bool
trace_has (const struct trace_event *e, enum trace_member member)
{
  return (e->members & 1u << member) != 0;
}

static inline bool
trace_is_category (const char *category)
{
  static const char *const categories[]
      = { "region",   "fallback", "directive", "launch", "wait",
          "transfer", "map",      "memory",    "flow",   "__metadata" };
  for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
    if (strcmp (category, categories[i]) == 0)
      return true;
  return false;
}

/* What each phase asks for, and what it allows.  */
static inline bool
trace_is_complete (const struct trace_event *e)
{
  const unsigned top = (1u << TRACE_ARG_NAME) - 1;
  const unsigned all = 1u << TRACE_NAME | 1u << TRACE_CATEGORY
                       | 1u << TRACE_PHASE | 1u << TRACE_PROCESS
                       | 1u << TRACE_THREAD;
  const unsigned common = all | 1u << TRACE_ARGS;
  const unsigned begun = common | 1u << TRACE_START;
  const unsigned flow = all | 1u << TRACE_START | 1u << TRACE_FLOW;
  bool sound = *e->name != '\0' && trace_is_category (e->category)
               && e->process > 0 && e->thread > 0 && e->start >= 0
               && e->duration >= 0
               && (strcmp (e->category, "flow") == 0)
                      == (e->phase == 's' || e->phase == 'f');
  bool event = trace_has (e, TRACE_WHERE) && *e->where != '\0'
               && !trace_has (e, TRACE_ARG_NAME);
  switch (e->phase)
    {
    case 'X':
      return sound && event
             && (e->members & top) == (begun | 1u << TRACE_DURATION);
    case 'B':
      return sound && event && (e->members & top) == begun;
    case 's':
      return sound && e->members == flow;
    case 'f':
      return sound && e->members == (flow | 1u << TRACE_BINDING)
             && strcmp (e->scope, "e") == 0;
    case 'i':
      return sound && event && strcmp (e->scope, "t") == 0
             && (e->members & top) == (begun | 1u << TRACE_SCOPE);
    case 'M':
      return sound && *e->region != '\0'
             && e->members == (common | 1u << TRACE_ARG_NAME)
             && (strcmp (e->name, "process_name") == 0
                 || strcmp (e->name, "thread_name") == 0);
    default:
      return false;
    }
}

static inline bool
trace_events (struct trace *t)
{
  if (!trace_word (t, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":["))
    return false;
  do
    {
      struct trace_event *e = &t->events[t->count];
      memset (e, 0, sizeof *e);
      if (!trace_object (t, e, 0) || !trace_is_complete (e)
          || ++t->count == TRACE_EVENTS)
        return false;
    }
  while (trace_take (t, ','));
  if (!trace_take (t, ']') || !trace_take (t, '}'))
    return false;
  trace_blanks (t);
  return *t->at == '\0';
}

/* ---- What events say of each other.  */

static inline bool
trace_refuse (const struct trace_event *e, const char *why)
{
  printf ("'%s' at %f for %f of thread %ld: %s\n", e->name, e->start,
          e->duration, e->thread, why);
  return false;
}

/* Names of E's process or, OF_THREAD, thread before the event numbered END.  */
static inline int
trace_names (const struct trace *t, const struct trace_event *e, bool of_thread,
             int end)
{
  const char *name = of_thread ? "thread_name" : "process_name";
  int count = 0;
  for (int i = 0; i < end; i++)
    count += t->events[i].phase == 'M' && strcmp (t->events[i].name, name) == 0
             && t->events[i].process == e->process
             && (!of_thread || t->events[i].thread == e->thread);
  return count;
}

/* Each process and thread has one name, before its first event.  */
static inline bool
trace_is_named (const struct trace *t)
{
  const struct trace_event *last = NULL;
  for (int i = 0; i < t->count; i++)
    {
      const struct trace_event *e = &t->events[i];
      bool is_thread = strcmp (e->name, "thread_name") == 0;
      if (e->phase == 'M' && trace_names (t, e, is_thread, i) != 0)
        return trace_refuse (e, "a second name");
      /* Mostly another event of the same thread.  */
      if (e->phase == 'M'
          || (last != NULL && last->process == e->process
              && last->thread == e->thread))
        continue;
      last = e;
      if (trace_names (t, e, false, i) != 1 || trace_names (t, e, true, i) != 1)
        return trace_refuse (e, "its process or thread has no name yet");
    }
  return true;
}

/* A thread writes its events when it ends.  */
static inline bool
trace_is_in_order (const struct trace *t)
{
  enum
  {
    THREADS = 1024
  };
  static struct
  {
    long thread;
    double end;
  } ends[THREADS];
  int count = 0;
  for (int i = 0; i < t->count; i++)
    {
      const struct trace_event *e = &t->events[i];
      int k = 0;
      if ((e->phase != 'X' && e->phase != 'i')
          || strcmp (e->category, "launch") == 0)
        continue;
      while (k < count && ends[k].thread != e->thread)
        k++;
      if (k == count && count < THREADS)
        {
          ends[count].thread = e->thread;
          ends[count++].end = 0;
        }
      if (k == THREADS)
        continue;
      if (e->start + e->duration < ends[k].end - TRACE_ROUNDING)
        return trace_refuse (e, "out of order");
      ends[k].end = e->start + e->duration;
    }
  return true;
}

static inline int
trace_compare_flows (const void *a, const void *b)
{
  const struct trace_event *const *x = a, *const *y = b;
  int by_flow = strcmp ((*x)->flow, (*y)->flow);
  return by_flow != 0 ? by_flow : strcmp ((*x)->name, (*y)->name);
}

/* What the event numbered END, an end of a flow, is the end of: it is written
   behind that.  NULL: nothing.  */
static inline const struct trace_event *
trace_bound (const struct trace *t, int end)
{
  const struct trace_event *e = &t->events[end], *to = e;
  while (to > t->events && (to->phase == 's' || to->phase == 'f'))
    to--;
  bool within
      = to->process == e->process && to->thread == e->thread
        && e->start >= to->start - TRACE_ROUNDING
        && (to->phase == 'B'
            || (to->phase == 'X' && e->start <= to->start + to->duration));
  return within ? to : NULL;
}

/* "start of launch" leads from what waits for a launch, or leaves it, to the
   launch, "end of launch" from the launch to what ends it.  */
static inline bool
trace_is_bound (const struct trace *t, int end)
{
  const struct trace_event *e = &t->events[end], *to = trace_bound (t, end);
  bool at_start = strcmp (e->name, "start of launch") == 0;
  if (to == NULL || (!at_start && strcmp (e->name, "end of launch") != 0))
    return false;
  bool is_launch = strcmp (to->category, "launch") == 0;
  return is_launch == (at_start == (e->phase == 'f'))
         && (e->phase == 's' || e->start == to->start);
}

/* Each flow has one beginning and one end, not before it, as far as the program
   has lived to see them.  */
static inline bool
trace_has_flows (const struct trace *t)
{
  static const struct trace_event *all[TRACE_EVENTS];
  size_t count = 0;
  for (int i = 0; i < t->count; i++)
    if (*t->events[i].flow != '\0')
      {
        if (!trace_is_bound (t, i))
          return trace_refuse (&t->events[i], "it is no end of what it is in");
        all[count++] = &t->events[i];
      }
  qsort (all, count, sizeof *all, trace_compare_flows);
  for (size_t i = 0; i + 1 < count; i++)
    if (trace_compare_flows (&all[i], &all[i + 1]) == 0)
      {
        const struct trace_event *x = all[i], *y = all[i + 1];
        bool third
            = i + 2 < count && trace_compare_flows (&x, &all[i + 2]) == 0;
        double ahead
            = x->phase == 's' ? y->start - x->start : x->start - y->start;
        if (x->phase == y->phase || third || ahead < 0)
          return trace_refuse (x, "its flow is not of one launch");
      }
  return true;
}

/* Read FILE; false: there is none.  */
static inline bool
trace_load (struct trace *t, const char *file)
{
  FILE *f = fopen (file, "r");
  size_t size = 0, room = (size_t)1 << 25;
  t->count = 0;
  t->valid = false;
  if (f == NULL)
    return false;
  t->text = malloc (room + 1);
  size = fread (t->text, 1, room, f);
  t->text[size] = '\0';
  fclose (f);
  t->at = t->text;
  t->valid = trace_events (t);
  if (!t->valid)
    printf ("not valid at byte %ld of %ld: %.80s\n", (long)(t->at - t->text),
            (long)size, t->at);
  free (t->text);
  t->valid = t->valid && trace_is_named (t) && trace_is_in_order (t)
             && trace_has_flows (t);
  return true;
}

/* The same, and remove it.  */
static inline bool
trace_read (struct trace *t, const char *file)
{
  bool found = trace_load (t, file);
  unlink (file);
  return found;
}

/* Events of CATEGORY and PHASE.  */
static inline int
trace_count (const struct trace *t, const char *category, char phase)
{
  int count = 0;
  for (int i = 0; i < t->count; i++)
    count += t->events[i].phase == phase
             && strcmp (t->events[i].category, category) == 0;
  return count;
}

static inline int
trace_compare (const void *a, const void *b)
{
  const struct trace_event *x = a, *y = b;
  if (x->process != y->process)
    return x->process < y->process ? -1 : 1;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->duration > y->duration ? -1 : x->duration < y->duration;
}

/* Does each event of a thread lie wholly inside or outside the others?  Sorts
   the events.  */
static inline bool
trace_is_nested (struct trace *t)
{
  static double ends[256];
  int depth = 0;
  qsort (t->events, (size_t)t->count, sizeof *t->events, trace_compare);
  for (int i = 0; i < t->count; i++)
    {
      const struct trace_event *e = &t->events[i];
      if (i == 0 || e[-1].process != e->process || e[-1].thread != e->thread)
        depth = 0;
      if (e->phase != 'X')
        continue;
      while (depth > 0 && ends[depth - 1] <= e->start + 1e-4)
        depth--;
      if (depth > 0 && e->start + e->duration > ends[depth - 1] + 1e-3)
        return trace_refuse (e, "it ends after what it is in");
      if (depth < 256)
        ends[depth++] = e->start + e->duration;
    }
  return true;
}

#endif
