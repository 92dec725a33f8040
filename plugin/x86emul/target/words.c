/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls a region whose arguments are words; see words.h.  Called by threads
   that run regions.

   A function may be called with more words than it takes: the caller removes
   them.  So there is a call for a few numbers of words.  */

#include "target/words.h"

#include <string.h>

#include "named_image.h"

typedef void (*words_function) (uint64_t, ...);

#define FOUR(i) w[i], w[(i) + 1], w[(i) + 2], w[(i) + 3]
#define SIXTEEN(i) FOUR (i), FOUR ((i) + 4), FOUR ((i) + 8), FOUR ((i) + 12)
#define SIXTY_FOUR(i)                                                          \
  SIXTEEN (i), SIXTEEN ((i) + 16), SIXTEEN ((i) + 32), SIXTEEN ((i) + 48)

static void
call_few (words_function function, const uint64_t *w)
{
  function (FOUR (0), w[4], w[5]);
}

static void
call_some (words_function function, const uint64_t *w)
{
  function (SIXTEEN (0));
}

static void
call_many (words_function function, const uint64_t *w)
{
  function (SIXTY_FOUR (0), SIXTY_FOUR (64), SIXTY_FOUR (128),
            SIXTY_FOUR (192));
}

/* Copy the COUNT words of BLOCK to W, of ROOM words, and add what is to be
   added.  */
static void
gather (uint64_t *w, size_t room, const uint64_t *block, size_t count)
{
  memset (w + count, 0, (room - count) * sizeof (*w));
  memcpy (w, block + 1, count * sizeof (*w));
  for (const uint64_t *pair = block + 1 + count; pair[0] != 0; pair += 2)
    if (pair[0] <= count && w[pair[0] - 1] != 0)
      w[pair[0] - 1] += pair[1];
}

#define CALL_WITH(name, room)                                                  \
  static NOINLINE void call_with_##name (words_function function,              \
                                         const uint64_t *block, size_t count)  \
  {                                                                            \
    uint64_t w[room];                                                          \
    gather (w, room, block, count);                                            \
    call_##name (function, w);                                                 \
  }

CALL_WITH (few, 6)
CALL_WITH (some, 16)
CALL_WITH (many, NAMED_IMAGE_WORDS)

static void
run (void *data)
{
  static const uint64_t none[3];
  const struct x86emul_words_region *r = data;
  const uint64_t *block = r->block == NULL ? none : r->block;
  words_function function = (words_function)(uintptr_t)r->function;
  size_t count = block[0];
  if (count <= 6)
    call_with_few (function, block, count);
  else if (count <= 16)
    call_with_some (function, block, count);
  else if (count <= NAMED_IMAGE_WORDS)
    call_with_many (function, block, count);
}

void
x86emul_words_wrap (struct offgomp_device_region *region,
                    struct x86emul_words_region *store)
{
  store->function = region->function;
  store->block = region->block;
  region->function = run;
  region->block = store;
  /* The function makes its teams itself.  */
  region->thread_limit = region->num_teams;
  region->num_teams = 0;
}
