/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* A program closes descriptors that are not its own, as daemons do, and opens
   its own files under their numbers.  These files stay as they are, and regions
   work or there is a message.  */

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <omp.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "scenario.h"

#define FIRST 3
#define LAST 80
#define FILE_BYTES 40000
#define BLOCK ((size_t)64 << 20)
#define TRACE "/tmp/offgomp-closed-descriptors-%p.json"

enum kind
{
  FILES,
  EVENTS,
  PIPES,
  SOCKETS
};

#pragma omp declare target
static struct stat opened[LAST + 1];
static int waiting[LAST + 1];
static bool is_mine[LAST + 1];

static void
fail (const char *what, int fd)
{
  printf ("failed: %s of %d: %m\n", what, fd);
  fflush (stdout);
  _exit (9);
}

/* A file without a name, full of ones, with its position in the middle.  */
static int
open_file (void)
{
  static char ones[FILE_BYTES];
  char path[] = "/tmp/closed-descriptors-XXXXXX";
  int fd = mkstemp (path);

  unlink (path);
  memset (ones, 1, sizeof ones);
  if (write (fd, ones, sizeof ones) != sizeof ones)
    return -1;
  return lseek (fd, FILE_BYTES / 2, SEEK_SET) < 0 ? -1 : fd;
}

static void
remember (int fd, enum kind kind)
{
  if (fd > LAST || fstat (fd, &opened[fd]))
    fail ("looking", fd);
  if (kind >= PIPES && ioctl (fd, FIONREAD, &waiting[fd]))
    fail ("asking", fd);
  is_mine[fd] = true;
}

