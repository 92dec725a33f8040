/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Random enter data, exit data, associations and their ends, and questions
   about what is mapped, against a model that says for each byte of an array to
   which range it belongs: which overlaps are refused, how references count,
   where data are on the device.  Parts of the array are link variables, whose
   pointers lead to what was mapped last of them.  */

#define REGIONS(X) X (nothing)
#include "target.h"

#include "random.h"

#define SPACE 512
#define OPERATIONS 40000

static void
nothing (void **slots)
{
  EXPECT (slots == NULL);
}

static char host[SPACE];
static char *memory; /* on the device, for associations */

static struct range
{
  int first, end; /* bytes of the host */
  bool associated;
  int references;
  long turn;     /* ranges before it */
  char *address; /* on the device */
} ranges[SPACE];
static struct range *model[SPACE]; /* whose each byte is */
static uint64_t state;
static long turns;

/* ---- Link variables.  */

#define LINKS 3
static const struct
{
  int first, size;
} links[LINKS] = { { 100, 60 }, { 160, 30 }, { 300, 7 } };
static uintptr_t pointers[LINKS]; /* on the device */
static uintptr_t link_variables[2 * LINKS];
static const void *const link_table[]
    = { NULL, NULL, link_variables, link_variables + 2 * LINKS };
static const void *const link_data[] = { link_table };

static int
load (int n, unsigned v, const void *data, struct addr_pair **table)
{
  if (data != link_data)
    return load_image (n, v, data, table);
  *table = malloc ((LINKS + 1) * sizeof (**table));
  for (int i = 0; i < LINKS; i++)
    {
      uintptr_t at = (uintptr_t)&pointers[i] + SHIFT;
      (*table)[i] = (struct addr_pair){ at, at + sizeof (pointers[i]) };
    }
  (*table)[LINKS] = (struct addr_pair){ 0, 0 };
  return LINKS + 1;
}

static void
register_links (void)
{
  for (int i = 0; i < LINKS; i++)
    {
      link_variables[2 * i] = (uintptr_t)&host[links[i].first];
      link_variables[2 * i + 1]
          = (uintptr_t)links[i].size | ~(UINTPTR_MAX >> 1);
    }
  plugins[0].load_image = plugins[1].load_image = load;
  GOMP_offload_register_ver (1 << 16, link_table, TYPE, link_data);
}

/* The pointer of a device that lets the host see its memory is null where
   nothing is mapped.  */
static void
check_link (int i)
{
  const struct range *newest = NULL;
  int first = links[i].first;
  for (int k = first; k < first + links[i].size; k++)
    if (model[k] != NULL && (newest == NULL || model[k]->turn > newest->turn))
      newest = model[k];
  if (newest != NULL)
    EXPECT (pointers[i]
            == (uintptr_t)newest->address + (uintptr_t)first
                   - (uintptr_t)newest->first);
  else if (device == 0)
    EXPECT (pointers[i] == 0);
}

/* ---- The model.  */

static struct range *
overlapping (int first, int end)
{
  for (int i = first; i < end; i++)
    if (model[i] != NULL)
      return model[i];
  return NULL;
}

static bool
covers (const struct range *range, int first, int end)
{
  return range->first <= first && end <= range->end;
}

static struct range *
add (int first, int end, bool associated, char *address)
{
  struct range *range = &ranges[first];
  *range = (struct range){ first, end, associated, 1, turns++, address };
  for (int i = first; i < end; i++)
    model[i] = range;
  return range;
}

static void
drop (struct range *range)
{
  for (int i = range->first; i < range->end; i++)
    model[i] = NULL;
}

/* The one clause put together before.  */
static enum gomp_status
data (enum gomp_status directive (int, const struct gomp_clause_list *,
                                  const char *),
      const char *name)
{
  const struct gomp_clause_list list = { clauses, hosts, sizes, kinds, 0 };
  clauses = 0;
  return directive (device, &list, name);
}

/* Nothing is refused half: after an error, which would end a program, the
   reference taken meanwhile is given back.  */
static void
undo (const struct range *range)
{
  struct gomp_map *map = &gomp_device_open (device)->map;
  uintptr_t at = (uintptr_t)&host[range->first];
  struct gomp_mapping *mapping = gomp_map_hold (map, at, at + 1);
  EXPECT (mapping != NULL
          && gomp_map_release (map, mapping) == GOMP_MAP_RELEASED);
}

