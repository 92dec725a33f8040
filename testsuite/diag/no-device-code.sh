# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs and libraries without device code: alone, they use no emulated
# device; together with others that have device code, one warning says what goes
# wrong.  Device code may come at any time.
. "$testsuite/lib/script.sh"

if ! has_target x86emul; then
  unsupported "configured without x86emul"
  finish
fi
unset OMP_TARGET_OFFLOAD OMP_DEFAULT_DEVICE OMP_AVAILABLE_DEVICES

# plain FILE... -o OUTPUT: as a compiler does it that knows no devices.
plain () {
  $GCC -O2 -fopenmp -foffload=disable "$@" -ldl
}
offloading () {
  $GCC -B"$TOOLCHAIN" -O2 -fopenmp "$@" -ldl
}

# prints NAME STATUS TEXT PROGRAM...: PROGRAM ends with STATUS, and prints TEXT
# alone.
prints () {
  name=$1 wanted_status=$2 wanted=$3
  shift 3
  "$@" >out 2>&1
  status=$?
  sed 's/0x[0-9a-f]*/ADDRESS/g; s/ *$//; /^$/d' out >out.plain
  printf '%s\n' "$wanted" | sed '/^$/d' >wanted
  if test $status = "$wanted_status" && cmp -s wanted out.plain; then
    pass "$name"
  else
    diff wanted out.plain
    fail "$name: status $status"
  fi
}

# ---------------------------------------------------------------- alone

cat > alone.c <<'EOC'
#define _GNU_SOURCE
#include <dirent.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static double a[1000];

static int
entries (const char *folder)
{
  DIR *d = opendir (folder);
  int n = 0;
  while (readdir (d) != NULL)
    n++;
  closedir (d);
  return n - 2;
}

static int
maps_have (const char *text)
{
  static char line[4096];
  FILE *f = fopen ("/proc/self/maps", "r");
  int found = 0;
  while (fgets (line, sizeof line, f))
    found |= strstr (line, text) != NULL;
  fclose (f);
  return found;
}

int
main (void)
{
  int open_before = entries ("/proc/self/fd");
  int d = omp_get_default_device (), right = 1;
  double *p = omp_target_alloc (sizeof a, d);
  right &= p != NULL && omp_target_memcpy (p, a, sizeof a, 0, 0, d, d) == 0;
#pragma omp target is_device_ptr(p)
  p[1]++;
  omp_target_free (p, d);
  p = a;
#pragma omp target data map(tofrom: a) use_device_ptr(p)
  {
    right &= p == a;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 1000; i++)
      a[i]++;
    right &= a[999] == 1;
#pragma omp target update to(a)
  }
#pragma omp target enter data map(to: a)
  right &= omp_target_is_present (a, d);
#pragma omp target nowait depend(out: a)
  a[0]++;
#pragma omp taskwait
#pragma omp target exit data map(delete: a)
  printf ("right %d, devices %d, default %d, host %d\n", right && a[0] == 2,
          omp_get_num_devices (), d, omp_get_initial_device ());
  printf ("plugin %d, arena %d, threads %d, descriptors %d, children %d\n",
          maps_have ("x86emul"), maps_have ("memfd"),
          entries ("/proc/self/task"),
          entries ("/proc/self/fd") - open_before,
          waitpid (-1, NULL, WNOHANG) >= 0);
  return 0;
}
EOC

nothing_started="right 1, devices 0, default 0, host 0
plugin 0, arena 0, threads 1, descriptors 0, children 0"
export OMP_NUM_THREADS=1
plain alone.c -o alone
prints "nothing is started" 0 "$nothing_started" ./alone
offloading -foffload=disable alone.c -o alone-B
prints "nor with -B and -foffload=disable" 0 "$nothing_started" ./alone-B
prints "nor where a device is named" 0 "$nothing_started" \
  env OFFLOAD_EMUL_NUM=4 OMP_DEFAULT_DEVICE=0 OFFLOAD_EMUL_CHECK=1 ./alone
unset OMP_NUM_THREADS

cat > region.c <<'EOC'
static int x;

int
main (void)
{
#pragma omp target map(tofrom: x)
  x++;
  return x != 1;
}
EOC
plain region.c -o region
none_for_it='the program has no device code for it'
GOMP_OFFLOAD_INFO=all ./region >out 2>&1
check "GOMP_OFFLOAD_INFO reports why there is no device" grep -q \
  "^libgomp: offload: plugin x86emul: not tried: $none_for_it" out
check "and why the region runs on the host" grep -q \
  "target region main._omp_fn.0 .*runs on the host: ${none_for_it% for it}" out
