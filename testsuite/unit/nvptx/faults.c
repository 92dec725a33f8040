/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target standin } */
/* { dg-timeout 900 } */
/* Each function of the CUDA driver that the nvptx plugin calls fails, in its
   first, a middle and its last call, with each kind of result.  The plugin
   reports the result, or does without the call if the table below says so.  It
   comes to its end and gives back what it had.  Each case is a process.  */

#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "check.h"
#include "nvptx.h"
#include "nvptx/queue.h"
#include "nvptx/stream.h"

/* ---- What the plugin has of the driver.  */

#define COUNTED(X)                                                             \
  X (memory_alloc, memory_free)                                                \
  X (host_pin, host_unpin)                                                     \
  X (stream_create, stream_destroy)                                            \
  X (link_create, link_destroy)                                                \
  X (module_load, module_unload)                                               \
  X (context_retain, context_release)

static struct nvptx_driver plain;
enum kind
{
#define KIND(get, give) KIND_##get,
  COUNTED (KIND)
#undef KIND
      KINDS
};
static int had[KINDS];

static CUresult
got (enum kind kind, CUresult r)
{
  if (r == CUDA_SUCCESS)
    __atomic_add_fetch (&had[kind], 1, __ATOMIC_RELAXED);
  return r;
}

/* A block that the driver does not take back has been offered.  */
static void
gave (enum kind kind)
{
  __atomic_sub_fetch (&had[kind], 1, __ATOMIC_RELAXED);
}

