/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies of several parts by the nvptx plugin, on the stand-in for CUDA's
   driver: what went in comes back, and by how many calls of the driver, which
   plugin/nvptx/README tells.  */

#include "check.h"
#include "nvptx.h"
#include "nvptx/stream.h"
#include "random.h"

static struct nvptx_device *device;

/* ---- Counting.  */

static struct nvptx_driver plain;
static unsigned in, out, waits;

static CUresult
count_in (CUdeviceptr to, const void *from, size_t size, CUstream stream)
{
  in++;
  return plain.copy_in (to, from, size, stream);
}

static CUresult
count_in_now (CUdeviceptr to, const void *from, size_t size)
{
  in++;
  return plain.copy_in_now (to, from, size);
}

static CUresult
count_out (void *to, CUdeviceptr from, size_t size)
{
  out++;
  return plain.copy_out (to, from, size);
}

static CUresult
count_waits (CUstream stream)
{
  waits++;
  return plain.stream_wait (stream);
}

static bool
begin (void)
{
  setenv ("GOMP_NVPTX_CACHE", "none", 1);
  if (nvptx_open_driver () == NULL || nvptx_devices_find () != GOMP_OK)
    return false;
  device = nvptx_devices;
  plain = nvptx_cu;
  nvptx_cu.copy_in = count_in;
  nvptx_cu.copy_in_now = count_in_now;
  nvptx_cu.copy_out = count_out;
  nvptx_cu.stream_wait = count_waits;
  return nvptx_device_start (device) == GOMP_OK;
}

/* ---- What there is to copy.  */

#define PARTS 12
#define LARGEST ((size_t)3 << 19)
#define GATHERED ((size_t)32 << 10) /* libgomp's: more is the program's */
#define ROOM (PARTS * (LARGEST + 64))

struct list
{
  struct gomp_host_part part[PARTS];
  struct gomp_device_piece piece[PARTS]; /* the same, and back */
  size_t count;
  size_t size;
  CUdeviceptr block;
};

static char from[ROOM], to[ROOM];

/* Sizes are multiples of 64, as is what a copy takes of pinned memory.  */
static void
make_list (struct list *l, uint64_t *state)
{
  static const size_t most[] = { 64, GATHERED, 400 << 10, LARGEST };
  size_t place = 0;
  l->count = 1 + random_below (state, PARTS);
  for (size_t i = 0; i < l->count; i++)
    {
      size_t blocks = most[random_below (state, 4)] / 64;
      size_t size = 64 * (1 + random_below (state, blocks));
      l->part[i] = (struct gomp_host_part){ .start = from + place,
                                            .size = size,
                                            .offset = place,
                                            .is_lasting = size > GATHERED };
      l->piece[i] = (struct gomp_device_piece){ .device = l->block + place,
                                                .host = to + place,
                                                .size = size };
      l->size = place + size;
      place += size + 64 * random_below (state, 2);
    }
  for (size_t i = 0; i < l->size; i++)
    from[i] = (char)random_next (state);
  memset (to, 0, l->size);
}

/* Is [L's FIRST, I] a run that ROOM has room for?  */
static bool
fits (const struct list *l, size_t first, size_t i, size_t room)
{
  return l->part[i].offset + l->part[i].size - l->part[first].offset <= room;
}

/* How many parts of L a run from FIRST on has.  */
static size_t
count_run (const struct list *l, size_t first, size_t room)
{
  size_t i = first;
  while (i < l->count && fits (l, first, i, room))
    i++;
  return i - first;
}

/* Calls for the way in; PLAIN_MEMORY: something goes from where it is.  Not
   where small parts want pinned memory that is used up: those wait.  */
static unsigned
expect_in (const struct list *l, bool *plain_memory, bool *is_full)
{
  size_t room = NVPTX_STAGING;
  unsigned calls = 0;
  *plain_memory = *is_full = false;
  for (size_t i = 0; i < l->count; calls++)
    {
      size_t n = count_run (l, i, room);
      if (n > 0)
        room -= l->part[i + n - 1].offset + l->part[i + n - 1].size
                - l->part[i].offset;
      *plain_memory |= n == 0;
      *is_full |= n == 0 && !l->part[i].is_lasting;
      i += n > 0 ? n : 1;
    }
  return calls;
}

static unsigned
expect_out (const struct list *l)
{
  unsigned calls = 0;
  for (size_t i = 0; i < l->count; calls++)
    {
      size_t n = count_run (l, i, NVPTX_STAGING);
      i += n > 0 ? n : 1;
    }
  return calls;
}

/* ---- Tests.  */

/* RUNS_NEXT: nobody but the thread's next region has them before.  */
static void
try_list (struct list *l, bool runs_next)
{
  bool plain_memory, is_full;
  unsigned expected = expect_in (l, &plain_memory, &is_full);
  in = out = waits = 0;
  CHECK (nvptx_copy_parts (device, l->block, l->part, l->count, runs_next)
         == GOMP_OK);
  if (!is_full)
    {
      bool is_waited = !runs_next && (plain_memory || expected > 1);
      CHECK (in == expected);
      CHECK (waits == is_waited);
    }
  /* As the region does.  */
  nvptx_stream_settle (nvptx_stream_enter (device));
  CHECK (nvptx_copy_pieces (device, l->piece, l->count) == GOMP_OK);
  CHECK (out == expect_out (l));
  for (size_t i = 0; i < l->count; i++)
    CHECK (memcmp (l->part[i].start, l->piece[i].host, l->part[i].size) == 0);
}

static void
test_random (void)
{
  static struct list l;
  uint64_t state = random_start (0);
  l.block = nvptx_memory_alloc (device, ROOM);
  CHECK (l.block != 0);
  for (int i = 0; i < 40 * (int)random_factor; i++)
    {
      make_list (&l, &state);
      try_list (&l, i % 2 == 0);
    }
}

/* Between pieces nothing is written.  */
static void
test_between (void)
{
  char host[3] = { 1, 2, 3 }, back[3] = { 0, 7, 0 };
  CUdeviceptr block = nvptx_memory_alloc (device, sizeof (host));
  struct gomp_device_piece piece[2] = {
    { .device = block, .host = back, .size = 1 },
    { .device = block + 2, .host = back + 2, .size = 1 },
  };
  CHECK (nvptx_copy_in (device, block, host, sizeof (host)) == GOMP_OK);
  out = 0;
  CHECK (nvptx_copy_pieces (device, piece, 2) == GOMP_OK);
  CHECK (out == 1);
  CHECK (back[0] == 1 && back[1] == 7 && back[2] == 3);
}

static void
test_nothing (void)
{
  char none;
  struct gomp_device_piece piece = { .device = 64, .host = &none };
  struct gomp_host_part part = { .start = &none };
  in = out = 0;
  CHECK (nvptx_copy_parts (device, 64, &part, 1, true) == GOMP_OK);
  CHECK (nvptx_copy_pieces (device, &piece, 1) == GOMP_OK);
  CHECK (in == 0 && out == 0);
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  CHECK (begin ());
  RUN (test_random);
  RUN (test_between);
  RUN (test_nothing);
  nvptx_device_stop (device);
  return check_done ();
}
