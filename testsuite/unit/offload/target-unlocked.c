/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* No device is called while the lock of its address map is held: while a hook
   of the plugin runs, another thread associates its own memory, which changes
   the map.  Constructs and routines of every kind, and images, on devices that
   copy in each of the ways that a plugin can offer.  */

#define REGIONS(X) X (add_up) X (delete_large) X (nothing)
#include "target.h"

#include "offload/directive/routines.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#define SMALL 100
#define LARGE ((size_t)3 << 20) /* has memory of its own */
#define OFFLOAD_NOWAIT 1
#define SECONDS 20

static void
add_up (void **slots)
{
  char *small = real (slots[0]), *large = real (slots[1]);
  for (size_t i = 0; i < SMALL; i++)
    large[i] = (char)(large[i] + small[i]);
}

static void
nothing (void **slots)
{
  (void)slots;
}

/* ---- The other thread.  */

static struct
{
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  unsigned asked, answered;
  bool over;
} other = { .mutex = PTHREAD_MUTEX_INITIALIZER,
            .changed = PTHREAD_COND_INITIALIZER };
static pthread_mutex_t asking = PTHREAD_MUTEX_INITIALIZER; /* one at a time */
static atomic_bool watched;
static _Thread_local bool is_other;
static const char *running; /* the test */
static char others[64];

static struct gomp_device *devices[2];

/* By device, not by number: an image is loaded with a lock of the device held
   that others wait for who choose it.  */
static void
change_maps (void)
{
  for (int i = 0; i < 2; i++)
    EXPECT (gomp_routine_associate_on (devices[i], others, (void *)SHIFT,
                                      sizeof (others), 0)
            == 0);
}

/* Not at once: this waits for those whom a hook lets wait.  */
static void
restore_maps (void)
{
  for (int i = 0; i < 2; i++)
    if (omp_target_is_present (others, i))
      EXPECT (omp_target_disassociate_ptr (others, i) == 0);
}

static void *
answer (void *arg)
{
  is_other = true;
  pthread_mutex_lock (&other.mutex);
  while (!other.over)
    {
      if (other.asked == other.answered)
        pthread_cond_wait (&other.changed, &other.mutex);
      else
        {
          pthread_mutex_unlock (&other.mutex);
          change_maps ();
          pthread_mutex_lock (&other.mutex);
          other.answered++;
          pthread_cond_broadcast (&other.changed);
        }
    }
  pthread_mutex_unlock (&other.mutex);
  return arg;
}

static void
ask (const char *hook)
{
  if (is_other || !watched)
    return;
  struct timespec end;
  clock_gettime (CLOCK_REALTIME, &end);
  end.tv_sec += SECONDS;
  int error = 0;
  pthread_mutex_lock (&asking);
  pthread_mutex_lock (&other.mutex);
  other.asked++;
  pthread_cond_broadcast (&other.changed);
  while (other.asked != other.answered && error == 0)
    error = pthread_cond_timedwait (&other.changed, &other.mutex, &end);
  if (error != 0)
    {
      printf ("%s is called with the map's lock held\nFAIL: %s\n", hook,
              running);
      fflush (stdout);
      _exit (1);
    }
  pthread_mutex_unlock (&other.mutex);
  pthread_mutex_unlock (&asking);
}

/* ---- The plugin.  */

#define HOOKS(X)                                                               \
  X (alloc)                                                                    \
  X (free)                                                                     \
  X (host2dev)                                                                 \
  X (dev2host)                                                                 \
  X (dev2dev)                                                                  \
  X (host_view)                                                                \
  X (run)                                                                      \
  X (async_run)                                                                \
  X (load_image)                                                               \
  X (unload_image)                                                             \
  X (host2dev_parts)                                                           \
  X (dev2host_pieces)                                                          \
  X (run_pieces)                                                               \
  X (memcpy2d)                                                                 \
  X (memcpy3d)
#define COUNT(name) atomic_uint name;
static struct
{
  HOOKS (COUNT)
} asked;
#define ASK(name) (asked.name++, ask (#name))

static void *
watched_alloc (int n, size_t size)
{
  ASK (alloc);
  return dev_alloc (n, size);
}

static bool
watched_free (int n, void *devptr)
{
  ASK (free);
  return dev_free (n, devptr);
}

static bool
watched_host2dev (int n, void *devptr, const void *from, size_t size)
{
  ASK (host2dev);
  return host2dev (n, devptr, from, size);
}