#define GET(name, parameters, ...)                                             \
  static CUresult get_##name parameters                                        \
  {                                                                            \
    return got (KIND_##name, plain.name (__VA_ARGS__));                        \
  }
#define GIVE(name, what, type)                                                 \
  static CUresult give_##name (type x)                                         \
  {                                                                            \
    gave (KIND_##what);                                                        \
    return plain.name (x);                                                     \
  }
GET (memory_alloc, (CUdeviceptr * a, size_t b), a, b)
GIVE (memory_free, memory_alloc, CUdeviceptr)
GET (host_pin, (void *a, size_t b, unsigned c), a, b, c)
GIVE (host_unpin, host_pin, void *)
GET (stream_create, (CUstream * a, unsigned b), a, b)
GIVE (stream_destroy, stream_create, CUstream)
GET (link_create, (unsigned a, CUjit_option *b, void **c, CUlinkState *d), a, b,
     c, d)
GIVE (link_destroy, link_create, CUlinkState)
GET (module_load, (CUmodule * a, const void *b), a, b)
GIVE (module_unload, module_load, CUmodule)
GET (context_retain, (CUcontext * a, CUdevice b), a, b)
GIVE (context_release, context_retain, CUdevice)

static void
count_calls (void)
{
  plain = nvptx_cu;
#define COUNT(get, give)                                                       \
  nvptx_cu.get = get_##get;                                                    \
  nvptx_cu.give = give_##give;
  COUNTED (COUNT)
#undef COUNT
}

/* ---- What a program makes of the plugin.  */

/* Shared with the process of a case.  */
static struct outcome
{
  const char *failed; /* the step that did, or NULL */
  char message[1024]; /* then */
  bool has_ended;     /* all steps were taken, and the device stopped */
  int had[KINDS];
} * outcome;

static bool
step (const char *name, bool done)
{
  if (!done && outcome->failed == NULL)
    {
      outcome->failed = name;
      snprintf (outcome->message, sizeof (outcome->message), "%s",
                gomp_error_text ());
    }
  return outcome->failed == NULL;
}

void __wrap_GOMP_PLUGIN_target_task_completion (void *task);
void
__wrap_GOMP_PLUGIN_target_task_completion (void *task)
{
  sem_post (task);
}

static bool
run_later (struct nvptx_device *d, const struct nvptx_launch *l)
{
  sem_t done;
  sem_init (&done, 0, 0);
  bool started = nvptx_async_run (d, l, &done) == GOMP_OK;
  if (started)
    sem_wait (&done);
  return started;
}

/* The kernel never asks for anything, but is waited for as if it might.  */
static void
serve (uint64_t function, uint64_t count, uint64_t hosts, uint64_t sizes,
       uint64_t kinds, int device)
{
  (void)function;
  (void)count;
  (void)hosts;
  (void)sizes;
  (void)kinds;
  (void)device;
  abort ();
}

static bool
run_that_may_ask (struct nvptx_device *d, const struct nvptx_launch *l)
{
  uint64_t functions[1];
  return nvptx_image_let_ask (d, &nvptx_image, functions, serve) == GOMP_OK
         && nvptx_launch_run (d, l) == GOMP_OK;
}

/* More than is staged at a time; every case copies it several times.  */
#define LARGE (NVPTX_STAGING + 4096)

static bool
copy (struct nvptx_device *d, CUdeviceptr small, CUdeviceptr large)
{
  static char data[LARGE];
  CUDA_MEMCPY3D out = { .srcMemoryType = CU_MEMORYTYPE_DEVICE,
                        .srcDevice = large,
                        .srcPitch = 64,
                        .srcHeight = 2,
                        .dstMemoryType = CU_MEMORYTYPE_HOST,
                        .dstHost = data,
                        .dstPitch = 64,
                        .dstHeight = 2,
                        .WidthInBytes = 8,
                        .Height = 2,
                        .Depth = 2 };
  CUDA_MEMCPY3D in = out;
  in.srcMemoryType = CU_MEMORYTYPE_HOST;
  in.srcHost = data;
  in.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  in.dstDevice = large;
  struct gomp_host_part part = { .start = data, .size = 64 };
  struct gomp_host_part apart[2] = {
    part, { .start = data, .size = LARGE - 64, .offset = 64, .is_lasting = 1 }
  };
  struct gomp_device_piece piece[3]
      = { { .device = large, .host = data, .size = 64 },
          { .device = large + LARGE / 2, .host = data, .size = 64 },
          { .device = large + LARGE - 64, .host = data, .size = 64 } };
  return step ("in", nvptx_copy_in (d, small, data, 64) == GOMP_OK)
         && step ("large in", nvptx_copy_in (d, large, data, LARGE) == GOMP_OK)
         && step ("out", nvptx_copy_out (d, data, small, 64) == GOMP_OK)
         && step ("large out",
                  nvptx_copy_out (d, data, large, LARGE) == GOMP_OK)
         && step ("apart in",
                  nvptx_copy_parts (d, large, apart, 2, GOMP_COPY_FOR_REGION)
                      == GOMP_OK)
         && step ("apart out", nvptx_copy_pieces (d, piece, 3) == GOMP_OK)
         && step ("within", nvptx_copy_within (d, small, large, 64) == GOMP_OK)
         && step ("rows in", nvptx_copy_rows (d, &in) == GOMP_OK)
         && step ("rows out", nvptx_copy_rows (d, &out) == GOMP_OK)
         && step ("for the region",
                  nvptx_copy_parts (d, small, &part, 1, GOMP_COPY_FOR_REGION)
                      == GOMP_OK);
}

/* A region whose data come back from places that lie apart.  */
static bool
run_and_fetch (struct nvptx_device *d, const struct nvptx_launch *l,
               CUdeviceptr large)
{
  static char data[2 * 64];
  struct gomp_device_piece piece[2]
      = { { .device = large, .host = data, .size = 64 },
          { .device = large + LARGE / 2, .host = data + 64, .size = 64 } };
  struct nvptx_fetch f = { .piece = piece, .count = 2 };
  return step ("run first", nvptx_launch_fetch (d, l, &f) == GOMP_OK)
         && step ("apart out behind it", nvptx_fetch_finish (d, &f) == GOMP_OK);
}

/* An image of OpenACC: its kernel has one parameter.  */
static const char acc_code[]
    = ".version 6.0\n.target sm_30\n.address_size 64\n"
      ".visible .entry main$_omp_fn$0 (.param .u64 %a)\n"
      "{\n.reg .u64 %r;\n.reg .u32 %v;\n"
      "ld.param.u64 %r,[%a];\nld.u64 %r,[%r];\nld.u32 %v,[%r];\n"
      "add.u32 %v,%v,1;\nst.u32 [%r],%v;\nret;\n}\n";
static const struct image_text acc_texts[]
    = { { acc_code, sizeof (acc_code) } };
static const struct image_function acc_functions[]
    = { { "main$_omp_fn$0", { 0, 1, 32 } } };
static const struct image acc_image
    = { acc_texts, 1, NULL, 0, acc_functions, 1, 0 };

static void
note_end (void *data)
{
  *(bool *)data = true;
}

/* A region in A, whose result B brings back.  */
static bool
use_queues (struct goacc_asyncqueue *a, struct goacc_asyncqueue *b,
            void *function, CUdeviceptr small)
{
  static const unsigned dims[3] = { 1 };
  static int value;
  static bool has_ended;
  struct nvptx_launch l = { .function = function, .dims = dims };
  const void *argument = (const void *)(uintptr_t)small;
  value = 41;
  has_ended = false;
  return step ("in, queued",
               nvptx_queue_copy_in (a, small, &value, sizeof (value))
                   == GOMP_OK)
         && step ("run, queued",
                  nvptx_queue_run (a, &l, &argument, 1) == GOMP_OK)
         && step ("order", nvptx_queue_order (a, b) == GOMP_OK)
         && step ("out, queued",
                  nvptx_queue_copy_out (b, &value, small, sizeof (value))
                      == GOMP_OK)
         && step ("callback",
                  nvptx_queue_call (b, note_end, &has_ended) == GOMP_OK)
         && step ("wait", nvptx_queue_wait (b) == GOMP_OK)
         && step ("test", nvptx_queue_test (b) == 1)
         && step ("result", value == 42 && has_ended);
}

static bool
with_queues (struct nvptx_device *d, void *function, CUdeviceptr small)
{
  bool works = false;
  struct goacc_asyncqueue *a = nvptx_queue_open (d);
  struct goacc_asyncqueue *b = a != NULL ? nvptx_queue_open (d) : NULL;
  if (step ("queues", b != NULL))
    works = use_queues (a, b, function, small);
  if (b != NULL)
    works &= step ("close", nvptx_queue_close (b) == GOMP_OK);
  if (a != NULL)
    works &= step ("close", nvptx_queue_close (a) == GOMP_OK);
  return works;
}

static bool
use_openacc (struct nvptx_device *d, CUdeviceptr small)
{
  struct addr_pair *table = NULL;
  int count = 0;
  bool works
      = step ("OpenACC's image", nvptx_image_load (d, NVPTX_IMAGE_VERSION,
                                                   &acc_image, &table, &count)
                                     == GOMP_OK)
        && with_queues (d, (void *)table[0].start, small)
        && step ("unload", nvptx_image_unload (d, &acc_image) == GOMP_OK);
  free (table);
  nvptx_memory_unused (d);
  return works;
}

static void
use (struct nvptx_device *d)
{
  struct addr_pair *table = NULL;
  int count = 0;
  CUdeviceptr small = 0, large = 0;
  if (!step ("start", nvptx_lifecycle_start (d) == GOMP_OK))
    return;
  bool works
      = step ("image", nvptx_image_load (d, NVPTX_IMAGE_VERSION, &nvptx_image,
                                         &table, &count)
                           == GOMP_OK)
        && step ("small block", (small = nvptx_memory_alloc (d, 64)) != 0)
        && step ("large block", (large = nvptx_memory_alloc (d, LARGE)) != 0)
        && copy (d, small, large);
  if (works)
    {
      struct nvptx_launch l
          = nvptx_launch_on ((struct nvptx_function *)table[0].start, small);
      works
          = run_and_fetch (d, &l, large)
            && step ("run", nvptx_launch_run (d, &l) == GOMP_OK)
            && step ("nowait", run_later (d, &l))
            && step ("reverse offload", run_that_may_ask (d, &l))
            && use_openacc (d, small)
            && step ("free", nvptx_memory_free (d, small) == GOMP_OK
                                 && nvptx_memory_free (d, large) == GOMP_OK)
            && step ("unload", nvptx_image_unload (d, &nvptx_image) == GOMP_OK);
    }
  free (table);
  nvptx_lifecycle_stop (d);
}

/* Of a case; does not return.  */
static void
live (const char *script, const char *log, int errors)
{
  alarm (200);
  dup2 (errors, 2);
  setenv ("GOMP_NVPTX_CACHE", "none", 1);
  setenv ("STANDIN_CUDA_THREADS", "1", 1);
  setenv ("STANDIN_CUDA_FAULTS", script, 1);
  if (log != NULL)
    setenv ("STANDIN_CUDA_LOG", log, 1);
  if (nvptx_open_driver () == NULL)
    _exit (3);
  if (step ("find", nvptx_devices_find () == GOMP_OK))
    {
      count_calls ();
      use (nvptx_devices);
      /* A device that was stopped can be used again.  */
      if (outcome->failed == NULL)
        use (nvptx_devices);
    }
  memcpy (outcome->had, had, sizeof (had));
  outcome->has_ended = true;
  _exit (0);
}

/* ---- Cases.  */

static char told[4096]; /* to standard error, by the last case */

static int
run_case (const char *script, const char *log)
{
  int status = 0, errors = memfd_create ("errors", 0);
  memset (outcome, 0, sizeof (*outcome));
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    live (script, log, errors);
  waitpid (child, &status, 0);
  ssize_t n = pread (errors, told, sizeof (told) - 1, 0);
  told[n < 0 ? 0 : n] = '\0';
  close (errors);
  return status;
}

static const char *const entries[] = {
#define CALL(name, symbol, parameters) symbol,
#include "nvptx/driver.def"
#undef CALL
};
/* Those of them that a driver need not have.  */
static const char *const newer[] = {
#define CALL(name, symbol, parameters)
#define NEWER(name, symbol, parameters) symbol,
#include "nvptx/driver.def"
#undef CALL
};
static unsigned calls[GOMP_ARRAY_SIZE (entries)];

static const struct
{
  const char *rule; /* in the script of faults */
  const char *name; /* what the user is told */
  bool is_sticky;   /* the context is broken, the device lost */
} results[] = {
  { "CUDA_ERROR_OUT_OF_MEMORY", "CUDA_ERROR_OUT_OF_MEMORY", false },
  { "CUDA_ERROR_INVALID_VALUE", "CUDA_ERROR_INVALID_VALUE", false },
  { "CUDA_ERROR_DEINITIALIZED", "CUDA_ERROR_DEINITIALIZED", false },
  { "CUDA_ERROR_INVALID_CONTEXT", "CUDA_ERROR_INVALID_CONTEXT", false },
  { "CUDA_ERROR_INVALID_HANDLE", "CUDA_ERROR_INVALID_HANDLE", false },
  { "CUDA_ERROR_DEVICE_UNAVAILABLE", "CUDA_ERROR_DEVICE_UNAVAILABLE", false },
  { "CUDA_ERROR_NOT_PERMITTED", "CUDA_ERROR_NOT_PERMITTED", false },
  { "CUDA_ERROR_UNKNOWN", "CUDA_ERROR_UNKNOWN", false },
  { "sticky CUDA_ERROR_ILLEGAL_ADDRESS", "CUDA_ERROR_ILLEGAL_ADDRESS", true },
  { "sticky CUDA_ERROR_LAUNCH_FAILED", "CUDA_ERROR_LAUNCH_FAILED", true },
  { "lost", "CUDA_ERROR_DEVICE_UNAVAILABLE", true },
};

/* What the plugin does without.  */
static const struct
{
  const char *entry, *why;
} spared[] = {
  { "cuGetErrorName", "is asked for only when something fails" },
  { "cuGetErrorString", "likewise" },
  { "cuCtxGetCurrent", "likewise" },
  { "cuCtxSetCurrent", "at the end: the device is left as it is" },
  { "cuMemFree_v2", "at the end, or memory that was kept" },
  { "cuMemHostUnregister", "at the end" },
  { "cuStreamDestroy_v2", "at the end" },
  { "cuStreamSynchronize", "at the end" },
  { "cuDevicePrimaryCtxRelease_v2", "at the end" },
  { "cuLinkDestroy", "the image is loaded" },
  { "cuModuleUnload", "at the end, or the image is gone" },
  { "cuMemAlloc_v2", "out of memory: what is kept is given back" },
  { "cuMemcpyBatchAsync", "each copy is tried by itself" },
  { "cuMemGetInfo_v2", "the answer is 0" },
};

static bool
is_spared (const char *entry)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (spared); i++)
    if (strcmp (entry, spared[i].entry) == 0)
      return true;
  return false;
}

