/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Processes and threads on Linux; see process.h.  Owns no data.  */

#include "os/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#if HAVE_SYS_SINGLE_THREADED_H
#  include <sys/single_threaded.h>
#else
#  include <sys/stat.h>
#endif
#include <unistd.h>

#include "arch/arch.h"
#include "base/uncancelled.h"

/* Of /proc/PROCESS/stat; the name is the second field.  */
#define CPU_FIELD 39

void
os_process_kill (int pid)
{
  kill (pid, SIGKILL);
}

void
os_process_continue (int pid)
{
  kill (pid, SIGCONT);
}

int
os_process_id (void)
{
  return getpid ();
}

bool
os_process_is_secure (void)
{
  return getauxval (AT_SECURE) != 0;
}

static int
look_for_interpreter (struct dl_phdr_info *object, size_t size, void *found)
{
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++)
    if (object->dlpi_phdr[i].p_type == PT_INTERP)
      *(bool *)found = true;
  /* The program is the first object; the others do not matter.  */
  return 1;
}

bool
os_process_is_static (void)
{
  bool has_interpreter = false;
  dl_iterate_phdr (look_for_interpreter, &has_interpreter);
  return !has_interpreter;
}

bool
os_process_is_single_threaded (void)
{
#if HAVE_SYS_SINGLE_THREADED_H
  return __libc_single_threaded;
#else
  /* A directory for each thread, beside "." and "..".  */
  struct stat threads;
  return stat ("/proc/self/task", &threads) == 0 && threads.st_nlink == 3;
#endif
}

/* Valgrind's tools preload a library into the program.  */
bool
os_process_under_valgrind (void)
{
  const char *preload = getenv ("LD_PRELOAD");
  return preload != NULL && strstr (preload, "vgpreload") != NULL;
}

bool
os_process_die_with_parent (int parent)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  /* A parent beyond the end of a PID namespace has no number here.  */
  int now = getppid ();
  return parent == 0 || now == parent || now == 0;
}

#ifdef ARCH_AUDIT
#  define CALLS_MAX 8

/* The filter decides by the number of a call.  Numbers have a meaning only
   together with the architecture.  */
void
os_process_confine (const int *calls, unsigned count)
{
  struct sock_filter code[CALLS_MAX + 5];
  unsigned n = 0;
  code[n++] = (struct sock_filter)BPF_STMT (
      BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, arch));
  code[n++] = (struct sock_filter)BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K,
                                            ARCH_AUDIT, 0, count + 1);
  code[n++] = (struct sock_filter)BPF_STMT (BPF_LD | BPF_W | BPF_ABS,
                                            offsetof (struct seccomp_data, nr));
  for (unsigned i = 0; i < count; i++)
    code[n++] = (struct sock_filter)BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K,
                                              (unsigned)calls[i], count - i, 0);
  code[n++] = (struct sock_filter)BPF_STMT (BPF_RET | BPF_K,
                                            SECCOMP_RET_ERRNO | EPERM);
  code[n++] = (struct sock_filter)BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = { .len = (unsigned short)n, .filter = code };
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
void
os_process_confine (const int *calls, unsigned count)
{
  (void)calls;
  (void)count;
}
#endif

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
#if HAVE_SIGABBREV_NP
        const char *name = sigabbrev_np (signal);
#else
        const char *name = strsignal (signal);
#endif
        return name != NULL ? name : "unknown signal";
      }
    }
}

void
os_signals_block (sigset_t *before)
{
  sigset_t all;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, before);
}

void
os_signals_restore (const sigset_t *before)
{
  pthread_sigmask (SIG_SETMASK, before, NULL);
}

void
os_quiet_begin (struct os_quiet *quiet)
{
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGXFSZ);
  sigaddset (&set, SIGPIPE);
  sigpending (&quiet->pending);
  pthread_sigmask (SIG_BLOCK, &set, &quiet->before);
}

/* A signal that was pending before belongs to the program.  */
void
os_quiet_end (const struct os_quiet *quiet)
{
  static const int numbers[] = { SIGXFSZ, SIGPIPE };
  const struct timespec now = { 0, 0 };
  int saved = errno;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (numbers); i++)
    {
      sigset_t one;
      sigemptyset (&one);
      sigaddset (&one, numbers[i]);
      if (!sigismember (&quiet->pending, numbers[i]))
        sigtimedwait (&one, NULL, &now);
    }
  pthread_sigmask (SIG_SETMASK, &quiet->before, NULL);
  errno = saved;
}

int
os_thread_start (void *(*body) (void *), void *data, unsigned long stack_size,
                 unsigned long *id)
{
  sigset_t before;
  pthread_attr_t attr;
  int r = pthread_attr_init (&attr);
  if (r != 0)
    return r;
  if (stack_size != 0)
    pthread_attr_setstacksize (&attr, stack_size);
  os_signals_block (&before);
  pthread_t thread;
  r = pthread_create (&thread, &attr, body, data);
  os_signals_restore (&before);
  pthread_attr_destroy (&attr);
  if (r == 0)
    *id = (unsigned long)thread;
  return r;
}

void
os_thread_end (void)
{
  if (syscall (SYS_gettid) != getpid ())
    syscall (SYS_exit, 0);
}

#define STAT_MAX 1024

/* The file has "NUMBER (NAME) STATE" and more fields.  The text after the
   number, or NULL.  */
static const char *
read_state (const char *path, char *text)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int saved = errno;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? 0 : read (fd, text, STAT_MAX - 1);
  if (fd >= 0)
    close (fd);
  errno = saved;
  text[n > 0 ? n : 0] = '\0';
  return strrchr (text, ')');
}

bool
os_process_is_stopped (int pid)
{
  char path[64], text[STAT_MAX];
  snprintf (path, sizeof (path), "/proc/%d/stat", pid);
  const char *state = read_state (path, text);
  return state != NULL && strncmp (state, ") T ", 4) == 0;
}

bool
os_thread_lives (int thread)
{
  int saved = errno;
  bool lives
      = syscall (SYS_tgkill, getpid (), thread, 0) == 0 || errno != ESRCH;
  errno = saved;
  return lives;
}

int
os_thread_cpu (int thread)
{
  char path[64], text[STAT_MAX];
  snprintf (path, sizeof (path), "/proc/self/task/%d/stat", thread);
  const char *field = read_state (path, text);
  if (field == NULL || strncmp (field, ") R ", 4) != 0)
    return -1;
  for (int i = 2; i < CPU_FIELD && field != NULL; i++)
    field = strchr (field + 1, ' ');
  return field != NULL ? atoi (field) : -1;
}

const char *
os_file_of_address (const void *address)
{
  Dl_info info;
  return dladdr (address, &info) != 0 ? info.dli_fname : NULL;
}
