/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The loops of kernel.c for one type of loop variable.  A loop calls BODY for
   the calling thread's part of the iterations 0 to TRIP - 1.  Chunk sizes are 0
   if there are none.  The includer defines
     TYPE          the variable's type
     NAME(prefix)  the call of this type.  */

#if !defined TYPE || !defined NAME
#  error "kernel.tmpl.h: a parameter is missing"
#endif

EXPORT void NAME (__kmpc_for_static_loop) (struct ident *at,
                                           void (*body) (TYPE i, void *arg),
                                           void *arg, TYPE trip, TYPE threads,
                                           TYPE chunk, int8_t one);
EXPORT void NAME (__kmpc_distribute_static_loop) (
    struct ident *at, void (*body) (TYPE i, void *arg), void *arg, TYPE trip,
    TYPE chunk, int8_t one);
EXPORT void NAME (__kmpc_distribute_for_static_loop) (
    struct ident *at, void (*body) (TYPE i, void *arg), void *arg, TYPE trip,
    TYPE threads, TYPE team_chunk, TYPE chunk, int8_t one);

static void
NAME (call) (void (*body) (TYPE i, void *arg), void *arg, struct range range)
{
  for (uint64_t i = range.low; i < range.end; i++)
    body ((TYPE)i, arg);
}

/* In chunks of CHUNK iterations, or one block.  */
static void
NAME (share) (struct offgomp_position position,
              void (*body) (TYPE i, void *arg), void *arg, struct range range,
              uint64_t chunk)
{
  if (chunk == 0)
    {
      NAME (call) (body, arg, block_of (range, position));
      return;
    }
  uint64_t stride = chunk * position.count;
  uint64_t low = range.low + chunk * position.number;
  while (low < range.end)
    {
      uint64_t left = range.end - low;
      NAME (call)
      (body, arg, (struct range){ low, low + (chunk < left ? chunk : left) });
      if (left <= stride)
        break;
      low += stride;
    }
}

void
NAME (__kmpc_for_static_loop) (struct ident *at,
                               void (*body) (TYPE i, void *arg), void *arg,
                               TYPE trip, TYPE threads, TYPE chunk, int8_t one)
{
  (void)at, (void)threads, (void)one;
  NAME (share)
  (core.position (), body, arg, (struct range){ 0, (uint64_t)trip },
   (uint64_t)chunk);
}

void
NAME (__kmpc_distribute_static_loop) (struct ident *at,
                                      void (*body) (TYPE i, void *arg),
                                      void *arg, TYPE trip, TYPE chunk,
                                      int8_t one)
{
  (void)at, (void)one;
  NAME (share)
  (core.team_position (), body, arg, (struct range){ 0, (uint64_t)trip },
   (uint64_t)chunk);
}

/* Each team has one block, whatever size is wanted.  */
void
NAME (__kmpc_distribute_for_static_loop) (struct ident *at,
                                          void (*body) (TYPE i, void *arg),
                                          void *arg, TYPE trip, TYPE threads,
                                          TYPE team_chunk, TYPE chunk,
                                          int8_t one)
{
  (void)at, (void)threads, (void)team_chunk, (void)one;
  NAME (share)
  (core.position (), body, arg,
   block_of ((struct range){ 0, (uint64_t)trip }, core.team_position ()),
   (uint64_t)chunk);
}

#undef TYPE
#undef NAME
