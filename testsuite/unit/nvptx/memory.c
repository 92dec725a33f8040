/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device memory of the nvptx plugin, on a driver that only counts: blocks do
   not overlap, are aligned and used again, and are given back if the driver has
   no more memory.  */

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "nvptx/device.h"
#include "nvptx/memory.h"
#include "nvptx/options.h"
#include "random.h"

/* ---- The driver.  */

#define TOTAL ((size_t)1 << 30)
#define START 0x100000000ull

static size_t allocations, frees, in_use;
static CUdeviceptr next_address = START;

#define LIVE_MAX 4096
static struct
{
  CUdeviceptr start;
  size_t size;
} driver_block[LIVE_MAX];

static CUresult
fake_alloc (CUdeviceptr *start, size_t size)
{
  if (in_use + size > TOTAL)
    return CUDA_ERROR_OUT_OF_MEMORY;
  for (int i = 0; i < LIVE_MAX; i++)
    if (driver_block[i].size == 0)
      {
        driver_block[i].start = *start = next_address;
        driver_block[i].size = size;
        next_address += (size + 511) & ~(size_t)511;
        in_use += size;
        allocations++;
        return CUDA_SUCCESS;
      }
  return CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult
fake_free (CUdeviceptr start)
{
  for (int i = 0; i < LIVE_MAX; i++)
    if (driver_block[i].size != 0 && driver_block[i].start == start)
      {
        in_use -= driver_block[i].size;
        driver_block[i].size = 0;
        frees++;
        return CUDA_SUCCESS;
      }
  abort ();
}

static CUresult
fake_context (CUcontext context)
{
  (void)context;
  return CUDA_SUCCESS;
}

static CUresult
fake_pin (void *memory, size_t size, unsigned flags)
{
  (void)memory, (void)size, (void)flags;
  return CUDA_SUCCESS;
}

static CUresult
fake_stream (CUstream *stream, unsigned flags)
{
  (void)flags;
  *stream = (CUstream)&allocations;
  return CUDA_SUCCESS;
}

static CUresult
fake_words (CUresult r, const char **text)
{
  (void)r;
  *text = "words";
  return CUDA_SUCCESS;
}

static struct nvptx_device *
begin (void)
{
  static struct nvptx_device device;
  memset (&device.memory, 0, sizeof (device.memory));
  memset (driver_block, 0, sizeof (driver_block));
  allocations = frees = in_use = 0;
  device.total = TOTAL;
  nvptx_devices = &device;
  nvptx_device_count = 1;
  nvptx_cu.memory_alloc = fake_alloc;
  nvptx_cu.memory_free = fake_free;
  nvptx_cu.context_set = fake_context;
  nvptx_cu.host_pin = fake_pin;
  nvptx_cu.stream_create = fake_stream;
  nvptx_cu.error_name = fake_words;
  nvptx_cu.error_string = fake_words;
  return &device;
}

static void
end (struct nvptx_device *d)
{
  nvptx_memory_release (d);
  EXPECT (in_use == 0);
  EXPECT (allocations == frees);
}

/* ---- Tests.  */

#define KB(n) ((size_t)(n) << 10)
#define MB(n) ((size_t)(n) << 20)

static void
test_small_blocks_share_a_chunk (void)
{
  struct nvptx_device *d = begin ();
  CUdeviceptr block[100];
  for (int i = 0; i < 100; i++)
    {
      block[i] = nvptx_memory_alloc (d, (size_t)i * 100);
      EXPECT (block[i] != 0 && block[i] % 256 == 0);
    }
  EXPECT (allocations == 1);
  for (int i = 0; i < 100; i++)
    EXPECT (nvptx_memory_free (d, block[i]) == GOMP_OK);
  /* The same again: the blocks are there.  */
  CUdeviceptr high = d->memory.cut;
  for (int i = 0; i < 100; i++)
    block[i] = nvptx_memory_alloc (d, (size_t)i * 100);
  EXPECT (d->memory.cut == high && allocations == 1);
  end (d);
}

static void
test_large_blocks_are_kept (void)
{
  struct nvptx_device *d = begin ();
  CUdeviceptr a = nvptx_memory_alloc (d, MB (20));
  EXPECT (nvptx_memory_free (d, a) == GOMP_OK);
  EXPECT (nvptx_memory_alloc (d, MB (20)) == a);
  EXPECT (nvptx_memory_free (d, a) == GOMP_OK);
  /* One that is much smaller does not take it.  */
  EXPECT (nvptx_memory_alloc (d, MB (3)) != a);
  EXPECT (nvptx_memory_alloc (d, MB (18)) == a);
  EXPECT (frees == 0);
  end (d);
}

static void
test_not_more_is_kept_than_an_eighth (void)
{
  struct nvptx_device *d = begin ();
  CUdeviceptr a = nvptx_memory_alloc (d, MB (100));
  CUdeviceptr b = nvptx_memory_alloc (d, MB (100));
  EXPECT (nvptx_memory_free (d, a) == GOMP_OK && frees == 0);
  EXPECT (nvptx_memory_free (d, b) == GOMP_OK && frees == 1);
  end (d);
}

static void
test_what_is_kept_is_given_back_in_need (void)
{
  struct nvptx_device *d = begin ();
  CUdeviceptr a = nvptx_memory_alloc (d, MB (100));
  EXPECT (nvptx_memory_free (d, a) == GOMP_OK && frees == 0);
  EXPECT (nvptx_memory_alloc (d, MB (1000)) != 0);
  EXPECT (frees == 1);
  EXPECT (nvptx_memory_alloc (d, MB (1000)) == 0);
  EXPECT (strstr (gomp_error_text (), "allocating 1048576000 bytes") != NULL);
  gomp_error_clear ();
  end (d);
}

static void
test_small_blocks_without_a_chunk (void)
{
  struct nvptx_device *d = begin ();
  EXPECT (nvptx_memory_alloc (d, TOTAL - MB (2)) != 0);
  CUdeviceptr a = nvptx_memory_alloc (d, KB (4));
  EXPECT (a != 0);
  EXPECT (nvptx_memory_free (d, a) == GOMP_OK);
  end (d);
}

static void
test_free_of_what_is_no_block (void)
{
  struct nvptx_device *d = begin ();
  CUdeviceptr a = nvptx_memory_alloc (d, 1000);
  EXPECT (nvptx_memory_free (d, a + 256) == GOMP_ERR_INVALID);
  EXPECT (nvptx_memory_free (d, a) == GOMP_OK);
  EXPECT (nvptx_memory_free (d, a) == GOMP_ERR_INVALID);
  EXPECT (strstr (gomp_error_text (), "freed already?") != NULL);
  gomp_error_clear ();
  end (d);
}

static void
test_blocks_of_their_own (void)
{
  struct nvptx_device *d = begin ();
  nvptx_options.sync = true;
  CUdeviceptr a = nvptx_memory_alloc (d, 10), b = nvptx_memory_alloc (d, 10);
  EXPECT (allocations == 2);
  EXPECT (nvptx_memory_free (d, a) == GOMP_OK && frees == 1);
  EXPECT (nvptx_memory_free (d, b) == GOMP_OK && frees == 2);
  nvptx_options.sync = false;
  end (d);
}

#define BLOCKS 200

static void
test_random (void)
{
  struct nvptx_device *d = begin ();
  uint64_t state = random_start (0);
  struct
  {
    CUdeviceptr start;
    size_t size;
  } block[BLOCKS] = { { 0 } };
  for (long step = 0; step < 20000 * random_factor; step++)
    {
      unsigned i = (unsigned)random_below (&state, BLOCKS);
      if (block[i].size != 0)
        {
          EXPECT (nvptx_memory_free (d, block[i].start) == GOMP_OK);
          block[i].size = 0;
          continue;
        }
      size_t size
          = 1 + random_below (&state, (uint64_t)1 << random_below (&state, 22));
      CUdeviceptr a = nvptx_memory_alloc (d, size);
      EXPECT (a != 0 && a % 256 == 0);
      for (unsigned k = 0; k < BLOCKS; k++)
        EXPECT (block[k].size == 0 || a + size <= block[k].start
                || block[k].start + block[k].size <= a);
      block[i].start = a;
      block[i].size = size;
    }
  end (d);
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  RUN (test_small_blocks_share_a_chunk);
  RUN (test_large_blocks_are_kept);
  RUN (test_not_more_is_kept_than_an_eighth);
  RUN (test_what_is_kept_is_given_back_in_need);
  RUN (test_small_blocks_without_a_chunk);
  RUN (test_free_of_what_is_no_block);
  RUN (test_blocks_of_their_own);
  RUN (test_random);
  return check_done ();
}
