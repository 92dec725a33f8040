/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading the entries of debug information; see debug_entries.h.  Owns no data;
   any thread.  Trusts nothing in a file: no byte outside it is read.

   An entry is a number, which says by a table of the unit which attributes the
   entry has and how they are encoded, and the attributes (DWARF 5,
   section 7.5). What GCC does not write is not known here: files split off,
   units of types, addresses and strings by their index.  */

#include "tool/debug_entries.h"

#include <string.h>

#include "base/compiler.h"

/* ---- Files.  */

static const char *const names[GOMP_DEBUG_PARTS]
    = { ".debug_info",     ".debug_abbrev", ".debug_str",
        ".debug_line_str", ".debug_ranges", ".debug_rnglists" };

bool
gomp_debug_info_open (const struct os_object *object,
                      struct gomp_debug_info *info)
{
  *info = (struct gomp_debug_info){ .part[0].start = NULL };
  if (!gomp_debug_file_open (object, names[GOMP_DEBUG_INFO], &info->file))
    return false;
  for (unsigned i = 0; i < GOMP_DEBUG_PARTS; i++)
    if (!gomp_debug_section_open (&info->file, names[i], &info->part[i]))
      info->part[i] = (struct gomp_debug_section){ .start = NULL };
  return true;
}

void
gomp_debug_info_close (const struct gomp_debug_info *info)
{
  for (unsigned i = 0; i < GOMP_DEBUG_PARTS; i++)
    gomp_debug_section_close (&info->part[i]);
  gomp_debug_file_close (&info->file);
}

/* A reader of PART of INFO, at OFFSET; it has failed if there is no such
   byte.  */
static struct gomp_dwarf_reader
reader_at (const struct gomp_debug_info *info, enum gomp_debug_part part,
           uint64_t offset)
{
  const struct gomp_debug_section *section = &info->part[part];
  struct gomp_dwarf_reader r
      = { .at = section->start,
          .end
          = section->start == NULL ? NULL : section->start + section->size };
  gomp_dwarf_skip (&r, offset);
  return r;
}

/* ---- Units.  */

#define UNIT_COMPILE 1 /* DW_UT_compile */
#define UNIT_PARTIAL 3

bool
gomp_debug_unit_next (const struct gomp_debug_info *info, uint64_t *next,
                      struct gomp_debug_unit *unit)
{
  struct gomp_debug_entry root;
  struct gomp_dwarf_reader r = reader_at (info, GOMP_DEBUG_INFO, *next);
  *unit = (struct gomp_debug_unit){ .info = info, .start = *next };
  if (r.failed || r.at == r.end)
    return false;
  uint64_t size = gomp_dwarf_take_size (&r, &unit->word);
  struct gomp_dwarf_reader *body = &unit->entries;
  *body = r;
  gomp_dwarf_skip (&r, size);
  body->end = r.at;
  *next = (uint64_t)(r.at - info->part[GOMP_DEBUG_INFO].start);
  unit->version = (unsigned)gomp_dwarf_take (body, 2);
  unsigned kind = UNIT_COMPILE;
  if (unit->version == 5)
    {
      kind = (unsigned)gomp_dwarf_take (body, 1);
      unit->address_size = gomp_dwarf_take (body, 1);
    }
  uint64_t abbreviations = gomp_dwarf_take (body, unit->word);
  if (unit->version < 5)
    unit->address_size = gomp_dwarf_take (body, 1);
  unit->abbreviations = reader_at (info, GOMP_DEBUG_ABBREV, abbreviations);
  if (r.failed)
    return false;
  /* An unknown unit has no entries.  */
  struct gomp_dwarf_reader first = *body;
  if (unit->version < 2 || unit->version > 5
      || (kind != UNIT_COMPILE && kind != UNIT_PARTIAL)
      || unit->abbreviations.failed || unit->address_size != sizeof (void *)
      || !gomp_debug_entry_read (unit, &first, &root))
    body->at = body->end;
  else if (root.value[GOMP_ATTRIBUTE_LOW_PC].class == GOMP_CLASS_ADDRESS)
    unit->base = root.value[GOMP_ATTRIBUTE_LOW_PC].number;
  return true;
}

/* ---- Values.  */

