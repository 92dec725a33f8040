/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Child processes and temporary files; see process.h.

   mkoffload has one thread and at most one child at a time.  The signal handler
   reads the state below and calls only async-signal-safe functions.  The list
   of files changes only while the signals are blocked.  */

#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libiberty/libiberty.h>

#include "message.h"

static struct
{
  char *directory;             /* of the temporary files; NULL: none made */
  const char *keep_prefix;     /* -save-temps: before the names of files */
  struct list files;           /* to be removed */
  const char *volatile output; /* removed too while it is incomplete */
  volatile pid_t child;        /* running child, 0 if none */
  sigset_t signals;            /* those that end mkoffload */
  sigset_t unblocked;          /* the signal mask that children get */
} state;

static const int fatal_signals[]
    = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ };

#define FATAL_SIGNAL_COUNT (sizeof (fatal_signals) / sizeof (*fatal_signals))

static void
remove_files (void)
{
  for (size_t i = 0; i < state.files.count; i++)
    unlink (state.files.item[i]);
  if (state.output != NULL)
    unlink (state.output);
  if (state.directory != NULL)
    rmdir (state.directory);
}

static void
end_child (void)
{
  pid_t child = state.child;
  if (child <= 0)
    return;
  /* GCC's driver removes its own temporary files on SIGTERM.  */
  kill (child, SIGTERM);
  while (waitpid (child, NULL, 0) < 0 && errno == EINTR)
    ;
  state.child = 0;
}

static void
on_signal (int number)
{
  end_child ();
  remove_files ();
  signal (number, SIG_DFL);
  raise (number);
}

void
process_init (void)
{
  sigemptyset (&state.signals);
  for (size_t i = 0; i < FATAL_SIGNAL_COUNT; i++)
    sigaddset (&state.signals, fatal_signals[i]);
  struct sigaction action = { .sa_handler = on_signal };
  action.sa_mask = state.signals;
  for (size_t i = 0; i < FATAL_SIGNAL_COUNT; i++)
    {
      struct sigaction old;
      sigaction (fatal_signals[i], NULL, &old);
      if (old.sa_handler != SIG_IGN)
        sigaction (fatal_signals[i], &action, NULL);
    }
  sigprocmask (SIG_BLOCK, NULL, &state.unblocked);
  /* A killed lto-wrapper has removed the output file: do not write it.  */
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

void
process_make_directory (const char *keep_prefix)
{
  state.keep_prefix = keep_prefix;
  if (keep_prefix != NULL)
    return;
  const char *parent = getenv ("TMPDIR");
  if (parent == NULL || *parent == '\0' || access (parent, W_OK | X_OK) != 0)
    parent = "/tmp";
  char *directory = concat (parent, "/offgompXXXXXX", NULL);
  sigset_t old;
  sigprocmask (SIG_BLOCK, &state.signals, &old);
  if (mkdtemp (directory) != NULL)
    state.directory = directory;
  sigprocmask (SIG_SETMASK, &old, NULL);
  if (state.directory == NULL)
    fail_errno ("cannot create a directory for temporary files in '%s'",
                parent);
}

char *
temporary_file (const char *name)
{
  if (state.keep_prefix != NULL)
    return concat (state.keep_prefix, ".", name, NULL);
  char *path = concat (state.directory, "/", name, NULL);
  sigset_t old;
  sigprocmask (SIG_BLOCK, &state.signals, &old);
  list_add (&state.files, path);
  sigprocmask (SIG_SETMASK, &old, NULL);
  return path;
}

/* Not /dev/null.  */
void
process_remove_on_failure (const char *path)
{
  struct stat status;
  bool is_file
      = path != NULL && (stat (path, &status) != 0 || S_ISREG (status.st_mode));
  state.output = is_file ? path : NULL;
}

void
process_cleanup (void)
{
  sigprocmask (SIG_BLOCK, &state.signals, NULL);
  end_child ();
  remove_files ();
}

static void
print_command (const struct list *arguments)
{
  for (size_t i = 0; i < arguments->count; i++)
    fprintf (stderr, " %s", arguments->item[i]);
  fputc ('\n', stderr);
}

static _Noreturn void
become (char **arguments, int out)
{
  for (size_t i = 0; i < FATAL_SIGNAL_COUNT; i++)
    {
      struct sigaction old;
      sigaction (fatal_signals[i], NULL, &old);
      if (old.sa_handler != SIG_IGN)
        signal (fatal_signals[i], SIG_DFL);
    }
  sigprocmask (SIG_SETMASK, &state.unblocked, NULL);
  prctl (PR_SET_PDEATHSIG, SIGTERM);
  /* The child's output must not mix with lto-wrapper's list of objects, which
     is our stdout.  */
  if (dup2 (out, STDOUT_FILENO) >= 0 && dup2 (out, STDERR_FILENO) >= 0)
    execvp (arguments[0], arguments);
  fprintf (stderr, "offgomp mkoffload (%s): error: cannot run '%s': %s\n",
           mkoffload_device, arguments[0], strerror (errno));
  _exit (127);
}

/* Longer commands may exceed the kernel's limit, which is at least 128 KiB less
   the environment (getconf ARG_MAX).  */
#define COMMAND_MAX 32768

/* The command to execute for ARGUMENTS.  */
static char **
short_command (const struct list *arguments)
{
  static char *by_file[3];
  size_t length = 0;
  for (size_t i = 0; i < arguments->count; i++)
    length += strlen (arguments->item[i]) + 1;
  if (length <= COMMAND_MAX)
    return arguments->item;
  const char *path = temporary_file ("arguments");
  FILE *out = fopen (path, "w");
  if (out == NULL || writeargv (arguments->item + 1, out) != 0
      || fclose (out) != 0)
    fail_errno ("cannot write '%s'", path);
  by_file[0] = arguments->item[0];
  by_file[1] = concat ("@", path, NULL);
  return by_file;
}

/* All that comes out of the pipe FD.  */
static char *
read_pipe (int fd)
{
  size_t length = 0, room = 4096;
  char *text = XNEWVEC (char, room);
  for (ssize_t n; (n = read (fd, text + length, room - length - 1)) != 0;)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        break;
      length += (size_t)n;
      if (length + 1 == room)
        text = XRESIZEVEC (char, text, room *= 2);
    }
  close (fd);
  text[length] = '\0';
  return text;
}

