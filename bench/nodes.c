/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions on a node beside the bare line to another process: each row's figure
   is divided by that of its floor, measured in turns with it.

     OFFLOAD_HOSTS=localhost ./nodes [TURNS]

   The floor is a TCP connection over the loopback interface to a process that
   answers, or with -DFLOOR_UCX one by UCX (nodes_ucx.h): both sides sleep while
   they wait, and only one message is under way, except in the rows of many. The
   floor of `start', until the number of devices is known, is a process that
   does nothing; that of `image', from then until the end of the first region,
   the same on this machine's own device. Prints a line for each row: name,
   microseconds, those of the floor, ratio, each the median over the turns.  */

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "target.h"
#include "timing.h"

#define KIB 1024
#define BULK (64 << 20)
#define MANY 100
#define CHAIN 10
#define TURNS_MAX 1000

static int line;
static char small[KIB], array[8 * KIB], *bulk;
static char a[KIB], b[KIB], c[KIB], d[KIB], e[KIB], f[KIB], g[KIB], h[KIB];
static int scalar;

/* ---- The floor.  */

static void
move (int fd, char *data, size_t size, ssize_t (*one) (int, char *, size_t))
{
  while (size > 0)
    {
      ssize_t n = one (fd, data, size);
      if (n <= 0)
        _exit (0);
      data += n;
      size -= (size_t)n;
    }
}
static ssize_t
send_one (int fd, char *data, size_t size)
{
  return write (fd, data, size);
}
static ssize_t
receive_one (int fd, char *data, size_t size)
{
  return read (fd, data, size);
}

#ifdef FLOOR_UCX
#  include "nodes_ucx.h"
#endif

static void
put (char *data, size_t size)
{
#ifdef FLOOR_UCX
  ucx_send (data, size);
#else
  move (line, data, size, send_one);
#endif
}

static void
get (char *data, size_t size)
{
#ifdef FLOOR_UCX
  ucx_receive (data, size);
#else
  move (line, data, size, receive_one);
#endif
}

/* A message is its two sizes and bytes; the answer has as many as the second
   says.  */
static void
answer (void)
{
  char *room = malloc (BULK);
  for (;;)
    {
      size_t size[2];
      get ((char *)size, sizeof (size));
      get (room, size[0]);
      put (room, size[1]);
    }
}

static void
ask (char *data, size_t there, size_t back)
{
  static char message[sizeof (size_t[2]) + 8 * KIB];
  size_t size[2] = { there, back }, head = sizeof (size);
  memcpy (message, size, sizeof (size));
  if (there <= 8 * KIB)
    {
      memcpy (message + head, data, there);
      head += there;
      there = 0;
    }
  put (message, head);
  put (data, there);
}

static void
talk (char *data, size_t there, size_t back)
{
  ask (data, there, back);
  get (data, back);
}

static void
connect_to_child (void)
{
  struct sockaddr_in at = { .sin_family = AF_INET };
  socklen_t size = sizeof (at);
  int one = 1, listening = socket (AF_INET, SOCK_STREAM, 0);
  at.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  bind (listening, (struct sockaddr *)&at, sizeof (at));
  listen (listening, 1);
  getsockname (listening, (struct sockaddr *)&at, &size);
  bool answers = fork () == 0;
  if (answers)
    {
      line = socket (AF_INET, SOCK_STREAM, 0);
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      connect (line, (struct sockaddr *)&at, sizeof (at));
    }
  else
    line = accept (listening, NULL, NULL);
  setsockopt (line, IPPROTO_TCP, TCP_NODELAY, &one, sizeof (one));
#ifdef FLOOR_UCX
  ucx_connect (line);
#endif
  if (answers)
    answer ();
}

/* ---- The rows, each after its floor.  */

static void
ping (void)
{
  talk (small, 8, 8);
}
static void
empty (void)
{
#pragma omp target
  ;
}
static void
ping_1k (void)
{
  talk (small, KIB, KIB);
}
static void
region_1k (void)
{
#pragma omp target map(tofrom : small)
  small[0]++;
}
static void
ping_8k (void)
{
  talk (array, sizeof (array), sizeof (array));
}
static void
region_arrays (void)
{
#pragma omp target map(tofrom : a, b, c, d, e, f, g, h)
  a[0] = b[0] = c[0] = d[0] = e[0] = f[0] = g[0] = h[0] = 1;
}
static void
region_present (void)
{
#pragma omp target map(to : bulk [0:BULK]) firstprivate(scalar)
  bulk[0] = (char)scalar;
}
static void
pings (void)
{
  for (int i = 0; i < MANY; i++)
    ask (small, 8, 8);
  for (int i = 0; i < MANY; i++)
    get (small, 8);
}
static void
regions (void)
{
  for (int i = 0; i < MANY; i++)
    {
#pragma omp target nowait
      ;
    }
#pragma omp taskwait
}
static void
pings_chained (void)
{
  for (int i = 0; i < CHAIN; i++)
    ping ();
}
static void
chain (void)
{
  for (int i = 0; i < CHAIN; i++)
    {
#pragma omp target nowait depend(inout : scalar)
      ;
    }
#pragma omp taskwait
}
static void
bulk_there (void)
{
  talk (bulk, BULK, 8);
}
static void
update_to (void)
{
#pragma omp target update to(bulk [0:BULK])
#pragma omp target
  ;
}
static void
bulk_back (void)
{
  talk (bulk, 8, BULK);
}
static void
update_from (void)
{
#pragma omp target update from(bulk [0:BULK])
}

