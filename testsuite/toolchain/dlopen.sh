# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs without OpenMP load and unload libraries with it: often, and after
# the process has used up its spare static TLS.
. "$testsuite/lib/script.sh"

cat >user.c <<'END'
int
use (void)
{
  int count = 0;
#pragma omp parallel num_threads(3) reduction(+ : count)
  count++;
  return count;
}
END
cat >hog.c <<'END'
static _Thread_local char room[64] __attribute__ ((tls_model ("initial-exec")));
char *
hog (void)
{
  return room;
}
END
cat >main.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long
status (const char *name)
{
  char line[256];
  long value = -1;
  FILE *f = fopen ("/proc/self/status", "r");
  while (f != NULL && fgets (line, sizeof (line), f) != NULL)
    if (sscanf (line, name, &value) == 1)
      break;
  if (f != NULL)
    fclose (f);
  return value;
}

static int
visit (void)
{
  void *library = dlopen ("./user.so", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    {
      puts (dlerror ());
      return 0;
    }
  int (*use) (void) = (int (*) (void))dlsym (library, "use");
  return use () == 3 && dlclose (library) == 0;
}

/* Load copies of hog.so until one finds no more room.  */
static int
take_static_tls (void)
{
  for (int i = 0; i < 500; i++)
    {
      char name[64], command[128];
      snprintf (name, sizeof (name), "./hog%d.so", i);
      snprintf (command, sizeof (command), "cp hog.so %s", name);
      if (system (command) != 0)
        return 0;
      if (dlopen (name, RTLD_NOW) == NULL)
        return strstr (dlerror (), "static TLS") != NULL;
    }
  return 0;
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    return !take_static_tls () || !visit ();
  for (int i = 0; i < 100; i++)
    if (!visit ())
      return 2;
  long threads = status ("Threads: %ld"), memory = status ("VmRSS: %ld");
  for (int i = 0; i < atoi (getenv ("TIMES")); i++)
    if (!visit ())
      return 3;
  if (status ("Threads: %ld") > threads)
    return 4;
  return status ("VmRSS: %ld") > memory + 2048 ? 5 : 0;
}
END

build () {
  "$GCC" -O1 -fopenmp -shared -fPIC user.c -o user.so -L"$LIBDIR" \
    && "$GCC" -O1 -shared -fPIC hog.c -o hog.so \
    && "$GCC" -O1 main.c -o main -ldl
}
check "builds" build
check "10000 times" env TIMES=10000 ./main
check "without static TLS" ./main full
finish
