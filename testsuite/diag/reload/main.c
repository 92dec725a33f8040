/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Load the library, use it or not, unload it, as often as argument 2 says.
   Each load starts afresh: the device variable has its first value.  Argument
   1: "use" runs a region each time, "idle" never, "mapped" leaves data mapped,
   "linked" a link variable, "parts" parts of one.
   With argument 3 its names are the whole program's.
   Prints the number of good rounds and whether memory and descriptors grew, by
   more than the library's own threads may come to have behind the first
   rounds.  */

#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MORE 50

static int
count_descriptors (void)
{
  DIR *folder = opendir ("/proc/self/fd");
  int count = 0;

  while (folder && readdir (folder))
    count++;
  if (folder)
    closedir (folder);
  return count;
}

static int
count_mappings (void)
{
  FILE *maps = fopen ("/proc/self/maps", "r");
  int count = 0, c;

  while (maps && (c = getc (maps)) != EOF)
    count += c == '\n';
  if (maps)
    fclose (maps);
  return count;
}

static int
call_is_good (void *library, const char *how)
{
  int (*count) (int) = dlsym (library, "library_count");
  void (*map) (void) = dlsym (library, "library_map");
  int (*link) (int) = dlsym (library, "library_link");
  int (*link_parts) (int) = dlsym (library, "library_link_parts");
  static int value;

  if (!strcmp (how, "use"))
    return count (1) == 11 && count (2) == 13;
  if (!strcmp (how, "mapped"))
    map ();
  value++;
  if (!strcmp (how, "linked"))
    return link (value) == value;
  if (!strcmp (how, "parts"))
    return link_parts (value) == value;
  return 1;
}

static int
round_is_good (const char *how, int scope)
{
  void *library = dlopen ("./liblibrary.so", RTLD_NOW | scope);

  if (!library)
    {
      fprintf (stderr, "%s\n", dlerror ());
      return 0;
    }
  return call_is_good (library, how) && dlclose (library) == 0
         && !dlopen ("./liblibrary.so", RTLD_NOW | RTLD_NOLOAD);
}

int
main (int argc, char **argv)
{
  int rounds = argc > 2 ? atoi (argv[2]) : 1000, good = 0;
  int on_device = 0, descriptors = 0, mappings = 0;
  int scope = argc > 3 ? RTLD_GLOBAL : RTLD_LOCAL;

#pragma omp target map(from : on_device)
  on_device = 1;
  for (int i = 0; i < rounds; i++)
    {
      good += round_is_good (argv[1], scope);
      if (i == 9)
        {
          descriptors = count_descriptors ();
          mappings = count_mappings ();
        }
    }
  printf ("%d good, ", good + on_device - 1);
  if (count_descriptors () > descriptors + MORE)
    printf ("descriptors grew from %d\n", descriptors);
  else if (count_mappings () > mappings + MORE)
    printf ("mappings grew from %d\n", mappings);
  else
    printf ("steady\n");
  return 0;
}
