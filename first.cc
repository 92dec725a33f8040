#include "one.h"
#pragma omp begin declare target
int order[8], constructed;
one third (3), fourth (third.number + 1);
__attribute__ ((init_priority (300))) one second (2);
__attribute__ ((init_priority (200))) one first (1);
#pragma omp end declare target
extern int seen_elsewhere ();
int
main ()
{
  int there[8] = { 0 }, count = 0, host = 0;
#pragma omp target map(tofrom: there, count, host)
  {
    for (count = 0; count < constructed; count++)
      there[count] = order[count];
    host = fourth.others < 3;
  }
  printf ("order");
  for (int i = 0; i < count; i++)
    printf (" %d", there[i]);
  printf ("\nfourth %d, fifth %d\n", !host, seen_elsewhere ());
  return 0;
}