OMP_TARGET_OFFLOAD=mandatory ./region >out 2>&1
status=$?
check "where a device is mandatory it is an error" test $status = 1
check "that has the reason" grep -q \
  "^  plugin x86emul: not tried: the program has no device code for it" out
check "and the remedy" grep -q \
  "^  hint: compile and link with offloading to x86emul enabled" out

# ---------------------------------------------------------------- beside others

cat > with.c <<'EOC'
#include <omp.h>

int
sum_there (int *a, int n)
{
  int s = 0;
#pragma omp target map(tofrom: s) map(to: a[:n])
  {
    s = omp_is_initial_device () ? -1000000 : 0;
    for (int i = 0; i < n; i++)
      s += a[i];
  }
  return s;
}
EOC
cat > without.c <<'EOC'
#include <omp.h>
#include <stdio.h>
#include <string.h>

extern int sum_there (int *, int);
static int table[100];

/* All by itself: right, and nothing is to be said.  */
static void
apart (void)
{
  int s = 0, other[10] = { 3 };
#pragma omp target map(tofrom: s) map(to: other)
  s += other[0];
  printf ("apart %d, there %d\n", s, sum_there (other, 10));
}

static void
enclosed (void)
{
#pragma omp target data map(tofrom: table)
  {
    printf ("there %d\n", sum_there (table, 100));
#pragma omp target map(tofrom: table)
    table[0]++;
#pragma omp target map(tofrom: table)
    table[1]++;
  }
  printf ("%d %d\n", table[0], table[1]);
}

static void
pointer (void)
{
  int *p = omp_target_alloc (400, omp_get_default_device ());
#pragma omp target is_device_ptr(p)
  (void)p;
  omp_target_free (p, omp_get_default_device ());
  printf ("passed\n");
}

static void
later (void)
{
  int *p = table;
#pragma omp target enter data map(to: p[:100])
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom: p[:100]) nowait
    p[0]++;
#pragma omp taskwait
  }
#pragma omp target exit data map(delete: p[:100])
  printf ("passed\n");
}

int
main (int argc, char **argv)
{
  if (argc < 2 || !strcmp (argv[1], "apart"))
    apart ();
  else if (!strcmp (argv[1], "enclosed"))
    enclosed ();
  else if (!strcmp (argv[1], "pointer"))
    pointer ();
  else
    later ();
  return 0;
}
EOC
warning () {
  echo "libgomp: warning: target region $1 runs on the host for want of device\
 code, but its data is on device 0 (x86emul): $2
  the host and the device use different copies, and neither sees what the other\
 writes
  hint: compile and link all objects with offloading to x86emul enabled, or let\
 the host run all regions (OMP_TARGET_OFFLOAD=disabled)"
}

offloading -fPIC -shared with.c -o libwith.so
LD_LIBRARY_PATH=$PWD:$LD_LIBRARY_PATH
export LD_LIBRARY_PATH
plain without.c -L. -lwith -o mixed
prints "a region apart from the device" 0 "apart 3, there 3" ./mixed apart
prints "a region whose data is there" 0 "$(warning enclosed._omp_fn.0 \
  'table at ADDRESS, 400 bytes')
there 0
0 0" ./mixed enclosed
# The same with names and lines, which -B brings.
offloading -foffload=disable without.c -L. -lwith -o named
prints "the warning has lines and names" 0 "$(warning \
  'pointer._omp_fn.0 (without.c:36)' 'p is ADDRESS, an address on the device')
passed" ./named pointer
prints "a device pointer" 0 "$(warning pointer._omp_fn.0 \
  'ADDRESS, an address on the device')
passed" ./mixed pointer
./mixed later >out 2>&1
check "a region with nowait" grep -q "its data is on device 0 (x86emul): table" \
  out
OMP_TARGET_OFFLOAD=mandatory ./mixed enclosed >out 2>&1
status=$?
check "where a device is mandatory that is an error" test $status = 1
check "with the variable" grep -q \
  "^  data of the region is on the device: table at 0x.*, 400 bytes" out
prints "all on the host" 0 "there -1000000
1 1" env OMP_TARGET_OFFLOAD=disabled ./mixed enclosed

# ---------------------------------------------------------------- later

cat > host.c <<'EOC'
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

static int data[100];

static void
report (const char *when)
{
  int there = 0;
#pragma omp target map(tofrom: there)
  there = !omp_is_initial_device ();
  printf ("%s: devices %d, default %d, host %d, region there %d\n", when,
          omp_get_num_devices (), omp_get_default_device (),
          omp_get_initial_device (), there);
}

/* Each argument: +FILE loads, -FILE unloads, ? reports, ! uses what was loaded
   last, [ and ] begin and end a target data region.  */