static int
open_one (enum kind kind)
{
  int ends[2] = { -1, -1 };

  if (kind == FILES)
    return open_file ();
  if (kind == EVENTS)
    return eventfd (5, EFD_NONBLOCK);
  if (kind == PIPES ? pipe (ends) : socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return -1;
  if (write (ends[1], "abc", 3) != 3)
    return -1;
  remember (ends[1], kind);
  return ends[0];
}

/* Close all and open as many.  */
static void
replace_all (enum kind kind)
{
  int fd = 0;

  for (int i = FIRST; i <= LAST; i++)
    close (i);
  while (fd < LAST - 2)
    {
      if ((fd = open_one (kind)) < 0)
        fail ("opening", fd);
      remember (fd, kind);
    }
}

static bool
is_whole_file (int fd)
{
  static char content[FILE_BYTES + 1];

  if (lseek (fd, 0, SEEK_CUR) != FILE_BYTES / 2
      || pread (fd, content, sizeof content, 0) != FILE_BYTES)
    return false;
  for (int i = 0; i < FILE_BYTES; i++)
    if (content[i] != 1)
      return false;
  return true;
}

static bool
is_as_opened (int fd, enum kind kind)
{
  unsigned long value = 0;
  int now = -1;

  if (kind == FILES)
    return is_whole_file (fd);
  if (kind == EVENTS)
    return read (fd, &value, sizeof value) == sizeof value && value == 5;
  return ioctl (fd, FIONREAD, &now) == 0 && now == waiting[fd];
}

static void
check_all (enum kind kind)
{
  struct stat now;

  for (int i = FIRST; i <= LAST; i++)
    {
      if (!is_mine[i])
        continue;
      if (fstat (i, &now) || now.st_ino != opened[i].st_ino
          || now.st_dev != opened[i].st_dev)
        fail ("something else", i);
      if (!is_as_opened (i, kind))
        fail ("change", i);
    }
}
#pragma omp end declare target

static void
use_device (size_t size)
{
  char *block = calloc (size, 1);
  int on_host = 1;

#pragma omp target map(tofrom : block [0:size]) map(from : on_host)
  {
    on_host = omp_is_initial_device ();
    block[0] += 1;
    block[size - 1] += 1;
  }
  if (on_host || block[0] != 1 || block[size - 1] != 1)
    {
      printf ("failed: a region\n");
      exit (9);
    }
  free (block);
}

/* Regions, more memory, threads.  */
static void
go_on (enum kind kind)
{
  use_device (1000);
  replace_all (kind);
  use_device (1000);
  use_device (BLOCK);
#pragma omp parallel num_threads(4)
  use_device (2000);
  check_all (kind);
  printf ("as before\n");
}

static void
files (void)
{
  go_on (FILES);
}

static void
events (void)
{
  go_on (EVENTS);
}

static void
pipes (void)
{
  go_on (PIPES);
}

static void
sockets (void)
{
  go_on (SOCKETS);
}

/* What must be asked of the device: it guards freed memory.  */
static void
asks (void)
{
  use_device (BLOCK);
  replace_all (FILES);
  use_device (BLOCK);
}

static void
fault (void)
{
  use_device (1000);
  replace_all (FILES);
#pragma omp target
  *(volatile int *)8 = 1;
}

static void
fork_child (void)
{
  pid_t child;
  int status = 0;

  use_device (1000);
  replace_all (FILES);
  child = fork ();
  if (child == 0)
    {
      check_all (FILES);
      exit (0);
    }
  waitpid (child, &status, 0);
  check_all (FILES);
  use_device (1000);
  printf ("child %d\n", status);
}

static char trace_name[64];

/* Until the trace is written: no thread has a file open for a moment then.  */
static void
await_trace (void)
{
  long limit = scenario_limit_ms (30000);
  struct stat written = { .st_size = 0 };

  snprintf (trace_name, sizeof trace_name,
            "/tmp/offgomp-closed-descriptors-%d.json", (int)getpid ());
  use_device (1000);
  while ((stat (trace_name, &written) || written.st_size == 0)
         && scenario_now_ms () < limit)
    usleep (1000);
  if (written.st_size == 0)
    fail ("no trace", 0);
}

static void
trace (void)
{
  await_trace ();
  replace_all (FILES);
  use_device (1000);
  usleep (300000);
  use_device (1000);
  check_all (FILES);
  unlink (trace_name);
}

static void
checked_at_end (void)
{
  check_all (FILES);
  unlink (trace_name);
  printf ("as before\n");
  fflush (stdout);
}

/* The trace is written to the end.  */
static void
trace_end (void)
{
  atexit (checked_at_end);
  await_trace ();
  replace_all (FILES);
}

/* Where the kernel does not know close_range.  */
static void
older_kernel (void)
{
#ifdef SYS_close_range
  struct sock_filter code[]
      = { BPF_STMT (BPF_LD | BPF_W | BPF_ABS,
                    offsetof (struct seccomp_data, nr)),
          BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_close_range, 0, 1),
          BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
          BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
  struct sock_fprog program = { sizeof code / sizeof *code, code };

  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#endif
  atexit (checked_at_end);
  use_device (1000);
  replace_all (FILES);
  for (int i = 0; i < 10; i++)
    {
      usleep (10000);
      use_device (1000);
    }
}

/* The same on the device, which cannot be asked anything then.  */
static void
region (void)
{
#pragma omp target
  {
    replace_all (FILES);
    usleep (10000);
    check_all (FILES);
    printf ("as before\n");
    fflush (stdout);
    *(volatile int *)8 = 1;
  }
}

static const struct scenario scenarios[] = {
  { .name = "files", .body = files, .output = { "as before" } },
  { .name = "events", .body = events, .output = { "as before" } },
  { .name = "pipes", .body = pipes, .output = { "as before" } },
  { .name = "sockets", .body = sockets, .output = { "as before" } },
  { .name = "asks",
    .body = asks,
    .ends_with = 1,
    .output = { "libgomp: .*device 0 \\(x86emul\\) cannot be reached any more: "
                "the program has closed the descriptor of its connection",
                "hint: close only the program's own descriptors, or close all "
                "before the first target construct" } },
  { .name = "fault",
    .body = fault,
    .ends_with = 1,
    .output = { "write to address 0x8 .*\n.*0x8 is near the null pointer" } },
  { .name = "fork", .body = fork_child, .output = { "child 0\n" } },
  { .name = "trace",
    .body = trace,
    .environment = { "GOMP_OFFLOAD_TRACE=" TRACE },
    .output = { "libgomp: warning: cannot write the trace to '.*[0-9]+.json' "
                "\\(GOMP_OFFLOAD_TRACE\\): the program has closed its "
                "descriptor; the program goes on without" } },
  { .name = "trace-end",
    .body = trace_end,
    .environment = { "GOMP_OFFLOAD_TRACE=" TRACE },
    .output = { "as before" } },
  { .name = "older-kernel",
    .body = older_kernel,
    .ends_with = 1,
    .output = { "as before|the device process .* has ended" } },
  { .name = "region",
    .body = region,
    .ends_with = 1,
    .output = { "as before|the device process .* has ended with exit status 1",
                "write to address 0x8|has ended" } },
};

SCENARIO_MAIN (scenarios)
