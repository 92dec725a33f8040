/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* Keys of a terminal whose foreground job runs a region.  Ctrl-Z stops the
   program and its device, which both continue when the whole group or the
   program alone is continued.  Ctrl-C and Ctrl-\ end both; a program that
   ignores them goes on.  */

#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIMIT_MS 60000

/* The job: its region tells its process, then that it lives, for ever.  */
static int
be_job (bool ignores)
{
  const struct rlimit no_core = { 0, 0 };

  setrlimit (RLIMIT_CORE, &no_core);
  for (int i = 1; i < 32; i++)
    if (i != SIGCHLD)
      signal (i, SIG_DFL);
  if (ignores)
    {
      signal (SIGINT, SIG_IGN);
      signal (SIGQUIT, SIG_IGN);
      signal (SIGTSTP, SIG_IGN);
    }
#pragma omp target
  {
    char line[32];
    int length = snprintf (line, sizeof line, "%d\n", (int)getpid ());
    for (volatile int i = 0; i == 0; usleep (2000))
      {
        if (write (1, line, (size_t)length) < 0)
          _exit (1);
        line[0] = '.';
        length = 1;
      }
  }
  return 0;
}

/* A job of the terminal, and the shell's side of it.  */
struct job
{
  int master; /* of the terminal */
  int in;     /* what the job writes */
  pid_t pid;
  pid_t device;
};

static bool
next_byte (struct job *job, char *byte)
{
  struct pollfd poller = { job->in, POLLIN, 0 };

  return poll (&poller, 1, LIMIT_MS) == 1 && read (job->in, byte, 1) == 1;
}

static bool
start (struct job *job, int slave, const char *kind)
{
  int ends[2];
  char byte;

  if (pipe (ends) != 0)
    return false;
  job->pid = fork ();
  if (job->pid == 0)
    {
      setpgid (0, 0);
      tcsetpgrp (slave, getpid ());
      dup2 (slave, 0);
      dup2 (ends[1], 1);
      close (ends[0]);
      close (ends[1]);
      execl ("/proc/self/exe", "job", kind, (char *)NULL);
      _exit (2);
    }
  setpgid (job->pid, job->pid);
  close (ends[1]);
  job->in = ends[0];
  job->device = 0;
  while (next_byte (job, &byte) && byte != '\n')
    job->device = 10 * job->device + (byte - '0');
  return job->device > 0 && job->device != job->pid;
}

static void
type (struct job *job, char key)
{
  if (write (job->master, &key, 1) != 1)
    abort ();
}

static char
state_of (pid_t pid)
{
  char path[64], text[512];

  snprintf (path, sizeof path, "/proc/%d/stat", (int)pid);
  int fd = open (path, O_RDONLY);
  ssize_t n = fd < 0 ? 0 : read (fd, text, sizeof text - 1);
  if (fd >= 0)
    close (fd);
  text[n > 0 ? n : 0] = '\0';
  const char *state = strrchr (text, ')');
  return state != NULL ? state[2] : '-';
}

static bool
device_stops (struct job *job)
{
  for (int i = 0; i < LIMIT_MS / 5; i++)
    {
      if (state_of (job->device) == 'T')
        return true;
      usleep (5000);
    }
  return false;
}

/* That it writes now, not what it wrote before.  */
static bool
goes_on (struct job *job)
{
  int there;
  char byte;

  if (ioctl (job->in, FIONREAD, &there) != 0)
    return false;
  for (int i = 0; i < there + 50; i++)
    if (!next_byte (job, &byte))
      return false;
  return true;
}

static bool
stops (struct job *job)
{
  int status;

  type (job, 26);
  return waitpid (job->pid, &status, WUNTRACED) == job->pid
         && WIFSTOPPED (status) && device_stops (job);
}

/* By the key, and all that belongs to it.  */
static bool
ends (struct job *job, char key, int number)
{
  int status;

  type (job, key);
  if (waitpid (job->pid, &status, 0) != job->pid || !WIFSIGNALED (status)
      || WTERMSIG (status) != number)
    return false;
  for (int i = 0; i < LIMIT_MS / 5; i++)
    {
      if (waitpid (-1, NULL, WNOHANG | __WALL) < 0)
        return true;
      usleep (5000);
    }
  return false;
}

static bool
stop_and_go_on (struct job *job)
{
  if (!stops (job))
    return false;
  kill (-job->pid, SIGCONT);
  return goes_on (job);
}

static bool
go_on_alone (struct job *job)
{
  if (!stops (job))
    return false;
  kill (job->pid, SIGCONT);
  return goes_on (job);
}

static bool
ignore_keys (struct job *job)
{
  for (int i = 0; i < 3; i++)
    {
      type (job, "\003\032\034"[i]);
      if (!goes_on (job) || waitpid (job->pid, NULL, WNOHANG | WUNTRACED) != 0
          || state_of (job->device) == 'T')
        return false;
    }
  kill (job->pid, SIGKILL);
  return waitpid (job->pid, NULL, 0) == job->pid;
}

static void
report (const char *what, bool good)
{
  printf ("%s: %s\n", good ? "PASS" : "FAIL", what);
}

/* The shell: leader of the terminal's session.  */
static int
be_shell (int master)
{
  struct job job = { .master = master };

  prctl (PR_SET_CHILD_SUBREAPER, 1);
  signal (SIGTTOU, SIG_IGN);
  signal (SIGHUP, SIG_IGN);
  setsid ();
  int slave = open (ptsname (master), O_RDWR);
  if (slave < 0 || ioctl (slave, TIOCSCTTY, 0) != 0)
    return 1;
  report ("a job", start (&job, slave, "plain"));
  report ("Ctrl-Z, the group goes on", stop_and_go_on (&job));
  report ("Ctrl-Z, the program goes on", go_on_alone (&job));
  report ("Ctrl-Z again", stop_and_go_on (&job));
  report ("Ctrl-C", ends (&job, 3, SIGINT));
  report ("another job", start (&job, slave, "plain"));
  report ("Ctrl-\\", ends (&job, 28, SIGQUIT));
  report ("a job that ignores", start (&job, slave, "ignores"));
  report ("ignored keys", ignore_keys (&job));
  return 0;
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    return be_job (strcmp (argv[1], "ignores") == 0);
  setvbuf (stdout, NULL, _IOLBF, 0);
  int master = posix_openpt (O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt (master) != 0 || unlockpt (master) != 0)
    {
      puts ("UNSUPPORTED: no terminals");
      return 0;
    }
  pid_t shell = fork ();
  if (shell == 0)
    exit (be_shell (master));
  int status;
  waitpid (shell, &status, 0);
  return status != 0;
}
