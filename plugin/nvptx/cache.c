/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Linked images on disk; see cache.h.  Owns no data; any thread or process.

   A file is written under a name of its own and then renamed: readers see all
   of it or nothing, and of concurrent writers the last wins with the same
   contents.  It begins with the whole key, which also gives its length.  A file
   that does not belong to the user, or that others can write, is not read.  */

#include "cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cache_directory.h"
#include "options.h"
#include "os/kept_file.h"
#include "os/memory.h"

struct header
{
  char magic[16];
  struct nvptx_cache_key key;
  uint64_t size; /* bytes of the cubin that follows */
  uint64_t sum;  /* of them */
};

static const char magic[16] = "offgomp-cubin-1";

/* FNV-1a (Fowler, Noll, Vo), by words, with a rotation against its weak high
   bits.  */
static uint64_t
hash_bytes (uint64_t hash, const char *bytes, size_t size)
{
  for (; size >= 8; bytes += 8, size -= 8)
    {
      uint64_t word;
      memcpy (&word, bytes, sizeof (word));
      hash = (hash ^ word) * 0x100000001b3ull;
      hash = hash << 29 | hash >> 35;
    }
  for (; size > 0; bytes++, size--)
    hash = (hash ^ (unsigned char)*bytes) * 0x100000001b3ull;
  return hash;
}

void
nvptx_cache_hash (struct nvptx_cache_key *key, const char *text, size_t size)
{
  key->hash[0] = hash_bytes (key->hash[0] ^ 0xcbf29ce484222325ull, text, size);
  key->hash[1] = hash_bytes (key->hash[1] ^ 0x9e3779b97f4a7c15ull, text, size);
  key->size += size;
  key->texts++;
}

/* Store in NAME the file name for KEY.  */
static void
find_name (const struct nvptx_cache_key *key, char *name)
{
  snprintf (name, NVPTX_CACHE_NAME_MAX,
            "%016llx%016llx-%d-%d-%d" NVPTX_CACHE_SUFFIX,
            (unsigned long long)key->hash[0], (unsigned long long)key->hash[1],
            key->driver, key->capability, key->level);
}

static void *
read_file (int file, uint64_t size, const struct nvptx_cache_key *key)
{
  struct header h;
  if (os_read_file (file, &h, sizeof (h)) != 0
      || memcmp (h.magic, magic, sizeof (magic)) != 0
      || memcmp (&h.key, key, sizeof (*key)) != 0
      || size != sizeof (h) + h.size)
    return NULL;
  char *cubin = malloc (h.size + 1);
  if (cubin != NULL && os_read_file (file, cubin, h.size) == 0
      && hash_bytes (0, cubin, h.size) == h.sum)
    return cubin;
  free (cubin);
  return NULL;
}

void *
nvptx_cache_read (const struct nvptx_cache_key *key)
{
  char name[NVPTX_CACHE_NAME_MAX];
  struct stat s;
  int file, directory = nvptx_cache_directory_open (false);
  if (directory < 0)
    return NULL;
  find_name (key, name);
  void *cubin = NULL;
  if (os_kept_open (directory, name, &file, &s) == 0)
    {
      if (nvptx_cache_is_private (name, &s))
        cubin = read_file (file, (uint64_t)s.st_size, key);
      if (cubin != NULL)
        os_kept_use (file);
      close (file);
    }
  close (directory);
  return cubin;
}

void
nvptx_cache_write (const struct nvptx_cache_key *key, const void *cubin,
                   size_t size)
{
  char name[NVPTX_CACHE_NAME_MAX], temporary[NVPTX_CACHE_NAME_MAX + 32];
  struct header h = { .key = *key, .size = size };
  const struct iovec part[]
      = { { &h, sizeof (h) }, { (void *)(uintptr_t)cubin, size } };
  struct timespec now;
  int directory = size + sizeof (h) <= nvptx_options.cache_size
                      ? nvptx_cache_directory_open (true)
                      : -1;
  if (directory < 0)
    return;
  find_name (key, name);
  clock_gettime (CLOCK_REALTIME, &now);
  snprintf (temporary, sizeof (temporary), "%s.%x%lx", name,
            (unsigned)getpid (), (unsigned long)now.tv_nsec);
  memcpy (h.magic, magic, sizeof (magic));
  h.sum = hash_bytes (0, cubin, size);
  nvptx_cache_directory_write (directory, temporary, name, part, 2);
  close (directory);
}