static void
act (char **argument)
{
  static void *loaded;
  for (; *argument != NULL; argument++)
    if (**argument == '+')
      {
        loaded = dlopen (*argument + 1, RTLD_NOW);
        if (loaded == NULL)
          puts (dlerror ());
      }
    else if (**argument == '-')
      dlclose (loaded);
    else if (**argument == '?')
      report (*argument);
    else if (**argument == '!')
      {
        int (*sum) (int *, int)
            = (int (*) (int *, int))dlsym (loaded, "sum_there");
        printf ("there %d\n", sum (data, 100));
      }
    else if (**argument == '[')
      {
#pragma omp target data map(tofrom: data)
        act (argument + 1);
        return;
      }
    else if (**argument == '=')
      omp_set_default_device (omp_get_default_device ());
}

int
main (int argc, char **argv)
{
  data[0] = argc >= 0;
  act (argv + 1);
  return 0;
}
EOC
cp libwith.so libagain.so
none="devices 0, default 0, host 0, region there 0"
one="devices 1, default 0, host 1, region there 0"
plain host.c -o host
prints "device code that comes before the first region" 0 "there 1
?: $one" ./host +libwith.so '!' '?'
prints "device code that comes after it" 0 "?: $none
there 1
?: $one" ./host '?' +libwith.so '!' '?'
prints "device code that goes" 0 "there 1
?: $one" ./host +libwith.so '!' - '?'
prints "device code that goes unused" 0 "?: $none" ./host +libwith.so - '?'
prints "device code that goes and comes" 0 "?: $none
there 1
?: $one
there 1" ./host '?' +libwith.so '!' - '?' +libwith.so '!'
prints "two libraries" 0 "there 1
?: $one
there 1" ./host +libwith.so '!' '?' +libagain.so '!'
prints "device code that comes within target data" 0 "?: $none
there 1
?: $one" ./host '[' '?' +libwith.so '!' '?'
prints "several devices that come later" 0 \
  "?: $none
?: devices 3, default 0, host 3, region there 0" \
  env OFFLOAD_EMUL_NUM=3 ./host '?' +libwith.so '?'
prints "some of which the program has" 0 \
  "?: devices 0, default -1, host 0, region there 0
?: devices 2, default 1, host 2, region there 0" \
  env OFFLOAD_EMUL_NUM=3 OMP_AVAILABLE_DEVICES='uid(OMP_DEV_2),*[0]' \
  OMP_DEFAULT_DEVICE='kind(gpu),uid(OMP_DEV_0),initial' ./host '?' +libwith.so '?'
prints "the default device is the host by name" 0 \
  "?: devices 0, default -1, host 0, region there 0
there -999999
?: devices 1, default -1, host 1, region there 0" \
  env OMP_DEFAULT_DEVICE='kind(gpu),initial' ./host '?' +libwith.so '!' '?' 2>&1
offloading host.c -o host-with
prints "a program with device code loads a library" 0 \
  "?: devices 1, default 0, host 1, region there 1
there 1
?: devices 1, default 0, host 1, region there 1" \
  ./host-with '?' +libwith.so '!' - '?'

cat > beside.c <<'EOC'
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int data[100];

/* Constructs and routines until the device has come.  */
static void *
use (void *unused)
{
  for (int devices = 0; devices == 0;)
    {
      int *p = malloc (sizeof *p);
      *p = 0;
#pragma omp target enter data map(to: p[:1])
#pragma omp target map(tofrom: p[:1])
      *p = 1;
#pragma omp target exit data map(delete: p[:1])
      devices = omp_get_num_devices ();
      if (devices == 0 && *p != 1)
        abort ();
      free (p);
    }
  return unused;
}

int
main (void)
{
  pthread_t thread[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&thread[i], NULL, use, NULL);
  void *loaded = dlopen ("libwith.so", RTLD_NOW);
  int (*sum) (int *, int) = (int (*) (int *, int))dlsym (loaded, "sum_there");
  data[0] = 7;
  for (int i = 0; i < 3; i++)
    if (sum (data, 100) != 7)
      abort ();
  for (int i = 0; i < 4; i++)
    pthread_join (thread[i], NULL);
  printf ("%d\n", omp_get_num_devices ());
  return 0;
}
EOC
plain beside.c -o beside
good=0
for i in 1 2 3 4 5 6 7 8 9 10; do
  test "$(./beside 2>out)" = 1 && good=$((good + 1))
done
check "device code that comes beside regions of other threads" test $good = 10

plain -fPIC -shared with.c -o libplain.so
prints "and one without device code" 0 \
  "?: devices 1, default 0, host 1, region there 1
there -999999
?: devices 1, default 0, host 1, region there 1" \
  ./host-with '?' +libplain.so '!' '?'
finish
