/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OMP_AVAILABLE_DEVICES, OMP_DEFAULT_DEVICE: from text to devices.

     available item {, item}       item: * [subscript] | traits [subscript]
     default   item {, item}       item: number | initial | invalid | default
                                         | traits [subscript]
     traits    operand {&& operand} | operand {|| operand}
     operand   ! operand | ( traits ) | name ( value )
     name      kind | isa | arch | vendor | uid; device_num in a default
     subscript [ number ] | [ [low] : [length] [: [stride]] ]

   The environment is read before there are devices.  A value is then only
   checked, by the same functions without a device, and kept as text.  It is
   applied when the devices are counted (offload/device/select.c).  Owns no
   data.  OpenMP 6.0 sections 4.3.7 and 4.3.8.  */

#include "icv/select.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "icv/env_parse.h"
#include "icv/icv.h"

/* Parentheses and ! within each other.  */
#define DEPTH_MAX 32

/* The devices to choose from; none while a value is only checked.  */
struct selection
{
  const struct gomp_device_traits *devices;
  int count;     /* of devices */
  bool numbered; /* device_num is a trait, * is not */
  int *chosen;   /* numbers of devices, in the order of the list */
  int chosen_count;
};

/* The device property that a trait is compared with.  */
struct subject
{
  const struct gomp_device_traits *device; /* NULL: only checked */
  int number;                              /* its number */
  bool numbered;                           /* see struct selection */
  int depth;                               /* nesting at the cursor */
};

enum trait
{
  TRAIT_KIND,
  TRAIT_ISA,
  TRAIT_ARCH,
  TRAIT_VENDOR,
  TRAIT_UID,
  TRAIT_NUMBER
};

static const struct gomp_env_word traits[]
    = { { "kind", TRAIT_KIND }, { "isa", TRAIT_ISA },
        { "arch", TRAIT_ARCH }, { "vendor", TRAIT_VENDOR },
        { "uid", TRAIT_UID },   { "device_num", TRAIT_NUMBER } };

/* Is WORD, of LENGTH bytes, in LIST?  */
static bool
is_listed (const char *list, const char *word, size_t length)
{
  while (*list != '\0')
    {
      size_t n = strcspn (list, " ");
      if (n == length && strncasecmp (list, word, n) == 0)
        return true;
      list += n + (list[n] == ' ');
    }
  return false;
}

/* The host is not among the devices to choose from.  */
static bool
take_kind (struct gomp_env_cursor *c, const struct subject *s, bool *fits)
{
  enum
  {
    OTHER,
    EVERY
  };
  static const struct gomp_env_word kinds[] = { { "any", EVERY },
                                                { "nohost", EVERY },
                                                { "cpu", OTHER },
                                                { "gpu", OTHER },
                                                { "fpga", OTHER } };
  gomp_env_at_end (c);
  const char *word = c->at;
  int kind;
  if (!gomp_env_take_word (c, kinds, GOMP_ARRAY_SIZE (kinds), &kind))
    return false;
  *fits = kind == EVERY
          || (s->device != NULL
              && is_listed (s->device->kind, word, (size_t)(c->at - word)));
  return true;
}

static bool
take_device_number (struct gomp_env_cursor *c, const struct subject *s,
                    bool *fits)
{
  int64_t number;
  if (!gomp_env_take_number (c, 0, INT32_MAX, &number))
    return false;
  *fits = s->device != NULL && s->number == number;
  return true;
}

/* Any text without parentheses.  */
static bool
take_name (struct gomp_env_cursor *c, const char *known, bool *fits)
{
  gomp_env_at_end (c);
  size_t length = strcspn (c->at, "()");
  while (length > 0 && isspace ((unsigned char)c->at[length - 1]))
    length--;
  if (length == 0)
    return false;
  *fits = is_listed (known, c->at, length);
  c->at += length;
  return true;
}

