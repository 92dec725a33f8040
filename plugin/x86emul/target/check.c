/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's part of the mapping checker: checks each access of a region.

   A checked image calls it before its accesses (mkoffload/gcc-plugin/check.cc).
   The result depends on the states of the accessed bytes: the shadow, a byte
   for each byte of the arena, in shared memory (enum in plugin.h).  The host's
   libgomp records what is mapped and copied; this file records what regions
   write.

   The states follow those of L. Yu, J. Protze, O. Hernandez and V. Sarkar,
   "ARBALEST: dynamic detection of data mapping issues in heterogeneous OpenMP
   applications" (IPDPS 2021): of a variable and its copy, each may have the
   latest value or not.

   Any thread.  States are written whole, never read and changed: threads that
   write the same byte write the same state.  Reports go to the control block,
   one for each location and kind.  */

#include "target/check.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "base/descriptor.h"
#include "check_location.h"
#include "plugin.h"
#include "target/access_log.h"
#include "target/address_window.h"
#include "target/fault.h"
#include "target/process.h"
#include "target/report.h"
#include "target/simd.h"
#include "target/slot.h"
#include "x86emul_image.h"

#define SEEN 4096u
#define MAX_EXTENTS 256
#define NULL_AREA 65536u
/* Strings are looked at up to this length.  */
#define STRING_MAX 65536u

#define WRITTEN (GOMP_CHECK_MAPPED | GOMP_CHECK_WRITTEN | GOMP_CHECK_DEVICE)

struct extent
{
  uint64_t start;  /* of an image's pages */
  uint64_t size;   /* bytes */
  uint64_t offset; /* of the same pages in the arena */
};

/* Written by the main thread while images are loaded; elements below the count
   are constant.  */
static struct extent extents[MAX_EXTENTS];
static atomic_uint extent_count;
/* Where the thread last called a function of a system header, or NULL.  */
static _Thread_local const char *user_location;
/* A hash table of reports that were made.  */
static atomic_uint_least64_t seen[SEEN];

void
x86emul_check_add_extent (uint64_t start, uint64_t size, uint64_t offset)
{
  unsigned n = atomic_load_explicit (&extent_count, memory_order_relaxed);
  if (x86emul_process.shadow == NULL || n == MAX_EXTENTS)
    return;
  extents[n]
      = (struct extent){ .start = start, .size = size, .offset = offset };
  /* Release: pairs with the acquire in shadow_of.  */
  atomic_store_explicit (&extent_count, n + 1, memory_order_release);
  /* Set the states of all the image's pages; see stays_inside.  */
  memset (x86emul_process.shadow + offset,
          GOMP_CHECK_MAPPED | GOMP_CHECK_WRITTEN, size);
}

/* ---- Reports.  */

/* Is this the first report for LOCATION and KIND?  */
static bool
is_new (const char *location, uint32_t kind)
{
  uint64_t key = (uint64_t)(uintptr_t)location * 8 + kind;
  unsigned i = (unsigned)((key * UINT64_C (0x9e3779b97f4a7c15)) >> 52);
  for (unsigned k = 0; k < SEEN; k++)
    {
      atomic_uint_least64_t *entry = &seen[(i + k) % SEEN];
      uint_least64_t old = 0;
      if (atomic_compare_exchange_strong (entry, &old, key))
        return true;
      if (old == key)
        return false;
    }
  return false;
}

static COLD NOINLINE void
report (uint32_t kind, bool is_write, uint64_t address, uint64_t start,
        uint64_t size, const char *location)
{
  location = offgomp_location_meant (location, user_location);
  if (!is_new (location, kind))
    return;
  x86emul_report_add (&x86emul_process.control->check, kind, is_write, address,
                      start, size, location);
}

/* ---- States.  */

/* The states of [ADDRESS, ADDRESS + SIZE); NULL: it is not device memory.  */
static inline unsigned char *
shadow_of (uint64_t address, uint64_t size)
{
  uint64_t offset = address - (uintptr_t)x86emul_process.arena;
  if (likely (offset < x86emul_process.arena_size
              && size <= x86emul_process.arena_size - offset))
    return x86emul_process.shadow + offset;
  unsigned n = atomic_load_explicit (&extent_count, memory_order_acquire);
  for (unsigned i = 0; i < n; i++)
    if (address - extents[i].start < extents[i].size
        && size <= extents[i].size - (address - extents[i].start))
      return x86emul_process.shadow + extents[i].offset
             + (address - extents[i].start);
  return NULL;
}

/* May a region access ADDRESS, which is not device memory?  */
static bool
is_own (uint64_t address)
{
  return address >= NULL_AREA && !x86emul_address_window_is_host (address);
}

