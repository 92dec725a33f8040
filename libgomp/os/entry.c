/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The program's call of the package; see entry.h.  Owns the list of the
   package's files and a cache.  Any thread, no lock.

   Functions of the package have no frame pointers, and pass each other no
   return addresses, which would take time.  So their frames are found by the
   unwind tables of the package's files (.eh_frame), which compilers write by
   default on the processors that arch/frame.h knows.  The unwinder of GCC's
   library finds frames, too, but it is not part of each process, and takes ten
   times as long.  */

#include "os/entry.h"

#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "arch/frame.h"

#if ARCH_HAS_FRAME
/* ---- Files.  */

struct file
{
  uintptr_t low, high;    /* its code */
  const uint8_t *table;   /* .eh_frame_hdr */
  const uint8_t *entries; /* in it: of the functions, by address */
  uint32_t count;
};

/* This library, and the others.  */
#  define FILES 2
static struct file files[FILES];
static unsigned file_count;

struct search
{
  uintptr_t address;
  struct file file;
};

static int
has_address (struct dl_phdr_info *info, size_t size, void *data)
{
  struct search *search = data;
  struct file file = { .low = 0 };
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      uintptr_t start = info->dlpi_addr + segment->p_vaddr;
      if (segment->p_type == PT_GNU_EH_FRAME)
        file.table = (const uint8_t *)start;
      else if (segment->p_type == PT_LOAD && start <= search->address
               && search->address - start < segment->p_memsz)
        {
          file.low = start;
          file.high = start + segment->p_memsz;
        }
    }
  search->file = file;
  return file.low != 0;
}

/* The numbers in the tables.  */
static inline int32_t
word_at (const uint8_t *at)
{
  int32_t word;
  memcpy (&word, at, sizeof (word));
  return word;
}

/* Encodings of addresses: a word relative to itself; relative to the table.  */
#  define RELATIVE_WORD 0x1b
#  define TABLE_WORD 0x3b
#  define PLAIN_COUNT 0x03

static void
add_file (uintptr_t address)
{
  struct search search = { .address = address };
  struct file *file = &search.file;
  for (unsigned i = 0; i < file_count; i++)
    if (address >= files[i].low && address < files[i].high)
      return;
  if (file_count == FILES || dl_iterate_phdr (has_address, &search) == 0
      || file->table == NULL || file->table[0] != 1
      || file->table[1] != RELATIVE_WORD || file->table[2] != PLAIN_COUNT
      || file->table[3] != TABLE_WORD)
    return;
  file->count = (uint32_t)word_at (file->table + 8);
  file->entries = file->table + 12;
  files[file_count++] = *file;
}

void
os_entry_add (const void *address)
{
  add_file ((uintptr_t)os_entry_add);
  add_file ((uintptr_t)address);
}

static const struct file *
file_of (uintptr_t code)
{
  for (unsigned i = 0; i < file_count; i++)
    if (code >= files[i].low && code < files[i].high)
      return &files[i];
  return NULL;
}

bool
os_entry_has (const void *address)
{
  const struct file *file = file_of ((uintptr_t)address);
  return file != NULL && file != files;
}

/* ---- Unwind tables.  */

/* Where a frame ends, and what it has saved, at an instruction.  */
struct rule
{
  bool by_base;    /* the end is relative to the frame pointer */
  bool is_known;   /* otherwise none of the rest is */
  int64_t size;    /* the end minus the stack or frame pointer */
  int64_t base;    /* the saved frame pointer, from the end; 0: not saved */
  int64_t address; /* the return address, likewise; not 0 */
};

struct reader
{
  const uint8_t *at, *end;
};

static inline uint8_t
read_byte (struct reader *r)
{
  return r->at < r->end ? *r->at++ : 0;
}

/* A number of *WIDTH bits, in groups of seven.  */
static uint64_t
read_groups (struct reader *r, unsigned *width)
{
  uint64_t value = 0;
  uint8_t byte;
  *width = 0;
  do
    {
      byte = read_byte (r);
      if (*width < 64)
        value |= (uint64_t)(byte & 0x7f) << *width;
      *width += 7;
    }
  while ((byte & 0x80) != 0);
  return value;
}

static uint64_t
read_unsigned (struct reader *r)
{
  unsigned width;
  return read_groups (r, &width);
}

static int64_t
read_signed (struct reader *r)
{
  unsigned width;
  uint64_t value = read_groups (r, &width);
  if (width < 64 && (value >> (width - 1) & 1) != 0)
    value |= -(UINT64_C (1) << width);
  return (int64_t)value;
}

static uint32_t
read_number (struct reader *r, unsigned bytes)
{
  uint32_t value = 0;
  for (unsigned i = 0; i < bytes; i++)
    value |= (uint32_t)read_byte (r) << (8 * i);
  return value;
}

