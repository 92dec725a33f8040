/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finding variables in frames; see stack_variable.h.

   The function of the frame that has the address lists its variables, and says
   in which blocks of code they exist.  A variable counts if it has a fixed
   place in the frame all the time that its block lasts, and a size that does
   not change.  Of several that have the address, a whole and its parts or a
   place that the compiler uses twice, the one that ends last is taken: a
   variable is never said to be shorter than it is.

   Owns nothing; any thread.  */

#include "tool/stack_variable.h"

#include <stdio.h>
#include <string.h>

#include "base/sizes.h"
#include "os/symbol.h"
#include "tool/debug_entries.h"

/* DW_TAG_* */
enum
{
  TAG_ARRAY = 0x01,
  TAG_PARAMETER = 0x05,
  TAG_BLOCK = 0x0b,
  TAG_TYPEDEF = 0x16,
  TAG_INLINED = 0x1d,
  TAG_SUBRANGE = 0x21,
  TAG_CONST = 0x26,
  TAG_FUNCTION = 0x2e,
  TAG_VARIABLE = 0x34,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_ATOMIC = 0x47
};
/* DW_OP_*, in expressions.  */
#define OP_FRAME_OFFSET 0x91
#define OP_FRAME_BASE 0x9c
/* How many entries may be inside one another, or refer to one another.  */
#define DEPTH 64

/* ---- Sizes.  */

/* Fortran's arrays begin at 1, others at 0, unless they say otherwise
   (DW_LANG_Fortran77, 90, 95, 03, 08).  */
static uint64_t
lower_bound (const struct gomp_debug_unit *unit)
{
  struct gomp_debug_entry root;
  struct gomp_dwarf_reader r = unit->entries;
  if (!gomp_debug_entry_read (unit, &r, &root))
    return 0;
  uint64_t language = root.value[GOMP_ATTRIBUTE_LANGUAGE].number;
  return language == 0x07 || language == 0x08 || language == 0x0e
         || language == 0x22 || language == 0x23;
}

/* The number of elements in a dimension; 0: not known.  */
static uint64_t
count_of (const struct gomp_debug_unit *unit,
          const struct gomp_debug_entry *dimension)
{
  const struct gomp_debug_value *v = dimension->value;
  if (v[GOMP_ATTRIBUTE_STRIDE].class != GOMP_CLASS_NONE)
    return 0;
  if (v[GOMP_ATTRIBUTE_COUNT].class == GOMP_CLASS_CONSTANT)
    return v[GOMP_ATTRIBUTE_COUNT].number;
  uint64_t low = v[GOMP_ATTRIBUTE_LOWER_BOUND].class == GOMP_CLASS_NONE
                     ? lower_bound (unit)
                     : v[GOMP_ATTRIBUTE_LOWER_BOUND].number;
  if (v[GOMP_ATTRIBUTE_UPPER_BOUND].class != GOMP_CLASS_CONSTANT
      || (v[GOMP_ATTRIBUTE_LOWER_BOUND].class != GOMP_CLASS_NONE
          && v[GOMP_ATTRIBUTE_LOWER_BOUND].class != GOMP_CLASS_CONSTANT))
    return 0;
  return v[GOMP_ATTRIBUTE_UPPER_BOUND].number - low + 1;
}

/* The elements of an array, whose dimensions R is at; 0: not known.  */
static uint64_t
elements_of (const struct gomp_debug_unit *unit, struct gomp_dwarf_reader *r)
{
  struct gomp_debug_entry entry;
  size_t elements = 1;
  for (unsigned dimensions = 0; gomp_debug_entry_read (unit, r, &entry);
       dimensions++)
    {
      if (entry.tag == 0)
        return dimensions == 0 || elements == SIZE_MAX ? 0 : elements;
      if (entry.tag != TAG_SUBRANGE || entry.has_children)
        return 0;
      elements = gomp_size_product (elements, count_of (unit, &entry));
    }
  return 0;
}

/* The bytes of the type that VALUE of an entry of UNIT refers to; 0: not
   known.  */
static size_t
size_of (const struct gomp_debug_unit *unit,
         const struct gomp_debug_value *value, unsigned depth)
{
  struct gomp_debug_unit in;
  struct gomp_dwarf_reader r;
  struct gomp_debug_entry type;
  if (depth == DEPTH || !gomp_debug_entry_follow (unit, value, &in, &r, &type))
    return 0;
  const struct gomp_debug_value *v = type.value;
  if (v[GOMP_ATTRIBUTE_DATA_LOCATION].class != GOMP_CLASS_NONE
      || v[GOMP_ATTRIBUTE_STRIDE].class != GOMP_CLASS_NONE)
    return 0;
  if (v[GOMP_ATTRIBUTE_BYTE_SIZE].class != GOMP_CLASS_NONE)
    return v[GOMP_ATTRIBUTE_BYTE_SIZE].class == GOMP_CLASS_CONSTANT
               ? (size_t)v[GOMP_ATTRIBUTE_BYTE_SIZE].number
               : 0;
  switch (type.tag)
    {
    case TAG_TYPEDEF:
    case TAG_CONST:
    case TAG_VOLATILE:
    case TAG_RESTRICT:
    case TAG_ATOMIC:
      return size_of (&in, &v[GOMP_ATTRIBUTE_TYPE], depth + 1);
    case TAG_ARRAY:
      return !type.has_children
                 ? 0
                 : gomp_size_product (
                     size_of (&in, &v[GOMP_ATTRIBUTE_TYPE], depth + 1),
                     (size_t)elements_of (&in, &r));
    default:
      return 0;
    }
}

/* ---- Variables.  */