static const struct row
{
  const char *name;
  void (*floor) (void), (*body) (void);
  int count;
} rows[] = { { "empty", ping, empty, 300 },
             { "1-KiB", ping_1k, region_1k, 300 },
             { "eight-arrays", ping_8k, region_arrays, 300 },
             { "present", ping, region_present, 300 },
             { "chain-of-ten", pings_chained, chain, 50 },
             { "hundred-nowait", pings, regions, 5 },
             { "bulk-to", bulk_there, update_to, 1 },
             { "bulk-from", bulk_back, update_from, 1 } };

static double
time_of (void (*body) (void), int count)
{
  double begin = bench_now_ns ();
  for (int i = 0; i < count; i++)
    body ();
  return (bench_now_ns () - begin) / count / 1e3;
}

static void
print_row (const char *name, double *body, double *floor, double *ratio,
           int turns)
{
  printf ("%-15s %9.1f %9.1f %6.2f\n", name, bench_median (body, turns),
          bench_median (floor, turns), bench_median (ratio, turns));
}

static void
measure (const struct row *row, int turns)
{
  static double body[TURNS_MAX], floor[TURNS_MAX], ratio[TURNS_MAX];
  row->floor ();
  row->body ();
  for (int i = 0; i < turns; i++)
    {
      floor[i] = time_of (row->floor, row->count);
      body[i] = time_of (row->body, row->count);
      ratio[i] = body[i] / floor[i];
    }
  print_row (row->name, body, floor, ratio, turns);
}

/* ---- The start, in processes of its own.  */

enum phase
{
  START, /* until the number of devices is known */
  FIRST, /* and then the first region */
  PHASES
};

static void
run_first (double begin)
{
  double phase[PHASES];
  if (omp_get_num_devices () == 0)
    exit (1);
  phase[START] = bench_now_ns () - begin;
  empty ();
  phase[FIRST] = bench_now_ns () - begin - phase[START];
  move (STDOUT_FILENO, (char *)phase, sizeof (phase), send_one);
}

/* The phases of a new process with HOSTS as OFFLOAD_HOSTS; NULL: of one that
   does nothing.  In microseconds.  */
static void
start_once (const char *hosts, double *phase)
{
  int ends[2];
  double begin = bench_now_ns ();
  if (pipe (ends) != 0)
    exit (1);
  pid_t child = fork ();
  if (child == 0)
    {
      dup2 (ends[1], STDOUT_FILENO);
      if (hosts == NULL || *hosts == '\0')
        unsetenv ("OFFLOAD_HOSTS");
      execl ("/proc/self/exe", "nodes", hosts == NULL ? "nothing" : "first",
             NULL);
      _exit (1);
    }
  close (ends[1]);
  if (hosts != NULL)
    move (ends[0], (char *)phase, PHASES * sizeof (*phase), receive_one);
  close (ends[0]);
  waitpid (child, NULL, 0);
  if (hosts == NULL)
    phase[START] = bench_now_ns () - begin;
  for (int i = 0; i < PHASES; i++)
    phase[i] /= 1e3;
}

static void
measure_start (int turns)
{
  static double body[PHASES][TURNS_MAX], floor[PHASES][TURNS_MAX],
      ratio[PHASES][TURNS_MAX];
  const char *hosts = getenv ("OFFLOAD_HOSTS");
  for (int i = 0; i < turns; i++)
    {
      double remote[PHASES], nothing[PHASES] = { 0 }, own[PHASES];
      start_once (NULL, nothing);
      start_once ("", own);
      start_once (hosts != NULL ? hosts : "", remote);
      for (int p = 0; p < PHASES; p++)
        {
          floor[p][i] = p == START ? nothing[START] : own[FIRST];
          body[p][i] = remote[p];
          ratio[p][i] = body[p][i] / floor[p][i];
        }
    }
  print_row ("start", body[START], floor[START], ratio[START], turns);
  print_row ("image", body[FIRST], floor[FIRST], ratio[FIRST], turns);
}

int
main (int argc, char **argv)
{
  double begin = bench_now_ns ();
  if (argc > 1 && strcmp (argv[1], "nothing") == 0)
    return 0;
  if (argc > 1 && strcmp (argv[1], "first") == 0)
    {
      run_first (begin);
      return 0;
    }
  int turns = argc > 1 ? atoi (argv[1]) : 15;
  if (turns < 1 || turns > TURNS_MAX)
    return 2;
  connect_to_child ();
  bench_require_device ();
  bulk = malloc (BULK);
  memset (bulk, 1, BULK);
#pragma omp target enter data map(to : bulk [0:BULK])
  for (size_t i = 0; i < sizeof (rows) / sizeof (rows[0]); i++)
    measure (&rows[i], turns);
  measure_start (turns);
  return 0;
}
