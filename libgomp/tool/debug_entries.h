/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The entries of a file's debug information, as far as they tell of variables
   in frames: the section .debug_info of DWARF 2 to 5, and the sections that it
   refers to; see debug_entries.c.  */

#ifndef GOMP_TOOL_DEBUG_ENTRIES_H
#define GOMP_TOOL_DEBUG_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "tool/debug_file.h"
#include "tool/dwarf_reader.h"

/* Sections; the file may lack all but the first two.  */
enum gomp_debug_part
{
  GOMP_DEBUG_INFO,
  GOMP_DEBUG_ABBREV,
  GOMP_DEBUG_STR,
  GOMP_DEBUG_LINE_STR,
  GOMP_DEBUG_RANGES,
  GOMP_DEBUG_RNGLISTS,
  GOMP_DEBUG_PARTS
};
struct gomp_debug_info
{
  struct gomp_debug_file file;
  struct gomp_debug_section part[GOMP_DEBUG_PARTS]; /* empty: it has none */
};
/* The information about OBJECT, which has to stay mapped.  False: there is
   none.  Slow.  */
HIDDEN bool gomp_debug_info_open (const struct os_object *object,
                                  struct gomp_debug_info *info);
HIDDEN void gomp_debug_info_close (const struct gomp_debug_info *info);

/* What was compiled at once.  */
struct gomp_debug_unit
{
  const struct gomp_debug_info *info;
  uint64_t start;                   /* where in .debug_info it begins */
  struct gomp_dwarf_reader entries; /* at the first, to the end */
  struct gomp_dwarf_reader abbreviations;
  size_t word, address_size; /* bytes of an offset, and of an address */
  unsigned version;
  uint64_t base; /* what ranges are relative to */
};
/* Go on to the unit after the one at *NEXT, which is 0 at first.  False: there
   are no more that can be read.  */
HIDDEN bool gomp_debug_unit_next (const struct gomp_debug_info *info,
                                  uint64_t *next, struct gomp_debug_unit *unit);

/* The attributes that an entry keeps.  */
enum gomp_debug_attribute
{
  GOMP_ATTRIBUTE_SIBLING,
  GOMP_ATTRIBUTE_LOCATION,
  GOMP_ATTRIBUTE_NAME,
  GOMP_ATTRIBUTE_BYTE_SIZE,
  GOMP_ATTRIBUTE_LOW_PC,
  GOMP_ATTRIBUTE_HIGH_PC,
  GOMP_ATTRIBUTE_LANGUAGE,
  GOMP_ATTRIBUTE_LOWER_BOUND,
  GOMP_ATTRIBUTE_UPPER_BOUND,
  GOMP_ATTRIBUTE_COUNT,
  GOMP_ATTRIBUTE_ABSTRACT_ORIGIN,
  GOMP_ATTRIBUTE_FRAME_BASE,
  GOMP_ATTRIBUTE_TYPE,
  GOMP_ATTRIBUTE_RANGES,
  GOMP_ATTRIBUTE_STRIDE, /* elements are not one after the other */
  GOMP_ATTRIBUTE_DATA_LOCATION,
  GOMP_ATTRIBUTES
};
enum gomp_debug_class
{
  GOMP_CLASS_NONE, /* the entry has no such attribute */
  GOMP_CLASS_OTHER,
  GOMP_CLASS_CONSTANT,
  GOMP_CLASS_ADDRESS,
  GOMP_CLASS_OFFSET,    /* into a part; DWARF 2 and 3: CONSTANT */
  GOMP_CLASS_REFERENCE, /* to an entry: an offset into .debug_info */
  GOMP_CLASS_BLOCK,     /* bytes: an expression */
  GOMP_CLASS_STRING
};
struct gomp_debug_value
{
  enum gomp_debug_class class;
  uint64_t number;
  struct gomp_dwarf_reader bytes; /* of a block, or of a string to its end */
};
struct gomp_debug_entry
{
  uint64_t tag; /* DW_TAG_*; 0: the end of a list of children */
  bool has_children;
  struct gomp_debug_value value[GOMP_ATTRIBUTES];
};
/* Read the entry at R of UNIT; then R is at its first child, or behind it.
   False: it cannot be read.  */
HIDDEN bool gomp_debug_entry_read (const struct gomp_debug_unit *unit,
                                   struct gomp_dwarf_reader *r,
                                   struct gomp_debug_entry *entry);
/* The entry that VALUE of an entry of UNIT refers to; IN: its unit, which R is
   a reader of, at its first child.  False: it has no such value.  */
HIDDEN bool gomp_debug_entry_follow (const struct gomp_debug_unit *unit,
                                     const struct gomp_debug_value *value,
                                     struct gomp_debug_unit *in,
                                     struct gomp_dwarf_reader *r,
                                     struct gomp_debug_entry *entry);
/* Does the code of ENTRY contain ADDRESS, in the file's own numbering?  False:
   also if that is not known.  */
HIDDEN bool gomp_debug_entry_covers (const struct gomp_debug_unit *unit,
                                     const struct gomp_debug_entry *entry,
                                     uint64_t address);

#endif
