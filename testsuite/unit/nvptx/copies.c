/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target standin } */
/* Copies of several parts by the nvptx plugin, on the stand-in for CUDA's
   driver: the data come back as they went in, by as many calls of the driver as
   plugin/nvptx/README says.  */

#include "check.h"
#include "nvptx.h"
#include "nvptx/options.h"
#include "nvptx/stream.h"
#include "random.h"

static struct nvptx_device *device;

/* ---- Counting.  */

static struct nvptx_driver plain;
static unsigned in, out, at_once, waits;

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
count_at_once (CUdeviceptr *to, CUdeviceptr *from, size_t *size, size_t count,
               CUmemcpyAttributes *attributes, size_t *first,
               size_t attribute_count, size_t *failed, CUstream stream)
{
  at_once++;
  return plain.copy_batch (to, from, size, count, attributes, first,
                           attribute_count, failed, stream);
}

static CUresult
count_waits (CUstream stream)
{
  waits++;
  return plain.stream_wait (stream);
}

static struct nvptx_function *region;

static bool
start (void)
{
  struct addr_pair *table = NULL;
  int count = 0;
  if (nvptx_lifecycle_start (device) != GOMP_OK
      || nvptx_image_load (device, NVPTX_IMAGE_VERSION, &nvptx_image, &table,
                           &count)
             != GOMP_OK)
    return false;
  region = (struct nvptx_function *)table[0].start;
  free (table);
  return true;
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
  return start ();
}

/* ---- What there is to copy.  */

#define PARTS 12
#define LARGEST ((size_t)3 << 19)
#define GATHERED ((size_t)32 << 10) /* libgomp's: more is the program's */
#define NEAR ((size_t)64 << 10)     /* apart, and one copy all the same */
#define FAR ((size_t)100 << 10)
#define ROOM (PARTS * (LARGEST + FAR))

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
      place += size
               + (random_below (state, 4) > 0   ? 64 * random_below (state, 2)
                  : random_below (state, 2) > 0 ? NEAR
                                                : FAR);
    }
  for (size_t i = 0; i < l->size; i++)
    from[i] = (char)random_next (state);
  memset (to, 0, l->size);
}

/* Bytes from L's part FIRST to its part I.  */
static size_t
extent (const struct list *l, size_t first, size_t i)
{
  return l->part[i].offset + l->part[i].size - l->part[first].offset;
}

/* How many parts of L a run from FIRST on has that ROOM has room for.  */
static size_t
count_run (const struct list *l, size_t first, size_t room)
{
  size_t i = first;
  while (i < l->count && extent (l, first, i) <= room
         && (i == first
             || extent (l, i - 1, i) - l->part[i - 1].size
                    <= NEAR + l->part[i].size))
    i++;
  return i - first;
}

/* Copies for the way in; PLAIN_MEMORY: something goes from where it is.  Not
   where small parts want pinned memory that is used up: those wait.  */
static unsigned
expect_in (const struct list *l, bool *plain_memory, bool *is_full)
{
  size_t room = NVPTX_STAGING;
  unsigned copies = 0;
  *plain_memory = *is_full = false;
  for (size_t i = 0; i < l->count; copies++)
    {
      size_t n = count_run (l, i, room);
      if (n > 0)
        room -= extent (l, i, i + n - 1);
      *plain_memory |= n == 0;
      *is_full |= n == 0 && !l->part[i].is_lasting;
      i += n > 0 ? n : 1;
    }
  return copies;
}

/* Calls for the way out, one by one.  */
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

/* The same, waits included, of a driver that takes several copies at once: more
   than two are a call and a wait, as long as pinned memory has room.  */
static unsigned
expect_out_at_once (const struct list *l)
{
  unsigned calls = 0, copies = 0;
  size_t room = NVPTX_STAGING;
  for (size_t i = 0; i < l->count;)
    {
      size_t n = count_run (l, i, room);
      bool is_full = n == 0 && l->part[i].size <= NVPTX_STAGING;
      if (n > 0)
        room -= extent (l, i, i + n - 1);
      copies += !is_full;
      i += is_full ? 0 : n > 0 ? n : 1;
      if (is_full || i == l->count)
        {
          calls += copies < 2 ? copies : 2;
          copies = 0;
          room = NVPTX_STAGING;
        }
    }
  return calls;
}

