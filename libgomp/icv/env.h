/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The environment variables at run time: the rows of env.def as data, reading
   them, showing them.  Called by the constructor; no lock.  */

#ifndef GOMP_ICV_ENV_H
#define GOMP_ICV_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/strbuf.h"

enum gomp_env_shown
{
  GOMP_ENV_ALWAYS,
  GOMP_ENV_VERBOSE,
  GOMP_ENV_NEVER
};

enum gomp_env_flags
{
  GOMP_ENV_SUFFIXED = 1,    /* also with _ALL, _DEV, _DEV_n */
  GOMP_ENV_UNPRIVILEGED = 2 /* ignored in a set-user-ID program */
};

/* The value of a variable while it is parsed.  */
struct gomp_env_cursor
{
  const char *text;   /* the whole value */
  const char *at;     /* the next character to parse; the position of an
                         error */
  const char *phrase; /* start of the message, NULL: the usual one */
  bool quiet;         /* the host gives the messages */
  char reason[160];   /* what is wrong at this place, or "" */
};

struct gomp_env_row
{
  const char *name;
  /* Parses the whole value and stores it.  If false, nothing is stored, and the
     cursor is at the error.  */
  bool (*parse) (const struct gomp_env_row *row, struct gomp_env_cursor *c);
  /* Appends the value in effect.  */
  void (*show) (const struct gomp_env_row *row, struct gomp_strbuf *sb);
  enum gomp_env_shown shown;
  unsigned flags;            /* enum gomp_env_flags */
  void *target;              /* where the value goes, or NULL */
  int64_t low;               /* smallest number accepted */
  int64_t high;              /* largest number accepted */
  const char *default_value; /* for messages and the manual */
  const char *forms;         /* likewise */
};

HIDDEN extern const struct gomp_env_row gomp_env_rows[];
HIDDEN extern const size_t gomp_env_row_count;

/* Value of gomp_env_read's DEVICE for the host.  */
#define GOMP_ENV_HOST (-1)

/* Parse all variables, as the host or device number DEVICE sees them, over
   the defaults in gomp_icv_global.  A wrong value gives one message, on the
   host, or on the device if the variable is for devices only.  */
HIDDEN void gomp_env_read (int device);
/* From now on behave as in a set-user-ID program: such a program has started
   this one.  */
HIDDEN void gomp_env_distrust (void);
/* A hash of the variables as they are set now.  */
HIDDEN uint64_t gomp_env_hash (void);
/* True if the row NAME was given a valid value.  */
HIDDEN bool gomp_env_is_set (const char *name);
/* What follows the name of ROW, a number, in the name of the variable that gave
   it a valid value: "" or "_ALL"; NULL: none did.  */
HIDDEN const char *gomp_env_suffix (size_t row) COLD;
/* Let ENTRY, NAME=VALUE, count if the environment has no NAME.  The text is
   copied.  While libraries are loaded.  */
HIDDEN void gomp_env_add (const char *entry) COLD;
/* Parse ENTRY, NAME=VALUE, as if it were in the environment; false if there is
   no such row.  While the process has one thread.  */
HIDDEN bool gomp_env_set (const char *entry) COLD;

/* The value of NAME, an integer or boolean variable or a list of integers,
   whose first one it is, as device number DEVICE sees it; 0: none.  A wrong
   value of a variable for devices only gives a message.  */
HIDDEN int gomp_env_of_device (const char *name, int device) COLD;

/* Print the settings in effect (OMP_DISPLAY_ENV, omp_display_env).  */
HIDDEN void gomp_env_display (bool verbose);

#endif
