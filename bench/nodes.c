/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions on a node beside the bare line to another process: each row's figure
   is divided by that of its floor, measured in turns with it.

     OFFLOAD_HOSTS=localhost ./nodes [TURNS]

   The floor is a TCP connection over the loopback interface to a process that
   answers: both sides sleep while they wait, and only one message is under way,
   except in the rows of many.  Prints a line for each row: name, microseconds,
   those of the floor, ratio, each the median over the turns.  */

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "target.h"
#include "timing.h"

#define KIB 1024
#define BULK (64 << 20)
#define MANY 100
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

/* A message is its two sizes and bytes; the answer has as many as the second
   says.  */
static void
answer (int fd)
{
  char *room = malloc (BULK);
  for (;;)
    {
      size_t size[2];
      move (fd, (char *)size, sizeof (size), receive_one);
      move (fd, room, size[0], receive_one);
      move (fd, room, size[1], send_one);
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
  move (line, message, head, send_one);
  move (line, data, there, send_one);
}

static void
talk (char *data, size_t there, size_t back)
{
  ask (data, there, back);
  move (line, data, back, receive_one);
}

static void
connect_to_child (void)
{
  struct sockaddr_in a = { .sin_family = AF_INET };
  socklen_t size = sizeof (a);
  int one = 1, listening = socket (AF_INET, SOCK_STREAM, 0);
  a.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  bind (listening, (struct sockaddr *)&a, sizeof (a));
  listen (listening, 1);
  getsockname (listening, (struct sockaddr *)&a, &size);
  if (fork () == 0)
    {
      int fd = socket (AF_INET, SOCK_STREAM, 0);
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      connect (fd, (struct sockaddr *)&a, sizeof (a));
      setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof (one));
      answer (fd);
    }
  line = accept (listening, NULL, NULL);
  setsockopt (line, IPPROTO_TCP, TCP_NODELAY, &one, sizeof (one));
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
  move (line, small, 8, receive_one);
  for (int i = 1; i < MANY; i++)
    move (line, small, 8, receive_one);
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
  printf ("%-15s %9.1f %9.1f %6.2f\n", row->name, bench_median (body, turns),
          bench_median (floor, turns), bench_median (ratio, turns));
}

int
main (int argc, char **argv)
{
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
  return 0;
}