/* What several functions have in common.  */
struct common
{
  struct reader program;
  uint64_t code_unit;
  int64_t data_unit;
};

/* The kinds of instructions; the first three have an operand in their low
   bits.  */
enum
{
  ADVANCE = 0x40,
  OFFSET = 0x80,
  RESTORE = 0xc0,
  NOP = 0x00,
  ADVANCE_1 = 0x02,
  ADVANCE_2 = 0x03,
  ADVANCE_4 = 0x04,
  SAME = 0x08,
  IN_REGISTER = 0x09,
  REMEMBER = 0x0a,
  RECALL = 0x0b,
  END_AT = 0x0c,
  END_REGISTER = 0x0d,
  END_OFFSET = 0x0e,
  ARGUMENTS_SIZE = 0x2e
};

static void
set_register (struct rule *rule, uint64_t number)
{
  rule->by_base = number == ARCH_FRAME_BASE;
  if (number != ARCH_FRAME_BASE && number != ARCH_FRAME_STACK)
    rule->is_known = false;
}

static void
set_saved (struct rule *rule, uint64_t number, int64_t offset)
{
  if (number == ARCH_FRAME_BASE)
    rule->base = offset;
  else if (number == ARCH_FRAME_RETURN)
    rule->address = offset;
}

/* The distance of an instruction that advances, or 0.  */
static uint64_t
read_advance (struct reader *r, unsigned op)
{
  switch (op)
    {
    case ADVANCE_1:
      return read_number (r, 1);
    case ADVANCE_2:
      return read_number (r, 2);
    case ADVANCE_4:
      return read_number (r, 4);
    default:
      return (op & 0xc0) == ADVANCE ? op & 0x3f : 0;
    }
}

/* Execute the instruction OP, which does not advance, with INITIAL as what
   registers return to.  */
static void
execute (const struct common *common, struct reader *r, unsigned op,
         const struct rule *initial, struct rule *rule, struct rule *stored)
{
  if ((op & 0xc0) == OFFSET)
    {
      set_saved (rule, op & 0x3f,
                 (int64_t)read_unsigned (r) * common->data_unit);
      return;
    }
  if ((op & 0xc0) == RESTORE)
    {
      set_saved (rule, op & 0x3f,
                 (op & 0x3f) == ARCH_FRAME_BASE ? initial->base
                                                : initial->address);
      return;
    }
  switch (op)
    {
    case NOP:
      break;
    case SAME:
      set_saved (rule, read_unsigned (r), 0);
      break;
    case IN_REGISTER:
      set_saved (rule, read_unsigned (r), 0);
      read_unsigned (r);
      break;
    case REMEMBER:
      *stored = *rule;
      break;
    case RECALL:
      *rule = *stored;
      break;
    case END_AT:
      set_register (rule, read_unsigned (r));
      rule->size = (int64_t)read_unsigned (r);
      break;
    case END_REGISTER:
      set_register (rule, read_unsigned (r));
      break;
    case END_OFFSET:
      rule->size = (int64_t)read_unsigned (r);
      break;
    case ARGUMENTS_SIZE:
      read_unsigned (r);
      break;
    default:
      rule->is_known = false;
      r->at = r->end;
    }
}

/* Execute the instructions of R, of code from START on, as far as CODE.  */
static void
run (const struct common *common, struct reader r, uintptr_t start,
     uintptr_t code, struct rule *rule)
{
  const struct rule initial = *rule;
  struct rule stored = *rule;
  uintptr_t at = start;
  while (r.at < r.end)
    {
      unsigned op = read_byte (&r);
      uint64_t advance = read_advance (&r, op);
      if (advance != 0)
        at += advance * common->code_unit;
      else if ((op & 0xc0) != ADVANCE)
        execute (common, &r, op, &initial, rule, &stored);
      if (at > code)
        return;
    }
}

/* False: it is of a kind that the package's code does not have.  */
static bool
read_common (const uint8_t *at, struct common *common)
{
  struct reader r = { at + 8, at + 4 + word_at (at) };
  if (read_byte (&r) != 1 || memcmp (r.at, "zR", 3) != 0)
    return false;
  r.at += 3;
  common->code_unit = read_unsigned (&r);
  common->data_unit = read_signed (&r);
  if (read_unsigned (&r) != ARCH_FRAME_RETURN || read_unsigned (&r) != 1
      || read_byte (&r) != RELATIVE_WORD)
    return false;
  common->program = r;
  return true;
}

