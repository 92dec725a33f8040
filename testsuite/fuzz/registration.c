/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images that programs and libraries register and unregister.  Their tables
   overlap, repeat each other, are too long or end before they begin, and the
   plugin gives answers that do not fit.  An input is a list of operations.
   What was loaded can be looked up, and when all is unregistered nothing is
   left.  After a failure, which would end a program, the device is made
   anew.  */

#define _GNU_SOURCE
#include "abi/gomp_target.h"
#include "base/diag.h"
#include "fuzz.h"
#include "offload/device/device.h"
#include "offload/device/image.h"
#include "plugin.h"

#define TYPE 77
#define IMAGES 4
#define ENTRIES 4
#define LINK ((uintptr_t)1 << 63)

struct image
{
  const void *table[4];                 /* as registered: starts and ends */
  void *functions[ENTRIES];             /* host addresses */
  uintptr_t variables[2 * ENTRIES + 1]; /* host address, size */
  unsigned registered;                  /* how often */
  bool damaged;                         /* its table makes no sense */
  uintptr_t data[2];                    /* a mask, then what identifies it */
  unsigned version;
  int answer; /* entries of the plugin's table */
  struct addr_pair pairs[2 * ENTRIES + 3];
};

static struct image images[IMAGES];

/* ---- The device.  */

static bool
init_device (int n)
{
  return n == 0;
}

static bool
unload_image (int n, unsigned version, const void *data)
{
  return n == 0 && version != 0 && data != NULL;
}

static int
load_image (int n, unsigned version, const void *data, struct addr_pair **table)
{
  (void)n;
  bool has_mask = version >> 16 >= GOMP_IMAGE_INTERFACE_REQUIRES;
  for (int i = 0; i < IMAGES; i++)
    if (&images[i].data[has_mask] == data)
      {
        size_t size = sizeof (images[i].pairs);
        if (images[i].answer < 0)
          return -1;
        *table = malloc (size);
        memcpy (*table, images[i].pairs, size);
        return images[i].answer;
      }
  abort ();
}

static bool
copy_in (int n, void *to, const void *from, size_t size)
{
  (void)n;
  (void)to;
  return size == 0 || from != NULL;
}

static struct gomp_plugin plugin = { .name = "fuzz",
                                     .capabilities = GOMP_CAP_OPENMP_400,
                                     .type = TYPE,
                                     .device_count = 1,
                                     .init_device = init_device,
                                     .fini_device = init_device,
                                     .load_image = load_image,
                                     .unload_image = unload_image,
                                     .host2dev = copy_in };

/* In the place of the loader.  */
struct gomp_plugin *
gomp_plugin_load (const char *name, int length)
{
  static bool loaded;
  (void)name;
  (void)length;
  if (loaded)
    return NULL;
  loaded = true;
  return &plugin;
}

static struct gomp_device *device;

static void
make_anew (void)
{
  struct gomp_function_table *table = atomic_load (&device->functions.table);
  while (table != NULL)
    {
      /* The first member is the table that was replaced.  */
      struct gomp_function_table *previous
          = *(struct gomp_function_table **)(void *)table;
      free (table);
      table = previous;
    }
  atomic_store (&device->functions.table, NULL);
  gomp_map_fini (&device->map);
  REQUIRE (gomp_map_init (&device->map));
}

/* ---- Operations.  */

/* Mostly small, so that ranges meet; sometimes anything.  */
static uintptr_t
read_number (struct fuzz_input *in)
{
  unsigned byte = fuzz_byte (in);
  return byte == 255 ? fuzz_word (in) : byte;
}

