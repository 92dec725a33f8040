/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables in frames: small debug information of each version, all of whose
   variables are known, random changes of it, whose sections end at pages that
   cannot be read, and the frames of this program.  */

#include <string.h>
#include <sys/mman.h>

#include "check.h"
#include "dwarf.h"
#include "os/frame.h"
#include "random.h"
#include "tool/debug_entries.h"
#include "tool/stack_variable.h"

#define PAGE 4096
#define ADDRESS sizeof (void *) /* bytes of an address of DWARF */

/* The function is at [CODE, CODE + 0x100), a block in it at +0x10 to +0x20 and
   +0x40 to +0x50.  */
#define CODE 0x1000u

/* A section that is being written.  */
struct section
{
  unsigned char bytes[PAGE];
  size_t used;
};
static struct section info, abbreviations, ranges;

static void
put (struct section *s, uint64_t value, size_t size)
{
  store_number (s->bytes + s->used, value, size);
  s->used += size;
}

static void
put_text (struct section *s, const char *text)
{
  memcpy (s->bytes + s->used, text, strlen (text) + 1);
  s->used += strlen (text) + 1;
}

/* How entries are written: a tag, whether it has children, attributes and their
   forms.  */
enum
{
  UNIT = 1,
  FUNCTION,
  VARIABLE,
  COPY,
  ARRAY,
  DIMENSION,
  NUMBER,
  BLOCK,
  NAME
};
/* clang-format off */
static const unsigned char abbreviation_bytes[] = {
  UNIT,      0x11, 1, 0x13, 0x0b, 0x11, 0x01, 0x12, 0x07, 0, 0,
  FUNCTION,  0x2e, 1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x01, 0x40, 0x0a, 0, 0,
  VARIABLE,  0x34, 0, 0x03, 0x08, 0x49, 0x13, 0x02, 0x0a, 0, 0,
  COPY,      0x34, 0, 0x31, 0x10, 0x02, 0x0a, 0, 0,
  ARRAY,     0x01, 1, 0x49, 0x11, 0, 0,
  DIMENSION, 0x21, 0, 0x2f, 0x0d, 0, 0,
  NUMBER,    0x24, 0, 0x0b, 0x0b, 0, 0,
  BLOCK,     0x0b, 1, 0x55, 0x06, 0, 0,
  NAME,      0x16, 0, 0x49, 0x15, 0, 0,
  0
};
/* clang-format on */
#define ENTRY(abbreviation) put (&info, abbreviation, 1)
#define END ENTRY (0)

/* A variable at OFFSET of the frame, -64 to 63, of the type at TYPE.  */
static void
put_variable (const char *name, uint64_t type, int offset)
{
  ENTRY (VARIABLE);
  put_text (&info, name);
  put (&info, type, 4);
  put (&info, 2, 1);
  put (&info, 0x91, 1);
  put (&info, (unsigned)offset & 0x7f, 1);
}

/* Where the types are in the unit.  */
struct types
{
  uint64_t number, name, array, dynamic;
};

/* int, a name of it, int[3], and an array of unknown length.  START: of the
   unit.  */
static void
put_types (size_t start, struct types *t)
{
  t->number = info.used - start;
  ENTRY (NUMBER);
  put (&info, 4, 1);
  t->name = info.used - start;
  ENTRY (NAME);
  put (&info, t->number, 1);
  t->array = info.used - start;
  ENTRY (ARRAY);
  put (&info, t->name, 1);
  ENTRY (DIMENSION);
  put (&info, 2, 1);
  END;
  t->dynamic = info.used - start;
  ENTRY (ARRAY);
  put (&info, t->name, 1);
  END;
}

/* A unit of VERSION, 2 to 4, with sizes of WORD bytes, of a Fortran compiler or
   not.  The function has a at -64, 12 bytes, and b at -48, 4 bytes; its block c
   at -54, 12 bytes, which begins in the last bytes of a, and a copy of b at
   -16.  */
