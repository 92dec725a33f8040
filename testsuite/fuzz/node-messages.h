/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For cluster-node.c: the messages that an input chooses.  `kinds' is the table
   of them, a row each: how often it comes, the fields of its structure, and
   what follows.  Most make sense; some have other fields, bytes or sizes.  */

#ifndef FUZZ_NODE_MESSAGES_H
#define FUZZ_NODE_MESSAGES_H

#include "base/compiler.h"
#include "fuzz.h"
#include "proto.h"
#include "secret.h"
#include "wire.h"
#include "x86emul_image.h"

/* The devices of the node, and their memory.  */
#define ARENA_SIZE ((uint64_t)1 << 20)
#define DEVICES 3u
#define START ((uint64_t)1 << 40)

struct stream
{
  uint8_t bytes[65536];
  size_t size;
};

static uint64_t latest[4]; /* numbers of messages */
static unsigned numbered;  /* messages that have one */

static void
add (struct stream *s, const void *bytes, size_t size)
{
  if (size > sizeof (s->bytes) - s->size)
    size = sizeof (s->bytes) - s->size;
  memcpy (s->bytes + s->size, bytes, size);
  s->size += size;
}

static void
add_zeros (struct stream *s, uint64_t size)
{
  static const uint8_t zeros[8192];
  add (s, zeros, size < sizeof (zeros) ? (size_t)size : sizeof (zeros));
}

/* ---- Values of fields.  */

static uint64_t
address (struct fuzz_input *in)
{
  uint64_t own = START + ARENA_SIZE / 8;
  switch (fuzz_byte (in) % 16)
    {
    case 0:
      return 0;
    case 1:
      return START;
    case 2:
      return START - 1;
    case 3:
      return START + ARENA_SIZE - 8;
    case 4:
      return UINT64_MAX - 7;
    case 5:
      return fuzz_word (in);
    default:
      return own + fuzz_word (in) % 8192;
    }
}

static uint64_t
length (struct fuzz_input *in)
{
  static const uint64_t some[]
      = { 0, 4096, ARENA_SIZE, UINT64_MAX, (uint64_t)1 << 63 };
  unsigned choice = fuzz_byte (in) % 64;
  return choice < GOMP_ARRAY_SIZE (some) ? some[choice] : choice;
}

static uint64_t
backed (struct fuzz_input *in)
{
  static const uint64_t some[]
      = { 0, ARENA_SIZE, UINT64_MAX, 4096, ARENA_SIZE - ARENA_SIZE / 8 };
  unsigned choice = fuzz_byte (in) % 32;
  return choice < GOMP_ARRAY_SIZE (some) ? some[choice] : 65536;
}

static uint64_t
range_count (struct fuzz_input *in)
{
  unsigned choice = fuzz_byte (in);
  return choice == 0 ? UINT32_MAX : choice < 4 ? 60 + choice * 5 : choice % 4;
}

static uint64_t
log_number (struct fuzz_input *in)
{
  unsigned choice = fuzz_byte (in);
  return choice == 0 ? fuzz_word (in) : choice % 4;
}

/* The regions that one names, and 1.  */
static uint64_t
chain (struct fuzz_input *in)
{
  unsigned choice = fuzz_byte (in);
  return choice < 4     ? fuzz_word (in)
         : choice < 8   ? CLUSTER_AFTER_MAX + choice % 3
         : choice < 64  ? 0
         : choice < 128 ? CLUSTER_DEFERRED
                        : choice % 4;
}

static uint64_t
zones (struct fuzz_input *in)
{
  unsigned choice = fuzz_byte (in);
  return choice < 2    ? fuzz_word (in)
         : choice < 4  ? CLUSTER_ZONES_MAX + choice % 2
         : choice < 64 ? choice % 4
                       : 0;
}

/* The messages that must have come before PASS.  */
static uint64_t
before_pass (struct fuzz_input *in)
{
  return fuzz_byte (in) == 0 ? fuzz_word (in) : 0;
}

static uint64_t
device_there (struct fuzz_input *in)
{
  return fuzz_byte (in) % (DEVICES + 1);
}

static uint64_t
small (struct fuzz_input *in)
{
  return fuzz_byte (in) % 4;
}

static uint64_t
byte (struct fuzz_input *in)
{
  return fuzz_byte (in);
}

static uint64_t
yes_or_no (struct fuzz_input *in)
{
  return fuzz_byte (in) & 1;
}

static uint64_t
rarely (struct fuzz_input *in)
{
  return fuzz_byte (in) % 16 == 0;
}

/* ---- What follows the structure of a message, at FIELDS.  */

/* Ranges for COUNT, which is nearly always their number; returns their
   bytes.  */
static uint64_t
add_ranges (struct stream *s, struct fuzz_input *in, uint32_t count)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count && i < 100; i++)
    {
      struct cluster_range r = { address (in), length (in) };
      add (s, &r, sizeof (r));
      sum += r.size;
    }
  return sum;
}

static void
follow_put (struct stream *s, struct fuzz_input *in, const void *fields)
{
  const struct cluster_put *put = fields;
  add_zeros (s, add_ranges (s, in, put->count));
}

static void
follow_pass (struct stream *s, struct fuzz_input *in, const void *fields)
{
  const struct cluster_pass *pass = fields;
  (void)in;
  add_zeros (s, pass->size);
}

/* Of UCX; not too long, most of the time.  */
static void
follow_address (struct stream *s, struct fuzz_input *in, const void *fields)
{
  (void)fields;
  unsigned choice = fuzz_byte (in);
  for (uint64_t size = choice == 0 ? CLUSTER_UCX_ADDRESS_MAX + 1 : choice % 64,
                one;
       size > 0; size -= one)
    {
      one = size < 4096 ? size : 4096;
      add_zeros (s, one);
    }
}

static void
follow_send (struct stream *s, struct fuzz_input *in, const void *fields)
{
  (void)in;
  (void)fields;
  add (s, "127.0.0.1", 9);
}

/* Most are numbers of regions before.  */
static void
add_after (struct stream *s, struct fuzz_input *in, uint32_t count)
{
  for (uint32_t i = 0; i < count && i < 100; i++)
    {
      unsigned choice = fuzz_byte (in);
      uint64_t number = choice < 8 ? fuzz_word (in) : latest[choice % 4];
      add (s, &number, sizeof (number));
    }
}

static void
follow_region (struct stream *s, struct fuzz_input *in, const void *fields)
{
  const struct cluster_region *region = fields;
  add_ranges (s, in, region->count);
  if (region->chain > 0 && region->chain != CLUSTER_DEFERRED)
    add_after (s, in, region->chain - 1);
  add_ranges (s, in, region->zones);
}

/* Store a wild number at FIELD, once in ONE_OF times.  */
static void
perhaps_wild (struct fuzz_input *in, uint32_t *field, unsigned one_of)
{
  if (fuzz_byte (in) % one_of == 0)
    *field = (uint32_t)fuzz_word (in);
}

static void
follow_store (struct stream *s, struct fuzz_input *in, const void *fields)
{
  const struct cluster_region *region = fields;
  uint64_t size = add_ranges (s, in, region->count);
  if (region->chain > 0)
    add_after (s, in, region->chain - 1);
  add_zeros (s, size);
}

/* The lists of an image with two functions and a variable.  */
static size_t
write_lists (uint8_t *to, struct fuzz_input *in)
{
  static const char libraries[] = "liba.so\0libb.so";
  const uint64_t words[6] = { 1, 2, 3, 4, 5, 6 };
  struct x86emul_named head = { .start_count = 1,
                                .end_count = 1,
                                .library_count = 2,
                                .library_size = sizeof (libraries) };
  perhaps_wild (in, &head.library_count, 8);
  perhaps_wild (in, &head.library_size, 8);
  perhaps_wild (in, &head.indirect_count, 8);
  memcpy (to, &head, sizeof (head));
  memcpy (to + sizeof (head), words, sizeof (words));
  memcpy (to + sizeof (head) + sizeof (words), libraries, sizeof (libraries));
  return sizeof (head) + sizeof (words) + sizeof (libraries);
}

static void
add_image (struct stream *s, struct fuzz_input *in, bool comes)
{
  static const char strings[] = "name\0gcc\0f\0f.c:1\0g\0\0v";
  static const uint32_t gangs[] = { 1, 2 };
  static const char bytes[] = "image";
  uint64_t host = 0;
  uint8_t lists[256];
  size_t list_size = fuzz_byte (in) & 1 ? write_lists (lists, in) : 0;
  struct cluster_load load = { .descriptor = fuzz_byte (in) % 4,
                               .size = sizeof (bytes),
                               .version = X86EMUL_REGISTER_VERSION,
                               .format = X86EMUL_IMAGE_FORMAT,
                               .function_count = 2,
                               .variable_count = 1,
                               .indirect_count = 1,
                               .has_gangs = fuzz_byte (in) & 1,
                               .list_size = (uint32_t)list_size };
  struct cluster_sha256 sum;
  cluster_sha256_begin (&sum);
  cluster_sha256_add (&sum, bytes, sizeof (bytes));
  cluster_sha256_end (&sum, load.hash);
  load.hash[0] ^= fuzz_byte (in) == 0;
  perhaps_wild (in, &load.function_count, 16);
  perhaps_wild (in, &load.variable_count, 16);
  perhaps_wild (in, &load.indirect_count, 16);
  perhaps_wild (in, &load.list_size, 16);
  add (s, &load, sizeof (load));
  add (s, &host, sizeof (host));
  add (s, strings, sizeof (strings));
  if (load.has_gangs)
    add (s, gangs, sizeof (gangs));
  add (s, lists, list_size);
  if (comes)
    add (s, bytes, sizeof (bytes));
}

static void
follow_load (struct stream *s, struct fuzz_input *in, const void *fields)
{
  (void)fields;
  add_image (s, in, false);
}

static void
follow_image (struct stream *s, struct fuzz_input *in, const void *fields)
{
  (void)fields;
  add_image (s, in, true);
}

/* ---- The table.  */

struct field
{
  size_t offset, size;
  uint64_t (*choose) (struct fuzz_input *in);
};
#define FIELD(message, member, choose)                                         \
  {                                                                            \
    offsetof (struct message, member),                                         \
        sizeof (((struct message *)NULL)->member), choose                      \
  }

static const struct field open_fields[]
    = { FIELD (cluster_open, number, small),
        FIELD (cluster_open, devices, small) };
static const struct field unload_fields[]
    = { FIELD (cluster_unload, descriptor, small) };
static const struct field put_fields[]
    = { FIELD (cluster_put, backed, backed),
        FIELD (cluster_put, count, range_count) };
static const struct field copy_fields[]
    = { FIELD (cluster_copy, backed, backed), FIELD (cluster_copy, to, address),
        FIELD (cluster_copy, from, address),
        FIELD (cluster_copy, size, length) };
static const struct field guard_fields[]
    = { FIELD (cluster_guard, backed, backed),
        FIELD (cluster_guard, start, address),
        FIELD (cluster_guard, size, length),
        FIELD (cluster_guard, is_accessible, yes_or_no) };
static const struct field region_fields[]
    = { FIELD (cluster_region, backed, backed),
        FIELD (cluster_region, function, address),
        FIELD (cluster_region, block, address),
        FIELD (cluster_region, count, range_count),
        FIELD (cluster_region, log, log_number),
        FIELD (cluster_region, chain, chain),
        FIELD (cluster_region, zones, zones) };
static const struct field meet_fields[]
    = { FIELD (cluster_meet, is_local, yes_or_no) };
static const struct field send_fields[]
    = { FIELD (cluster_send, backed, backed),
        FIELD (cluster_send, from, address),
        FIELD (cluster_send, size, length),
        FIELD (cluster_send, to, address),
        FIELD (cluster_send, to_backed, backed),
        FIELD (cluster_send, to_device, device_there),
        FIELD (cluster_send, node, rarely) };
static const struct field pass_fields[]
    = { FIELD (cluster_pass, backed, backed), FIELD (cluster_pass, to, address),
        FIELD (cluster_pass, size, length),
        FIELD (cluster_pass, after, before_pass) };
static const struct field change_fields[]
    = { FIELD (cluster_change, backed, backed),
        FIELD (cluster_change, start, address),
        FIELD (cluster_change, size, length),
        FIELD (cluster_change, cleared, byte),
        FIELD (cluster_change, set, byte),
        FIELD (cluster_change, poisons, yes_or_no) };
static const struct field look_fields[] = {
  FIELD (cluster_look, backed, backed), FIELD (cluster_look, start, address),
  FIELD (cluster_look, size, length), FIELD (cluster_look, log, log_number)
};
static const struct field forget_fields[]
    = { FIELD (cluster_forget, log, log_number) };

static const struct kind
{
  uint32_t type;
  unsigned share; /* of all messages of a program */
  size_t size;    /* of its structure */
  const struct field *field;
  size_t fields;
  void (*follow) (struct stream *s, struct fuzz_input *in, const void *fields);
} kinds[] = {
#define KIND(type, share, name, follow)                                        \
  {                                                                            \
    type, share, sizeof (struct cluster_##name), name##_fields,                \
        GOMP_ARRAY_SIZE (name##_fields), follow                                \
  }
  KIND (CLUSTER_OPEN, 2, open, NULL),
  { .type = CLUSTER_CLOSE, .share = 1 },
  { .type = CLUSTER_LOAD, .share = 2, .follow = follow_load },
  { .type = CLUSTER_IMAGE, .share = 2, .follow = follow_image },
  KIND (CLUSTER_UNLOAD, 2, unload, NULL),
  KIND (CLUSTER_PUT, 1, put, follow_put),
  KIND (CLUSTER_COPY, 1, copy, NULL),
  KIND (CLUSTER_GUARD, 2, guard, NULL),
  KIND (CLUSTER_REGION, 4, region, follow_region),
  KIND (CLUSTER_GET, 4, region, follow_region),
  KIND (CLUSTER_STORE, 2, region, follow_store),
  { .type = CLUSTER_BEAT, .share = 1 },
  KIND (CLUSTER_MEET, 1, meet, NULL),
  KIND (CLUSTER_SEND, 2, send, follow_send),
  KIND (CLUSTER_PASS, 0, pass, follow_pass),
  { .type = CLUSTER_ADDRESS, .follow = follow_address },
  KIND (CLUSTER_CHANGE, 2, change, NULL),
  KIND (CLUSTER_LOOK, 2, look, NULL),
  KIND (CLUSTER_FORGET, 1, forget, NULL),
#undef KIND
};

static uint32_t
choose_type (struct fuzz_input *in)
{
  unsigned all = 0, choice = fuzz_byte (in);
  if (choice == 0)
    return (uint32_t)fuzz_word (in);
  if (choice == 1)
    return fuzz_byte (in) % (CLUSTER_TYPES + 1);
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (kinds); i++)
    all += kinds[i].share;
  choice %= all;
  size_t i = 0;
  for (; choice >= kinds[i].share; i++)
    choice -= kinds[i].share;
  return kinds[i].type;
}

/* ---- Whole messages.  */

static void
add_payload (struct stream *s, struct fuzz_input *in, uint32_t type)
{
  uint64_t words[32] = { 0 };
  char *structure = (char *)words;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (kinds); i++)
    {
      const struct kind *k = &kinds[i];
      if (k->type != type)
        continue;
      REQUIRE (k->size <= sizeof (words));
      for (const struct field *f = k->field; f < k->field + k->fields; f++)
        {
          uint64_t value = f->choose (in);
          memcpy (structure + f->offset, &value, f->size);
        }
      add (s, structure, k->size);
      if (k->follow != NULL)
        k->follow (s, in, structure);
    }
}

static void
spoil (struct stream *s, size_t payload, struct fuzz_input *in)
{
  unsigned choice = fuzz_byte (in);
  if (choice < 16 && s->size > payload)
    s->bytes[payload + fuzz_word (in) % (s->size - payload)]
        = (uint8_t)fuzz_byte (in);
  else if (choice < 20 && s->size > payload)
    s->size -= fuzz_word (in) % (s->size - payload);
}

static void
add_message (struct stream *s, struct fuzz_input *in, uint32_t type)
{
  struct cluster_head head = { .type = type, .number = fuzz_byte (in) };
  unsigned device = fuzz_byte (in);
  size_t start = s->size, payload = start + sizeof (head);
  head.device = device == 0 ? (uint32_t)fuzz_word (in) : device % DEVICES;
  add (s, &head, sizeof (head));
  add_payload (s, in, type);
  latest[numbered++ % GOMP_ARRAY_SIZE (latest)] = head.number;
  spoil (s, payload, in);
  head.size = s->size - payload;
  if (fuzz_byte (in) == 0)
    head.size = fuzz_word (in);
  memcpy (s->bytes + start, &head, sizeof (head));
}

static void
add_start (struct stream *s, struct fuzz_input *in)
{
  static const char settings[] = "=/\0A=1\0OMP_DYNAMIC=true";
  struct cluster_head head = { .type = CLUSTER_START };
  struct cluster_start start
      = { .devices = DEVICES, .checks = fuzz_byte (in) & 1 };
  unsigned choice = fuzz_byte (in);
  size_t size
      = choice == 0 ? fuzz_byte (in) % sizeof (settings) : sizeof (settings);
  if (choice == 1)
    start.devices = (uint32_t)fuzz_word (in);
  if (choice == 2)
    start.first = (uint32_t)fuzz_word (in);
  start.by_ucx = choice >= 192;
  head.size = sizeof (start) + size;
  if (choice == 3)
    head.size = fuzz_word (in);
  if (choice == 4)
    head.type = choose_type (in);
  add (s, &head, sizeof (head));
  add (s, &start, sizeof (start));
  add (s, settings, size);
  if (start.by_ucx)
    add_message (s, in, CLUSTER_ADDRESS);
}

#endif