/* Report an access outside of device memory, if it is to the host's addresses.
   A fault follows, which ends the device unless it borrows the host's page.  */
static COLD NOINLINE void
look_elsewhere (uint64_t address, uint64_t size, bool is_write,
                const char *location)
{
  if (!is_own (address))
    report (GOMP_CHECK_KIND_HOST, is_write, address, address, size, location);
}

/* Were the SIZE bytes at ADDRESS never written?  Code that does not call the
   checker may have written them without setting their states; then they no
   longer have the poison.  */
static bool
is_poison (uint64_t address, uint64_t size)
{
  const unsigned char *bytes = (const unsigned char *)(uintptr_t)address;
  for (uint64_t i = 0; i < size; i++)
    if (bytes[i] != gomp_check_poison (address + i))
      return false;
  return true;
}

static COLD NOINLINE bool
complain_unmapped (const unsigned char *states, uint64_t address, uint64_t size,
                   bool is_write, const char *location)
{
  uint64_t i = 0;
  while (i < size && (states[i] & GOMP_CHECK_MAPPED))
    i++;
  uint32_t kind = states[i] & GOMP_CHECK_FREED ? GOMP_CHECK_KIND_FREED
                                               : GOMP_CHECK_KIND_BOUNDS;
  report (kind, is_write, address + i, address, size, location);
  return false;
}

/* A word with the states of the first bytes of SIZE, at most eight; if there
   are fewer, some occur more than once.  */
static inline uint64_t
first_states (const unsigned char *states, uint64_t size)
{
  uint64_t word;
  uint32_t low, high;
  if (size >= sizeof (word))
    {
      memcpy (&word, states, sizeof (word));
      return word;
    }
  if (size >= sizeof (low))
    {
      memcpy (&low, states, sizeof (low));
      memcpy (&high, states + size - sizeof (high), sizeof (high));
      return (uint64_t)high << 32 | low;
    }
  uint64_t three = states[0] | (uint64_t)states[size / 2] << 8
                   | (uint64_t)states[size - 1] << 16;
  return three | three << 24 | (uint64_t)states[0] << 48
         | (uint64_t)states[0] << 56;
}

/* The bits that the states of all bytes have, and those that the state of any
   has.  */
static inline void
gather (const unsigned char *states, uint64_t size, unsigned *all,
        unsigned *any)
{
  uint64_t both = first_states (states, size), some = both;
  for (uint64_t i = 8; i < size; i += 8)
    {
      uint64_t word = first_states (states + (i + 8 <= size ? i : size - 8), 8);
      both &= word;
      some |= word;
    }
  both &= both >> 32;
  some |= some >> 32;
  both &= both >> 16;
  some |= some >> 16;
  *all = (both & both >> 8) & 0xff;
  *any = (some | some >> 8) & 0xff;
}

/* Set the states of SIZE bytes that are written.  */
static inline void
set_written (unsigned char *states, uint64_t size)
{
  const uint64_t written = UINT64_C (0x0101010101010101) * WRITTEN;
  if (size == 8)
    memcpy (states, &written, 8);
  else if (size == 4)
    memcpy (states, &written, 4);
  else
    memset (states, WRITTEN, size);
}

static inline bool
may_access (const unsigned char *states, unsigned all, uint64_t address,
            uint64_t size, bool is_write, const char *location)
{
  return likely (all & GOMP_CHECK_MAPPED)
         || complain_unmapped (states, address, size, is_write, location);
}

static COLD NOINLINE void
complain_stale (const unsigned char *states, uint64_t address, uint64_t size,
                const char *location)
{
  uint64_t i = 0;
  while ((states[i] & GOMP_CHECK_HOST) == 0)
    i++;
  report (GOMP_CHECK_KIND_STALE, false, address + i, address, size, location);
}

/* The states of the SIZE bytes at P, which are accessed; in ANY the bits that
   the state of any has.  NULL: there are no states, or an error is
   reported.  */
static inline unsigned char *
states_of (const void *p, size_t size, bool is_write, const char *location,
           unsigned *any)
{
  uint64_t address = (uintptr_t)p;
  unsigned all;
  if (size == 0)
    return NULL;
  unsigned char *states = shadow_of (address, size);
  if (states == NULL)
    {
      look_elsewhere (address, size, is_write, location);
      return NULL;
    }
  gather (states, size, &all, any);
  return may_access (states, all, address, size, is_write, location) ? states
                                                                     : NULL;
}

