/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Runs a function in a child process.  */

#ifndef CHILD_H
#define CHILD_H

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Run FN in a child that exits with what it returns; the child's wait status,
   and what it wrote to standard error in the ROOM bytes at TEXT.  */
static inline int
child_run (int (*fn) (void), char *text, size_t room)
{
  int ends[2];
  int status;
  if (pipe (ends) != 0)
    abort ();
  pid_t pid = fork ();
  if (pid == 0)
    {
      const struct rlimit none = { 0, 0 };
      setrlimit (RLIMIT_CORE, &none);
      dup2 (ends[1], 2);
      close (ends[0]);
      close (ends[1]);
      _exit (fn ());
    }
  close (ends[1]);
  size_t length = 0;
  ssize_t n;
  while ((n = read (ends[0], text + length, room - 1 - length)) > 0)
    length += (size_t)n;
  text[length] = '\0';
  close (ends[0]);
  waitpid (pid, &status, 0);
  return status;
}

#endif
