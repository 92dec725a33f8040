/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which memory a launch touches, kept in lines of 64 bytes.  */

#ifndef STANDIN_EXEC_LINES_H
#define STANDIN_EXEC_LINES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_LINE 64

struct ptx_symbol;

/* An instruction: the function, and where it is in the text of its module.  */
struct sim_location
{
  const struct ptx_symbol *function; /* NULL: no instruction */
  uint32_t position;
};

/* Bytes from START to END.  BY is what first read of their line, or wrote if
   that is what happened.  */
struct sim_range
{
  uint64_t start;
  uint64_t end;
  bool is_written;
  struct sim_location by;
};

struct sim_line
{
  uint64_t line; /* 0: empty */
  bool is_written;
  uint64_t touched, written; /* bytes, a bit each */
  struct sim_location by;
};

/* A set of lines; LOCK guards it all.  */
struct sim_lines
{
  pthread_mutex_t lock;
  struct sim_line *slot;
  size_t room; /* a power of two */
  size_t count;
};

void sim_lines_init (struct sim_lines *);
void sim_lines_fini (struct sim_lines *);
void sim_lines_add (struct sim_lines *, uint64_t address, bool is_written,
                    struct sim_location by);

/* Of the line of ADDRESS, which was added.  */
void sim_lines_touch (struct sim_lines *, uint64_t address, uint64_t touched,
                      uint64_t written);

/* The set as ranges in order, which do not overlap; to be freed.  */
struct sim_range *sim_lines_ranges (const struct sim_lines *, size_t *count);

#endif