/* Log that the region does what MARKS says with the bytes of STATES.  */
static inline void
log_access (const unsigned char *states, uint64_t size, unsigned char marks)
{
  if (unlikely (x86emul_access_log_is_wanted ()))
    x86emul_access_log_add ((uint64_t)(states - x86emul_process.shadow), size,
                            marks);
}

/* Report the access if another iteration of the thread's simd loop may access
   the memory at the same time.  */
static inline void
look_at_simd (uint64_t address, size_t size, bool is_write,
              const char *location)
{
  if (unlikely (x86emul_simd_loop != 0)
      && x86emul_simd_conflicts (address, size, is_write))
    report (GOMP_CHECK_KIND_SIMD, is_write, address, address, size, location);
}

/* Check a read of SIZE bytes with STATES; ANY: the bits that the state of any
   has.  */
static inline void
look_at_read (const unsigned char *states, uint64_t address, size_t size,
              unsigned any, const char *location)
{
  if (unlikely ((any & GOMP_CHECK_WRITTEN) == 0) && is_poison (address, size))
    report (GOMP_CHECK_KIND_UNWRITTEN, false, address, address, size, location);
  if (unlikely (any & GOMP_CHECK_HOST))
    complain_stale (states, address, size, location);
}

static void
check_read (const void *p, size_t size, const char *location)
{
  unsigned any;
  const unsigned char *states = states_of (p, size, false, location, &any);
  if (states == NULL)
    return;
  log_access (states, size, GOMP_CHECK_MARK_READ);
  look_at_simd ((uintptr_t)p, size, false, location);
  look_at_read (states, (uintptr_t)p, size, any, location);
}

static void
check_write (const void *p, size_t size, const char *location)
{
  unsigned any;
  unsigned char *states = states_of (p, size, true, location, &any);
  if (states == NULL)
    return;
  log_access (states, size, GOMP_CHECK_MARK_WRITE);
  look_at_simd ((uintptr_t)p, size, true, location);
  set_written (states, size);
}

static void
check_atomic (const void *p, size_t size, size_t how, const char *location)
{
  static const unsigned char marks[] = {
    [OFFGOMP_ATOMIC_READS] = GOMP_CHECK_MARK_ATOMIC_READ,
    [OFFGOMP_ATOMIC_WRITES] = GOMP_CHECK_MARK_ATOMIC_WRITE,
    [OFFGOMP_ATOMIC_GETS] = GOMP_CHECK_MARK_ATOMIC_GETS,
  };
  unsigned any, all = 0;
  bool writes = (how & OFFGOMP_ATOMIC_WRITES) != 0;
  bool reads = (how & OFFGOMP_ATOMIC_READS) != 0;
  unsigned char *states = states_of (p, size, !reads, location, &any);
  if (states == NULL)
    return;
  for (size_t bit = 1; bit < GOMP_ARRAY_SIZE (marks); bit *= 2)
    all |= how & bit ? marks[bit] : 0;
  log_access (states, size, (unsigned char)all);
  if (reads)
    look_at_read (states, (uintptr_t)p, size, any, location);
  if (writes)
    set_written (states, size);
}

/* Does the access stay inside the variable at OBJECT?  The memory beside the
   variable also belongs to the image, so states cannot show this.  */
static bool
stays_inside (const void *p, const void *object, size_t size,
              size_t object_size, bool is_write, const char *location)
{
  uint64_t address = (uintptr_t)p, start = (uintptr_t)object;
  uint64_t offset = address - start;
  if (likely (offset <= object_size && size <= object_size - offset))
    return true;
  uint64_t first = offset < object_size ? start + object_size : address;
  report (GOMP_CHECK_KIND_BOUNDS, is_write, first, start, size, location);
  return false;
}

static void
check_read_of (const void *p, const void *object, size_t size,
               size_t object_size, const char *location)
{
  if (stays_inside (p, object, size, object_size, false, location))
    check_read (p, size, location);
}

static void
check_write_of (const void *p, const void *object, size_t size,
                size_t object_size, const char *location)
{
  if (stays_inside (p, object, size, object_size, true, location))
    check_write (p, size, location);
}

/* The state of a byte that gets a copy of the byte at ADDRESS, which has
   STATE.  */
static inline unsigned char
copied_state (unsigned char state, uint64_t address)
{
  const unsigned char *byte = (const unsigned char *)(uintptr_t)address;
  bool is_unwritten = (state & GOMP_CHECK_WRITTEN) == 0
                      && *byte == gomp_check_poison (address);
  return is_unwritten ? GOMP_CHECK_MAPPED : WRITTEN;
}

/* Copy the states SOURCE of SIZE bytes at FROM, which will be copied, to
   TARGET; both may overlap.  */
