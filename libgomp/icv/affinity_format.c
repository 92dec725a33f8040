/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The affinity format; see affinity_format.h.

   Owns access to affinity-format-var, protected by `format_lock'; any thread
   may call.  A field is %[[0].][width]type, type a letter or {long name}.  Left
   justified; with `.' right justified, with `0.' and for numbers padded by
   zeros.  */

#include "icv/affinity_format.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/sizes.h"
#include "icv/icv.h"
#include "icv/places.h"
#include "os/cpu.h"

static pthread_mutex_t format_lock = PTHREAD_MUTEX_INITIALIZER;

/* A field of the format, parsed.  */
struct field
{
  bool zeros; /* pad numbers with zeros */
  bool right; /* right justified */
  size_t width;
  char type; /* the letter */
};

static const struct
{
  char letter;
  const char *name;
} types[] = { { 't', "team_num" },
              { 'T', "num_teams" },
              { 'L', "nesting_level" },
              { 'n', "thread_num" },
              { 'N', "num_threads" },
              { 'a', "ancestor_tnum" },
              { 'H', "host" },
              { 'P', "process_id" },
              { 'i', "native_thread_id" },
              { 'A', "thread_affinity" } };

static size_t
run_length (const unsigned long *mask, size_t words, size_t first)
{
  size_t n = 1;
  while (gomp_mask_has (mask, words, first + n))
    n++;
  return n;
}

void
gomp_affinity_print_mask (struct gomp_strbuf *sb, const unsigned long *mask,
                          size_t words, enum gomp_mask_style style)
{
  const char *comma = "";
  for (size_t cpu = 0; cpu < words * GOMP_WORD_BITS;)
    {
      if (!gomp_mask_has (mask, words, cpu))
        {
          cpu++;
          continue;
        }
      size_t n = run_length (mask, words, cpu);
      gomp_strbuf_printf (sb, "%s%zu", comma, cpu);
      if (n > 1 && style == GOMP_MASK_RANGES)
        gomp_strbuf_printf (sb, "-%zu", cpu + n - 1);
      else if (n > 1)
        gomp_strbuf_printf (sb, ":%zu", n);
      comma = ",";
      cpu += n;
    }
}

static void
print_cpus (struct gomp_strbuf *sb, const void *values)
{
  const struct gomp_affinity_values *v = values;
  unsigned long *mask;
  size_t words;
  if (v->place >= 0 && (size_t)v->place < gomp_places.count)
    gomp_affinity_print_mask (
        sb, gomp_places.bits + (size_t)v->place * gomp_places.words,
        gomp_places.words, GOMP_MASK_RANGES);
  else if (os_affinity_get (v->tid, &mask, &words) == 0)
    {
      gomp_affinity_print_mask (sb, mask, words, GOMP_MASK_RANGES);
      free (mask);
    }
}

static void
pad (struct gomp_strbuf *sb, char c, size_t count)
{
  while (count > 0 && sb->length + 1 < sb->capacity)
    {
      gomp_strbuf_putc (sb, c);
      count--;
    }
  sb->length = gomp_size_sum (sb->length, count);
}

/* Append TEXT, whose first PREFIX bytes (a sign, 0x) stay left of zeros.  */
static void
print_padded (struct gomp_strbuf *sb, const struct field *f, const char *text,
              size_t length, size_t prefix, bool number)
{
  size_t missing = f->width > length ? f->width - length : 0;
  bool zeros = f->zeros && number;
  if (f->right && !zeros)
    pad (sb, ' ', missing);
  gomp_strbuf_write (sb, text, prefix);
  if (f->right && zeros)
    pad (sb, '0', missing);
  gomp_strbuf_write (sb, text + prefix, length - prefix);
  if (!f->right)
    pad (sb, ' ', missing);
}

static void
print_number (struct gomp_strbuf *sb, const struct field *f, long value)
{
  char text[24];
  int n = snprintf (text, sizeof (text), "%ld", value);
  print_padded (sb, f, text, (size_t)n, value < 0, true);
}

static void
print_thread_id (struct gomp_strbuf *sb, const struct field *f, uintptr_t id)
{
  char text[24];
  int n = snprintf (text, sizeof (text), "0x%llx", (unsigned long long)id);
  print_padded (sb, f, text, (size_t)n, 2, true);
}

static void
print_host (struct gomp_strbuf *sb, const struct field *f)
{
  char name[256];
  if (gethostname (name, sizeof (name)) != 0)
    name[0] = '\0';
  name[sizeof (name) - 1] = '\0';
  print_padded (sb, f, name, strlen (name), 0, false);
}

static void
print_affinity (struct gomp_strbuf *sb, const struct field *f,
                const struct gomp_affinity_values *v)
{
  char *text = gomp_strbuf_text (print_cpus, v);
  print_padded (sb, f, text, strlen (text), 0, false);
  gomp_free (text);
}

static void
print_field (struct gomp_strbuf *sb, const struct field *f,
             const struct gomp_affinity_values *v)
{
  switch (f->type)
    {
    case 't':
      return print_number (sb, f, v->team_num);
    case 'T':
      return print_number (sb, f, v->num_teams);
    case 'L':
      return print_number (sb, f, v->level);
    case 'n':
      return print_number (sb, f, v->thread_num);
    case 'N':
      return print_number (sb, f, v->num_threads);
    case 'a':
      return print_number (sb, f, v->ancestor);
    case 'P':
      return print_number (sb, f, getpid ());
    case 'H':
      return print_host (sb, f);
    case 'i':
      return print_thread_id (sb, f, v->thread_id);
    default:
      return print_affinity (sb, f, v);
    }
}

