/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Strings of JSON: bytes that are not UTF-8 are replaced.  */

#include "base/strbuf.h"

#include <stdbool.h>
#include <string.h>

#include "check.h"

#define NONE "\xef\xbf\xbd" /* U+FFFD */

static bool
becomes (const char *text, const char *json)
{
  char storage[256];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, storage, sizeof (storage));
  gomp_strbuf_json (&sb, text, strlen (text));
  return strcmp (sb.text, json) == 0;
}

static void
test_plain (void)
{
  EXPECT (becomes ("", "\"\""));
  EXPECT (becomes ("a \"b\" c\\d", "\"a \\\"b\\\" c\\\\d\""));
  EXPECT (becomes ("tab\t", "\"tab\\u0009\""));
}

static void
test_utf8 (void)
{
  EXPECT (becomes ("\xc3\xa9", "\"\xc3\xa9\""));
  EXPECT (becomes ("\xe2\x82\xac", "\"\xe2\x82\xac\""));
  EXPECT (becomes ("\xed\x9f\xbf\xee\x80\x80", "\"\xed\x9f\xbf\xee\x80\x80\""));
  EXPECT (becomes ("\xf0\x9f\x98\x80", "\"\xf0\x9f\x98\x80\""));
  EXPECT (becomes ("\xf4\x8f\xbf\xbf", "\"\xf4\x8f\xbf\xbf\""));
}

static void
test_no_utf8 (void)
{
  EXPECT (becomes ("caf\xe9", "\"caf" NONE "\""));
  EXPECT (becomes ("\x80", "\"" NONE "\""));
  EXPECT (becomes ("\xff\xfe", "\"" NONE NONE "\""));
  EXPECT (becomes ("\xc3(", "\"" NONE "(\""));
  /* Longer than need be, a surrogate, beyond the last character.  */
  EXPECT (becomes ("\xc0\xaf", "\"" NONE NONE "\""));
  EXPECT (becomes ("\xe0\x80\xaf", "\"" NONE NONE NONE "\""));
  EXPECT (becomes ("\xf0\x80\x80\xaf", "\"" NONE NONE NONE NONE "\""));
  EXPECT (becomes ("\xed\xa0\x80", "\"" NONE NONE NONE "\""));
  EXPECT (becomes ("\xf4\x90\x80\x80", "\"" NONE NONE NONE NONE "\""));
  /* Cut off.  */
  EXPECT (becomes ("x\xe2\x82", "\"x" NONE NONE "\""));
}

int
main (void)
{
  RUN (test_plain);
  RUN (test_utf8);
  RUN (test_no_utf8);
  return check_done ();
}