static bool
watched_dev2host (int n, void *to, const void *devptr, size_t size)
{
  ASK (dev2host);
  return dev2host (n, to, devptr, size);
}

static bool
watched_dev2dev (int n, void *to, const void *from, size_t size)
{
  ASK (dev2dev);
  return dev2dev (n, to, from, size);
}

static void *
watched_host_view (int n, const void *devptr, size_t size)
{
  ASK (host_view);
  return host_view (n, devptr, size);
}

static void
watched_run (int n, void *fn, void *variables, void **args)
{
  ASK (run);
  run (n, fn, variables, args);
}

static void
watched_async_run (int n, void *fn, void *variables, void **args, void *task)
{
  ASK (async_run);
  async_run (n, fn, variables, args, task);
}

/* An image of one variable, beside that of target.h.  */
static int late, late_on_device;
static uintptr_t late_variables[] = { (uintptr_t)&late, sizeof (late) };
static const void *late_table[]
    = { NULL, NULL, late_variables, late_variables + 2 };

static int
watched_load_image (int n, unsigned v, const void *data,
                    struct addr_pair **table)
{
  ASK (load_image);
  if (data != late_table)
    return load_image (n, v, data, table);
  *table = malloc (2 * sizeof (**table));
  uintptr_t at = (uintptr_t)&late_on_device + SHIFT;
  (*table)[0] = (struct addr_pair){ at, at + sizeof (late) };
  at = (uintptr_t)&number_on_device + SHIFT;
  (*table)[1] = (struct addr_pair){ at, at + sizeof (int) };
  return 2;
}

static bool
watched_unload_image (int n, unsigned v, const void *data)
{
  ASK (unload_image);
  return unload_image (n, v, data);
}

static bool
host2dev_parts (int n, void *devptr, const struct gomp_host_part *part,
                size_t count, enum gomp_copy_use use)
{
  (void)n;
  (void)use;
  ASK (host2dev_parts);
  for (size_t i = 0; i < count; i++)
    memcpy ((char *)real (devptr) + part[i].offset, part[i].start,
            part[i].size);
  return true;
}

static bool
dev2host_pieces (int n, const struct gomp_device_piece *piece, size_t count)
{
  (void)n;
  ASK (dev2host_pieces);
  for (size_t i = 0; i < count; i++)
    memcpy (piece[i].host, real ((void *)piece[i].device), piece[i].size);
  return true;
}

static bool
run_pieces (int n, void *fn, void *vars, void **args,
            const struct gomp_device_piece *piece, size_t count)
{
  ASK (run_pieces);
  EXPECT (count > 0);
  for (size_t i = 1; i < count; i++)
    EXPECT (piece[i].device >= piece[i - 1].device + piece[i - 1].size);
  watched_run (n, fn, vars, args);
  return dev2host_pieces (n, piece, count);
}

/* These refuse, and the rows are copied one by one.  */
static int
memcpy2d (int to_n, int from_n, size_t row, size_t rows, void *to, size_t to_x,
          size_t to_y, size_t to_pitch, const void *from, size_t from_x,
          size_t from_y, size_t from_pitch)
{
  (void)to_n, (void)from_n, (void)row, (void)rows, (void)to, (void)to_x;
  (void)to_y, (void)to_pitch, (void)from, (void)from_x, (void)from_y;
  (void)from_pitch;
  ASK (memcpy2d);
  return -1;
}

static int
memcpy3d (int to_n, int from_n, size_t row, size_t rows, size_t planes,
          void *to, size_t to_x, size_t to_y, size_t to_z, size_t to_pitch,
          size_t to_height, const void *from, size_t from_x, size_t from_y,
          size_t from_z, size_t from_pitch, size_t from_height)
{
  (void)to_n, (void)from_n, (void)row, (void)rows, (void)planes, (void)to;
  (void)to_x, (void)to_y, (void)to_z, (void)to_pitch, (void)to_height;
  (void)from, (void)from_x, (void)from_y, (void)from_z, (void)from_pitch;
  (void)from_height;
  ASK (memcpy3d);
  return -1;
}

static void
watch (struct gomp_plugin *p)
{
  p->alloc = watched_alloc;
  p->free = watched_free;
  p->host2dev = watched_host2dev;
  p->dev2host = watched_dev2host;
  p->dev2dev = watched_dev2dev;
  if (p->host_view != NULL)
    p->host_view = watched_host_view;
  p->run = watched_run;
  p->async_run = watched_async_run;
  p->load_image = watched_load_image;
  p->unload_image = watched_unload_image;
}

