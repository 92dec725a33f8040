/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Several threads make large copies to an emulated device.  Other threads claim
   chunks as the device does, but also too late and too often.  Another one
   overwrites the words of the claims.  All data are copied, and no thread
   waits.  */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "host/bulk.h"
#include "host/device.h"
#include "os/memory.h"
#include "plugin.h"

#define THREADS 3
#define ROUNDS 12
#define ROOM (8ull << 20) /* of a thread */
#define MOST (ROOM - 8192)

static struct x86emul_device *device;
static atomic_bool ended;

/* Chunks are got, or claimed and left.  */
static void *
claim (void *data)
{
  unsigned seed = (unsigned)(uintptr_t)data;
  while (!atomic_load (&ended))
    {
      struct x86emul_bulk *b
          = &device->channel.control
                 ->bulks[(unsigned)rand_r (&seed) % X86EMUL_BULKS];
      uint32_t number = (uint32_t)(atomic_load (&b->claimed) >> 32);
      uint64_t count = (unsigned)rand_r (&seed) % 20;
      unsigned times = (unsigned)rand_r (&seed) % 4;
      for (unsigned i = 0; i < times; i++)
        if (x86emul_bulk_claim (b, number, count))
          os_populate (device->memory.view
                           + (unsigned)rand_r (&seed) % (THREADS * 8)
                                 * (1 << 20),
                       X86EMUL_BULK_CHUNK, true);
      usleep (50);
    }
  return NULL;
}

static void *
spoil (void *data)
{
  unsigned seed = 7;
  while (!atomic_load (&ended))
    {
      struct x86emul_bulk *b
          = &device->channel.control
                 ->bulks[(unsigned)rand_r (&seed) % X86EMUL_BULKS];
      uint64_t values[] = { 0,
                            UINT64_MAX,
                            b->claimed - 1,
                            b->claimed + 3,
                            (uint64_t)rand_r (&seed) << 32,
                            1ull << 32 };
      b->claimed = values[(unsigned)rand_r (&seed) % 6];
      if (rand_r (&seed) % 4 == 0)
        b->seen = (unsigned)rand_r (&seed) % 8;
      usleep (20);
    }
  return data;
}

static void *
copy (void *data)
{
  unsigned me = (unsigned)(uintptr_t)data, seed = me;
  unsigned char *from = malloc (MOST);
  long wrong = 0;
  EXPECT (from != NULL);
  for (unsigned i = 0; i < ROUNDS; i++)
    {
      uint64_t size
          = GOMP_BULK_MIN + (unsigned)rand_r (&seed) % (MOST - GOMP_BULK_MIN);
      uint64_t offset
          = me * ROOM + (unsigned)rand_r (&seed) % (unsigned)(ROOM - size);
      unsigned char *to = (unsigned char *)device->memory.view + offset;
      memset (from, (int)(i + 1), size);
      from[size / 2] = 0;
      unsigned char before = offset > 0 ? to[-1] : 0, behind = to[size];
      x86emul_bulk_copy (device, offset, from, size);
      wrong += memcmp (to, from, size) != 0;
      wrong += offset > 0 && to[-1] != before;
      wrong += to[size] != behind;
    }
  EXPECT (wrong == 0);
  free (from);
  return NULL;
}

static void *
get_shared (uint64_t size)
{
  void *p = NULL;
  int fd;
  EXPECT (os_shared_create ("bulk", size, &fd) == 0);
  EXPECT (os_shared_map (fd, 0, size, OS_PROT_READ | OS_PROT_WRITE, NULL, &p)
          == 0);
  close (fd);
  return p;
}

static void
prepare (void)
{
  uint64_t size = THREADS * ROOM + 4096;
  EXPECT (posix_memalign ((void **)&device, 128, sizeof (*device)) == 0);
  memset (device, 0, sizeof (*device));
  device->channel.control = get_shared (sizeof (struct x86emul_control));
  device->channel.stream = OS_HELD_NONE;
  device->memory.view = get_shared (size);
  device->memory.size = device->memory.view_size = size;
  x86emul_bulk_create (&device->bulks, size);
  atomic_store (&ended, false);
}

static void
release (void)
{
  x86emul_bulk_destroy (&device->bulks);
  os_unmap (device->memory.view, device->memory.view_size);
  os_unmap (device->channel.control, sizeof (struct x86emul_control));
  free (device);
}

static void
run (bool spoils)
{
  pthread_t copying[THREADS], claiming, spoiling;
  prepare ();
  pthread_create (&claiming, NULL, claim, (void *)(uintptr_t)5);
  if (spoils)
    pthread_create (&spoiling, NULL, spoil, NULL);
  for (unsigned i = 0; i < THREADS; i++)
    pthread_create (&copying[i], NULL, copy, (void *)(uintptr_t)i);
  for (unsigned i = 0; i < THREADS; i++)
    pthread_join (copying[i], NULL);
  atomic_store (&ended, true);
  pthread_join (claiming, NULL);
  if (spoils)
    pthread_join (spoiling, NULL);
  release ();
}

static void
test_claims (void)
{
  for (int i = 0; i < 3; i++)
    run (false);
}

static void
test_spoilt (void)
{
  for (int i = 0; i < 3; i++)
    run (true);
}

int
main (void)
{
  RUN (test_claims);
  RUN (test_spoilt);
  return check_done ();
}