/* The last entry of FILE's table that is not behind CODE.  */
static const uint8_t *
find_entry (const struct file *file, uintptr_t code)
{
  int64_t wanted = (int64_t)(code - (uintptr_t)file->table);
  uint32_t low = 0, high = file->count;
  while (high - low > 1)
    {
      uint32_t middle = low + (high - low) / 2;
      if (word_at (file->entries + 8 * (size_t)middle) <= wanted)
        low = middle;
      else
        high = middle;
    }
  return file->table + word_at (file->entries + 8 * (size_t)low + 4);
}

static struct rule
find_rule (const struct file *file, uintptr_t code)
{
  struct rule rule = { .is_known = false };
  struct common common;
  const uint8_t *at = find_entry (file, code);
  struct reader r = { at + 16, at + 4 + word_at (at) };
  uintptr_t start = (uintptr_t)(at + 8) + (uintptr_t)(intptr_t)word_at (at + 8);
  if (file->count == 0 || code < start
      || code - start >= (uint32_t)word_at (at + 12)
      || !read_common (at + 4 - word_at (at + 4), &common))
    return rule;
  rule.is_known = true;
  run (&common, common.program, start, UINTPTR_MAX, &rule);
  r.at += read_unsigned (&r);
  run (&common, r, start, code, &rule);
  rule.is_known = rule.is_known && rule.address != 0;
  return rule;
}

/* ---- A cache.  A word has the position of an instruction in its file, and its
   rule.  */

#  define WORDS 256
#  define UNIT 8 /* of all offsets */
#  define MOST_SIZE 0x3fff
#  define MOST_OFFSET 0xff
static _Atomic uint64_t cache[WORDS];

static inline bool
fits (int64_t value, int64_t most)
{
  return value >= 0 && value % UNIT == 0 && value / UNIT <= most;
}

static struct rule
cached_rule (const struct file *file, uintptr_t code)
{
  uint64_t position = ((code - file->low) << 1) | (uint64_t)(file - files != 0);
  _Atomic uint64_t *word = &cache[(position ^ (position >> 8)) % WORDS];
  /* Relaxed: a word is complete.  */
  uint64_t seen = atomic_load_explicit (word, memory_order_relaxed);
  if (seen >> 32 == position && seen != 0)
    return (struct rule){ .by_base = (seen >> 30) & 1,
                          .is_known = true,
                          .size = (int64_t)(seen >> 16 & MOST_SIZE) * UNIT,
                          .base = -(int64_t)(seen >> 8 & MOST_OFFSET) * UNIT,
                          .address = -(int64_t)(seen & MOST_OFFSET) * UNIT };
  struct rule rule = find_rule (file, code);
  if (rule.is_known && position <= UINT32_MAX && fits (rule.size, MOST_SIZE)
      && fits (-rule.base, MOST_OFFSET) && fits (-rule.address, MOST_OFFSET))
    atomic_store_explicit (word,
                           position << 32 | (uint64_t)rule.by_base << 30
                               | (uint64_t)(rule.size / UNIT) << 16
                               | (uint64_t)(-rule.base / UNIT) << 8
                               | (uint64_t)(-rule.address / UNIT),
                           memory_order_relaxed);
  return rule;
}

/* ---- Frames.  */

static inline uintptr_t
load (uintptr_t end, int64_t offset)
{
  return *(const uintptr_t *)(end + (uintptr_t)offset);
}

/* No call of the package is nested deeper.  */
#  define DEPTH 32

bool
os_entry_find (const void *outer, struct os_entry *entry)
{
  struct arch_frame frame;
  void *called = NULL;
  ARCH_FRAME_HERE (frame);
  for (int i = 0; i < DEPTH; i++)
    {
      const struct file *file = file_of (frame.code);
      if (file == NULL)
        return false;
      struct rule rule = cached_rule (file, frame.code);
      if (!rule.is_known)
        return false;
      uintptr_t end
          = (rule.by_base ? frame.base : frame.stack) + (uintptr_t)rule.size;
      void *function = (void **)end - 2;
      if (function == outer)
        {
          *entry = (struct os_entry){ .frame = called };
          return called != NULL;
        }
      uintptr_t caller = load (end, rule.address);
      const struct file *outside = file_of (caller);
      /* OUTER is not known, and the program's function, which this library has
         called by another one, has jumped to the package.  */
      bool jumped = outside == files && file != files;
      if (outside == NULL || jumped)
        {
          entry->at = jumped ? NULL : (const void *)caller;
          entry->frame = function;
          return true;
        }
      called = function;
      if (rule.base != 0)
        frame.base = load (end, rule.base);
      frame.stack = end;
      /* Within the call, which may be the last instruction.  */
      frame.code = caller - 1;
    }
  return false;
}
#else
void
os_entry_add (const void *address)
{
  (void)address;
}

bool
os_entry_has (const void *address)
{
  (void)address;
  return false;
}

bool
os_entry_find (const void *outer, struct os_entry *entry)
{
  (void)outer;
  (void)entry;
  return false;
}
#endif
