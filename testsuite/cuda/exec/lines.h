/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which memory a launch touches, in lines of 64 bytes.  */

#ifndef EXEC_LINES_H
#define EXEC_LINES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_LINE 64

/* Bytes from START to END.  */
struct sim_range
{
  uint64_t start;
  uint64_t end;
  bool is_written;
};

/* A set of lines; LOCK guards it all.  */
struct sim_lines
{
  pthread_mutex_t lock;
  uint64_t *slot; /* line * 2 + 1 if it is written; 0: empty */
  size_t room;    /* a power of two */
  size_t count;
};

void sim_lines_init (struct sim_lines *);
void sim_lines_fini (struct sim_lines *);
void sim_lines_add (struct sim_lines *, uint64_t address, bool is_written);

/* The set as ranges in order; to be freed.  */
struct sim_range *sim_lines_ranges (const struct sim_lines *, size_t *count);

#endif