/* How a number is encoded: in so many bytes, or otherwise.  */
enum
{
  NO_BYTES = 0,
  LEB = 32,
  SIGNED_LEB,
  WORD,           /* an offset of the unit's format */
  ADDRESS,        /* of the machine */
  ADDRESS_OR_WORD /* in DWARF 2, and later */
};
/* What a number is for, beside the classes.  */
enum
{
  IN_UNIT = GOMP_CLASS_STRING + 1, /* a reference relative to the unit */
  TEXT,                            /* a string follows, without a number */
  IN_STR,                          /* the string is there in the section */
  IN_LINE_STR,
  SKIPPED, /* so many bytes */
  UNKNOWN
};
#define IMPLICIT_CONST 0x21 /* DW_FORM_implicit_const */

static const struct
{
  unsigned char bytes, use;
} forms[] = {
  [0x00] = { NO_BYTES, UNKNOWN },
  [0x01] = { ADDRESS, GOMP_CLASS_ADDRESS },
  [0x02] = { NO_BYTES, UNKNOWN },
  [0x03] = { 2, GOMP_CLASS_BLOCK },
  [0x04] = { 4, GOMP_CLASS_BLOCK },
  [0x05] = { 2, GOMP_CLASS_CONSTANT },
  [0x06] = { 4, GOMP_CLASS_CONSTANT },
  [0x07] = { 8, GOMP_CLASS_CONSTANT },
  [0x08] = { NO_BYTES, TEXT },
  [0x09] = { LEB, GOMP_CLASS_BLOCK },
  [0x0a] = { 1, GOMP_CLASS_BLOCK },
  [0x0b] = { 1, GOMP_CLASS_CONSTANT },
  [0x0c] = { 1, GOMP_CLASS_OTHER },
  [0x0d] = { SIGNED_LEB, GOMP_CLASS_CONSTANT },
  [0x0e] = { WORD, IN_STR },
  [0x0f] = { LEB, GOMP_CLASS_CONSTANT },
  [0x10] = { ADDRESS_OR_WORD, GOMP_CLASS_REFERENCE },
  [0x11] = { 1, IN_UNIT },
  [0x12] = { 2, IN_UNIT },
  [0x13] = { 4, IN_UNIT },
  [0x14] = { 8, IN_UNIT },
  [0x15] = { LEB, IN_UNIT },
  [0x16] = { NO_BYTES, UNKNOWN },
  [0x17] = { WORD, GOMP_CLASS_OFFSET },
  [0x18] = { LEB, GOMP_CLASS_BLOCK },
  [0x19] = { NO_BYTES, GOMP_CLASS_OTHER },
  [0x1a] = { NO_BYTES, UNKNOWN },
  [0x1b] = { NO_BYTES, UNKNOWN },
  [0x1c] = { NO_BYTES, UNKNOWN },
  [0x1d] = { NO_BYTES, UNKNOWN },
  [0x1e] = { 16, SKIPPED },
  [0x1f] = { WORD, IN_LINE_STR },
  [0x20] = { 8, GOMP_CLASS_OTHER },
  [IMPLICIT_CONST] = { NO_BYTES, GOMP_CLASS_CONSTANT },
};

static uint64_t
take_number (const struct gomp_debug_unit *unit, struct gomp_dwarf_reader *r,
             unsigned bytes)
{
  switch (bytes)
    {
    case LEB:
    case SIGNED_LEB:
      return gomp_dwarf_take_leb (r, bytes == SIGNED_LEB);
    case WORD:
      return gomp_dwarf_take (r, unit->word);
    case ADDRESS:
      return gomp_dwarf_take (r, unit->address_size);
    case ADDRESS_OR_WORD:
      return gomp_dwarf_take (r, unit->version == 2 ? unit->address_size
                                                    : unit->word);
    default:
      return gomp_dwarf_take (r, bytes);
    }
}

/* The string at TEXT.  One without an end is not used.  */
static void
set_string (const struct gomp_dwarf_reader *text,
            struct gomp_debug_value *value)
{
  const unsigned char *end
      = text->failed || text->at == text->end
            ? NULL
            : memchr (text->at, '\0', (size_t)(text->end - text->at));
  value->bytes = *text;
  value->class = end == NULL ? GOMP_CLASS_OTHER : GOMP_CLASS_STRING;
  if (end != NULL)
    value->bytes.end = end;
}

/* Set VALUE to the attribute at R that is encoded in FORM.  IMPLIED: the
   constant beside the form.  False: the form is not known.  */
