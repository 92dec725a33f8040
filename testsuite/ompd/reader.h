/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The memory of a process, or of a core with the ranges that the process had,
   and the dynamic symbols in it.  */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RANGES 4096

struct range
{
  uint64_t begin, end; /* addresses */
  uint64_t offset;     /* in the core, or in the file */
  char file[512];      /* of the file; "": none */
};

/* All zero before it is opened.  */
struct reader
{
  struct range ranges[RANGES], segments[RANGES];
  int range_count, segment_count;
  int memory; /* /proc/PID/mem, or the core */
  bool is_core;
};

void reader_open_process (struct reader *reader, const char *pid);
void reader_open_core (struct reader *reader, const char *name);
bool reader_read (const struct reader *reader, uint64_t address, size_t size,
                  void *to);
/* 0: there is no such symbol.  */
uint64_t reader_address (const struct reader *reader, const char *symbol);
