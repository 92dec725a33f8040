/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Line tables: small ones of each version, all of whose rows are known, and
   random changes of them, which end at a page that cannot be read.  */

#include <string.h>
#include <sys/mman.h>

#include "check.h"
#include "dwarf.h"
#include "random.h"
#include "tool/line_table.h"

#define PAGE 4096

/* A table that is being written.  */
static unsigned char bytes[PAGE];
static size_t used;

static void
put (uint64_t value, unsigned size)
{
  store_number (bytes + used, value, size);
  used += size;
}

static void
put_all (const unsigned char *these, size_t size)
{
  memcpy (bytes + used, these, size);
  used += size;
}

/* Rows for code at ADDRESS: lines 10 and 11 at +0 and +4 (columns 3 and 5), a
   second one at +4, line 9 at +16; the end at +20.  */
static void
put_program (uint64_t address)
{
  static const unsigned char first[] = {
    3,
    9, /* line 10 */
    5,
    3, /* column 3 */
    1, /* a row */
    5,
    7,               /* column 7 */
    13 + 6 + 4 * 14, /* address + 4, line 11: a row */
    5,
    5, /* column 5 */
    1, /* another one */
    4,
    2, /* file 2 */
    3,
    0x7e, /* line 9 */
    9,    /* address + */
  };
  static const unsigned char last[] = {
    1,       /* a row */
    2, 4,    /* address + 4 */
    0, 1, 1, /* the end */
  };
  put (0, 1);
  put (9, 1);
  put (2, 1);
  put (address, 8);
  put_all (first, sizeof (first));
  put (12, 2);
  put_all (last, sizeof (last));
}

/* A unit of VERSION, with sizes of WORD bytes, for code at two addresses.  */
static void
put_unit (unsigned version, unsigned word, uint64_t first, uint64_t second)
{
  static const unsigned char lengths[] = { 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1 };
  static const unsigned char names[] = { 0, 0, 'a', 'b', 0 };
  if (word == 8)
    put (0xffffffff, 4);
  size_t at = used;
  put (0, word);
  put (version, 2);
  if (version == 5)
    put (8, 2);
  size_t header = used;
  put (0, word);
  put (1, 1);
  if (version >= 4)
    put (1, 1);
  put (1, 1);
  put ((unsigned char)-5, 1);
  put (14, 1);
  put (13, 1);
  put_all (lengths, sizeof (lengths));
  put_all (names, sizeof (names));
  size_t program = used;
  put_program (first);
  put_program (second);
  store_number (bytes + at, used - at - word, word);
  store_number (bytes + header, program - header - word, word);
}

static bool
is_at (const struct gomp_line_table *table, uint64_t address, uint64_t file,
       uint64_t line, uint64_t column)
{
  struct gomp_source_position found;
  return gomp_line_table_find (table, address, &found) && found.file == file
         && found.line == line && found.column == column;
}

static bool
is_nowhere (const struct gomp_line_table *table, uint64_t address)
{
  struct gomp_source_position found;
  return !gomp_line_table_find (table, address, &found);
}

static void
check_code (const struct gomp_line_table *table, uint64_t address)
{
  EXPECT (is_nowhere (table, address - 1));
  EXPECT (is_at (table, address, 1, 10, 3));
  EXPECT (is_at (table, address + 3, 1, 10, 3));
  EXPECT (is_at (table, address + 4, 1, 11, 5));
  EXPECT (is_at (table, address + 15, 1, 11, 5));
  EXPECT (is_at (table, address + 16, 2, 9, 5));
  EXPECT (is_at (table, address + 19, 2, 9, 5));
  EXPECT (is_nowhere (table, address + 20));
}

static void
test_versions (void)
{
  struct gomp_line_table table;
  used = 0;
  for (unsigned version = 2; version <= 5; version++)
    for (unsigned word = 4; word <= 8; word += 4)
      put_unit (version, word, version << 16 | word << 8,
                version << 20 | word << 8);
  EXPECT (gomp_line_table_open (&table, bytes, used));
  EXPECT (table.has_columns);
  EXPECT (table.count == 16);
  for (unsigned version = 2; version <= 5; version++)
    for (unsigned word = 4; word <= 8; word += 4)
      {
        check_code (&table, version << 16 | word << 8);
        check_code (&table, version << 20 | word << 8);
      }
  gomp_line_table_close (&table);
}

/* Code that the linker has dropped is at 0, and other code may be there.  */
static void
test_dropped (void)
{
  struct gomp_line_table table;
  used = 0;
  put_unit (5, 4, 0, 8);
  EXPECT (gomp_line_table_open (&table, bytes, used));
  EXPECT (table.count == 1);
  EXPECT (is_nowhere (&table, 4));
  check_code (&table, 8);
  gomp_line_table_close (&table);
}

static void
test_other (void)
{
  struct gomp_line_table table;
  used = 0;
  put_unit (1, 4, 0x1000, 0x2000);
  put_unit (6, 4, 0x3000, 0x4000);
  put_unit (4, 4, 0x5000, 0x6000);
  EXPECT (gomp_line_table_open (&table, bytes, used));
  EXPECT (table.count == 2);
  EXPECT (is_nowhere (&table, 0x1000));
  check_code (&table, 0x5000);
  gomp_line_table_close (&table);
  EXPECT (gomp_line_table_open (&table, bytes, 0));
  EXPECT (is_nowhere (&table, 0x5000));
  gomp_line_table_close (&table);
}

/* Any byte may change, and any number of bytes be missing.  */
static void
test_random (void)
{
  uint64_t state = random_start (0);
  unsigned char *pages = mmap (NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT (pages != MAP_FAILED && mprotect (pages + PAGE, PAGE, PROT_NONE) == 0);
  used = 0;
  for (unsigned version = 2; version <= 5; version++)
    put_unit (version, version == 3 ? 8 : 4, version << 16, version << 20);
  for (long i = 0; i < 20000 * random_factor; i++)
    {
      size_t size
          = used
            - (random_below (&state, 2) == 0 ? random_below (&state, used) : 0);
      unsigned char *start = pages + PAGE - size;
      struct gomp_line_table table;
      struct gomp_source_position found;
      memcpy (start, bytes, size);
      for (uint64_t k = random_below (&state, 8); k > 0; k--)
        start[random_below (&state, size)]
            = (unsigned char)random_below (&state, 256);
      EXPECT (gomp_line_table_open (&table, start, size));
      gomp_line_table_find (&table, random_below (&state, 6 << 20), &found);
      gomp_line_table_find (&table, 5 << 16 | 4, &found);
      gomp_line_table_close (&table);
    }
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  RUN (test_versions);
  RUN (test_dropped);
  RUN (test_other);
  RUN (test_random);
  return check_done ();
}
