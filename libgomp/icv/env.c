/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading the environment; see env.h and env.def.

   Owns the row table and which rows were set.  Runs in the constructor, and
   once more at the first use of the library if the program changed its
   environment while it had one thread (icv.c); never twice at the same time.
   Besides, any thread may read the variables for a device that has no
   environment.  OpenMP 5.1 section 6.  */

#include "icv/env.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/mem.h"
#include "icv/env_parse.h"
#include "icv/env_show.h"
#include "icv/icv.h"

#define ALWAYS GOMP_ENV_ALWAYS
#define VERBOSE GOMP_ENV_VERBOSE
#define NEVER GOMP_ENV_NEVER
#define SUFFIXED GOMP_ENV_SUFFIXED
#define UNPRIVILEGED GOMP_ENV_UNPRIVILEGED
#define AT(member) (&gomp_icv_global.member)
#define NOWHERE NULL

const struct gomp_env_row gomp_env_rows[] = {
#define ENV(name, parser, shower, shown, flags, target, low, high,             \
            default_value, forms, help)                                        \
  { name,                                                                      \
    gomp_env_parse_##parser,                                                   \
    gomp_env_show_##shower,                                                    \
    shown,                                                                     \
    flags,                                                                     \
    target,                                                                    \
    low,                                                                       \
    high,                                                                      \
    default_value,                                                             \
    forms },
#include "icv/env.def"
#undef ENV
};

enum
{
  ROWS = GOMP_ARRAY_SIZE (gomp_env_rows)
};
const size_t gomp_env_row_count = ROWS;

/* The rank of a variable's form: of one row, the form with the highest rank and
   a valid value is used.  */
enum rank
{
  RANK_NONE,
  RANK_PLAIN_ON_DEVICE,
  RANK_ALL,
  RANK_DEVICES,
  RANK_EXACT,
  RANKS
};

static struct env_state
{
  unsigned char rank[ROWS]; /* enum rank of the form with the valid value that
                               the row was given */
} env_state;

/* The variables that are there for a row.  */
struct match
{
  const char *entry[RANKS]; /* NAME=VALUE, or NULL */
};

/* Whose view of the environment is wanted.  */
struct view
{
  int device;   /* device number, or GOMP_ENV_HOST */
  bool reports; /* give a message for a name that cannot be used */
};

/* The part of a value that messages quote: one line of moderate length, for any
   value.  */
static void
quote (struct gomp_strbuf *sb, const char *text, size_t most)
{
  size_t i = 0;
  for (; text[i] != '\0' && i < most; i++)
    if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
      gomp_strbuf_printf (sb, "\\%03o", (unsigned char)text[i]);
    else
      gomp_strbuf_putc (sb, text[i]);
  if (text[i] != '\0')
    gomp_strbuf_printf (sb, "...");
}

#define QUOTED_MAX 200

static void
report_number (const char *entry, const char *digits)
{
  char text[4 * QUOTED_MAX + 8];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  quote (&sb, entry, QUOTED_MAX);
  gomp_error ("Invalid device number in %s: wrong at character %zu of the "
              "name; accepted: a device number from 0 on, without leading "
              "zeros; the variable is ignored",
              text, (size_t)(digits - entry) + 1);
}

/* The rank of a variable whose name ends in _DEV_ and DIGITS.  */
static enum rank
rank_numbered (const char *entry, const char *digits, struct view view)
{
  char *end;
  long n = strtol (digits, &end, 10);
  bool plain_digits = *digits >= '0' && *digits <= '9'
                      && (digits[0] != '0' || end == digits + 1);
  if (!plain_digits || *end != '=' || n > INT32_MAX)
    {
      if (view.reports)
        report_number (entry, digits);
      return RANK_NONE;
    }
  return view.device == n ? RANK_EXACT : RANK_NONE;
}

/* The rank of ENTRY, whose name starts with that of a row and goes on with
   SUFFIX.  */
