/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Structures with padding come from the device and are copied, passed, returned
   and compared member by member.  */

#include <stdlib.h>
#include <string.h>

struct inner
{
  char a;
  double b;
  short c;
};

struct mixed
{
  char tag;
  long double value;
  struct inner in[2];
  union
  {
    char small;
    long large;
  } u;
  unsigned low : 3, high : 13;
};

static struct mixed
pass (struct mixed m)
{
  m.tag++;
  return m;
}

static int
is_bad (const struct mixed *m, int i)
{
  return m->tag != (char)(i + 1) || m->value != i || m->in[1].a != i
         || m->in[1].b != i || m->in[0].c != i || m->u.small != i
         || m->low != (unsigned)i % 8 || m->high != (unsigned)i;
}

int
main (void)
{
  struct mixed m[20], n[20], one, *h = malloc (20 * sizeof (*h));
  int bad = 0;
#pragma omp target map(from : m)
  for (int i = 0; i < 20; i++)
    {
      m[i].tag = (char)i;
      m[i].value = i;
      for (int k = 0; k < 2; k++)
        {
          m[i].in[k].a = (char)i;
          m[i].in[k].b = i;
          m[i].in[k].c = (short)i;
        }
      m[i].u.small = (char)i;
      m[i].low = (unsigned)i % 8;
      m[i].high = (unsigned)i;
    }
  memcpy (h, m, sizeof (m));
  memmove (h + 1, h, 19 * sizeof (*h));
  memmove (h, h + 1, 19 * sizeof (*h));
  h = realloc (h, 40 * sizeof (*h));
  for (int i = 0; i < 19; i++)
    {
      n[i] = pass (h[i]);
      one = m[i];
      one.tag++;
      bad |= is_bad (&n[i], i) || is_bad (&one, i);
    }
  free (h);
  return bad;
}
