/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Child processes that are hidden from the program, on Linux; see child.h.
   Owns no data.

   A program may wait for all of its children, or handle their signals, and must
   not see one that it did not start.  Linux hides children whose end is
   announced by a signal other than SIGCHLD; but exec sets a child's signal back
   to SIGCHLD.  So there is a guardian between the two, which never calls exec.
   It shares memory with this process, but has its own stack and signal
   dispositions.  It starts the program, waits for it and stores the status.

   The guardian even shares the thread-local data of the thread that made it,
   also that of tools that watch calls of the C library: ThreadSanitizer's stack
   of calls is damaged if both make such calls at once.  So the guardian calls
   few functions while that thread waits, and only the kernel later; and the
   thread calls only the kernel while it waits.

   The guardian does not notice if this process gives up rights or is killed.
   So it keeps nothing: it closes all descriptors, whose other ends then see the
   end of this process, and has the kernel refuse it every call that it does not
   need for waiting.  */

#include "os/child.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/channel.h"
#include "os/memory.h"
#include "os/os.h"
#include "os/process.h"

#define STACK_SIZE ((size_t)128 << 10)

/* How often a thread that waits for its guardian looks whether it is there.  */
#define LOOK_NS 1000000000

struct os_command
{
  char *const *argv;                   /* program and arguments */
  char *const *environment;            /* of the program */
  posix_spawn_file_actions_t *actions; /* descriptors */
  posix_spawnattr_t *attributes;       /* signals */
};

/* clone, under a name that no tool's run-time library replaces: tools that
   replace clone would take the guardian for a fork.  */
extern int __clone (int (*function) (void *), void *stack, int flags,
                    void *argument, ...);

/* Close all descriptors above LAST.  Without a call for all of them, close
   those that are open now.  */
static int
close_above (posix_spawn_file_actions_t *actions, int last)
{
#if HAVE_POSIX_SPAWN_FILE_ACTIONS_ADDCLOSEFROM_NP
  return posix_spawn_file_actions_addclosefrom_np (actions, last + 1);
#else
  DIR *list = opendir ("/proc/self/fd");
  struct dirent *entry;
  int r = 0;
  while (r == 0 && list != NULL && (entry = readdir (list)) != NULL)
    {
      int fd = atoi (entry->d_name);
      if (fd > last && fd != dirfd (list))
        r = posix_spawn_file_actions_addclose (actions, fd);
    }
  if (list != NULL)
    closedir (list);
  return r;
#endif
}

/* dup2 of a descriptor to itself would keep its close-on-exec flag, but the
   C library clears it in that case.  */
static int
spawn_actions (posix_spawn_file_actions_t *actions, int fd, int as_fd)
{
  int r = posix_spawn_file_actions_init (actions);
  if (r != 0)
    return r;
  r = posix_spawn_file_actions_adddup2 (actions, fd, as_fd);
  if (r == 0)
    r = close_above (actions, as_fd);
  if (r != 0)
    posix_spawn_file_actions_destroy (actions);
  return r;
}

