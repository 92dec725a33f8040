/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines about places and the affinity format (OpenMP 5.1 section 3.3).  */

#include <string.h>

#include "abi/fortran.h"
#include "base/diag.h"
#include "base/mem.h"
#include "icv/affinity_format.h"
#include "icv/places.h"
#include "team/affinity_report.h"
#include "team/self.h"

/* The caller's slot.  If no region has bound the thread yet, the slot where the
   first region will put it.  */
static struct gomp_place_slot
own_slot (void)
{
  const struct gomp_thread *self = gomp_self ();
  struct gomp_place_slot slot = { self->place, self->partition };
  if (slot.place < 0 && gomp_places_defined ())
    gomp_places_initial (&slot);
  return slot;
}

int
omp_get_num_places (void)
{
  return (int)gomp_places.count;
}

int
omp_get_place_num_procs (int place)
{
  return gomp_places_cpus (place, NULL);
}

void
omp_get_place_proc_ids (int place, int *ids)
{
  gomp_places_cpus (place, ids);
}

int
omp_get_place_num (void)
{
  return own_slot ().place;
}

int
omp_get_partition_num_places (void)
{
  return (int)own_slot ().partition.count;
}

void
omp_get_partition_place_nums (int *numbers)
{
  struct gomp_partition p = own_slot ().partition;
  for (uint32_t i = 0; i < p.count; i++)
    numbers[i] = (int)(p.first + i);
}

void
omp_set_affinity_format (const char *format)
{
  gomp_affinity_format_set (format, strlen (format));
}

size_t
omp_get_affinity_format (char *buffer, size_t size)
{
  return gomp_affinity_format_get (buffer, size);
}

/* Format the caller's affinity; ends the program if FORMAT is wrong.  An empty
   FORMAT stands for affinity-format-var.  */
static size_t
capture (char *buffer, size_t size, const char *format, size_t length)
{
  struct gomp_affinity_values values;
  struct gomp_strbuf sb;
  gomp_team_affinity_values (gomp_self (), &values);
  gomp_strbuf_init (&sb, buffer, size);
  enum gomp_status status;
  if (length > 0)
    status = gomp_affinity_print (&sb, format, length, &values);
  else
    status = gomp_affinity_print_default (&sb, &values);
  if (status != GOMP_OK)
    gomp_fatal_recorded ();
  return sb.length;
}

static void
display (const char *format, size_t length)
{
  size_t n = capture (NULL, 0, format, length);
  char *line = gomp_xalloc (n + 2);
  capture (line, n + 1, format, length);
  strcat (line, "\n");
  gomp_print (line);
  gomp_free (line);
}

static size_t
length_of (const char *format)
{
  return format != NULL ? strlen (format) : 0;
}

size_t
omp_capture_affinity (char *buffer, size_t size, const char *format)
{
  return capture (buffer, size, format, length_of (format));
}

void
omp_display_affinity (const char *format)
{
  display (format, length_of (format));
}

void
omp_set_affinity_format_ (const char *format, size_t length)
{
  gomp_affinity_format_set (format, length);
}

void
omp_display_affinity_ (const char *format, size_t length)
{
  display (format, length);
}

/* Copy the TEXT of LENGTH bytes to a Fortran variable.  */
static int32_t
to_fortran (char *buffer, size_t size, const char *text, size_t length)
{
  size_t n = length < size ? length : size;
  memcpy (buffer, text, n);
  memset (buffer + n, ' ', size - n);
  return gomp_fortran_int ((int64_t)length);
}

int32_t
omp_get_affinity_format_ (char *buffer, size_t size)
{
  char *text = gomp_xalloc (size + 1);
  size_t length = gomp_affinity_format_get (text, size + 1);
  int32_t result = to_fortran (buffer, size, text, length);
  gomp_free (text);
  return result;
}

int32_t
omp_capture_affinity_ (char *buffer, const char *format, size_t size,
                       size_t format_length)
{
  char *text = gomp_xalloc (size + 1);
  size_t length = capture (text, size + 1, format, format_length);
  int32_t result = to_fortran (buffer, size, text, length);
  gomp_free (text);
  return result;
}