static bool
has_leaked (void)
{
  bool leaked = false;
  for (int i = 0; i < KINDS; i++)
    leaked |= outcome->had[i] != 0;
  return leaked;
}

/* Whether the end was one of those that are promised; tells if not.  */
static bool
judge (const char *entry, unsigned result, int status)
{
  bool is_fatal = WIFEXITED (status) && WEXITSTATUS (status) == 1;
  const char *wrong = NULL;
  if (is_fatal)
    wrong = strstr (told, results[result].name) == NULL ? "another message"
                                                        : NULL;
  else if (!WIFEXITED (status))
    wrong = WTERMSIG (status) == SIGALRM ? "hangs" : "a signal";
  else if (WEXITSTATUS (status) != 0 || !outcome->has_ended)
    wrong = "another end";
  else if (outcome->failed == NULL && !is_spared (entry))
    wrong = "nobody notices";
  else if (outcome->failed != NULL
           && strstr (outcome->message, results[result].name) == NULL)
    wrong = "another message";
  else if (!results[result].is_sticky && has_leaked ())
    wrong = "leaks";
  if (wrong == NULL)
    return true;
  printf ("%s: status 0x%x, step %s, %s\n%s\n", wrong, (unsigned)status,
          outcome->failed != NULL ? outcome->failed : "none", outcome->message,
          told);
  for (int i = 0; i < KINDS; i++)
    printf ("%d ", outcome->had[i]);
  puts ("kept");
  return false;
}