int
run (const struct list *arguments, char **printed, bool verbose)
{
  int ends[2] = { -1, STDERR_FILENO };
  if (verbose)
    print_command (arguments);
  char **command = short_command (arguments);
  if (printed != NULL && pipe2 (ends, O_CLOEXEC) != 0)
    fail_errno ("cannot make a pipe");
  fflush (NULL);
  sigset_t old;
  sigprocmask (SIG_BLOCK, &state.signals, &old);
  pid_t child = fork ();
  if (child == 0)
    become (command, ends[1]);
  state.child = child;
  sigprocmask (SIG_SETMASK, &old, NULL);
  if (child < 0)
    fail_errno ("cannot start '%s'", arguments->item[0]);
  if (printed != NULL)
    {
      close (ends[1]);
      *printed = read_pipe (ends[0]);
    }
  int status;
  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      fail_errno ("cannot wait for '%s'", arguments->item[0]);
  state.child = 0;
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

bool
is_program (const char *path)
{
  struct stat status;
  return stat (path, &status) == 0 && S_ISREG (status.st_mode)
         && access (path, X_OK) == 0;
}

const char *
find_program (const char *program)
{
  const char *value = getenv ("PATH");
  char *next = xstrdup (value == NULL ? "" : value);
  for (char *directory; (directory = strsep (&next, ":")) != NULL;)
    {
      const char *path = concat (directory, "/", program, NULL);
      if (*directory != '\0' && is_program (path))
        return path;
    }
  return NULL;
}

char *
read_file (const char *path, size_t *length)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (fd < 0 || fstat (fd, &status) != 0)
    fail_errno ("cannot read '%s'", path);
  char *text = XNEWVEC (char, (size_t)status.st_size + 1);
  size_t done = 0;
  while (done < (size_t)status.st_size)
    {
      ssize_t n = read (fd, text + done, (size_t)status.st_size - done);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        fail_errno ("cannot read '%s'", path);
      if (n == 0)
        break;
      done += (size_t)n;
    }
  close (fd);
  text[done] = '\0';
  if (length != NULL)
    *length = done;
  return text;
}