static enum rank
rank_of (const struct gomp_env_row *row, const char *entry, const char *suffix,
         struct view view)
{
  bool host = view.device == GOMP_ENV_HOST;
  if (*suffix == '=')
    return host ? RANK_EXACT : RANK_PLAIN_ON_DEVICE;
  if ((row->flags & GOMP_ENV_SUFFIXED) == 0)
    return RANK_NONE;
  if (strncmp (suffix, "_ALL=", 5) == 0)
    return RANK_ALL;
  if (strncmp (suffix, "_DEV=", 5) == 0)
    return host ? RANK_NONE : RANK_DEVICES;
  if (strncmp (suffix, "_DEV_", 5) == 0)
    return rank_numbered (entry, suffix + 5, view);
  return RANK_NONE;
}

/* What gomp_env_add has added.  */
static struct additions
{
  unsigned count;
  char *entries[16];
} additions;

static void
match_entry (struct match *matches, const char *entry, struct view view)
{
  if (*entry != 'O' && *entry != 'G' && *entry != 'A')
    return;
  for (size_t i = 0; i < ROWS; i++)
    {
      const struct gomp_env_row *row = &gomp_env_rows[i];
      size_t n = strlen (row->name);
      if (strncmp (entry, row->name, n) == 0)
        matches[i].entry[rank_of (row, entry, entry + n, view)] = entry;
    }
}

/* Find, in one walk over the environment, the variables of each row.  If a name
   occurs twice, the last one counts.  */
static void
match_rows (struct match *matches, struct view view)
{
  for (unsigned i = 0; i < additions.count; i++)
    match_entry (matches, additions.entries[i], view);
  if (environ == NULL)
    return;
  for (char **entry = environ; *entry != NULL; entry++)
    match_entry (matches, *entry, view);
}

void
gomp_env_add (const char *entry)
{
  if (additions.count == GOMP_ARRAY_SIZE (additions.entries))
    return;
  size_t size = strlen (entry) + 1;
  additions.entries[additions.count++]
      = memcpy (gomp_xalloc (size), entry, size);
}

/* The next existing form of the row below RANK, or NULL.  */
static const char *
next_best (const struct match *match, enum rank *rank)
{
  while (*rank > RANK_NONE + 1)
    if (match->entry[--*rank] != NULL)
      return match->entry[*rank];
  return NULL;
}

/* One line on the value in ENTRY; INSTEAD is the variable that is tried in its
   place, or NULL.  */
static void
report (const struct gomp_env_row *row, const char *entry,
        const struct gomp_env_cursor *c, const char *instead)
{
  const char *phrase = c->phrase != NULL ? c->phrase : "Invalid value for";
  char line[4096];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, line, sizeof (line));
  gomp_strbuf_printf (&sb, "%s environment variable %.*s: '", phrase,
                      (int)strcspn (entry, "="), entry);
  quote (&sb, c->text, QUOTED_MAX);
  if (*c->text == '\0')
    gomp_strbuf_printf (&sb, "' is wrong: it is empty");
  else if (*c->at == '\0')
    gomp_strbuf_printf (&sb, "' is wrong at its end");
  else
    {
      gomp_strbuf_printf (&sb, "' is wrong at character %zu ('",
                          (size_t)(c->at - c->text) + 1);
      quote (&sb, c->at, 20);
      gomp_strbuf_printf (&sb, "')");
    }
  if (c->reason[0] != '\0')
    gomp_strbuf_printf (&sb, ": %s", c->reason);
  gomp_strbuf_printf (&sb, "; accepted: %s; using ", row->forms);
  if (instead != NULL)
    quote (&sb, instead, QUOTED_MAX);
  else
    gomp_strbuf_printf (&sb, "the default: %s", row->default_value);
  gomp_error ("%s", line);
}

static bool is_distrusted;

void
gomp_env_distrust (void)
{
  is_distrusted = true;
}