static unsigned cases;

static void
try_result (unsigned entry, unsigned call, unsigned result)
{
  char script[128];
  snprintf (script, sizeof (script), "%s %u %s", entries[entry], call,
            results[result].rule);
  cases++;
  bool good = judge (entries[entry], result, run_case (script, NULL));
  EXPECT (good);
  if (!good)
    puts (script);
}

/* ---- Tests.  */

static void
count (FILE *log)
{
  char line[256];
  while (fgets (line, sizeof (line), log) != NULL)
    {
      line[strcspn (line, " \n")] = '\0';
      for (size_t i = 0; i < GOMP_ARRAY_SIZE (entries); i++)
        calls[i] += strcmp (line, entries[i]) == 0;
    }
  /* How often depends on the time that the kernel takes.  */
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (entries); i++)
    if (strcmp (entries[i], "cuStreamQuery") == 0 && calls[i] > 1)
      calls[i] = 1;
}

static void
test_without_faults (void)
{
  char name[] = "/tmp/nvptx-faults-XXXXXX";
  const char *tmp = getenv ("TMPDIR");
  char path[4096];
  snprintf (path, sizeof (path), "%s/%s", tmp != NULL ? tmp : "/tmp",
            strrchr (name, '/') + 1);
  int file = mkstemp (path);
  EXPECT (file >= 0);
  EXPECT (run_case ("", path) == 0);
  EXPECT (outcome->has_ended && outcome->failed == NULL && !has_leaked ());
  if (outcome->failed != NULL)
    printf ("%s: %s\n", outcome->failed, outcome->message);
  FILE *log = fdopen (file, "r");
  count (log);
  fclose (log);
  unlink (path);
}

