/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The memory that a launch accesses, recorded in lines of 64 bytes.  */

#ifndef STANDIN_EXEC_LINES_H
#define STANDIN_EXEC_LINES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_LINE 64

struct ptx_symbol;

/* An instruction: its function, and its position in the text of the module.  */
struct sim_location
{
  const struct ptx_symbol *function; /* NULL: no instruction */
  uint32_t position;
};

/* The bytes from START to END.  BY: the instruction that first read their
   line, or first wrote it if WRITTEN.  */
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
  uint64_t touched, written; /* one bit for each byte */
  struct sim_location by;
};

/* A set of lines; LOCK guards all of it.  */
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

/* Add accesses to the line of ADDRESS, which is in the set.  */
void sim_lines_touch (struct sim_lines *, uint64_t address, uint64_t touched,
                      uint64_t written);

/* The set as ordered ranges that do not overlap; the caller frees them.  */
struct sim_range *sim_lines_ranges (const struct sim_lines *, size_t *count);

#endif
