/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reads a trace in the Chrome format: is it JSON, and what events has it?  */

#ifndef TRACE_READ_H
#define TRACE_READ_H

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_EVENTS 40000
#define TRACE_TEXT 256

struct trace_event
{
  char name[TRACE_TEXT];
  char category[TRACE_TEXT];
  char phase;
  long process, thread;
  double start, duration;
  char where[TRACE_TEXT];    /* of the arguments, like those below */
  char region[TRACE_TEXT];   /* "target region", or of names the name */
  char reason[TRACE_TEXT];
  char variable[TRACE_TEXT];
  double bytes;
  bool has_duration;
  char scope[TRACE_TEXT]; /* of an instant */
};

struct trace
{
  char *text;     /* the file */
  const char *at; /* what is read next */
  bool valid;
  int count;
  struct trace_event events[TRACE_EVENTS];
};

static inline void
trace_blanks (struct trace *t)
{
  while (isspace ((unsigned char)*t->at))
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
trace_string (struct trace *t, char *text)
{
  size_t length = 0;
  if (!trace_take (t, '"'))
    return false;
  for (; *t->at != '"'; t->at++)
    {
      if ((unsigned char)*t->at < ' ')
        return false;
      if (*t->at == '\\' && strchr ("\"\\/bfnrtu", *++t->at) == NULL)
        return false;
      if (length < TRACE_TEXT - 1)
        text[length++] = *t->at;
    }
  text[length] = '\0';
  t->at++;
  return true;
}

static inline bool trace_object (struct trace *t, struct trace_event *e,
                                 int depth);

/* A member's value.  */
static inline bool
trace_value (struct trace *t, struct trace_event *e, const char *key, int depth)
{
  char text[TRACE_TEXT];
  struct
  {
    const char *key;
    char *text;
    int depth;
  } texts[] = { { "name", e->name, 0 },         { "cat", e->category, 0 },
                { "where", e->where, 1 },       { "s", e->scope, 0 },       { "name", e->region, 1 },
                { "target region", e->region, 1 }, { "reason", e->reason, 1 },
                { "variable", e->variable, 1 } };
  trace_blanks (t);
  if (*t->at == '{')
    return strcmp (key, "args") == 0 && trace_object (t, e, depth + 1);
  if (*t->at == '"')
    {
      if (!trace_string (t, text))
        return false;
      for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].depth == depth && strcmp (key, texts[i].key) == 0)
          strcpy (texts[i].text, text);
      if (strcmp (key, "ph") == 0)
        e->phase = *text;
      return true;
    }
  if (strncmp (t->at, "true", 4) == 0)
    {
      t->at += 4;
      return true;
    }
  char *end;
  double number = strtod (t->at, &end);
  if (end == t->at)
    return false;
  t->at = end;
  if (strcmp (key, "pid") == 0)
    e->process = (long)number;
  else if (strcmp (key, "tid") == 0)
    e->thread = (long)number;
  else if (strcmp (key, "ts") == 0)
    e->start = number;
  else if (strcmp (key, "dur") == 0)
    {
      e->duration = number;
      e->has_duration = true;
    }
  else if (strcmp (key, "bytes") == 0)
    e->bytes = number;
  return true;
}

static inline bool
trace_object (struct trace *t, struct trace_event *e, int depth)
{
  char key[TRACE_TEXT];
  if (!trace_take (t, '{'))
    return false;
  if (trace_take (t, '}'))
    return true;
  do
    {
      trace_blanks (t);
      if (!trace_string (t, key) || !trace_take (t, ':')
          || !trace_value (t, e, key, depth))
        return false;
    }
  while (trace_take (t, ','));
  return trace_take (t, '}');
}

/* What the format asks of each event (Google, "Trace Event Format": event
   descriptions, phases), and we of ours.  */
static inline bool
trace_is_complete (const struct trace_event *e)
{
  bool common = *e->name != '\0' && *e->category != '\0' && e->process > 0
                && e->thread > 0;
  bool timed = e->start > 0 && *e->where != '\0';
  switch (e->phase)
    {
    case 'X':
      return common && timed && e->has_duration && e->duration >= 0;
    case 'B':
      return common && timed && !e->has_duration;
    case 'i':
      return common && timed && !e->has_duration && strlen (e->scope) == 1
             && strchr ("gpt", *e->scope) != NULL;
    case 'M':
      return common && *e->region != '\0'
             && (strcmp (e->name, "process_name") == 0
                 || strcmp (e->name, "thread_name") == 0);
    default:
      return false;
    }
}

static inline bool
trace_array (struct trace *t)
{
  if (!trace_take (t, '['))
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
  if (!trace_take (t, ']'))
    return false;
  trace_blanks (t);
  return *t->at == '\0';
}

/* Read FILE and remove it; false: there is none.  */
static inline bool
trace_read (struct trace *t, const char *file)
{
  FILE *f = fopen (file, "r");
  size_t size = 0, room = (size_t)1 << 24;
  t->count = 0;
  t->valid = false;
  if (f == NULL)
    return false;
  t->text = malloc (room + 1);
  size = fread (t->text, 1, room, f);
  t->text[size] = '\0';
  fclose (f);
  unlink (file);
  t->at = t->text;
  t->valid = trace_array (t);
  if (!t->valid)
    printf ("not valid at byte %ld of %ld: %.80s\n", (long)(t->at - t->text),
            (long)size, t->at);
  free (t->text);
  return true;
}

/* Is there one name NAME of E's process or, for threads, thread?  */
static inline bool
trace_is_named (const struct trace *t, const struct trace_event *e,
                const char *name, bool of_thread)
{
  int count = 0;
  for (int i = 0; i < t->count; i++)
    count += t->events[i].phase == 'M' && strcmp (t->events[i].name, name) == 0
             && t->events[i].process == e->process
             && (!of_thread || t->events[i].thread == e->thread);
  return count == 1;
}

/* All processes and threads have one name.  */
static inline bool
trace_is_consistent (const struct trace *t)
{
  for (int i = 0; i < t->count; i++)
    {
      const struct trace_event *e = &t->events[i];
      bool named = trace_is_named (t, e, "process_name", false)
                   && (strcmp (e->name, "process_name") == 0
                       || trace_is_named (t, e, "thread_name", true));
      if (!named)
        printf ("'%s': thread %ld of %ld has no name, or several\n", e->name,
                e->thread, e->process);
      if (!named)
        return false;
    }
  return true;
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
        {
          printf ("'%s' at %f for %f ends after what it is in, at %f\n",
                  e->name, e->start, e->duration, ends[depth - 1]);
          return false;
        }
      if (depth < 256)
        ends[depth++] = e->start + e->duration;
    }
  return true;
}

#endif
