/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Child processes on Linux; see process.h.  Owns no data.  */

#include "os/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

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
    r = posix_spawn_file_actions_addclosefrom_np (actions, as_fd + 1);
  if (r != 0)
    posix_spawn_file_actions_destroy (actions);
  return r;
}

static int
spawn_attributes (posix_spawnattr_t *attributes)
{
  int r = posix_spawnattr_init (attributes);
  if (r != 0)
    return r;
  sigset_t set;
  sigfillset (&set);
  posix_spawnattr_setsigdefault (attributes, &set);
  sigemptyset (&set);
  posix_spawnattr_setsigmask (attributes, &set);
  posix_spawnattr_setflags (attributes,
                            POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  return 0;
}

int
os_process_spawn (char *const argv[], char *const environment[], int fd,
                  int as_fd, int *pid)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int r = spawn_actions (&actions, fd, as_fd);
  if (r != 0)
    return r;
  r = spawn_attributes (&attributes);
  if (r == 0)
    {
      pid_t p;
      r = posix_spawnp (&p, argv[0], &actions, &attributes, argv, environment);
      if (r == 0)
        *pid = p;
      posix_spawnattr_destroy (&attributes);
    }
  posix_spawn_file_actions_destroy (&actions);
  return r;
}

int
os_process_watch (int pid)
{
  return (int)syscall (SYS_pidfd_open, pid, 0);
}

bool
os_process_ended (int pid, bool block, int *status)
{
  int s = -1;
  pid_t r;
  do
    r = waitpid (pid, &s, block ? 0 : WNOHANG);
  while (r < 0 && errno == EINTR);
  if (r == 0)
    return false;
  *status = r == pid ? s : -1;
  return true;
}

void
os_process_kill (int pid)
{
  kill (pid, SIGKILL);
}

int
os_process_id (void)
{
  return getpid ();
}

void
os_process_die_with_parent (void)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

int
os_process_restart (char *const argv[], bool legacy)
{
  unsigned long p = (unsigned)personality (0xffffffff);
  p &= ~(unsigned long)ADDR_NO_RANDOMIZE;
  if (legacy)
    p |= ADDR_COMPAT_LAYOUT;
  personality (p);
  execv ("/proc/self/exe", argv);
  return errno;
}

const char *
os_signal_name (int signal)
{
  switch (signal)
    {
    case SIGSEGV:
      return "segmentation fault";
    case SIGBUS:
      return "bus error";
    case SIGFPE:
      return "arithmetic exception";
    case SIGILL:
      return "illegal instruction";
    case SIGABRT:
      return "abort";
    case SIGKILL:
      return "killed";
    case SIGTERM:
      return "terminated";
    default:
      {
        const char *name = sigabbrev_np (signal);
        return name != NULL ? name : "unknown signal";
      }
    }
}

int
os_thread_start (void *(*body) (void *), void *data, unsigned long stack_size,
                 unsigned long *id)
{
  sigset_t all;
  sigset_t old;
  sigfillset (&all);
  pthread_attr_t attr;
  int r = pthread_attr_init (&attr);
  if (r != 0)
    return r;
  if (stack_size != 0)
    pthread_attr_setstacksize (&attr, stack_size);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  pthread_t thread;
  r = pthread_create (&thread, &attr, body, data);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  pthread_attr_destroy (&attr);
  if (r == 0)
    *id = (unsigned long)thread;
  return r;
}

const char *
os_file_of_address (const void *address)
{
  Dl_info info;
  return dladdr (address, &info) != 0 ? info.dli_fname : NULL;
}
