#include "one.h"
#pragma omp begin declare target
one fifth (5);
#pragma omp end declare target
int
seen_elsewhere ()
{
  int seen = 0;
#pragma omp target map(from: seen)
  seen = fifth.number;
  return seen;
}