/* The caller of a set-user-ID program must not make it print or write
   files.  */
static bool
is_forbidden (const struct gomp_env_row *row)
{
  return (row->flags & GOMP_ENV_UNPRIVILEGED) != 0
         && (is_distrusted || secure_getenv (row->name) == NULL);
}

/* A wrong value counts as an unset variable.  Returns the rank of the form that
   has a valid one.  */
static enum rank
read_row (const struct gomp_env_row *row, const struct match *match, int device)
{
  enum rank rank = RANKS;
  const char *entry = next_best (match, &rank);
  if (entry == NULL || is_forbidden (row))
    return RANK_NONE;
  while (entry != NULL)
    {
      const char *value = strchr (entry, '=') + 1;
      struct gomp_env_cursor c = { .text = value, .at = value };
      c.quiet = device != GOMP_ENV_HOST && rank < RANK_DEVICES;
      if (row->parse (row, &c))
        return rank;
      const char *instead = next_best (match, &rank);
      if (!c.quiet)
        report (row, entry, &c, instead);
      entry = instead;
    }
  return RANK_NONE;
}

void
gomp_env_read (int device)
{
  struct match matches[ROWS] = { 0 };
  match_rows (matches, (struct view){ device, device == GOMP_ENV_HOST });
  memset (&env_state, 0, sizeof (env_state));
  for (size_t i = 0; i < ROWS; i++)
    env_state.rank[i]
        = (unsigned char)read_row (&gomp_env_rows[i], &matches[i], device);
}

bool
gomp_env_is_set (const char *name)
{
  for (size_t i = 0; i < ROWS; i++)
    if (strcmp (gomp_env_rows[i].name, name) == 0)
      return env_state.rank[i] != RANK_NONE;
  return false;
}

const char *
gomp_env_suffix (size_t row)
{
  static const char *const suffixes[RANKS] = { NULL, "", "_ALL", "_DEV", "" };
  return suffixes[env_state.rank[row]];
}

bool
gomp_env_set (const char *entry)
{
  for (size_t i = 0; i < ROWS; i++)
    {
      struct match match = { 0 };
      size_t n = strlen (gomp_env_rows[i].name);
      if (strncmp (entry, gomp_env_rows[i].name, n) != 0 || entry[n] != '=')
        continue;
      match.entry[RANK_EXACT] = entry;
      enum rank rank = read_row (&gomp_env_rows[i], &match, GOMP_ENV_HOST);
      if (rank != RANK_NONE)
        env_state.rank[i] = (unsigned char)rank;
      return true;
    }
  return false;
}

/* Of a list of numbers, the first one counts.  */
static bool
parse_first (const struct gomp_env_row *row, struct gomp_env_cursor *c)
{
  int64_t value;
  if (!gomp_env_take_number (c, row->low, row->high, &value))
    return false;
  *(int32_t *)row->target = (int32_t)value;
  return true;
}

int
gomp_env_of_device (const char *name, int device)
{
  struct match matches[ROWS] = { 0 };
  int32_t value = 0;
  match_rows (matches, (struct view){ device, false });
  for (size_t i = 0; i < ROWS; i++)
    if (strcmp (gomp_env_rows[i].name, name) == 0)
      {
        struct gomp_env_row row = gomp_env_rows[i];
        if (row.target == NULL)
          row.parse = parse_first;
        row.target = &value;
        read_row (&row, &matches[i], device);
      }
  return value;
}

uint64_t
gomp_env_hash (void)
{
  struct match matches[ROWS] = { 0 };
  match_rows (matches, (struct view){ GOMP_ENV_HOST, false });
  /* FNV-1a.  */
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < ROWS; i++)
    for (enum rank rank = RANK_NONE + 1; rank < RANKS; rank++)
      for (const char *s = matches[i].entry[rank]; s != NULL && *s != '\0'; s++)
        hash = (hash ^ (unsigned char)*s) * 0x100000001b3u;
  return hash;
}
