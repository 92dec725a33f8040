/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The process that grammar.c checks: its violations, its memory and its end.
   Any thread may call.  */

#define _GNU_SOURCE 1
#include "grammar.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_uint violations;
static const char *log_name; /* NULL: none */
static char command[200];    /* with arguments, for the log */

void
grammar_bad (const char *format, ...)
{
  char text[300];
  va_list ap;
  va_start (ap, format);
  vsnprintf (text, sizeof (text), format, ap);
  va_end (ap);
  if (atomic_fetch_add (&violations, 1) >= 20)
    return;
  dprintf (2, "grammar: %s\n", text);
  if (log_name == NULL)
    return;
  int file = open (log_name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  dprintf (file, "%s: %s\n", command, text);
  close (file);
}

static void
read_command (void)
{
  int file = open ("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  ssize_t size = file < 0 ? 0 : read (file, command, sizeof (command) - 1);
  close (file);
  for (ssize_t i = 0; i + 1 < size; i++)
    if (command[i] == '\0')
      command[i] = ' ';
}

void
grammar_process_begin (void)
{
  log_name = getenv ("GRAMMAR_LOG");
  read_command ();
}

void
grammar_process_end (void)
{
  if (violations == 0)
    return;
  fflush (NULL);
  _exit (99);
}

bool
grammar_exits (void)
{
  void *frames[256];
  Dl_info here, caller;
  int count = backtrace (frames, 256);
  for (int i = 0; i + 1 < count; i++)
    if (dladdr ((char *)frames[i] - 1, &here) != 0 && here.dli_sname != NULL
        && strcmp (here.dli_sname, "exit") == 0)
      return dladdr ((char *)frames[i + 1] - 1, &caller) == 0
             || strcmp (here.dli_fname, caller.dli_fname) != 0;
  return false;
}

void *
grammar_map (size_t size)
{
  void *memory = mmap (NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    {
      dprintf (2, "grammar: no memory\n");
      _exit (98);
    }
  return memory;
}