static void
put_unit (unsigned version, unsigned word, bool is_fortran)
{
  struct types t;
  size_t start = info.used;
  if (word == 8)
    put (&info, UINT32_MAX, 4);
  size_t at = info.used;
  put (&info, 0, word);
  put (&info, version, 2);
  put (&info, 0, word);
  put (&info, ADDRESS, 1);
  ENTRY (UNIT);
  put (&info, is_fortran ? 0x0e : 0x0c, 1);
  put (&info, CODE, ADDRESS);
  put (&info, 0x200, 8);
  put_types (start, &t);
  ENTRY (FUNCTION);
  put_text (&info, "f");
  put (&info, CODE, ADDRESS);
  put (&info, CODE + 0x100, ADDRESS);
  put (&info, 1, 1);
  put (&info, 0x9c, 1);
  put_variable ("a", t.array, -64);
  put_variable ("d", t.dynamic, -32);
  uint64_t b = info.used;
  put_variable ("b", t.name, -48);
  ENTRY (BLOCK);
  put (&info, 0, version == 4 ? word : 4);
  put_variable ("c", t.array, -54);
  ENTRY (COPY);
  put (&info, b, version == 2 ? ADDRESS : word);
  put (&info, 2, 1);
  put (&info, 0x91, 1);
  put (&info, (unsigned)-16 & 0x7f, 1);
  END;
  END;
  END;
  store_number (info.bytes + at, info.used - at - word, word);
}

static void
put_sections (unsigned version, unsigned word, bool is_fortran)
{
  info.used = abbreviations.used = ranges.used = 0;
  memcpy (abbreviations.bytes, abbreviation_bytes, sizeof (abbreviation_bytes));
  abbreviations.used = sizeof (abbreviation_bytes);
  /* Before DWARF 4, an offset into a section is a number.  */
  unsigned char *at_ranges
      = memchr (abbreviations.bytes, 0x55, abbreviations.used);
  at_ranges[1] = version == 4 ? 0x17 : 0x06;
  put (&ranges, 0x10, ADDRESS);
  put (&ranges, 0x20, ADDRESS);
  put (&ranges, UINT64_MAX, ADDRESS);
  put (&ranges, CODE + 0x30, ADDRESS);
  put (&ranges, 0x10, ADDRESS);
  put (&ranges, 0x20, ADDRESS);
  put (&ranges, 0, ADDRESS);
  put (&ranges, 0, ADDRESS);
  put_unit (version, word, is_fortran);
}

static const struct gomp_debug_info read_info
    = { .part = { [GOMP_DEBUG_INFO] = { .start = info.bytes },
                  [GOMP_DEBUG_ABBREV] = { .start = abbreviations.bytes },
                  [GOMP_DEBUG_RANGES] = { .start = ranges.bytes } } };

static struct gomp_debug_info
sections (void)
{
  struct gomp_debug_info i = read_info;
  i.part[GOMP_DEBUG_INFO].size = info.used;
  i.part[GOMP_DEBUG_ABBREV].size = abbreviations.used;
  i.part[GOMP_DEBUG_RANGES].size = ranges.used;
  return i;
}

static bool
is_variable (uint64_t code, int64_t offset, const char *name, size_t size,
             size_t room)
{
  struct gomp_debug_info i = sections ();
  struct gomp_stack_variable v;
  return gomp_stack_variable_read (&i, code, offset, &v) && v.size == size
         && v.room == room && strcmp (v.name, name) == 0;
}

static bool
is_unknown (uint64_t code, int64_t offset)
{
  struct gomp_debug_info i = sections ();
  struct gomp_stack_variable v;
  return !gomp_stack_variable_read (&i, code, offset, &v);
}

static void
test_versions (void)
{
  for (unsigned version = 2; version <= 4; version++)
    for (unsigned word = 4; word <= 8; word += 4)
      {
        put_sections (version, word, false);
        EXPECT (is_variable (CODE, -64, "a", 12, 12));
        EXPECT (is_variable (CODE + 0xff, -53, "a", 12, 1));
        EXPECT (is_variable (CODE + 0x10, -57, "a", 12, 5));
        EXPECT (is_variable (CODE, -46, "b", 4, 2));
        EXPECT (is_unknown (CODE, -65));
        EXPECT (is_unknown (CODE, -52));
        EXPECT (is_unknown (CODE, -32));
        EXPECT (is_unknown (CODE, -16));
        EXPECT (is_unknown (CODE - 1, -64));
        EXPECT (is_unknown (CODE + 0x100, -64));
      }
}

/* The variables of a block, while its code is executed.  The one that ends last
   is taken.  */