static bool
take_value (struct gomp_env_cursor *c, const struct subject *s,
            enum trait trait, bool *fits)
{
  static const struct gomp_device_traits nothing = { "", "", "", "", "" };
  const struct gomp_device_traits *device
      = s->device != NULL ? s->device : &nothing;
  switch (trait)
    {
    case TRAIT_KIND:
      return take_kind (c, s, fits);
    case TRAIT_NUMBER:
      return take_device_number (c, s, fits);
    case TRAIT_ISA:
      return take_name (c, device->isa, fits);
    case TRAIT_ARCH:
      return take_name (c, device->arch, fits);
    case TRAIT_VENDOR:
      return take_name (c, device->vendor, fits);
    default:
      return take_name (c, device->uid, fits);
    }
}

static bool take_group (struct gomp_env_cursor *c, struct subject *s,
                        bool *fits);

static bool
take_trait (struct gomp_env_cursor *c, const struct subject *s, bool *fits)
{
  int trait;
  size_t words = GOMP_ARRAY_SIZE (traits) - !s->numbered;
  return gomp_env_take_word (c, traits, words, &trait) && gomp_env_take (c, '(')
         && take_value (c, s, (enum trait)trait, fits)
         && gomp_env_take (c, ')');
}

static bool
take_operand (struct gomp_env_cursor *c, struct subject *s, bool *fits)
{
  gomp_env_at_end (c);
  if (*c->at != '!' && *c->at != '(')
    return take_trait (c, s, fits);
  if (s->depth == DEPTH_MAX)
    return gomp_env_wrong (c, "nested too deeply");
  s->depth++;
  bool taken;
  if (gomp_env_take (c, '!'))
    {
      taken = take_operand (c, s, fits);
      *fits = !*fits;
    }
  else
    taken = gomp_env_take (c, '(') && take_group (c, s, fits)
            && gomp_env_take (c, ')');
  s->depth--;
  return taken;
}

/* && or ||, if the cursor stands at one; else '\0'.  */
static char
operator_at (struct gomp_env_cursor *c)
{
  gomp_env_at_end (c);
  return (*c->at == '&' || *c->at == '|') && c->at[1] == *c->at ? *c->at : '\0';
}

static bool
take_group (struct gomp_env_cursor *c, struct subject *s, bool *fits)
{
  if (!take_operand (c, s, fits))
    return false;
  char all = operator_at (c);
  for (char sign = all; sign != '\0'; sign = operator_at (c))
    {
      if (sign != all)
        return gomp_env_wrong (c, "&& and || need parentheses between them");
      c->at += 2;
      bool next = false;
      if (!take_operand (c, s, &next))
        return false;
      *fits = sign == '&' ? *fits && next : *fits || next;
    }
  return true;
}

/* Every STRIDE-th of COUNT elements from LOW on.  */
struct section
{
  int64_t low;
  int64_t length;
  int64_t stride;
};

static bool
take_section (struct gomp_env_cursor *c, struct section *section)
{
  *section = (struct section){ 0, INT32_MAX, 1 };
  if (!gomp_env_take (c, '['))
    return true;
  bool has_low = !gomp_env_at_end (c) && *c->at != ':';
  if (has_low && !gomp_env_take_number (c, 0, INT32_MAX, &section->low))
    return false;
  if (!gomp_env_take (c, ':'))
    {
      section->length = 1;
      return has_low && gomp_env_take (c, ']');
    }
  gomp_env_at_end (c);
  if (*c->at != ':' && *c->at != ']'
      && !gomp_env_take_number (c, 0, INT32_MAX, &section->length))
    return false;
  if (gomp_env_take (c, ':') && !gomp_env_at_end (c) && *c->at != ']'
      && !gomp_env_take_number (c, 1, INT32_MAX, &section->stride))
    return false;
  return gomp_env_take (c, ']');
}

static bool
is_in (const struct section *s, int64_t element)
{
  int64_t distance = element - s->low;
  return distance >= 0 && distance % s->stride == 0
         && distance / s->stride < s->length;
}

static bool
is_chosen (const struct selection *s, int number)
{
  for (int i = 0; i < s->chosen_count; i++)
    if (s->chosen[i] == number)
      return true;
  return false;
}

/* Whether * or the traits at the cursor match device NUMBER; -1: no device.  */
static bool
take_specification (struct gomp_env_cursor *c, const struct selection *s,
                    int number, bool *fits)
{
  struct subject subject = { .device = number >= 0 ? &s->devices[number] : NULL,
                             .number = number,
                             .numbered = s->numbered };
  *fits = true;
  if (!s->numbered && gomp_env_take (c, '*'))
    return true;
  *fits = false;
  return take_group (c, &subject, fits);
}