static void
test_each_call_with_each_result (void)
{
  const char *slowness = getenv ("TEST_SLOWNESS");
  bool is_slow = slowness != NULL && atoi (slowness) > 1;
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (entries); i++)
    for (unsigned r = 0; r < GOMP_ARRAY_SIZE (results); r++)
      {
        unsigned n = calls[i], middle = (n + 1) / 2;
        if (n > 0 && (!is_slow || (i + r) % 3 == 0))
          try_result (i, 1, r);
        if (middle > 1 && (!is_slow || (i + r) % 3 == 1))
          try_result (i, middle, r);
        if (n > middle && (!is_slow || (i + r) % 3 == 2))
          try_result (i, n, r);
      }
  printf ("%u cases\n", cases);
}

/* Functions that are not called here: if nothing fails; unless launches are
   measured, see times.c.  */
static const char *const uncalled[]
    = { "cuGetErrorName", "cuGetErrorString", "cuCtxGetCurrent",
        "cuEventSynchronize", "cuEventElapsedTime" };

static bool
is_called_elsewhere (const char *entry)
{
  bool found = false;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (uncalled); i++)
    found |= strcmp (entry, uncalled[i]) == 0;
  return found;
}

/* All those that happen without a fault are there.  */
static void
test_all_are_called (void)
{
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (entries); i++)
    {
      bool is_known = calls[i] > 0 || is_called_elsewhere (entries[i]);
      EXPECT (is_known);
      if (!is_known)
        puts (entries[i]);
    }
}

