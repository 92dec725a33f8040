# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Messages to nodes by UCX: what the program notices of the library, which would
# install handlers of signals and change mmap, and what is said without it.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
for name in $(env | sed -n 's/^\(UCX_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_HOSTS=localhost OFFLOAD_LINE=ucx

cat >program.c <<'EOP'
#define _GNU_SOURCE
#include <fcntl.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
extern char **environ;
struct state
{
  unsigned char code[4][32];
  void (*handler[65]) (int);
  int flags[65];
  char environment[1 << 16];
  int lowest;
};
static void
look (struct state *s)
{
  const void *functions[]
      = { (void *)mmap, (void *)munmap, (void *)mremap, (void *)brk };
  size_t used = 0;
  memset (s, 0, sizeof (*s));
  for (int i = 0; i < 4; i++)
    memcpy (s->code[i], functions[i], sizeof (s->code[i]));
  for (int i = 1; i < 65; i++)
    {
      struct sigaction act;
      if (sigaction (i, NULL, &act) != 0)
        continue;
      s->handler[i] = act.sa_handler;
      s->flags[i] = act.sa_flags;
    }
  for (char **e = environ; *e != NULL; e++)
    used += (size_t)snprintf (s->environment + used,
                              sizeof (s->environment) - used, "%s\n", *e);
  s->lowest = open ("/dev/null", O_RDONLY);
  close (s->lowest);
}
static struct state before, after;
static char big[5 << 20];
int main (int argc, char **argv)
{
  int sum = 0;
  look (&before);
  for (int d = 0; d < omp_get_num_devices () || d == 0; d++)
    for (int i = 0; i < 100; i++)
      {
#pragma omp target map (tofrom: sum) device (d)
        sum++;
      }
  for (int i = 0; i < 3; i++)
    {
#pragma omp target map (tofrom: big)
      for (int j = 0; j < (int)sizeof (big); j++)
        big[j]++;
    }
  look (&after);
  /* Installs a handler of the library's own.  */
#pragma omp parallel num_threads (4) reduction (+ : sum)
  for (int i = 0; i < 50; i++)
    {
      char part[300000] = { 0 };
#pragma omp target nowait map (tofrom: part)
      part[i] = 1;
#pragma omp taskwait
      sum += part[i] - 1;
    }
  for (int i = 0; i < 4; i++)
    if (memcmp (before.code[i], after.code[i], sizeof (before.code[i])) != 0)
      printf ("the code of function %d has changed\n", i);
  for (int i = 1; i < 65; i++)
    if (before.handler[i] != after.handler[i]
        || before.flags[i] != after.flags[i])
      printf ("signal %d has another handler\n", i);
  if (strcmp (before.environment, after.environment) != 0)
    printf ("the environment has changed\n");
  if (before.lowest != after.lowest)
    printf ("the next descriptor is %d, not %d\n", after.lowest, before.lowest);
  if (sum != 100 * omp_get_num_devices () || big[5] != 3
      || big[sizeof (big) - 1] != 3)
    printf ("wrong\n");
  if (argc > 1)
    {
      printf ("ready\n");
      fflush (stdout);
#pragma omp target
      for (;;)
        pause ();
    }
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp -g program.c -o program || fail 'compile'

# A file that is no library hides the real one, if there is one.
mkdir none
echo >none/libucp.so.0
LD_LIBRARY_PATH=$PWD/none${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
  ./program >out 2>err
check 'without UCX' test $? = 1
if grep -q 'this package was built without UCX' err; then
  says 'what helps' 'hint: build it where the package libucx-dev is installed'
  finish
fi
says 'what is missing' "no devices on localhost: cannot load UCX: "
says 'what helps' 'hint: install the package libucx0 on all machines, or set '\
'OFFLOAD_LINE=stream'
printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec "$@"\n' "$PWD/none" >without
chmod +x without
OFFLOAD_HOSTS=launch OFFLOAD_LAUNCH=./without ./program >out 2>err
check 'a node without UCX' test $? = 1
says 'says so' "no devices on launch: cannot load UCX: "
OFFLOAD_LINE=pigeon ./program >out 2>err
check 'another line' test $? = 0
says 'which ones there are' "invalid value 'pigeon' of environment variable \
OFFLOAD_LINE: stream or ucx is accepted; using stream"

for hosts in 'localhost' 'localhost,localhost*2'; do
  OFFLOAD_HOSTS=$hosts ./program >out 2>err
  check "$hosts: the program ends" test $? = 0
  check "$hosts: nothing is said" test ! -s err
  report "$hosts: the program is as without UCX" <out
done
# Threads that send do not keep from the receiver what has come: it would sleep
# for ever.
OFFLOAD_HEARTBEAT=0 timeout -k 5 200 ./program >out 2>err
check 'threads that send at the same time' test $? = 0
report 'have right results' <out
UCX_TLS=tcp UCX_LOG_LEVEL=error ./program >out 2>err
check 'variables of the user' test $? = 0
report 'stay' <out

# UCX's shared memory, which a connection to a node does not use, is not started
# unless the user says so.
cat >shared.c <<'EOP'
#include <stdio.h>
#include <string.h>
int
main (void)
{
  char line[512];
  int sum = 0, shared = 0;
#pragma omp target map (tofrom: sum)
  sum++;
  FILE *f = fopen ("/proc/self/maps", "r");
  while (fgets (line, sizeof (line), f) != NULL)
    shared |= strstr (line, "ucx_shm") != NULL || strstr (line, "SYSV") != NULL;
  puts (sum != 1 ? "wrong" : shared ? "shared" : "not shared");
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp shared.c -o shared || fail 'compile'
check 'no shared memory' test "$(./shared)" = 'not shared'
if test "$(UCX_TLS=all ./shared)" = shared; then
  check 'unless the user has chosen it' true
  mkdir chosen
  echo UCX_TLS=tcp,self,posix,sysv >chosen/ucx.conf
  check 'or the administrator' test "$(UCX_CONFIG_DIR=chosen ./shared)" = shared
else
  unsupported 'UCX has no shared memory'
fi

# Results of several variables take one message, as those of one do: UCX adds a
# head to each.
cat >counting.c <<'EOC'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <sys/socket.h>
long received;
ssize_t
recv (int fd, void *to, size_t size, int flags)
{
  static ssize_t (*real) (int, void *, size_t, int);
  if (real == NULL)
    real = (ssize_t (*) (int, void *, size_t, int))dlsym (RTLD_NEXT, "recv");
  ssize_t n = real (fd, to, size, flags);
  received += n > 0 ? n : 0;
  return n;
}
EOC
cat >results.c <<'EOP'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
static char a[1024], b[1024], c[1024], d[1024], e[1024], f[1024], g[1024],
    h[1024], all[8 * 1024];
static void
one (void)
{
#pragma omp target map (from: all)
  all[0] = 1;
}
static void
eight (void)
{
#pragma omp target map (from: a, b, c, d, e, f, g, h)
  a[0] = b[0] = c[0] = d[0] = e[0] = f[0] = g[0] = h[0] = 1;
}
int
main (void)
{
  const long *received = (const long *)dlsym (RTLD_DEFAULT, "received");
  one ();
  eight ();
  long before = *received;
  one ();
  long between = *received;
  eight ();
  printf ("%ld %ld\n", between - before >= 8 * 1024,
          *received - between - (between - before));
  return 0;
}
EOP
$GCC -shared -fPIC counting.c -ldl -o counting.so || fail 'compile'
$GCC -B"$TOOLCHAIN" -fopenmp results.c -ldl -o results || fail 'compile'
OFFLOAD_HEARTBEAT=0 LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD }$PWD/counting.so" \
  UCX_TLS=tcp,self ./results >out
cat out
check 'results come by one message' test "$(cat out)" = '1 0'

# Wait until the program says that it is ready, or ends.
await_ready () {
  while kill -0 $program && ! grep -q ready out; do sleep 0.05; done
}

# The server is killed while a region runs, and the program.
printf '#!/bin/sh\necho $$ >number\nexec "$@"\n' >noted
chmod +x noted
export OFFLOAD_HOSTS=launch OFFLOAD_LAUNCH=./noted OFFLOAD_HEARTBEAT=0
OFFLOAD_LINE=ucx ./program wait >out 2>err &
program=$!
await_ready
kill -KILL "$(cat number)"
wait $program
check 'the server is killed' test $? = 1
says 'what has ended' "the node's server has ended"
cat >busy.c <<'EOP'
#include <stdio.h>
#include <stdlib.h>
int
main (void)
{
#pragma omp parallel num_threads (4)
  for (long i = 0;; i++)
    {
      char *part = malloc (3000000);
#pragma omp target map (tofrom: part[0 : 3000000])
      part[i % 3000000]++;
      free (part);
      if (i == 3)
        {
          printf ("ready\n");
          fflush (stdout);
        }
    }
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp busy.c -o busy || fail 'compile'
for round in 1 2 3; do
  ./busy >out 2>err &
  program=$!
  await_ready
  kill -KILL "$(cat number)"
  wait $program
  check "the server is killed while it gets data, $round" test $? = 1
  says "what has ended, $round" "the node's server has ended"
done
./program wait >out 2>err &
program=$!
await_ready
kill -KILL $program
wait $program 2>/dev/null
check 'the server ends with a killed program' is_ended "$(cat number)"
finish