/* Traits and a subscript: the devices that they choose, except those of earlier
   items.  */
static bool
take_devices (struct gomp_env_cursor *c, struct selection *s)
{
  const char *start = c->at;
  bool fits;
  struct section section;
  if (!take_specification (c, s, -1, &fits) || !take_section (c, &section))
    return false;
  struct gomp_env_cursor end = *c;
  int64_t element = 0;
  for (int number = 0; number < s->count; number++)
    {
      c->at = start;
      take_specification (c, s, number, &fits);
      if (fits && is_in (&section, element++) && !is_chosen (s, number))
        s->chosen[s->chosen_count++] = number;
    }
  *c = end;
  return true;
}

static bool
take_available (struct gomp_env_cursor *c, struct selection *s)
{
  do
    if (!take_devices (c, s))
      return false;
  while (gomp_env_take (c, ','));
  return gomp_env_at_end (c);
}

/* An item of OMP_DEFAULT_DEVICE other than a trait specification; false if it
   is one, or wrong.  */
static bool
take_number_or_word (struct gomp_env_cursor *c, int64_t *number)
{
  static const struct gomp_env_word words[]
      = { { "initial", GOMP_SELECT_INITIAL },
          { "invalid", GOMP_SELECT_INVALID },
          { "default", GOMP_SELECT_DEFAULT } };
  int special;
  if (gomp_env_take_number (c, 0, INT32_MAX, number))
    return true;
  if (!gomp_env_take_word (c, words, GOMP_ARRAY_SIZE (words), &special))
    return false;
  *number = special;
  return true;
}

/* The first item with a device gives *NUMBER.  The host's number follows the
   last device's.  */
static bool
take_default (struct gomp_env_cursor *c, struct selection *s, int *number)
{
  bool found = false;
  *number = GOMP_SELECT_INVALID;
  do
    {
      int64_t item = INT64_MAX;
      s->chosen_count = 0;
      if (!take_number_or_word (c, &item))
        {
          if (c->reason[0] != '\0' || !take_devices (c, s))
            return false;
          if (s->chosen_count > 0)
            item = s->chosen[0];
        }
      if (!found && item <= s->count)
        {
          *number = (int)item;
          found = true;
        }
    }
  while (gomp_env_take (c, ','));
  return gomp_env_at_end (c);
}

int
gomp_select_available (const char *text,
                       const struct gomp_device_traits *devices, int count,
                       int *chosen)
{
  struct gomp_env_cursor c = { .text = text, .at = text };
  struct selection s = { .devices = devices, .count = count, .chosen = chosen };
  take_available (&c, &s);
  return s.chosen_count;
}

int
gomp_select_default (const char *text, const struct gomp_device_traits *devices,
                     int count)
{
  struct gomp_env_cursor c = { .text = text, .at = text };
  struct selection s
      = { .devices = devices,
          .count = count,
          .numbered = true,
          .chosen = gomp_xalloc (((size_t)count + 1) * sizeof (int)) };
  int number;
  take_default (&c, &s, &number);
  gomp_free (s.chosen);
  return number;
}

GOMP_ENV_PARSER (available_devices)
{
  struct selection s = { .count = 0 };
  if (!take_available (c, &s))
    return false;
  return gomp_env_parse_text (row, c);
}

/* A single number stands for itself, whether the device exists or not.  */
static bool
is_plain_number (const struct gomp_env_cursor *whole, int64_t *number)
{
  struct gomp_env_cursor c = *whole;
  return gomp_env_take_number (&c, 0, INT32_MAX, number)
         && gomp_env_at_end (&c);
}

GOMP_ENV_PARSER (default_device)
{
  int32_t *target = row->target;
  int64_t plain;
  struct selection s = { .numbered = true };
  int number;
  if (is_plain_number (c, &plain))
    {
      *target = (int32_t)plain;
      return true;
    }
  if (!take_default (c, &s, &number))
    return false;
  struct gomp_env_row kept = *row;
  kept.target = &gomp_icv_global.default_device_list;
  *target = GOMP_DEFAULT_DEVICE_OPEN;
  return gomp_env_parse_text (&kept, c);
}