static int
spawn_attributes (posix_spawnattr_t *attributes, bool hold)
{
  int r = posix_spawnattr_init (attributes);
  if (r != 0)
    return r;
  sigset_t set;
  sigfillset (&set);
  posix_spawnattr_setsigdefault (attributes, &set);
  if (!hold)
    sigemptyset (&set);
  posix_spawnattr_setsigmask (attributes, &set);
  posix_spawnattr_setflags (attributes,
                            POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  return 0;
}

static int
spawn (const struct os_command *c, int *pid)
{
  pid_t p;
  int r = posix_spawnp (&p, c->argv[0], c->actions, c->attributes, c->argv,
                        c->environment);
  if (r == 0)
    *pid = p;
  return r;
}

/* Everything that the guardian does from here on.  */
static void
confine (void)
{
  static const int calls[] = { SYS_futex, SYS_wait4, SYS_exit, SYS_exit_group };
  os_close_all ();
  os_process_confine (calls, sizeof (calls) / sizeof (calls[0]));
}

static int
guard (void *data)
{
  struct os_child *child = data;
  if (!os_process_die_with_parent (child->parent))
    return EXIT_FAILURE;
  /* If the program ignores it, the status would be lost.  */
  signal (SIGCHLD, SIG_DFL);
  child->error = spawn (child->command, &child->pid);
  int pid = child->error == 0 ? child->pid : 0;
  confine ();
  /* Release: pairs with the acquire in is_started.  */
  atomic_store_explicit (&child->started, 1, memory_order_release);
  os_futex_wake (&child->started, 1, GOMP_WAIT_PRIVATE);
  int status = -1;
  if (pid != 0 && syscall (SYS_wait4, pid, &status, 0, NULL) == pid)
    child->status = status;
  /* Not by _exit: a sanitizer would look for this stack among the threads'.  */
  return EXIT_SUCCESS;
}

static bool
is_started (struct os_child *child)
{
  return atomic_load_explicit (&child->started, memory_order_acquire) != 0;
}

/* Wait until CHILD's guardian has started the program.  False: somebody has
   killed the guardian before.  */
static bool
await_start (struct os_child *child)
{
  siginfo_t info = { .si_pid = 0 };
  while (!is_started (child) && info.si_pid != child->guardian)
    if (os_futex_wait (&child->started, 0, GOMP_WAIT_PRIVATE, LOOK_NS)
            == OS_SLEEP_TIMEOUT
        && syscall (SYS_waitid, P_PID, child->guardian, &info,
                    WEXITED | WNOHANG | WNOWAIT | __WALL, NULL)
               != 0)
      info.si_pid = 0;
  return is_started (child);
}

/* False: there can be no guardian.  Valgrind knows only threads and forks.  */
static bool
start_guarded (struct os_child *child)
{
  void *stack = NULL;
  if (os_process_under_valgrind () || os_sparse_map (STACK_SIZE, &stack) != 0)
    return false;
  child->stack = stack;
  child->parent = os_process_id ();
  int flags = CLONE_VM | CLONE_UNTRACED;
  int pid = __clone (guard, (char *)stack + STACK_SIZE, flags, child);
  if (pid < 0)
    {
      os_unmap (stack, STACK_SIZE);
      return false;
    }
  child->guardian = pid;
  if (!await_start (child))
    child->error = ECHILD;
  return true;
}

static bool
guardian_ended (struct os_child *child, int flags)
{
  pid_t r;
  do
    r = waitpid (child->guardian, NULL, flags | __WALL);
  while (r < 0 && errno == EINTR);
  if (r == 0)
    return false;
  os_unmap (child->stack, STACK_SIZE);
  return true;
}

static int
start (struct os_child *child)
{
  bool guarded = start_guarded (child);
  if (!guarded)
    child->error = spawn (child->command, &child->pid);
  else if (child->error != 0)
    guardian_ended (child, 0);
  return child->error;
}

int
os_child_start (char *const argv[], char *const environment[], int fd,
                int as_fd, bool hold, struct os_child *child)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int r = spawn_actions (&actions, fd, as_fd);
  if (r != 0)
    return r;
  r = spawn_attributes (&attributes, hold);
  if (r == 0)
    {
      struct os_command command = { .argv = argv,
                                    .environment = environment,
                                    .actions = &actions,
                                    .attributes = &attributes };
      *child = (struct os_child){ .status = -1, .command = &command };
      r = start (child);
      child->command = NULL;
      posix_spawnattr_destroy (&attributes);
    }
  posix_spawn_file_actions_destroy (&actions);
  return r;
}

static int
nearest (const struct os_child *child)
{
  return child->guardian != 0 ? child->guardian : child->pid;
}

int
os_child_watch (const struct os_child *child)
{
  return (int)syscall (SYS_pidfd_open, nearest (child), 0);
}

bool
os_child_ended (struct os_child *child, int *status)
{
  if (child->guardian != 0)
    {
      if (!guardian_ended (child, WNOHANG))
        return false;
      *status = child->status;
      return true;
    }
  int s = -1;
  pid_t r;
  do
    r = waitpid (child->pid, &s, WNOHANG);
  while (r < 0 && errno == EINTR);
  *status = r == child->pid ? s : -1;
  return r != 0;
}