/* ---- The constructs.  */

static char small[SMALL], large[LARGE], more[64][SMALL];
struct holder
{
  long before;
  char *pointer;
  long after;
};
static struct holder holder = { 1, large, 2 };

static void
regions (void)
{
  small[3] = 3;
  large[3] = 0;
  clause (TO, small, SMALL);
  clause (TOFROM, large, LARGE);
  clause (FIRSTPRIVATE, more[0], SMALL);
  for (int i = 1; i < 20; i++)
    clause (i % 3 ? FROM : TO, more[i], SMALL);
  target (host_add_up);
  EXPECT (large[3] == 3);
  clause (TO, small, SMALL);
  clause (TOFROM, large, LARGE);
  clause (TOFROM, &holder, sizeof (holder));
  clause (ATTACH, &holder.pointer, 0);
  target (host_add_up);
  EXPECT (large[3] == 6 && holder.pointer == large);
}

static void
nowait (void)
{
  void *args[] = { NULL };
  large[3] = 0;
  clause (TO, small, SMALL);
  clause (TOFROM, large, LARGE);
  clause (FIRSTPRIVATE, more[0], SMALL);
  GOMP_target_ext (device, host_add_up, clauses, hosts, sizes, kinds,
                   OFFLOAD_NOWAIT, NULL, args);
  clauses = 0;
  GOMP_taskwait ();
  EXPECT (large[3] == small[3]);
}

/* While a region uses it.  */
static void
delete_large (void **slots)
{
  void *host = large;
  size_t size = LARGE;
  unsigned short kind = DELETE;
  EXPECT (real (slots[0]) != NULL);
  GOMP_target_enter_exit_data (device, 1, &host, &size, &kind, 2, NULL);
}

static void
deleted_in_use (void)
{
  unsigned before = calls.frees;
  clause (TO, large, LARGE);
  enter ();
  clause (TO, large, LARGE);
  target (host_delete_large);
  EXPECT (calls.frees == before + 1 && !omp_target_is_present (large, device));
}

static void
target_data (void)
{
  clause (TOFROM, small, SMALL);
  clause (TOFROM, large, LARGE);
  GOMP_target_data_ext (device, clauses, hosts, sizes, kinds);
  clauses = 0;
  clause (ALWAYS_TO, small, SMALL);
  clause (ALWAYS_FROM, large, LARGE);
  target (host_add_up);
  GOMP_target_end_data ();
}

static void
enter_exit_update (void)
{
  clause (TO, small, SMALL);
  clause (ALLOC, large, LARGE);
  enter ();
  clause (STRUCT, &holder, 2);
  clause (TO, &holder.before, sizeof (holder.before));
  clause (ALLOC, &holder.pointer, sizeof (holder.pointer));
  clause (ALLOC, large, LARGE);
  clause (ATTACH, &holder.pointer, 0);
  enter ();
  for (int kind = TO; kind <= FROM; kind++)
    {
      clause (kind, small, SMALL);
      clause (kind, large, LARGE);
      clause (kind, &holder.before, sizeof (holder.before));
      update ();
    }
  clause (DETACH, &holder.pointer, 0);
  clause (RELEASE, &holder.before, sizeof (holder.before));
  clause (RELEASE, &holder.pointer, sizeof (holder.pointer));
  clause (ALWAYS_FROM, large, LARGE);
  leave ();
  clause (FROM, small, SMALL);
  clause (DELETE, large, LARGE);
  leave ();
  EXPECT (!omp_target_is_present (small, device)
          && !omp_target_is_present (large, device));
}

/* One that takes what the map itself keeps ready, and gives it back.  */
static void
single_clauses (void)
{
  for (int i = 0; i < 40; i++)
    {
      clause (TO, more[i], SMALL);
      enter ();
    }
  for (int i = 0; i < 40; i++)
    {
      clause (i % 2 ? FROM : DELETE, more[i], SMALL);
      leave ();
    }
  clause (TO, large, LARGE);
  enter ();
  clause (FROM, large, LARGE);
  leave ();
}

static void
declared_data (void)
{
  GOMP_offload_register_ver (1 << 16, late_table, TYPE, late_table);
  late = 5;
  clause (TO, &late, sizeof (late));
  update ();
  EXPECT (late_on_device == 5);
  clause (TO, &late, sizeof (late));
  target (host_nothing);
  GOMP_offload_unregister_ver (1 << 16, late_table, TYPE, late_table);
}

