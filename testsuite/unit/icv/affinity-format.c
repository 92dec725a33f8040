/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The affinity format: fields, widths, and what is refused.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "icv/affinity_format.h"
#include "icv/icv.h"
#include "icv/places.h"

static const struct gomp_affinity_values values = { .team_num = 1,
                                                    .num_teams = 2,
                                                    .level = 3,
                                                    .thread_num = 4,
                                                    .num_threads = 5,
                                                    .ancestor = -1,
                                                    .place = 0,
                                                    .thread_id = 0xabc };

struct sample
{
  const char *format;
  const char *text; /* or the start of the message */
};

static const struct sample samples[] = {
  { "", "" },
  { "plain", "plain" },
  { "100%%", "100%" },
  { "%t/%T %L %n/%N %a", "1/2 3 4/5 -1" },
  { "%{team_num}/%{num_teams} %{nesting_level}", "1/2 3" },
  { "%{thread_num}/%{num_threads} %{ancestor_tnum}", "4/5 -1" },
  { "%5L|", "3    |" },
  { "%.5L|", "    3|" },
  { "%0.5L|", "00003|" },
  { "%0.5a|", "-0001|" },
  { "%.5a|", "   -1|" },
  { "%1L", "3" },
  { "%i", "0xabc" },
  { "%0.10i", "0x00000abc" },
  { "%.10i", "     0xabc" },
  { "%A", "1-3,8" },
  { "%0.8A|", "   1-3,8|" },
  { "%8A|", "1-3,8   |" },
  { "%{thread_affinity}", "1-3,8" },
};

static const struct sample wrong[] = {
  { "%", "unsupported type" },
  { "%z", "unsupported type z" },
  { "%5%", "unsupported type %" },
  { "%-3L", "unsupported type -" },
  { "%{foo}", "unsupported long type name 'foo'" },
  { "%{foo", "unterminated long type name 'foo'" },
  { "%.L", "leading zero or right justification" },
  { "%0.L", "leading zero or right justification" },
  { "%.0L", "leading zero or right justification" },
  { "%0L", "leading zero not followed by dot" },
  { "%05L", "leading zero not followed by dot" },
};

static enum gomp_status
print (const char *format, char *buffer, size_t size, size_t *length)
{
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, buffer, size);
  enum gomp_status status
      = gomp_affinity_print (&sb, format, strlen (format), &values);
  *length = sb.length;
  return status;
}

static void
test_fields (void)
{
  char text[128];
  size_t length;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (samples); i++)
    if (print (samples[i].format, text, sizeof (text), &length) != GOMP_OK
        || strcmp (text, samples[i].text) != 0 || length != strlen (text))
      check_failed (samples[i].format, text, 0);
}

static void
test_refused (void)
{
  char text[128];
  size_t length;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (wrong); i++)
    if (print (wrong[i].format, text, sizeof (text), &length) == GOMP_OK
        || strncmp (gomp_error_text (), wrong[i].text, strlen (wrong[i].text))
               != 0)
      check_failed (wrong[i].format, gomp_error_text (), 0);
}

static void
test_process_fields (void)
{
  char text[512];
  char expected[512];
  char host[256];
  size_t length;
  gethostname (host, sizeof (host));
  snprintf (expected, sizeof (expected), "%s %ld", host, (long)getpid ());
  EXPECT (print ("%H %P", text, sizeof (text), &length) == GOMP_OK);
  EXPECT (strcmp (text, expected) == 0);
}

/* What does not fit is counted, as far as a size goes; a width of many digits
   takes no time.  */
static void
test_truncation (void)
{
  char text[6];
  size_t length;
  EXPECT (print ("level %L", text, sizeof (text), &length) == GOMP_OK);
  EXPECT (strcmp (text, "level") == 0 && length == 7);
  EXPECT (print ("%999999999L", text, sizeof (text), &length) == GOMP_OK);
  EXPECT (length == 999999999 && strcmp (text, "3    ") == 0);
  EXPECT (print ("%999999999L%999999999L%999999999L%999999999L%999999999L",
                 text, sizeof (text), &length)
          == GOMP_OK);
  EXPECT (
      length
      == (SIZE_MAX > UINT32_MAX ? (size_t)UINT64_C (4999999995) : SIZE_MAX));
  EXPECT (strcmp (text, "3    ") == 0);
  EXPECT (print ("%L", NULL, 0, &length) == GOMP_OK && length == 1);
}

static void
test_format_variable (void)
{
  char text[40];
  EXPECT (gomp_affinity_format_get (text, sizeof (text)) == 30);
  EXPECT (strcmp (text, "level %L thread %i affinity %A") == 0);
  gomp_affinity_format_set ("%L of %N, and more", 8);
  EXPECT (gomp_affinity_format_get (text, 4) == 8);
  EXPECT (strcmp (text, "%L ") == 0);
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  EXPECT (gomp_affinity_print_default (&sb, &values) == GOMP_OK);
  EXPECT (strcmp (text, "3 of 5") == 0);
}

int
main (void)
{
  unsigned long mask = 0x10e;
  gomp_places.count = 1;
  gomp_places.words = 1;
  gomp_places.bits = &mask;
  RUN (test_fields);
  RUN (test_refused);
  RUN (test_process_fields);
  RUN (test_truncation);
  RUN (test_format_variable);
  return check_done ();
}
