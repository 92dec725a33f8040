/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls a region whose arguments are words; see words.h.  Called by threads
   that run regions.

   A function may be called with more words than it takes: the caller removes
   them.  So there is a call for a few numbers of words.  */

#include "words.h"

#include <stdio.h>
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

/* What the head of an argument block says.  */
struct head
{
  size_t count; /* of arguments */
  size_t pairs;
  size_t first; /* 1 if there is a null pointer before them */
};

static struct head
read_head (uint64_t word)
{
  return (struct head){ .count = word & NAMED_IMAGE_COUNT,
                        .pairs = (word & ~NAMED_IMAGE_NULL) / NAMED_IMAGE_PAIR,
                        .first = (word & NAMED_IMAGE_NULL) != 0 };
}

static uint64_t
stream (uint64_t number)
{
  FILE *const streams[] = { stdin, stdout, stderr };
  return number < 3 ? (uintptr_t)streams[number] : 0;
}

/* Change ARGUMENT, of COUNT words, as PAIR says.  */
static void
adjust (uint64_t *argument, size_t count, const uint64_t *pair)
{
  uint64_t i = pair[0] & ~NAMED_IMAGE_STREAM;
  if (i >= count)
    return;
  if (pair[0] & NAMED_IMAGE_STREAM)
    argument[i] = stream (pair[1]);
  else if (argument[i] != 0)
    argument[i] += pair[1];
}

/* Copy the arguments from BLOCK to W, of ROOM words, and change some as the
   pairs say.  */
static void
gather (uint64_t *w, size_t room, const uint64_t *block,
        const struct head *head)
{
  size_t end = head->first + head->count;
  uint64_t *argument = w + head->first;
  w[0] = 0;
  memset (w + end, 0, (room - end) * sizeof (*w));
  memcpy (argument, block + 1, head->count * sizeof (*w));
  const uint64_t *pair = block + 1 + head->count;
  for (size_t i = 0; i < head->pairs; i++, pair += 2)
    adjust (argument, head->count, pair);
}

/* The same for few words, none of which is changed: the compiler keeps them in
   registers.  */
static NOINLINE void
call_plain (words_function function, const uint64_t *block,
            const struct head *head)
{
  uint64_t w[6] = { 0 };
  for (size_t i = 0; i < head->count; i++)
    w[head->first + i] = block[1 + i];
  call_few (function, w);
}

#define CALL_WITH(name, room)                                                  \
  static NOINLINE void call_with_##name (                                      \
      words_function function, const uint64_t *block, const struct head *head) \
  {                                                                            \
    uint64_t w[room];                                                          \
    gather (w, room, block, head);                                             \
    call_##name (function, w);                                                 \
  }

CALL_WITH (few, 6)
CALL_WITH (some, 16)
CALL_WITH (many, NAMED_IMAGE_WORDS)

static NOINLINE void
call_with_block (words_function function, const uint64_t *block)
{
  const struct head head = read_head (block[0]);
  size_t words = head.first + head.count;
  if (words <= 6 && head.pairs == 0)
    call_plain (function, block, &head);
  else if (words <= 6)
    call_with_few (function, block, &head);
  else if (words <= 16)
    call_with_some (function, block, &head);
  else if (words <= NAMED_IMAGE_WORDS)
    call_with_many (function, block, &head);
}

static void
run (void *data)
{
  const struct x86emul_words_region *r = data;
  words_function function = (words_function)(uintptr_t)r->function;
  if (r->block == NULL)
    function (0, 0, 0, 0, 0, 0);
  else
    call_with_block (function, r->block);
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
