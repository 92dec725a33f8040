/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sections as long as their blocks of the heap, which the program or the C
   library enlarges, frees and allocates again.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what) if (!(what)) __builtin_abort ()

static int
count_of (const char *text, size_t size)
{
  int count = 0;
#pragma omp target map(to : text[0 : size]) map(tofrom : count)
  for (size_t i = 0; i < size; i++)
    count += text[i] == 'x';
  return count;
}

/* The library enlarges a block of the program's.  */
static void
read_line (void)
{
  char text[3000];
  size_t room = 16;
  char *line = malloc (room);
  memset (text, 'x', sizeof (text) - 1);
  text[sizeof (text) - 1] = '\0';
  FILE *f = fmemopen (text, sizeof (text) - 1, "r");
  ssize_t n = getline (&line, &room, f);
  CHECK (n == 2999 && count_of (line, (size_t)n + 1) == 2999);
  fclose (f);
  free (line);
}

/* The library allocates the block, where one of the program's was.  */
static void
write_stream (void)
{
  for (int i = 0; i < 20; i++)
    {
      char *text = NULL;
      size_t size;
      free (malloc (40));
      FILE *f = open_memstream (&text, &size);
      for (int k = 0; k < 100 * i; k++)
        fputc ('x', f);
      fclose (f);
      CHECK (count_of (text, size + 1) == 100 * i);
      free (text);
    }
}

int
main (void)
{
  for (size_t size = 1; size < 10000; size = 3 * size + 1)
    {
      char *text = malloc (size);
      memset (text, 'x', size);
      CHECK (count_of (text, size) == (int)size);
      text = realloc (text, 2 * size);
      memset (text, 'x', 2 * size);
      CHECK (count_of (text, 2 * size) == (int)(2 * size));
      CHECK (count_of (text + size, size) == (int)size);
      free (text);
    }
  char *page = aligned_alloc (4096, 8192);
  memset (page, 'x', 8192);
  CHECK (count_of (page + 4096, 4096) == 4096);
  free (page);
  read_line ();
  write_stream ();
  return 0;
}
