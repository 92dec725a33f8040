/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pointers to variables of the image, their first and their last elements.  */

#include <cstring>

#pragma omp declare target
struct node
{
  char tag;
  long value;
  node *next;
};
static node nodes[7];
char text[13] = "a long text.";
char copy[13];
static short numbers[3][5];
node *first;

static inline long
walk (const node *n)
{
  return n == nullptr ? 0 : n->value + walk (n->next);
}

static int
count ()
{
  static int calls[3];
  int *p = calls;
  for (int i = 0; i < 3; i++)
    (*p++)++;
  return calls[2];
}
#pragma omp end declare target

int
main ()
{
  long sum = 0;
#pragma omp target map(tofrom : sum)
  {
    for (int i = 0; i < 7; i++)
      {
        nodes[i].value = i;
        nodes[i].next = i < 6 ? &nodes[i + 1] : nullptr;
      }
    first = nodes;
    node last = *&nodes[6];
    std::memcpy (copy, text, sizeof (text));
    short *p = &numbers[0][0];
    for (int i = 0; i < 15; i++)
      *p++ = (short)i;
    sum += walk (first) + last.value + (long)std::strlen (copy);
    sum += numbers[2][4] + count () + count ();
  }
  return sum != 21 + 6 + 12 + 14 + 3;
}
