/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions that the driver brings: malloc, free, vprintf, __assertfail
   (CUDA C++ Programming Guide, "Formatted output", "Dynamic global memory
   allocation", "Assertion").  Any thread; what a call of vprintf prints stays
   in one piece, by the lock of stdout.  */

#include "exec/access.h"
#include "exec/handler.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* A string of the device, a copy of at most ROOM - 1 characters.  */
static bool
read_string (struct sim_warp *w, const struct sim_ins *i, unsigned lane,
             uint64_t address, char *text, size_t room)
{
  size_t n = 0;
  do
    {
      const unsigned char *p = sim_reach (w, i, lane, address + n, 1, SIM_READ);
      if (!p)
        return false;
      text[n] = (char)*p;
    }
  while (text[n] && ++n < room - 1);
  text[n] = 0;
  return true;
}

/* ---------------------------------------------------------------- vprintf */

struct printer
{
  struct sim_warp *w;
  const struct sim_ins *i;
  unsigned lane;
  uint64_t arguments; /* where the next one is, but for alignment */
  unsigned taken;     /* of them */
  size_t used;
  char text[16384];
  bool failed;
};

static uint64_t
next_argument (struct printer *p, unsigned size)
{
  p->arguments = (p->arguments + size - 1) / size * size;
  const unsigned char *bytes
      = sim_reach (p->w, p->i, p->lane, p->arguments, size, SIM_READ);
  uint64_t value = 0;
  if (bytes)
    memcpy (&value, bytes, size);
  p->failed |= !bytes;
  p->arguments += size;
  p->taken++;
  return value;
}

static void add_text (struct printer *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

static void
add_text (struct printer *p, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  int n = vsnprintf (p->text + p->used, sizeof p->text - p->used, format, args);
  va_end (args);
  if (n > 0)
    p->used += (size_t)n;
  if (p->used >= sizeof p->text)
    p->used = sizeof p->text - 1;
}

/* A conversion: flags, width and precision as text, the letter, and how many
   bits of its integer count.  */
struct conversion
{
  char spec[64];
  size_t used;
  unsigned bits;
  char letter;
};

static void
add_to_spec (struct conversion *c, const char *text, size_t n)
{
  if (c->used + n < sizeof c->spec - 4)
    {
      memcpy (c->spec + c->used, text, n);
      c->used += n;
    }
}

/* Read a conversion behind its %; returns what follows it.  */
static const char *
read_conversion (struct printer *p, const char *format, struct conversion *c)
{
  *c = (struct conversion){ .spec = "%", .used = 1, .bits = 32 };
  for (; *format && strchr ("-+ #0123456789.*", *format); format++)
    if (*format == '*')
      {
        char number[16];
        int n
            = snprintf (number, sizeof number, "%d", (int)next_argument (p, 4));
        add_to_spec (c, number, (size_t)n);
      }
    else
      add_to_spec (c, format, 1);
  for (; *format && strchr ("hlLqjzt", *format); format++)
    if (*format == 'h')
      c->bits /= 2;
    else if (*format != 'L')
      c->bits = 64;
  c->letter = *format;
  return *format ? format + 1 : format;
}

/* In two steps, since the format is no literal: what the conversion is has been
   checked letter by letter.  */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void
print_integer (struct printer *p, struct conversion *c)
{
  uint64_t value = next_argument (p, c->bits == 64 ? 8 : 4);
  unsigned unused = c->bits < 8 ? 56 : 64 - c->bits;
  bool is_signed = c->letter == 'd' || c->letter == 'i';
  char tail[4] = { 'l', 'l', c->letter, 0 };
  add_to_spec (c, tail, 3);
  c->spec[c->used] = 0;
  value <<= unused;
  value = is_signed ? (uint64_t)((int64_t)value >> unused) : value >> unused;
  add_text (p, c->spec, (unsigned long long)value);
}

static void
print_string (struct printer *p, struct conversion *c)
{
  char text[8192] = "(null)";
  uint64_t address = next_argument (p, 8);
  if (p->failed)
    return;
  if (address && !read_string (p->w, p->i, p->lane, address, text, sizeof text))
    p->failed = true;
  add_to_spec (c, "s", 1);
  c->spec[c->used] = 0;
  add_text (p, c->spec, text);
}

static void
print_double (struct printer *p, struct conversion *c)
{
  add_to_spec (c, &c->letter, 1);
  c->spec[c->used] = 0;
  double value = TO_f64 (next_argument (p, 8));
  add_text (p, c->spec, value);
}

static void
print_conversion (struct printer *p, struct conversion *c)
{
  switch (c->letter)
    {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      print_integer (p, c);
      break;
    case 'c':
      add_to_spec (c, "c", 1);
      c->spec[c->used] = 0;
      add_text (p, c->spec, (int)next_argument (p, 4));
      break;
    case 'p':
      add_text (p, "%#" PRIx64, next_argument (p, 8));
      break;
    case 's':
      print_string (p, c);
      break;
    case '%':
      add_text (p, "%%");
      break;
    default:
      if (c->letter && strchr ("eEfFgGaA", c->letter))
        print_double (p, c);
      else
        add_text (p, "%%%c", c->letter);
    }
}

/* The result is the number of arguments taken, or -1.  */
static bool
print (struct sim_warp *w, const struct sim_ins *i, unsigned lane,
       uint64_t format_address, uint64_t arguments, uint64_t *result)
{
  char format[8192];
  static _Thread_local struct printer p;
  p = (struct printer){ .w = w, .i = i, .lane = lane, .arguments = arguments };
  *result = UINT32_MAX;
  if (!format_address)
    return true;
  if (!read_string (w, i, lane, format_address, format, sizeof format))
    return false;
  for (const char *f = format; *f && !p.failed;)
    {
      size_t n = strcspn (f, "%");
      add_text (&p, "%.*s", (int)n, f);
      f += n;
      if (*f)
        {
          struct conversion c;
          f = read_conversion (&p, f + 1, &c);
          print_conversion (&p, &c);
        }
    }
  fwrite (p.text, 1, p.used, stdout);
  *result = p.taken;
  return !p.failed;
}

/* ----------------------------------------------------------------- memory */

static uint64_t
device_malloc (struct sim_warp *w, uint64_t size)
{
  const struct sim_launch *launch = w->block->launch;
  struct memory *m = launch->memory;
  if (!size || !mem_heap_take (m, size, launch->heap_size))
    return 0;
  uint64_t address = mem_alloc (m, size, 16, MEM_HEAP, launch->heap_owner,
                                "malloc on the device");
  if (!address)
    mem_heap_give_back (m, size);
  return address;
}

static bool
device_free (struct sim_warp *w, const struct sim_ins *i, uint64_t address)
{
  struct memory *m = w->block->launch->memory;
  if (!address || mem_free (m, address, MEM_HEAP))
    return true;
  char what[256];
  mem_describe (m, address, what, sizeof what);
  sim_fail (w, i, SIM_ILLEGAL_ADDRESS,
            "free of %#" PRIx64 ", which malloc did not give: %s", address,
            what);
  return false;
}

static bool
report_assertion (struct sim_warp *w, const struct sim_ins *i, unsigned lane,
                  const uint64_t *arguments)
{
  char message[256], file[256], function[256];
  if (read_string (w, i, lane, arguments[0], message, sizeof message)
      && read_string (w, i, lane, arguments[1], file, sizeof file)
      && read_string (w, i, lane, arguments[3], function, sizeof function))
    sim_fail (w, i, SIM_ASSERT, "assertion `%s' failed at %s:%u, %s", message,
              file, (unsigned)arguments[2], function);
  return false;
}

static bool
call_builtin (struct sim_warp *w, const struct sim_ins *i, unsigned lane,
              unsigned which, const uint64_t *arguments, uint64_t *result)
{
  switch (which)
    {
    case PTX_BUILTIN_malloc:
      *result = device_malloc (w, arguments[0]);
      return true;
    case PTX_BUILTIN_free:
      return device_free (w, i, arguments[0]);
    case PTX_BUILTIN_vprintf:
      return print (w, i, lane, arguments[0], arguments[1], result);
    default:
      return report_assertion (w, i, lane, arguments);
    }
}

const struct sim_ins *
sim_builtin (struct sim_warp *w, const struct sim_ins *i,
             struct ptx_function *f, uint32_t mask)
{
  sim_lanes result = { 0 };
  for (unsigned lane = 0; lane < SIM_LANES; lane++)
    if (mask >> lane & 1)
      {
        uint64_t arguments[8];
        for (unsigned k = 0; k < i->call->count; k++)
          arguments[k] = read_lane (w, i->call->argument[k], lane);
        if (!call_builtin (w, i, lane, f->builtin, arguments, &result[lane]))
          return NULL;
      }
  if (i->call->has_result)
    write_lanes (w, i->call->result, mask, result);
  return i + 1;
}