static void
copy_states (unsigned char *target, const unsigned char *source, uint64_t from,
             uint64_t size)
{
  if (target <= source)
    for (uint64_t i = 0; i < size; i++)
      target[i] = copied_state (source[i], from + i);
  else
    for (uint64_t i = size; i-- > 0;)
      target[i] = copied_state (source[i], from + i);
}

/* Check a copy.  Unwritten data may be copied, and stay unwritten: only their
   use is an error.  */
static void
check_copy (const void *to, const void *from, size_t size, const char *location)
{
  unsigned all, any;
  unsigned char *target = shadow_of ((uintptr_t)to, size);
  const unsigned char *source = shadow_of ((uintptr_t)from, size);
  if (target == NULL || source == NULL || size == 0)
    {
      check_read (from, size, location);
      check_write (to, size, location);
      return;
    }
  gather (source, size, &all, &any);
  bool ok = may_access (source, all, (uintptr_t)from, size, false, location);
  bool is_written = (all & GOMP_CHECK_WRITTEN) != 0;
  if (any & GOMP_CHECK_HOST)
    complain_stale (source, (uintptr_t)from, size, location);
  gather (target, size, &all, &any);
  if (!may_access (target, all, (uintptr_t)to, size, true, location) || !ok)
    return;
  log_access (source, size, GOMP_CHECK_MARK_READ);
  log_access (target, size, GOMP_CHECK_MARK_WRITE);
  look_at_simd ((uintptr_t)from, size, false, location);
  look_at_simd ((uintptr_t)to, size, true, location);
  if (is_written)
    set_written (target, size);
  else
    copy_states (target, source, (uintptr_t)from, size);
}

static size_t
string_size (const char *text)
{
  size_t n = 0;
  while (n < STRING_MAX)
    {
      const unsigned char *state = shadow_of ((uintptr_t)text + n, 1);
      if (state != NULL && (*state & GOMP_CHECK_MAPPED) == 0)
        return n + 1;
      if (state == NULL && !is_own ((uintptr_t)text + n))
        return n + 1;
      if (text[n++] == '\0')
        break;
    }
  return n;
}

static void
check_string (const void *p, const char *location)
{
  if ((uintptr_t)p >= NULL_AREA)
    check_read (p, string_size (p), location);
}

static void
check_string_copy (const void *to, const void *from, const char *location)
{
  if ((uintptr_t)from >= NULL_AREA)
    check_copy (to, from, string_size (from), location);
}

/* Check the bytes of an array that libgfortran reads.  */
static void
check_array (const void *p, size_t kind, const char *location)
{
  const struct gomp_descriptor *d = p;
  size_t size;
  (void)kind;
  if (gomp_descriptor_size (d, &size))
    check_read (d->base, size, location);
}

static void
check_enter (const char *location)
{
  user_location = location;
}

static void
check_simd (size_t what, size_t safelen, const char *location)
{
  (void)location;
  x86emul_simd_mark (what, safelen);
}

/* Forbid accesses to the unused bytes between the variables of an image.  */
static void
forbid_redzones (const struct x86emul_image_check *image)
{
  for (const uint64_t *redzone = image->redzones_start;
       redzone < image->redzones_end; redzone++)
    {
      unsigned char *states = shadow_of (*redzone, X86EMUL_REDZONE_SIZE);
      if (states != NULL)
        memset (states, 0, X86EMUL_REDZONE_SIZE);
    }
}

/* An image of an older mkoffload may have fewer calls at the end.  */
static size_t
image_calls_size (const struct x86emul_image_check *calls)
{
  Dl_info info;
  const ElfW (Sym) *symbol = NULL;
  size_t size = sizeof (*calls);
  if (dladdr1 (calls, &info, (void **)&symbol, RTLD_DL_SYMENT) != 0
      && symbol != NULL && symbol->st_size < size)
    size = symbol->st_size;
  return size;
}

void
x86emul_check_connect (void *handle)
{
  if (x86emul_process.shadow == NULL)
    return;
  struct x86emul_image_check *calls = dlsym (handle, X86EMUL_IMAGE_CHECK);
  if (calls == NULL)
    return;
  forbid_redzones (calls);
  const struct x86emul_image_check all = {
    .redzones_start = calls->redzones_start,
    .redzones_end = calls->redzones_end,
#define CHECK_CALL_BOTH(name, constant, pointers, sizes, parameters,           \
                        arguments)                                             \
  .name = check_##name,
#define CHECK_CALL_IMAGE CHECK_CALL_BOTH
#include "check_calls.def"
  };
  memcpy (calls, &all, image_calls_size (calls));
}
