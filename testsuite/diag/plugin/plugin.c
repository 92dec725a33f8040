/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Drives libgomp-plugin-x86emul.so.1 directly:

     plugin PLUGIN IMAGE [CASE]

   Without CASE, the checks of what must work; with one, something that ends
   the program with a message (looked at by the caller).  */

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "plugin.h"
#include "x86emul_image.h"

enum
{
  EMPTY,
  ADD_ONE,
  USE_VARIABLES,
  PRINT,
  READ_FIRST,
  WRITE_FIRST,
  DIVIDE,
  CALL_ABORT,
  CALL_EXIT,
  LOOP,
  PID,
  OVERFLOW,
  FUNCTIONS
};
#define VARIABLES 3

static const struct x86emul_image_function names[FUNCTIONS]
    = { { "empty", "image.c:20" },
        { "add_one", "image.c:26" },
        { "use_variables", "" },
        { "print", "" },
        { "read_first", "image.c:48" },
        { "write_first", "" },
        { "divide", "image.c:62" },
        { "call_abort", "" },
        { "call_exit", "" },
        { "loop", "" },
        { "pid", "" },
        { "overflow", "" } };
static const char *const variable_names[VARIABLES]
    = { "counter", "zeroed", "constant" };

#define HOOK(need, name, result, parameters)                                   \
  static result (*name##_hook) parameters;
#include "hooks.def"
#undef HOOK

static struct x86emul_image image = { .magic = X86EMUL_IMAGE_MAGIC,
                                      .format = X86EMUL_IMAGE_FORMAT,
                                      .size = sizeof (struct x86emul_image),
                                      .name = "hand-made",
                                      .compiler = "none",
                                      .function_count = FUNCTIONS,
                                      .variable_count = VARIABLES,
                                      .functions = names,
                                      .variables = variable_names };
static struct addr_pair *table;
static int failures;

static void
check (int ok, const char *name)
{
  printf ("%s: %s\n", ok ? "PASS" : "FAIL", name);
  failures += !ok;
}

static void
set_checksum (void)
{
  uint64_t hash = 0xcbf29ce484222325ull;
  for (const unsigned char *p = image.start; p < (unsigned char *)image.end;
       p++)
    hash = (hash ^ *p) * 0x100000001b3ull;
  image.checksum = hash;
}

static void
read_image (const char *path)
{
  FILE *f = fopen (path, "r");
  struct stat status;
  if (f == NULL || fstat (fileno (f), &status) != 0)
    exit (2);
  char *bytes = malloc ((size_t)status.st_size);
  if (fread (bytes, 1, (size_t)status.st_size, f) != (size_t)status.st_size)
    exit (2);
  fclose (f);
  image.start = bytes;
  image.end = bytes + status.st_size;
  set_checksum ();
}

static void
load_plugin (const char *path)
{
  void *handle = dlopen (path, RTLD_NOW);
  if (handle == NULL)
    {
      fprintf (stderr, "%s\n", dlerror ());
      exit (2);
    }
#define HOOK(need, name, result, parameters)                                   \
  name##_hook = (result (*) parameters)dlsym (handle, "GOMP_OFFLOAD_" #name);
#include "hooks.def"
#undef HOOK
}

static void
run (int n, int which, void *block)
{
  void *args[] = { (void *)0x10100, (void *)0x200, NULL };
  run_hook (n, (void *)table[which].start, block, args);
}

/* Device memory of one pointer slot that holds VALUE.  */
static void *
block_with (void *value)
{
  void *block = alloc_hook (0, sizeof (void *));
  if (block != NULL)
    host2dev_hook (0, block, &value, sizeof (void *));
  return block;
}

static int
start_device (int n)
{
  if (!init_device_hook (n))
    return 0;
  return load_image_hook (n, X86EMUL_REGISTER_VERSION, &image, &table);
}

static void
test_variables (void)
{
  int number = 3;
  int value = 0;
  host2dev_hook (0, (void *)table[FUNCTIONS + VARIABLES].start, &number,
                 sizeof (number));
  int *counter = (int *)table[FUNCTIONS].start;
  dev2host_hook (0, &value, counter, sizeof (value));
  check (value == 42, "initial value of a variable");
  value = 50;
  host2dev_hook (0, counter, &value, sizeof (value));
  int *zeroed = (int *)table[FUNCTIONS + 1].start;
  int *view = host_view_hook (0, zeroed, 5000 * sizeof (int));
  check (view != NULL, "host view of a variable");
  view[0] = 77;
  int *result = alloc_hook (0, sizeof (int));
  run (0, USE_VARIABLES, block_with (result));
  check (view[4999] == 50 + 4 + 3000, "variables written by a region");
  dev2host_hook (0, &value, result, sizeof (value));
  check (value == 77, "variables written by the host");
  check (table[FUNCTIONS + 2].end - table[FUNCTIONS + 2].start == 16,
         "size of a constant");
}

static void
test_memory (void)
{
  char *a = alloc_hook (0, 100000);
  char *b = alloc_hook (0, 100000);
  char *text = malloc (100000);
  memset (text, 'x', 100000);
  check (host2dev_hook (0, a, text, 100000), "host2dev");
  check (dev2dev_hook (0, b, a, 100000), "dev2dev");
  memset (text, 0, 100000);
  check (dev2host_hook (0, text, b, 100000) && text[99999] == 'x', "dev2host");
  check (free_hook (0, a) && free_hook (0, b), "free");
  check (host_view_hook (0, text, 1) == NULL, "no host view of host memory");
  unsigned char incore;
  check (mincore ((void *)((uintptr_t)a & -4096), 4096, &incore) == 0
             && host_view_hook (0, a, 1) != a,
         "device addresses are reserved in the host");
  free (text);
}

static void *
launch_many (void *data)
{
  int *counter = data;
  void *block = block_with (counter);
  for (int i = 0; i < 2000; i++)
    run (0, ADD_ONE, block);
  return NULL;
}

static void
test_threads (void)
{
  enum
  {
    THREADS = 8
  };
  pthread_t threads[THREADS];
  int *counters[THREADS];
  int ok = 1;
  for (int i = 0; i < THREADS; i++)
    {
      int zero = 0;
      counters[i] = alloc_hook (0, sizeof (int));
      host2dev_hook (0, counters[i], &zero, sizeof (zero));
      pthread_create (&threads[i], NULL, launch_many, counters[i]);
    }
  for (int i = 0; i < THREADS; i++)
    {
      int value = 0;
      pthread_join (threads[i], NULL);
      dev2host_hook (0, &value, counters[i], sizeof (value));
      ok = ok && value == 2000;
    }
  check (ok, "launches of several threads");
}

static void
test_async (void)
{
  int *completed = dlsym (RTLD_DEFAULT, "tasks_completed");
  int *counter = alloc_hook (0, sizeof (int));
  void *args[] = { NULL };
  void *block = block_with (counter);
  for (int i = 0; i < 300; i++)
    async_run_hook (0, (void *)table[EMPTY].start, block, args, counter);
  for (int i = 0; i < 5000 && __atomic_load_n (completed, 5) < 300; i++)
    usleep (1000);
  check (__atomic_load_n (completed, 5) == 300, "asynchronous launches");
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void
measure (void)
{
  enum
  {
    ROUNDS = 200000
  };
  for (int i = 0; i < 10000; i++)
    run (0, EMPTY, NULL);
  double best = 1e9;
  for (int j = 0; j < 10; j++)
    {
      double start = now ();
      for (int i = 0; i < ROUNDS / 10; i++)
        run (0, EMPTY, NULL);
      double t = (now () - start) / (ROUNDS / 10);
      best = t < best ? t : best;
    }
  printf ("empty region: %.0f ns\n", best);
  double start = now ();
  for (int i = 0; i < ROUNDS; i++)
    free_hook (0, alloc_hook (0, 256));
  printf ("alloc and free: %.1f ns\n", (now () - start) / ROUNDS);
}

static void
test_reload (void)
{
  int ok = 1;
  for (int i = 0; i < 50 && ok; i++)
    {
      ok = unload_image_hook (0, X86EMUL_REGISTER_VERSION, &image);
      free (table);
      ok = ok
           && load_image_hook (0, X86EMUL_REGISTER_VERSION, &image, &table)
                  == FUNCTIONS + VARIABLES + 1;
    }
  check (ok, "unload and load again");
}

static void
test_all (void)
{
  check (start_device (0) == FUNCTIONS + VARIABLES + 1, "start and load");
  check (strcmp (function_name_hook (0, (void *)table[DIVIDE].start), "divide")
             == 0,
         "function_name");
  test_variables ();
  test_memory ();
  printf ("before the region\n");
  run (0, PRINT, NULL);
  printf ("after the region\n");
  test_threads ();
  test_async ();
  test_reload ();
  run (0, EMPTY, NULL);
  check (fini_device_hook (0), "fini");
  free (table);
  check (start_device (0) == FUNCTIONS + VARIABLES + 1, "init after fini");
  run (0, EMPTY, NULL);
  fini_device_hook (0);
}

/* Cases that end the program.  */

static int
device_process (void)
{
  int pid = 0;
  int *where = alloc_hook (0, sizeof (int));
  run (0, PID, block_with (where));
  dev2host_hook (0, &pid, where, sizeof (pid));
  return pid;
}

static void *
kill_later (void *data)
{
  usleep (100000);
  kill (*(int *)data, SIGKILL);
  return NULL;
}

static void
kill_during (int which)
{
  int pid = device_process ();
  pthread_t thread;
  pthread_create (&thread, NULL, kill_later, &pid);
  if (which == LOOP)
    run (0, LOOP, NULL);
  size_t size = 64u << 20;
  char *host = malloc (size);
  char *to = alloc_hook (0, size);
  for (int i = 0; i < 10000; i++)
    if (!host2dev_hook (0, to, host, size))
      exit (3);
}

static void
test_fork (void)
{
  run (0, EMPTY, NULL);
  pid_t child = fork ();
  if (child == 0)
    {
      run (0, EMPTY, NULL);
      exit (0);
    }
  int status;
  waitpid (child, &status, 0);
  run (0, EMPTY, NULL);
  fini_device_hook (0);
  exit (WEXITSTATUS (status));
}

static void
run_case (const char *name)
{
  int local = 5;
  if (strcmp (name, "truncated") == 0)
    image.end = (const char *)image.end - 100;
  if (strcmp (name, "truncated-elf") == 0)
    {
      image.end = (const char *)image.end - 18000;
      set_checksum ();
    }
  if (strcmp (name, "format") == 0)
    image.format = 9;
  if (strcmp (name, "counts") == 0)
    image.function_count--;
  if (!init_device_hook (0))
    exit (1);
  if (load_image_hook (
          0, strcmp (name, "version") == 0 ? 0x10009 : X86EMUL_REGISTER_VERSION,
          &image, &table)
      < 0)
    exit (1);
  if (strcmp (name, "host-pointer") == 0)
    run (0, READ_FIRST, block_with (&local));
  else if (strcmp (name, "null") == 0)
    run (0, READ_FIRST, block_with (NULL));
  else if (strcmp (name, "beyond") == 0)
    run (0, WRITE_FIRST, block_with ((char *)alloc_hook (0, 64) + (1 << 30)));
  else if (strcmp (name, "freed") == 0)
    {
      char *block = alloc_hook (0, 8 << 20);
      free_hook (0, block);
      run (0, WRITE_FIRST, block_with (block + (5 << 20)));
    }
  else if (strcmp (name, "code") == 0)
    run (0, WRITE_FIRST, block_with ((void *)table[EMPTY].start));
  else if (strcmp (name, "wild") == 0)
    run (0, WRITE_FIRST, block_with ((void *)0xdeadbeefdeadbeef));
  else if (strcmp (name, "divide") == 0)
    run (0, DIVIDE, NULL);
  else if (strcmp (name, "abort") == 0)
    run (0, CALL_ABORT, NULL);
  else if (strcmp (name, "exit") == 0)
    run (0, CALL_EXIT, NULL);
  else if (strcmp (name, "overflow") == 0)
    run (0, OVERFLOW, NULL);
  else if (strcmp (name, "kill-region") == 0)
    kill_during (LOOP);
  else if (strcmp (name, "kill-copy") == 0)
    kill_during (-1);
  else if (strcmp (name, "kill-between") == 0)
    {
      kill (device_process (), SIGKILL);
      usleep (100000);
      run (0, EMPTY, NULL);
    }
  else if (strcmp (name, "loop") == 0)
    run (0, LOOP, NULL);
  else if (strcmp (name, "exhausted") == 0)
    while (alloc_hook (0, 1 << 24) != NULL)
      ;
  else if (strcmp (name, "double-free") == 0)
    {
      void *p = alloc_hook (0, 100);
      free_hook (0, p);
      free_hook (0, p);
    }
  else if (strcmp (name, "fork") == 0)
    test_fork ();
  else if (strcmp (name, "measure") == 0)
    measure ();
  fini_device_hook (0);
}

int
main (int argc, char **argv)
{
  if (argc < 3)
    return 2;
  read_image (argv[2]);
  load_plugin (argv[1]);
  int devices = get_num_devices_hook ();
  if (devices == 0)
    {
      printf ("no devices: %s\n", reason_hook ());
      return 1;
    }
  if (argc > 3)
    run_case (argv[3]);
  else
    test_all ();
  return failures != 0;
}