static void
enter_one (int first, int end)
{
  struct range *range = overlapping (first, end);
  bool refused = range != NULL && !covers (range, first, end);
  clause (random_below (&state, 2) ? TO : ALLOC, &host[first],
          (size_t)(end - first));
  enum gomp_status status = data (gomp_data_enter, GOMP_DATA_ENTER);
  EXPECT (status == (refused ? GOMP_ERR_MAP : GOMP_OK));
  if (refused)
    undo (range);
  else if (range != NULL)
    range->references++;
  else
    {
      range = add (first, end, false, NULL);
      range->address = omp_get_mapped_ptr (&host[first], device);
      EXPECT (range->address != NULL);
    }
}

/* A part of what is mapped stands for all of it.  */
static void
exit_one (int first, int end)
{
  static const int kinds_of_exit[] = { RELEASE, RELEASE, FROM, DELETE };
  int kind = kinds_of_exit[random_below (&state, 4)];
  struct range *range = overlapping (first, end);
  clause (kind, &host[first], (size_t)(end - first));
  EXPECT (data (gomp_data_exit, GOMP_DATA_EXIT) == GOMP_OK);
  if (range != NULL && !range->associated
      && (kind == DELETE || --range->references == 0))
    drop (range);
}

static void
associate (int first, int end)
{
  struct range *range = overlapping (first, end);
  size_t offset = random_below (&state, 16);
  char *address = &memory[offset + (size_t)first];
  bool same = range != NULL && covers (range, first, end)
              && range->address + (first - range->first) == address;
  int result = omp_target_associate_ptr (&host[first], &memory[first],
                                         (size_t)(end - first), offset, device);
  EXPECT ((result == 0) == (range == NULL || same));
  if (range == NULL)
    add (first, end, true, address);
}

static void
disassociate (int first)
{
  struct range *range = model[first];
  bool expected = range != NULL && range->associated && range->first == first;
  int result = omp_target_disassociate_ptr (&host[first], device);
  EXPECT ((result == 0) == expected);
  if (expected)
    drop (range);
}

static void
look (int at)
{
  struct range *range = model[at];
  EXPECT (omp_target_is_present (&host[at], device) == (range != NULL));
  EXPECT (omp_get_mapped_ptr (&host[at], device)
          == (range == NULL ? NULL : range->address + (at - range->first)));
}

static void
operate (void)
{
  int first = (int)random_below (&state, SPACE - 12);
  int end = first + 1 + (int)random_below (&state, 12);
  /* Often just what is there already, or just behind it.  */
  if (model[first] != NULL && random_below (&state, 2))
    {
      end = model[first]->end;
      first = model[first]->first;
    }
  switch (random_below (&state, 8))
    {
    case 0:
    case 1:
    case 2:
      enter_one (first, end);
      break;
    case 3:
    case 4:
      exit_one (first, end);
      break;
    case 5:
      associate (first, end);
      break;
    case 6:
      disassociate (first);
      break;
    default:
      look (first);
    }
  for (int i = 0; i < LINKS; i++)
    check_link (i);
}

static void
against_the_model (void)
{
  struct gomp_device *d = gomp_device_open (device);
  memset (pointers, 0, sizeof (pointers));
  size_t before = d->map.tree.count;
  memory = omp_target_alloc (SPACE + 16, device);
  state = random_start ((uint64_t)device);
  for (long i = 0; i < OPERATIONS * random_factor; i++)
    operate ();
  for (int i = 0; i < SPACE; i++)
    if (model[i] != NULL && model[i]->associated)
      disassociate (i);
    else
      while (model[i] != NULL)
        exit_one (i, i + 1);
  EXPECT (d->map.tree.count == before && gomp_tree_is_valid (&d->map.tree));
  omp_target_free (memory, device);
}

static void
seen_memory (void)
{
  device = 0;
  against_the_model ();
}

static void
unseen_memory (void)
{
  device = 1;
  against_the_model ();
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  make_devices ();
  register_links ();
  RUN (seen_memory);
  RUN (unseen_memory);
  return check_done ();
}