/* Parse {name} at S; returns what follows, or NULL.  */
static const char *
parse_long_name (const char *s, const char *end, struct field *f)
{
  const char *name = s + 1;
  const char *brace = memchr (name, '}', (size_t)(end - name));
  int n = (int)((brace != NULL ? brace : end) - name);
  if (brace == NULL)
    {
      gomp_error_set (GOMP_ERR_INVALID,
                      "unterminated long type name '%.*s' in affinity format",
                      n, name);
      return NULL;
    }
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (types); i++)
    if (strlen (types[i].name) == (size_t)n
        && memcmp (types[i].name, name, (size_t)n) == 0)
      {
        f->type = types[i].letter;
        return brace + 1;
      }
  gomp_error_set (GOMP_ERR_INVALID,
                  "unsupported long type name '%.*s' in affinity format", n,
                  name);
  return NULL;
}

static const char *
parse_type (const char *s, const char *end, struct field *f)
{
  if (s < end && *s == '{')
    return parse_long_name (s, end, f);
  for (size_t i = 0; s < end && i < GOMP_ARRAY_SIZE (types); i++)
    if (types[i].letter == *s)
      {
        f->type = *s;
        return s + 1;
      }
  gomp_error_set (GOMP_ERR_INVALID, "unsupported type %c in affinity format",
                  s < end ? *s : ' ');
  return NULL;
}

/* Parse what follows a percent sign; returns what follows the field.  */
static const char *
parse_field (const char *s, const char *end, struct field *f)
{
  *f = (struct field){ 0 };
  if (s < end && *s == '0')
    {
      f->zeros = true;
      s++;
      if (s == end || *s != '.')
        {
          gomp_error_set (
              GOMP_ERR_INVALID,
              "leading zero not followed by dot in affinity format");
          return NULL;
        }
    }
  if (s < end && *s == '.')
    {
      f->right = true;
      s++;
      if (s == end || *s < '1' || *s > '9')
        {
          gomp_error_set (GOMP_ERR_INVALID,
                          "leading zero or right justification in affinity "
                          "format requires size");
          return NULL;
        }
    }
  for (; s < end && *s >= '0' && *s <= '9'; s++)
    if (f->width <= (SIZE_MAX - 9) / 10)
      f->width = f->width * 10 + (size_t)(*s - '0');
  return parse_type (s, end, f);
}

enum gomp_status
gomp_affinity_print (struct gomp_strbuf *sb, const char *format, size_t length,
                     const struct gomp_affinity_values *values)
{
  const char *s = format;
  const char *end = format + length;
  while (s < end)
    {
      const char *percent = memchr (s, '%', (size_t)(end - s));
      const char *stop = percent != NULL ? percent : end;
      gomp_strbuf_write (sb, s, (size_t)(stop - s));
      if (percent == NULL)
        break;
      s = percent + 1;
      if (s < end && *s == '%')
        {
          gomp_strbuf_putc (sb, '%');
          s++;
          continue;
        }
      struct field f;
      s = parse_field (s, end, &f);
      if (s == NULL)
        return GOMP_ERR_INVALID;
      print_field (sb, &f, values);
    }
  return GOMP_OK;
}

#define DEFAULT_FORMAT "level %L thread %i affinity %A"

size_t
gomp_affinity_format_get (char *buffer, size_t size)
{
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, buffer, size);
  pthread_mutex_lock (&format_lock);
  const char *format = gomp_icv_global.affinity_format;
  if (format == NULL)
    format = DEFAULT_FORMAT;
  gomp_strbuf_write (&sb, format, strlen (format));
  pthread_mutex_unlock (&format_lock);
  return sb.length;
}

void
gomp_affinity_fork (enum gomp_fork when)
{
  if (when == GOMP_FORK_BEFORE)
    pthread_mutex_lock (&format_lock);
  else
    pthread_mutex_unlock (&format_lock);
}

void
gomp_affinity_format_set (const char *format, size_t length)
{
  char *copy = gomp_xalloc (length + 1);
  memcpy (copy, format, length);
  copy[length] = '\0';
  pthread_mutex_lock (&format_lock);
  char *old = gomp_icv_global.affinity_format;
  gomp_icv_global.affinity_format = copy;
  pthread_mutex_unlock (&format_lock);
  gomp_free (old);
}

enum gomp_status
gomp_affinity_print_default (struct gomp_strbuf *sb,
                             const struct gomp_affinity_values *values)
{
  size_t length = gomp_affinity_format_get (NULL, 0);
  char *format = gomp_xalloc (length + 1);
  gomp_affinity_format_get (format, length + 1);
  enum gomp_status status
      = gomp_affinity_print (sb, format, strlen (format), values);
  gomp_free (format);
  return status;
}

/* Only a field of absurd width needs more.  */
#define DISPLAY_MAX (1 << 20)

enum gomp_status
gomp_affinity_display (const struct gomp_affinity_values *values)
{
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, NULL, 0);
  enum gomp_status status = gomp_affinity_print_default (&sb, values);
  if (status != GOMP_OK)
    return status;
  size_t size = (sb.length < DISPLAY_MAX ? sb.length : DISPLAY_MAX) + 2;
  char *text = gomp_xalloc (size);
  gomp_strbuf_init (&sb, text, size - 1);
  status = gomp_affinity_print_default (&sb, values);
  if (status == GOMP_OK)
    gomp_print (strcat (text, "\n"));
  gomp_free (text);
  return status;
}