static void
define_tables (struct fuzz_input *in, struct image *image)
{
  unsigned functions = fuzz_byte (in) % (ENTRIES + 1);
  unsigned variables = fuzz_byte (in) % (ENTRIES + 1);
  unsigned damage = fuzz_byte (in);
  struct addr_pair *pair = image->pairs;
  for (unsigned i = 0; i < functions; i++)
    {
      image->functions[i] = (void *)(0x1000 + 8 * read_number (in));
      *pair++ = (struct addr_pair){ 1 + read_number (in), 0 };
    }
  for (unsigned i = 0; i < variables; i++)
    {
      uintptr_t start = 0x2000 + 4 * read_number (in);
      uintptr_t size = read_number (in), address = 0x100000 + read_number (in);
      image->variables[2 * i] = start;
      image->variables[2 * i + 1] = size;
      size &= ~LINK;
      *pair++ = (struct addr_pair){ address, address + size };
    }
  image->answer = (int)(functions + variables);
  image->table[0] = image->functions;
  image->table[1] = image->functions + functions;
  image->table[2] = image->variables;
  image->table[3] = image->variables + 2 * variables;
  image->damaged = damage >= 252;
  if (damage == 252)
    image->table[1] = (void *)((uintptr_t)image->functions
                               - 8 * (1 + (uintptr_t)fuzz_byte (in)));
  else if (damage == 253)
    image->table[3] = (void *)((uintptr_t)image->variables
                               - 16 * (1 + (uintptr_t)fuzz_byte (in)));
  else if (damage == 254)
    image->table[3] = image->variables + 2 * variables + 1;
  else if (damage == 255)
    {
      unsigned lost = fuzz_byte (in) % 4;
      image->table[lost] = NULL;
      /* Near enough to nothing to end a table that begins there.  */
      if (lost % 2 == 0)
        image->table[lost + 1] = (void *)(uintptr_t)32;
    }
}

static void
define (struct fuzz_input *in, struct image *image)
{
  if (image->registered != 0)
    return;
  memset (image, 0, sizeof (*image));
  image->version = (fuzz_byte (in) % 4) << 16 | 1;
  define_tables (in, image);
  unsigned how = fuzz_byte (in);
  if (how == 1)
    image->answer = (int)(fuzz_byte (in) % (2 * ENTRIES + 3)) - 1;
  else if (how == 2)
    image->pairs[fuzz_byte (in) % (2 * ENTRIES + 3)].end += read_number (in);
  else if (how == 3)
    image->answer++;
}

static const void *
data_of (const struct image *image)
{
  return image->data;
}

static void
unregister (struct image *image)
{
  if (image->registered == 0)
    return;
  image->registered--;
  REQUIRE (gomp_image_unregister (image->version, image->table, TYPE,
                                  data_of (image))
           == GOMP_OK);
}

static void
look (struct image *image, unsigned i)
{
  struct gomp_map_answer answer;
  uintptr_t start = image->variables[2 * (i % ENTRIES)];
  gomp_functions_find (&device->functions, image->functions[i % ENTRIES]);
  if (start < UINTPTR_MAX - 1
      && gomp_map_peek (&device->map, start, start + 1, &answer))
    REQUIRE (answer.start <= start && start < answer.end);
}

/* False: a program would end.  */
static bool
operate (struct fuzz_input *in)
{
  unsigned operation = fuzz_byte (in);
  struct image *image = &images[operation / 8 % IMAGES];
  switch (operation % 8)
    {
    case 0:
      define (in, image);
      return true;
    case 1:
    case 2:
      if (image->version == 0
          || gomp_image_register (image->version, image->table, TYPE,
                                  data_of (image))
                 != GOMP_OK)
        return true;
      image->registered++;
      return true;
    case 3:
      unregister (image);
      return true;
    case 4:
      look (image, fuzz_byte (in));
      return true;
    default:
      return gomp_device_open (0) != NULL;
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct fuzz_input in = { data, size };
  bool failed = false;
  if (device == NULL)
    {
      REQUIRE (gomp_device_count () == 1);
      device = gomp_device_open (0);
    }
  while (in.left > 0 && !failed)
    failed = !operate (&in);
  for (int i = 0; i < IMAGES; i++)
    while (images[i].registered > 0)
      unregister (&images[i]);
  if (!failed)
    REQUIRE (device->map.tree.count == 0);
  make_anew ();
  memset (images, 0, sizeof (images));
  return 0;
}
