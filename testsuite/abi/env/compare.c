/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* compare PROGRAM STOCK OURS <values.tsv

   Runs PROGRAM with each value of the table, once with the library of the
   directory STOCK and once with that of OURS, and compares what
   OMP_DISPLAY_ENV=verbose prints and whether there was a message before.
   Prints PASS: or FAIL: for each variable.

   Meant to be different (mark !), since GCC 12's library
     - takes the start of some values that it calls invalid ("true x",
       "static,x", "verbosex"); a value that is reported has no effect here;
     - takes negative numbers for huge ones (chunk sizes, GOMP_SPINCOUNT,
       cores(-1)), and numbers of threads beyond what omp_get_max_threads can
       return and of bytes beyond the address space;
     - keeps a stack size that no thread can have;
     - says nothing where there is no CPU of those in GOMP_CPU_AFFINITY;
     - takes no memory spaces and traits in OMP_ALLOCATOR (OpenMP 5.1);
     - does not look at OMP_TOOL and OMP_DEBUG.  */

#define _GNU_SOURCE
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUTPUT_MAX 65536
#define BEGIN "\nOPENMP DISPLAY ENVIRONMENT BEGIN"

struct shown
{
  char text[OUTPUT_MAX];
  const char *settings; /* in text, "" if there are none */
  bool message;         /* something came before them */
  int status;
};

/* Our own lines are not compared.  */
static void
drop_own_lines (char *text)
{
  static const char *const own[]
      = { "\n  OFFGOMP_", "\n  OMP_AVAILABLE_DEVICES",
          "\n  OMP_THREADS_RESERVE" };
  char *line;
  for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
    while ((line = strstr (text, own[i])) != NULL)
      {
        char *end = strchr (line + 1, '\n');
        memmove (line, end, strlen (end) + 1);
      }
}

static void
run (const char *program, const char *directory, const char *setting,
     struct shown *shown)
{
  char path[4096];
  int ends[2];
  snprintf (path, sizeof path, "LD_LIBRARY_PATH=%s", directory);
  bool own = strncmp (setting, "OMP_DISPLAY_ENV=", 16) == 0;
  char *environment[]
      = { path, own ? (char *)setting : (char *)"OMP_DISPLAY_ENV=verbose",
          own ? NULL : (char *)setting, NULL };
  char *arguments[] = { (char *)program, NULL };
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init (&actions);
  pid_t pid;
  if (pipe (ends) != 0)
    exit (2);
  posix_spawn_file_actions_adddup2 (&actions, ends[1], 2);
  posix_spawn_file_actions_addclose (&actions, ends[0]);
  if (posix_spawn (&pid, program, &actions, NULL, arguments, environment) != 0)
    exit (2);
  posix_spawn_file_actions_destroy (&actions);
  close (ends[1]);
  size_t length = 0;
  ssize_t got;
  while ((got = read (ends[0], shown->text + length, OUTPUT_MAX - 1 - length))
         > 0)
    length += (size_t)got;
  shown->text[length] = '\0';
  close (ends[0]);
  waitpid (pid, &shown->status, 0);
  drop_own_lines (shown->text);
  shown->settings = strstr (shown->text, BEGIN);
  if (shown->settings == NULL)
    shown->settings = "";
  shown->message = *shown->settings == '\0' ? *shown->text != '\0'
                                            : shown->settings != shown->text;
}

static void
unescape (char *s)
{
  char *out = s;
  unsigned code;
  while (*s != '\0')
    if (*s == '\\' && sscanf (s + 1, "%3o", &code) == 1)
      {
        *out++ = (char)code;
        s += 4;
      }
    else
      *out++ = *s++;
  *out = '\0';
}

static void
finish (const char *variable, int values, int wrong)
{
  if (values > 0)
    printf ("%s: %s, %d values\n", wrong == 0 ? "PASS" : "FAIL", variable,
            values);
}

int
main (int argc, char **argv)
{
  static struct shown stock, ours;
  char line[4096];
  char setting[4096];
  char last[64] = "";
  int values = 0;
  int wrong = 0;
  bool failed = false;
  if (argc != 4)
    return 2;
  while (fgets (line, sizeof line, stdin) != NULL)
    {
      char variable[64];
      int at = 0;
      char mark;
      line[strcspn (line, "\n")] = '\0';
      if (sscanf (line, "%c\t%63[A-Z_]\t%n", &mark, variable, &at) < 2
          || at == 0 || mark == '#')
        continue;
      if (strcmp (last, variable) != 0)
        {
          finish (last, values, wrong);
          values = wrong = 0;
          strcpy (last, variable);
        }
      unescape (line + at);
      snprintf (setting, sizeof setting, "%s=%s", variable, line + at);
      run (argv[1], argv[2], setting, &stock);
      run (argv[1], argv[3], setting, &ours);
      bool same = stock.status == ours.status && stock.message == ours.message
                  && strcmp (stock.settings, ours.settings) == 0;
      values++;
      if (same == (mark == '='))
        continue;
      wrong++;
      failed = true;
      printf ("%s: expected %s\nstock:%s\nours:%s\n", setting,
              mark == '=' ? "alike" : "different", stock.text, ours.text);
    }
  finish (last, values, wrong);
  return failed;
}
