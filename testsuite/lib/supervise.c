/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Run a test program so that it can neither hang nor leave anything behind.

     supervise SECONDS OUTPUT COMMAND ARGUMENT...

   COMMAND runs in a session of its own, standard input empty, standard output
   and error appended to OUTPUT.  After SECONDS, or when OUTPUT grows beyond
   all reason, it is killed.  When it has ended, its descendants, which are
   adopted by this process (PR_SET_CHILD_SUBREAPER), get a moment to end too;
   those that do not are killed and reported.  The report, on standard output:

     exit N | signal N | timeout | flood
     leftover PID COMMAND-LINE          (any number of lines)

   One thread; no locks.  */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TICK_NS 20000000      /* between looks at the clock */
#define GRACE_SECONDS 30.0    /* for descendants, after the program */
#define MAX_OUTPUT (16 << 20) /* bytes */

static volatile sig_atomic_t interrupted;

static void
note_interrupt (int sig)
{
  interrupted = sig;
}

static void
die (const char *what)
{
  fprintf (stderr, "supervise: %s: %s\n", what, strerror (errno));
  exit (125);
}

static double
now (void)
{
  struct timespec ts;
  clock_gettime (CLOCK_MONOTONIC, &ts);
  return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static _Noreturn void
exec_command (const char *output, char **argv)
{
  int null = open ("/dev/null", O_RDONLY);
  int out = open (output, O_WRONLY | O_CREAT | O_APPEND, 0666);
  struct rlimit no_core = { 0, 0 };
  sigset_t none;

  if (null < 0 || out < 0)
    die (output);
  setsid ();
  dup2 (null, STDIN_FILENO);
  dup2 (out, STDOUT_FILENO);
  dup2 (out, STDERR_FILENO);
  if (null > STDERR_FILENO)
    close (null);
  if (out > STDERR_FILENO)
    close (out);
  setrlimit (RLIMIT_CORE, &no_core);
  sigemptyset (&none);
  sigprocmask (SIG_SETMASK, &none, NULL);
  execvp (argv[0], argv);
  die (argv[0]);
  _exit (127);
}

/* The parent of PID as /proc tells it, -1 if PID is gone.  */
static int
parent_of (int pid)
{
  char path[64], line[512];
  int parent = -1;

  snprintf (path, sizeof path, "/proc/%d/stat", pid);
  FILE *f = fopen (path, "r");
  if (!f)
    return -1;
  if (fgets (line, sizeof line, f))
    {
      const char *after_name = strrchr (line, ')');
      if (!after_name || sscanf (after_name, ") %*c %d", &parent) != 1)
        parent = -1;
    }
  fclose (f);
  return parent;
}

static void
report_leftover (int pid)
{
  char path[64], line[200];
  size_t n = 0;

  snprintf (path, sizeof path, "/proc/%d/cmdline", pid);
  FILE *f = fopen (path, "r");
  if (f)
    {
      n = fread (line, 1, sizeof line - 1, f);
      fclose (f);
    }
  for (size_t i = 0; i < n; i++)
    if (line[i] == '\0' || line[i] == '\n')
      line[i] = ' ';
  line[n] = '\0';
  printf ("leftover %d %s\n", pid, line);
}

/* Kill every child of this process, telling of each if REPORT.  */
static void
kill_children (bool report)
{
  DIR *proc = opendir ("/proc");
  const struct dirent *entry;

  if (!proc)
    die ("/proc");
  while ((entry = readdir (proc)))
    {
      int pid = atoi (entry->d_name);
      if (pid > 0 && parent_of (pid) == getpid ())
        {
          if (report)
            report_leftover (pid);
          kill (pid, SIGKILL);
        }
    }
  closedir (proc);
}

/* Collect what has ended.  False if there are no children any more; *STATUS is
   set when MAIN_PID is among the ended.  */
static bool
reap (pid_t main_pid, int *status)
{
  for (;;)
    {
      int s;
      pid_t pid = waitpid (-1, &s, WNOHANG);
      if (pid == main_pid)
        *status = s;
      else if (pid == 0)
        return true;
      else if (pid < 0)
        return errno == EINTR;
    }
}

static void
tick (void)
{
  struct timespec ts = { 0, TICK_NS };
  sigset_t child;

  sigemptyset (&child);
  sigaddset (&child, SIGCHLD);
  sigtimedwait (&child, NULL, &ts);
}

static bool
is_flooded (const char *output)
{
  struct stat st;
  return stat (output, &st) == 0 && st.st_size > MAX_OUTPUT;
}

/* Wait until no child is left, SECONDS at most; then kill the rest.  */
static void
finish_descendants (pid_t main_pid, double seconds, bool report)
{
  int ignored;
  double end = now () + seconds;

  while (reap (main_pid, &ignored))
    {
      if (interrupted || now () > end)
        {
          kill_children (report);
          report = false;
          seconds = 0;
        }
      tick ();
    }
}

/* Wait for MAIN_PID; returns why the wait ended.  */
static const char *
wait_for_main (pid_t main_pid, double seconds, const char *output, int *status)
{
  double end = now () + seconds;

  for (;;)
    {
      *status = -1;
      reap (main_pid, status);
      if (*status != -1)
        return "ended";
      if (interrupted)
        return "interrupted";
      if (now () > end)
        return "timeout";
      if (is_flooded (output))
        return "flood";
      tick ();
    }
}

int
main (int argc, char **argv)
{
  if (argc < 4)
    {
      fputs ("usage: supervise SECONDS OUTPUT COMMAND ARGUMENT...\n", stderr);
      return 125;
    }
  sigset_t child;
  sigemptyset (&child);
  sigaddset (&child, SIGCHLD);
  sigprocmask (SIG_BLOCK, &child, NULL);
  signal (SIGTERM, note_interrupt);
  signal (SIGINT, note_interrupt);
  signal (SIGHUP, note_interrupt);
  if (prctl (PR_SET_CHILD_SUBREAPER, 1) < 0)
    die ("prctl");

  pid_t main_pid = fork ();
  if (main_pid < 0)
    die ("fork");
  if (main_pid == 0)
    exec_command (argv[2], argv + 3);

  int status;
  const char *why = wait_for_main (main_pid, atof (argv[1]), argv[2], &status);
  if (strcmp (why, "ended") != 0)
    {
      puts (why);
      kill (-main_pid, SIGKILL);
      kill (main_pid, SIGKILL);
      finish_descendants (main_pid, 0, false);
    }
  else
    {
      if (WIFEXITED (status))
        printf ("exit %d\n", WEXITSTATUS (status));
      else
        printf ("signal %d\n", WTERMSIG (status));
      finish_descendants (main_pid, GRACE_SECONDS, true);
    }
  return 0;
}
