/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The part of a taskloop that depends on the type of its variable.
   Parameters: T, the type; NAME (x), x with the type's suffix.  */

#if !defined T || !defined NAME
#  error T and NAME are the parameters of this template
#endif

struct NAME (loop)
{
  T start;
  T end;
  T step;
  struct gomp_taskloop_split split;
};

static void
NAME (write_bounds) (void *arg, unsigned long long i, void *data)
{
  const struct NAME (loop) *l = arg;
  T *bounds = data;
  unsigned long long large = i < l->split.large ? i : l->split.large;
  unsigned long long first = i * l->split.size + large;
  unsigned long long next = first + l->split.size + (i < l->split.large);
  /* In the unsigned type: steps wrap around as the compiler counts them.  */
  unsigned long long step = (unsigned long long)l->step;
  bounds[0] = (T)((unsigned long long)l->start + first * step);
  bounds[1] = i + 1 == l->split.tasks
                  ? l->end
                  : (T)((unsigned long long)l->start + next * step);
}

static unsigned long long
NAME (count) (bool up, T start, T end, T step)
{
  if (up ? start >= end : start <= end)
    return 0;
  unsigned long long width
      = up ? (unsigned long long)end - (unsigned long long)start
           : (unsigned long long)start - (unsigned long long)end;
  unsigned long long stride
      = up ? (unsigned long long)step : -(unsigned long long)step;
  return (width - 1) / stride + 1;
}

void
NAME (gomp_taskloop) (const struct gomp_taskloop_request *req, bool up, T start,
                      T end, T step)
{
  unsigned long long n = NAME (count) (up, start, end, step);
  if (n == 0)
    {
      gomp_taskloop_empty (req);
      return;
    }
  struct gomp_thread *self = gomp_self ();
  if (!gomp_taskloop_begin (self, req))
    return;
  unsigned nthreads
      = gomp_task_nthreads (gomp_task_current (self)->member->tasks);
  struct NAME (loop) l = { .start = start, .end = end, .step = step };
  l.split = gomp_taskloop_split (req, n, nthreads);
  gomp_taskloop_spawn (self, req, l.split.tasks, NAME (write_bounds), &l);
  gomp_taskloop_end (self, req);
}

#undef T
#undef NAME