/* With whatever result a driver does not start: all that are documented.  */
static void
test_each_result_of_the_start (void)
{
  static const struct
  {
    int first, last;
  } codes[]
      = { { 1, 8 },     { 34, 36 },   { 46, 46 },   { 100, 102 }, { 200, 227 },
          { 300, 304 }, { 400, 402 }, { 500, 500 }, { 600, 600 }, { 700, 721 },
          { 800, 812 }, { 900, 918 }, { 999, 999 } };
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (codes); i++)
    for (int code = codes[i].first; code <= codes[i].last; code++)
      {
        char script[64], wanted[64];
        snprintf (script, sizeof (script), "cuInit 1+ %d", code);
        snprintf (wanted, sizeof (wanted), " %d (", code);
        EXPECT (run_case (script, NULL) == 0);
        EXPECT (outcome->has_ended && outcome->failed != NULL);
        EXPECT (strncmp (outcome->message, "cuInit: ", 8) == 0);
        bool named = strstr (outcome->message, wanted) != NULL;
        EXPECT (named);
        if (!named)
          printf ("%d: %s\n", code, outcome->message);
      }
}

static bool
is_newer (const char *entry)
{
  bool found = false;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (newer); i++)
    found |= strcmp (entry, newer[i]) == 0;
  return found;
}

static void
test_each_function_missing (void)
{
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (entries); i++)
    {
      char script[128];
      snprintf (script, sizeof (script), "missing %s", entries[i]);
      EXPECT (run_case (script, NULL) == 0);
      EXPECT (outcome->has_ended
              && (outcome->failed == NULL) == is_newer (entries[i]));
      if (is_newer (entries[i]))
        continue;
      EXPECT (strstr (outcome->message, "libcuda.so.1 lacks ") != NULL);
      EXPECT (strstr (outcome->message, entries[i]) != NULL);
    }
}

int
main (void)
{
  outcome = mmap (NULL, sizeof (*outcome), PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  RUN (test_without_faults);
  RUN (test_all_are_called);
  RUN (test_each_call_with_each_result);
  RUN (test_each_result_of_the_start);
  RUN (test_each_function_missing);
  return check_done ();
}
