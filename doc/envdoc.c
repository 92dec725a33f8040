/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Writes the manual's chapter on environment variables from env.def, in
   Texinfo, to standard output.  Run when the package is built; no part of the
   library.  */

#include <stdint.h>
#include <stdio.h>

enum
{
  SUFFIXED = 1,
  UNPRIVILEGED = 2
};

struct row
{
  const char *name;
  unsigned flags;
  const char *default_value;
  const char *forms;
  const char *help;
};

static const struct row rows[] = {
#define ENV(name, parser, shower, shown, flags, target, low, high,             \
            default_value, forms, help)                                        \
  { name, flags, default_value, forms, help },
#include "icv/env.def"
};

/* Text with what Texinfo takes for commands quoted.  */
static void
put_text (const char *text)
{
  for (; *text != '\0'; text++)
    {
      if (*text == '@' || *text == '{' || *text == '}')
        putchar ('@');
      putchar (*text);
    }
}

static void
put_line (const char *label, const char *text)
{
  printf ("\n%s: ", label);
  put_text (text);
  printf (".\n");
}

static void
put_row (const struct row *row)
{
  printf ("@item %s\n@vindex %s\n", row->name, row->name);
  put_text (row->help);
  putchar ('\n');
  put_line ("Value", row->forms);
  put_line ("Default", row->default_value);
  if (row->flags & SUFFIXED)
    printf ("\nAlso with the suffixes @code{_ALL}, @code{_DEV} and "
            "@code{_DEV_}@var{n}.\n");
  if (row->flags & UNPRIVILEGED)
    printf ("\nIgnored in set-user-ID programs.\n");
  putchar ('\n');
}

int
main (void)
{
  printf ("@c Made from icv/env.def; changes belong there.\n"
          "Words are taken in upper and lower case, and blanks around the "
          "parts of a value are skipped.  A value that is not valid is "
          "reported in one line on standard error, with the variable, the "
          "place in the text, what is accepted and what is used instead; no "
          "part of it is used.\n\n"
          "A name with the suffix @code{_ALL} is for the host and all "
          "devices, @code{_DEV} for all devices but the host, "
          "@code{_DEV_}@var{n} for device @var{n}.  The host takes the plain "
          "name, else @code{_ALL}; a device the name with its number, else "
          "@code{_DEV}, else @code{_ALL}, else the plain name.  A value that "
          "is not valid counts as if it were not there: the next of these "
          "names is taken.\n\n"
          "A program that changes its environment before its first parallel "
          "region or call of the library, and before it starts other "
          "threads, is heard.\n\n"
          "GCC's own library takes nearly the same values.  It differs where "
          "a value is reported and yet used in part (@samp{true x}), with "
          "negative numbers that it takes for huge ones, with stack sizes "
          "that no thread can have, and with memory spaces in "
          "@env{OMP_ALLOCATOR}, which it does not know.\n\n"
          "@table @env\n");
  for (size_t i = 0; i < sizeof (rows) / sizeof (rows[0]); i++)
    put_row (&rows[i]);
  printf ("@end table\n");
  return fflush (stdout) == 0 ? 0 : 1;
}