static bool
take_value (const struct gomp_debug_unit *unit, struct gomp_dwarf_reader *r,
            uint64_t form, uint64_t implied, struct gomp_debug_value *value)
{
  struct gomp_dwarf_reader text;
  unsigned use
      = form < GOMP_ARRAY_SIZE (forms) ? forms[form].use : (unsigned)UNKNOWN;
  if (use == UNKNOWN)
    return false;
  value->number
      = form == IMPLICIT_CONST
            ? implied
            : take_number (unit, r,
                           use == SKIPPED ? NO_BYTES : forms[form].bytes);
  value->class = use < IN_UNIT ? (enum gomp_debug_class)use : GOMP_CLASS_OTHER;
  switch (use)
    {
    case GOMP_CLASS_BLOCK:
      value->bytes = *r;
      gomp_dwarf_skip (r, value->number);
      value->bytes.end = r->at;
      break;
    case IN_UNIT:
      value->number += unit->start;
      value->class = GOMP_CLASS_REFERENCE;
      break;
    case TEXT:
      set_string (r, value);
      gomp_dwarf_skip (r, (uint64_t)(value->bytes.end - r->at) + 1);
      break;
    case IN_STR:
    case IN_LINE_STR:
      text = reader_at (unit->info,
                        use == IN_STR ? GOMP_DEBUG_STR : GOMP_DEBUG_LINE_STR,
                        value->number);
      set_string (&text, value);
      break;
    case SKIPPED:
      gomp_dwarf_skip (r, forms[form].bytes);
      break;
    default:
      break;
    }
  return true;
}

/* ---- Entries.  */

/* The numbers of the attributes that are kept.  */
static const unsigned char attributes[][2] = {
  { 0x01, GOMP_ATTRIBUTE_SIBLING },
  { 0x02, GOMP_ATTRIBUTE_LOCATION },
  { 0x03, GOMP_ATTRIBUTE_NAME },
  { 0x0b, GOMP_ATTRIBUTE_BYTE_SIZE },
  { 0x11, GOMP_ATTRIBUTE_LOW_PC },
  { 0x12, GOMP_ATTRIBUTE_HIGH_PC },
  { 0x13, GOMP_ATTRIBUTE_LANGUAGE },
  { 0x22, GOMP_ATTRIBUTE_LOWER_BOUND },
  { 0x2e, GOMP_ATTRIBUTE_STRIDE }, /* of bits */
  { 0x2f, GOMP_ATTRIBUTE_UPPER_BOUND },
  { 0x31, GOMP_ATTRIBUTE_ABSTRACT_ORIGIN },
  { 0x37, GOMP_ATTRIBUTE_COUNT },
  { 0x40, GOMP_ATTRIBUTE_FRAME_BASE },
  { 0x49, GOMP_ATTRIBUTE_TYPE },
  { 0x50, GOMP_ATTRIBUTE_DATA_LOCATION },
  { 0x51, GOMP_ATTRIBUTE_STRIDE }, /* of bytes */
  { 0x55, GOMP_ATTRIBUTE_RANGES },
};

/* Where to put the attribute NUMBER.  */
static struct gomp_debug_value *
value_of (struct gomp_debug_entry *entry, uint64_t number,
          struct gomp_debug_value *ignored)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (attributes); i++)
    if (attributes[i][0] == number)
      return &entry->value[attributes[i][1]];
  return ignored;
}

/* The next pair of an attribute and its form in an abbreviation.  False: it was
   the last.  */
static bool
next_attribute (struct gomp_dwarf_reader *r, uint64_t *number, uint64_t *form,
                uint64_t *implied)
{
  *number = gomp_dwarf_take_leb (r, false);
  *form = gomp_dwarf_take_leb (r, false);
  *implied = *form == IMPLICIT_CONST ? gomp_dwarf_take_leb (r, true) : 0;
  return !r->failed && (*number != 0 || *form != 0);
}

/* Put R, at UNIT's abbreviations, behind the number CODE.  */
static bool
find_abbreviation (struct gomp_dwarf_reader *r, uint64_t code)
{
  uint64_t number, form, implied, found;
  while ((found = gomp_dwarf_take_leb (r, false)) != code)
    {
      if (r->failed || found == 0)
        return false;
      gomp_dwarf_take_leb (r, false);
      gomp_dwarf_skip (r, 1);
      while (next_attribute (r, &number, &form, &implied))
        continue;
    }
  return !r->failed;
}