/* Are they more than one copy, for which pinned memory has room?  */
static bool
expect_behind (const struct list *l)
{
  unsigned copies = 0;
  size_t room = NVPTX_STAGING;
  for (size_t i = 0; i < l->count; copies++)
    {
      size_t n = count_run (l, i, room);
      if (n > 0)
        room -= extent (l, i, i + n - 1);
      else if (l->part[i].size <= NVPTX_STAGING)
        return false;
      i += n > 0 ? n : 1;
    }
  return copies > 1;
}

/* ---- Tests.  */

static void
try_list (struct list *l, enum gomp_copy_use use)
{
  bool plain_memory, is_full;
  unsigned expected = expect_in (l, &plain_memory, &is_full);
  bool is_old = nvptx_cu.copy_batch == NULL;
  in = out = at_once = waits = 0;
  EXPECT (nvptx_copy_parts (device, l->block, l->part, l->count, use)
          == GOMP_OK);
  if (!is_full)
    {
      bool is_waited
          = use == GOMP_COPY_FOR_ALL && (plain_memory || expected > 1);
      EXPECT (in + at_once == (is_old ? expected : 1));
      EXPECT (waits == is_waited);
    }
  /* As the region does.  */
  nvptx_stream_settle (nvptx_stream_enter (device));
  at_once = waits = 0;
  EXPECT (nvptx_copy_pieces (device, l->piece, l->count) == GOMP_OK);
  EXPECT (out + at_once + waits
          == (is_old ? expect_out (l) : expect_out_at_once (l)));
  for (size_t i = 0; i < l->count; i++)
    EXPECT (memcmp (l->part[i].start, l->piece[i].host, l->part[i].size) == 0);
}

/* A driver that takes several copies by one call, or does not.  */
static void
try_random (bool is_new)
{
  static struct list l;
  uint64_t state = random_start (0);
  l.block = nvptx_memory_alloc (device, ROOM);
  EXPECT (l.block != 0);
  nvptx_cu.copy_batch = is_new ? count_at_once : NULL;
  for (int i = 0; i < 40 * (int)random_factor; i++)
    {
      make_list (&l, &state);
      try_list (&l, (enum gomp_copy_use) (i % 2));
    }
}

static void
test_random (void)
{
  try_random (true);
}

static void
test_random_old_driver (void)
{
  try_random (false);
}

static enum gomp_status
run_and_fetch (CUdeviceptr block, const struct gomp_device_piece *piece,
               size_t count)
{
  struct nvptx_launch launch = nvptx_launch_on (region, block);
  struct nvptx_fetch f;
  f.piece = piece;
  f.count = count;
  EXPECT (nvptx_launch_fetch (device, &launch, &f) == GOMP_OK);
  return nvptx_fetch_finish (device, &f);
}

/* Behind a kernel, which adds one to the first int: what is more than one copy
   is one call, and the wait for the kernel is its, too.  */
static void
try_behind (struct list *l)
{
  int first;
  EXPECT (nvptx_copy_parts (device, l->block, l->part, l->count,
                            GOMP_COPY_FOR_REGION)
          == GOMP_OK);
  bool gains
      = nvptx_cu.copy_batch != NULL && !nvptx_options.sync && expect_behind (l);
  out = at_once = waits = 0;
  EXPECT (run_and_fetch (l->block, l->piece, l->count) == GOMP_OK);
  EXPECT (gains ? out == 0 && at_once == 1 && waits == 1 : out + at_once > 0);
  memcpy (&first, from, sizeof (first));
  first++;
  memcpy (from, &first, sizeof (first));
  for (size_t i = 0; i < l->count; i++)
    EXPECT (memcmp (l->part[i].start, l->piece[i].host, l->part[i].size) == 0);
}

