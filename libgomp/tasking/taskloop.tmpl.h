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

/* Store the bounds of task I at the front of its argument DATA.  */
static inline void
NAME (write_bounds) (const struct NAME (loop) * l, unsigned long long i,
                     void *data)
{
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

static void
NAME (run_copies) (struct gomp_thread *self,
                   const struct gomp_taskloop_request *req,
                   const struct NAME (loop) * l)
{
  struct gomp_task **made = make_copies (self, req, l->split.tasks);
  for (unsigned long long i = 0; i < l->split.tasks; i++)
    {
      NAME (write_bounds) (l, i, made[i]->data);
      gomp_task_run_now (self, made[i]);
    }
  gomp_free (made);
}

/* Tasks FROM to TO - 1, without a constructor, in place: they only read the
   argument.  */
static void
NAME (run_range) (struct gomp_thread *self, const struct gomp_task_request *r,
                  const struct NAME (loop) * l, unsigned long long from,
                  unsigned long long to)
{
  struct gomp_task *parent = gomp_task_current (self);
  if (unlikely (self->tasking->grains.timed != NULL))
    {
      NAME (write_bounds) (l, from++, r->data);
      gomp_task_run_timed (self, parent, r->fn, r->data, r->final);
    }
  for (unsigned long long i = from; i < to; i++)
    {
      if (unlikely (gomp_task_spawn_cancelled (parent)))
        return;
      NAME (write_bounds) (l, i, r->data);
      gomp_task_run_at_once (self, parent, r->fn, r->data, r->final);
    }
}

static void
NAME (spawn_one) (struct gomp_thread *self, const struct gomp_task_request *r,
                  const struct NAME (loop) * l, unsigned long long i)
{
  struct gomp_task *parent = gomp_task_current (self);
  struct gomp_task *task = gomp_task_make (self, r);
  NAME (write_bounds) (l, i, task->data);
  if (gomp_task_may_nest (parent)
      && (gomp_task_solitary (parent)
          || gomp_task_full (parent->member, r->priority)))
    gomp_task_run_now (self, task);
  else
    gomp_task_launch (self, task, NULL);
}

static void
NAME (spawn) (struct gomp_thread *self, const struct gomp_taskloop_request *req,
              const struct NAME (loop) * l)
{
  const struct gomp_task_request *r = &req->task;
  struct gomp_task *parent = gomp_task_current (self);
  unsigned long long tasks = l->split.tasks;
  bool in_place = !r->may_defer || gomp_task_must_not_defer (parent);
  if (in_place && r->copy != NULL)
    {
      NAME (run_copies) (self, req, l);
      return;
    }
  gomp_grain_restart (&self->tasking->grains, r->fn);
  for (unsigned long long i = 0, n; i < tasks; i += n)
    {
      n = in_place          ? tasks
          : r->copy != NULL ? 0
                            : tasks_at_once (self, parent, r);
      if (n > tasks - i)
        n = tasks - i;
      if (n != 0)
        NAME (run_range) (self, r, l, i, i + n);
      else
        NAME (spawn_one) (self, r, l, i++);
    }
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
NAME (gomp_taskloop) (struct gomp_thread *self,
                      const struct gomp_taskloop_request *req, bool up, T start,
                      T end, T step)
{
  unsigned long long n = NAME (count) (up, start, end, step);
  if (n == 0)
    {
      gomp_taskloop_empty (req);
      return;
    }
  if (!gomp_taskloop_begin (self, req))
    return;
  struct NAME (loop) l = { .start = start, .end = end, .step = step };
  l.split = gomp_taskloop_split (req, n, threads_of (self));
  NAME (spawn) (self, req, &l);
  gomp_taskloop_end (self, req);
}

void
NAME (gomp_taskloop_observed) (const struct gomp_taskloop_request *req,
                               struct gomp_call call, bool up, T start, T end,
                               T step)
{
  struct gomp_thread *self = gomp_self ();
  unsigned long long n = NAME (count) (up, start, end, step);
  if (n == 0 || self->observed == NULL)
    {
      NAME (gomp_taskloop) (self, req, up, start, end, step);
      return;
    }
  struct gomp_observed_task *task = gomp_observe_enter (self->observed, call);
  if (!gomp_taskloop_begin_observed (self, req, n, call.at))
    {
      gomp_observe_leave (task);
      return;
    }
  struct NAME (loop) l = { .start = start, .end = end, .step = step };
  l.split = gomp_taskloop_split (req, n, threads_of (self));
  for (unsigned long long i = 0; i < l.split.tasks; i++)
    {
      T bounds[2];
      NAME (write_bounds) (&l, i, bounds);
      gomp_task_spawn_chunk (self, req, bounds, sizeof (bounds), call.at);
    }
  gomp_taskloop_end_observed (self, req, n, call);
  gomp_observe_leave (task);
}

#undef T
#undef NAME