bool
gomp_debug_entry_read (const struct gomp_debug_unit *unit,
                       struct gomp_dwarf_reader *r,
                       struct gomp_debug_entry *entry)
{
  uint64_t number, form, implied;
  struct gomp_debug_value ignored;
  struct gomp_dwarf_reader a = unit->abbreviations;
  *entry = (struct gomp_debug_entry){ .tag = 0 };
  uint64_t code = gomp_dwarf_take_leb (r, false);
  if (code == 0)
    return !r->failed;
  if (!find_abbreviation (&a, code))
    return false;
  entry->tag = gomp_dwarf_take_leb (&a, false);
  entry->has_children = gomp_dwarf_take (&a, 1) != 0;
  while (next_attribute (&a, &number, &form, &implied))
    if (!take_value (unit, r, form, implied,
                     value_of (entry, number, &ignored)))
      return false;
  return !r->failed && !a.failed && entry->tag != 0;
}

bool
gomp_debug_entry_follow (const struct gomp_debug_unit *unit,
                         const struct gomp_debug_value *value,
                         struct gomp_debug_unit *in,
                         struct gomp_dwarf_reader *r,
                         struct gomp_debug_entry *entry)
{
  uint64_t next = unit->start;
  if (value->class != GOMP_CLASS_REFERENCE)
    return false;
  if (value->number < unit->start)
    next = 0;
  while (gomp_debug_unit_next (unit->info, &next, in))
    if (value->number < next)
      {
        *r = in->entries;
        const unsigned char *at
            = unit->info->part[GOMP_DEBUG_INFO].start + value->number;
        if (at < r->at || at >= r->end)
          return false;
        r->at = at;
        return gomp_debug_entry_read (in, r, entry) && entry->tag != 0;
      }
  return false;
}

/* ---- Code.  */

/* Ranges of DWARF 5.  */
enum
{
  RANGE_END = 0,
  RANGE_OFFSETS = 4,
  RANGE_BASE,
  RANGE_ADDRESSES,
  RANGE_ADDRESS_AND_SIZE
};

static bool
list_covers (const struct gomp_debug_unit *unit, uint64_t offset,
             uint64_t address)
{
  struct gomp_dwarf_reader r
      = reader_at (unit->info, GOMP_DEBUG_RNGLISTS, offset);
  uint64_t base = unit->base, low = 0, high = 0;
  size_t size = unit->address_size;
  while (!r.failed)
    {
      switch (gomp_dwarf_take (&r, 1))
        {
        case RANGE_OFFSETS:
          low = base + gomp_dwarf_take_leb (&r, false);
          high = base + gomp_dwarf_take_leb (&r, false);
          break;
        case RANGE_BASE:
          base = gomp_dwarf_take (&r, size);
          continue;
        case RANGE_ADDRESSES:
          low = gomp_dwarf_take (&r, size);
          high = gomp_dwarf_take (&r, size);
          break;
        case RANGE_ADDRESS_AND_SIZE:
          low = gomp_dwarf_take (&r, size);
          high = low + gomp_dwarf_take_leb (&r, false);
          break;
        default:
          return false;
        }
      if (!r.failed && low <= address && address < high)
        return true;
    }
  return false;
}

/* The same before DWARF 5: pairs, relative to the address behind the largest
   one.  */
static bool
pairs_cover (const struct gomp_debug_unit *unit, uint64_t offset,
             uint64_t address)
{
  struct gomp_dwarf_reader r
      = reader_at (unit->info, GOMP_DEBUG_RANGES, offset);
  uint64_t base = unit->base;
  for (;;)
    {
      uint64_t low = gomp_dwarf_take (&r, unit->address_size);
      uint64_t high = gomp_dwarf_take (&r, unit->address_size);
      if (r.failed || (low == 0 && high == 0))
        return false;
      if (low == UINTPTR_MAX)
        base = high;
      else if (base + low <= address && address < base + high)
        return true;
    }
}

bool
gomp_debug_entry_covers (const struct gomp_debug_unit *unit,
                         const struct gomp_debug_entry *entry, uint64_t address)
{
  const struct gomp_debug_value *low = &entry->value[GOMP_ATTRIBUTE_LOW_PC];
  const struct gomp_debug_value *high = &entry->value[GOMP_ATTRIBUTE_HIGH_PC];
  const struct gomp_debug_value *ranges = &entry->value[GOMP_ATTRIBUTE_RANGES];
  if (low->class == GOMP_CLASS_ADDRESS && high->class != GOMP_CLASS_NONE)
    return low->number <= address
           && address < high->number
                            + (high->class == GOMP_CLASS_CONSTANT ? low->number
                                                                  : 0);
  if (ranges->class != GOMP_CLASS_OFFSET
      && (ranges->class != GOMP_CLASS_CONSTANT || unit->version > 3))
    return false;
  return unit->version == 5 ? list_covers (unit, ranges->number, address)
                            : pairs_cover (unit, ranges->number, address);
}