static void
test_behind (void)
{
  static struct list l;
  uint64_t state = random_start (1);
  l.block = nvptx_memory_alloc (device, ROOM);
  for (int i = 0; i < 40 * (int)random_factor; i++)
    {
      nvptx_cu.copy_batch = i % 4 ? count_at_once : NULL;
      nvptx_options.sync = i % 8 == 1;
      make_list (&l, &state);
      try_behind (&l);
    }
  nvptx_options.sync = false;
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
  EXPECT (nvptx_copy_in (device, block, host, sizeof (host)) == GOMP_OK);
  out = 0;
  EXPECT (nvptx_copy_pieces (device, piece, 2) == GOMP_OK);
  EXPECT (out == 1);
  EXPECT (back[0] == 1 && back[1] == 7 && back[2] == 3);
}

static void
test_nothing (void)
{
  char none;
  struct gomp_device_piece piece = { .device = 64, .host = &none };
  struct gomp_host_part part = { .start = &none };
  in = out = 0;
  EXPECT (nvptx_copy_parts (device, 64, &part, 1, GOMP_COPY_FOR_REGION)
          == GOMP_OK);
  EXPECT (nvptx_copy_pieces (device, &piece, 1) == GOMP_OK);
  EXPECT (in == 0 && out == 0);
}

/* Each copy is tried by itself, and from then on at once.  */
static CUresult refusal = CUDA_ERROR_NOT_SUPPORTED;

static CUresult
refuse (CUdeviceptr *target, CUdeviceptr *source, size_t *size, size_t count,
        CUmemcpyAttributes *attributes, size_t *first, size_t attribute_count,
        size_t *failed, CUstream stream)
{
  (void)target, (void)source, (void)size, (void)count, (void)attributes;
  (void)first, (void)attribute_count, (void)failed, (void)stream;
  at_once++;
  return refusal;
}

static void
test_refused (void)
{
  struct gomp_host_part part[2] = {
    { .start = from, .size = 64, .is_lasting = true },
    { .start = from + 64, .size = LARGEST, .offset = 64, .is_lasting = true }
  };
  CUdeviceptr block = nvptx_memory_alloc (device, 64 + LARGEST);
  nvptx_cu.copy_batch = refuse;
  in = out = at_once = waits = 0;
  for (unsigned i = 1; i < 3; i++)
    {
      EXPECT (nvptx_copy_parts (device, block, part, 2, GOMP_COPY_FOR_ALL)
              == GOMP_OK);
      EXPECT (in == 2 * i && at_once == 1);
      EXPECT (nvptx_copy_out (device, to, block, 64 + LARGEST) == GOMP_OK);
      EXPECT (memcmp (from, to, 64 + LARGEST) == 0);
    }
}

/* Behind a kernel, too: they come after the wait.  For now, that is: a driver
   that takes no such calls is not asked again.  */
static void
test_refused_behind (void)
{
  CUdeviceptr block = nvptx_memory_alloc (device, 2 * FAR);
  struct gomp_device_piece piece[2]
      = { { .device = block, .host = to, .size = 64 },
          { .device = block + FAR, .host = to + FAR, .size = 64 } };
  int first = 41;
  nvptx_cu.copy_batch = refuse;
  refusal = CUDA_ERROR_OUT_OF_MEMORY;
  EXPECT (nvptx_copy_in (device, block, &first, sizeof (first)) == GOMP_OK);
  out = at_once = waits = 0;
  EXPECT (run_and_fetch (block, piece, 2) == GOMP_OK);
  EXPECT (waits == 1 && at_once == 1 && out == 2);
  memcpy (&first, to, sizeof (first));
  EXPECT (first == 42);
  refusal = CUDA_ERROR_NOT_SUPPORTED;
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  EXPECT (begin ());
  RUN (test_random);
  RUN (test_random_old_driver);
  RUN (test_behind);
  RUN (test_refused_behind);
  RUN (test_refused);
  RUN (test_between);
  RUN (test_nothing);
  nvptx_lifecycle_stop (device);
  return check_done ();
}