struct search
{
  const struct gomp_debug_unit *unit;
  uint64_t code;  /* an address in the function, in the file's numbering */
  int64_t offset; /* of the byte, from the frame's base */
  int64_t end;    /* of the variable that was found, in the same way */
  struct gomp_stack_variable *found;
};

/* Does BYTES consist of the operation OP?  *OPERAND: the number behind it.  */
static bool
is_operation (const struct gomp_debug_value *value, unsigned op,
              int64_t *operand)
{
  struct gomp_dwarf_reader r = value->bytes;
  if (value->class != GOMP_CLASS_BLOCK || gomp_dwarf_take (&r, 1) != op)
    return false;
  if (operand != NULL)
    *operand = (int64_t)gomp_dwarf_take_leb (&r, true);
  return !r.failed && r.at == r.end;
}

/* ENTRY, or the declaration that it is a copy of, has the attribute WHICH: set
 *UNIT and VALUE to its.  */
static bool
find_value (const struct gomp_debug_entry *entry,
            enum gomp_debug_attribute which, struct gomp_debug_unit *unit,
            struct gomp_debug_value *value)
{
  struct gomp_debug_entry e = *entry;
  for (unsigned i = 0; i < DEPTH; i++)
    {
      struct gomp_debug_unit in;
      struct gomp_dwarf_reader r;
      *value = e.value[which];
      if (value->class != GOMP_CLASS_NONE)
        return true;
      if (!gomp_debug_entry_follow (
              unit, &e.value[GOMP_ATTRIBUTE_ABSTRACT_ORIGIN], &in, &r, &e))
        return false;
      *unit = in;
    }
  return false;
}

/* A variable that exists.  */
static void
consider (struct search *s, const struct gomp_debug_entry *variable)
{
  struct gomp_debug_unit unit = *s->unit;
  struct gomp_debug_value value;
  int64_t start, end;
  if (!is_operation (&variable->value[GOMP_ATTRIBUTE_LOCATION], OP_FRAME_OFFSET,
                     &start)
      || start > s->offset
      || !find_value (variable, GOMP_ATTRIBUTE_TYPE, &unit, &value))
    return;
  size_t size = size_of (&unit, &value, 0);
  if (__builtin_add_overflow (start, size, &end) || end <= s->offset
      || end <= s->end)
    return;
  s->end = end;
  s->found->size = size;
  s->found->room = (size_t)(end - s->offset);
  unit = *s->unit;
  bool has_name = find_value (variable, GOMP_ATTRIBUTE_NAME, &unit, &value)
                  && value.class == GOMP_CLASS_STRING;
  snprintf (s->found->name, sizeof (s->found->name), "%.*s",
            has_name ? (int)(value.bytes.end - value.bytes.at) : 0,
            has_name ? (const char *)value.bytes.at : "");
}

/* Does the code of ENTRY, in code that is executed or not (IS_RUNNING), contain
   the instruction?  */
static bool
is_entered (const struct search *s, const struct gomp_debug_entry *entry,
            bool is_running)
{
  switch (entry->tag)
    {
    case TAG_FUNCTION:
      return gomp_debug_entry_covers (s->unit, entry, s->code)
             && is_operation (&entry->value[GOMP_ATTRIBUTE_FRAME_BASE],
                              OP_FRAME_BASE, NULL);
    case TAG_BLOCK:
    case TAG_INLINED:
      return is_running && gomp_debug_entry_covers (s->unit, entry, s->code);
    default:
      return false;
    }
}

/* Look at the entries at R, to the end of the list.  IS_RUNNING: their code
   contains the instruction.  False: something cannot be read.  */
static bool
search_list (struct search *s, struct gomp_dwarf_reader *r, bool is_running,
             unsigned depth)
{
  struct gomp_debug_entry entry;
  while (gomp_debug_entry_read (s->unit, r, &entry))
    {
      if (entry.tag == 0)
        return true;
      if (is_running
          && (entry.tag == TAG_VARIABLE || entry.tag == TAG_PARAMETER))
        consider (s, &entry);
      if (entry.has_children
          && (depth == DEPTH
              || !search_list (s, r, is_entered (s, &entry, is_running),
                               depth + 1)))
        return false;
    }
  return false;
}

/* The same in all of UNIT.  */
static bool
search_unit (struct search *s)
{
  struct gomp_dwarf_reader r = s->unit->entries;
  struct gomp_debug_entry root;
  return gomp_debug_entry_read (s->unit, &r, &root) && root.has_children
         && gomp_debug_entry_covers (s->unit, &root, s->code)
         && search_list (s, &r, false, 0) && s->end != INT64_MIN;
}

bool
gomp_stack_variable_read (const struct gomp_debug_info *info, uint64_t code,
                          int64_t offset, struct gomp_stack_variable *variable)
{
  struct gomp_debug_unit unit;
  uint64_t next = 0;
  bool is_found = false;
  while (!is_found && gomp_debug_unit_next (info, &next, &unit))
    {
      struct search s = { .unit = &unit,
                          .code = code,
                          .offset = offset,
                          .end = INT64_MIN,
                          .found = variable };
      is_found = search_unit (&s);
    }
  return is_found;
}

bool
gomp_stack_variable_find (uintptr_t code, int64_t offset,
                          struct gomp_stack_variable *variable)
{
  struct os_object object;
  struct gomp_debug_info info;
  if (!os_object_map (code, &object))
    return false;
  bool is_found = gomp_debug_info_open (&object, &info);
  if (is_found)
    {
      is_found = gomp_stack_variable_read (&info, code - object.base, offset,
                                           variable);
      gomp_debug_info_close (&info);
    }
  os_object_unmap (&object);
  return is_found;
}