static void
test_blocks (void)
{
  for (unsigned version = 2; version <= 4; version++)
    for (unsigned word = 4; word <= 8; word += 4)
      {
        put_sections (version, word, false);
        for (unsigned at = 0x10; at <= 0x40; at += 0x30)
          {
            EXPECT (is_variable (CODE + at, -54, "c", 12, 12));
            EXPECT (is_variable (CODE + at + 0xf, -48, "c", 12, 6));
            EXPECT (is_variable (CODE + at, -15, "b", 4, 3));
            EXPECT (is_variable (CODE + at + 0x10, -54, "a", 12, 2));
            EXPECT (is_unknown (CODE + at - 1, -16));
          }
      }
}

/* Fortran's arrays begin at 1.  */
static void
test_fortran (void)
{
  put_sections (4, 4, true);
  EXPECT (is_variable (CODE, -64, "a", 8, 8));
}

static void
test_other (void)
{
  put_sections (4, 4, false);
  put_unit (4, 4, false);
  EXPECT (is_variable (CODE, -64, "a", 12, 12));
  info.used = 0;
  EXPECT (is_unknown (CODE, -64));
  put_sections (4, 4, false);
  put (&info, 4, 4);
  EXPECT (is_variable (CODE, -64, "a", 12, 12));
  /* A unit of another version is left out.  */
  store_number (info.bytes + 4, 6, 2);
  EXPECT (is_unknown (CODE, -64));
  store_number (info.bytes + 4, 4, 2);
  abbreviations.used = 0;
  EXPECT (is_unknown (CODE, -64));
}

/* Where SECTION's bytes are, with some of them changed, right before a page
   that cannot be read.  */
static void
place (struct gomp_debug_section *section, const struct section *bytes,
       unsigned char *pages, uint64_t *state)
{
  size_t size = bytes->used;
  if (random_below (state, 4) == 0)
    size -= random_below (state, size);
  unsigned char *start = pages + PAGE - size;
  memcpy (start, bytes->bytes, size);
  for (uint64_t k = random_below (state, 4); k > 0; k--)
    start[random_below (state, size)]
        = (unsigned char)random_below (state, 256);
  section->start = start;
  section->size = size;
}

/* Any byte may change, and any number of bytes be missing.  */
static void
test_random (void)
{
  uint64_t state = random_start (0);
  unsigned char *pages = mmap (NULL, 6 * PAGE, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT (pages != MAP_FAILED);
  for (int i = 1; i < 6; i += 2)
    EXPECT (mprotect (pages + i * PAGE, PAGE, PROT_NONE) == 0);
  put_sections (4, 4, false);
  for (long i = 0; i < 20000 * random_factor; i++)
    {
      struct gomp_debug_info changed = read_info;
      struct gomp_stack_variable v;
      place (&changed.part[GOMP_DEBUG_INFO], &info, pages, &state);
      place (&changed.part[GOMP_DEBUG_ABBREV], &abbreviations, pages + 2 * PAGE,
             &state);
      place (&changed.part[GOMP_DEBUG_RANGES], &ranges, pages + 4 * PAGE,
             &state);
      uint64_t code = CODE + random_below (&state, 0x100);
      if (gomp_stack_variable_read (&changed, code,
                                    -(int64_t)random_below (&state, 70), &v))
        EXPECT (v.room != 0 && v.room <= v.size);
    }
}

/* The frames of this program: each address is in the frame of its function.  */
__attribute__ ((noinline)) static bool
is_in_frame (const volatile char *address, bool expected)
{
  struct os_frame frame;
  bool found = os_frame_find ((uintptr_t)address, &frame);
  return found == expected
         && (!found
             || (frame.base > (uintptr_t)address
                 && frame.base - (uintptr_t)address < PAGE));
}

static void
test_frames (void)
{
  static volatile char elsewhere;
  volatile char own[16] = { 0 };
  EXPECT (is_in_frame (own, true));
  EXPECT (is_in_frame (own + 15, true));
  EXPECT (is_in_frame (&elsewhere, false));
  EXPECT (is_in_frame ((const volatile char *)UINTPTR_MAX, false));
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  RUN (test_versions);
  RUN (test_blocks);
  RUN (test_fortran);
  RUN (test_other);
  RUN (test_random);
  RUN (test_frames);
  return check_done ();
}