/* ---- The routines.  */

static void
memory (void)
{
  static const size_t zero[3], volume[3] = { 2, 2, 4 }, dims[3] = { 4, 4, 4 };
  int host = omp_get_initial_device ();
  char *a = omp_target_alloc (SMALL, device), back[64] = { 0 };
  char *across = omp_target_alloc (SMALL, 1 - device);
  EXPECT (omp_target_memcpy (a, small, SMALL, 0, 0, device, host) == 0);
  EXPECT (omp_target_memcpy (a, a, 8, 16, 0, device, device) == 0);
  EXPECT (omp_target_memcpy (across, a, SMALL, 0, 0, 1 - device, device) == 0);
  EXPECT (omp_target_memcpy (back, across, 64, 0, 0, host, 1 - device) == 0);
  EXPECT (back[3] == small[3] && back[19] == small[3]);
  for (int d = 2; d <= 3; d++)
    {
      EXPECT (omp_target_memcpy_rect (a, small, 1, d, volume, zero, zero, dims,
                                      dims, device, host)
              == 0);
      EXPECT (omp_target_memcpy_rect (back, a, 1, d, volume, zero, zero, dims,
                                      dims, host, device)
              == 0);
    }
  omp_target_memset (a, 1, SMALL, device);
  omp_target_free (across, 1 - device);
  omp_target_free (a, device);
}

static void
associations (void)
{
  char *a = omp_target_alloc (LARGE, device);
  EXPECT (omp_target_associate_ptr (large, a, LARGE, 0, device) == 0);
  EXPECT (omp_target_is_present (large, device)
          && omp_get_mapped_ptr (large, device) == a);
  clause (TO, small, SMALL);
  clause (TOFROM, large, LARGE);
  target (host_add_up);
  clause (TO, large, LARGE);
  update ();
  EXPECT (omp_target_disassociate_ptr (large, device) == 0);
  omp_target_free (a, device);
}

/* ---- All of them, for each device and each way to copy.  */

static void
everything (void)
{
  static void (*const all[]) (void)
      = { regions,           nowait,         target_data,
          enter_exit_update, single_clauses, deleted_in_use,
          declared_data,     memory,         associations };
  for (size_t i = 0; i < sizeof (all) / sizeof (all[0]); i++)
    {
      watched = true;
      all[i]();
      watched = false;
      restore_maps ();
    }
}

#define RUN_EVERYTHING(name) (running = #name, RUN (name))

static void
seen_memory (void)
{
  device = 0;
  everything ();
  EXPECT (asked.alloc && asked.free && asked.host_view && asked.run
          && asked.async_run && asked.load_image && asked.unload_image
          && asked.dev2dev);
}

static void
unseen_memory (void)
{
  device = 1;
  memset (&asked, 0, sizeof (asked));
  everything ();
  EXPECT (asked.alloc && asked.free && asked.host2dev && asked.dev2host
          && asked.run && asked.async_run && asked.load_image
          && asked.unload_image && asked.dev2dev);
}

static void
several_at_once (void)
{
  plugins[1].host2dev_parts = host2dev_parts;
  plugins[1].dev2host_pieces = dev2host_pieces;
  plugins[1].memcpy2d = memcpy2d;
  plugins[1].memcpy3d = memcpy3d;
  everything ();
  EXPECT (asked.host2dev_parts && asked.dev2host_pieces && asked.memcpy2d
          && asked.memcpy3d);
}

static void
several_behind (void)
{
  plugins[1].run_pieces = run_pieces;
  everything ();
  EXPECT (asked.run_pieces);
}

int
main (void)
{
  pthread_t thread;
  make_devices ();
  for (int i = 0; i < 2; i++)
    {
      devices[i] = gomp_device_open (i);
      watch (&plugins[i]);
    }
  pthread_create (&thread, NULL, answer, NULL);
  RUN_EVERYTHING (seen_memory);
  RUN_EVERYTHING (unseen_memory);
  RUN_EVERYTHING (several_at_once);
  RUN_EVERYTHING (several_behind);
  pthread_mutex_lock (&other.mutex);
  other.over = true;
  pthread_cond_broadcast (&other.changed);
  pthread_mutex_unlock (&other.mutex);
  pthread_join (thread, NULL);
  return check_done ();
}
