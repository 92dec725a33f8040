/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For fuzz targets.  A target defines

     int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

   which calls abort if something is wrong.  With FUZZING defined, libFuzzer has
   main.  Without it, main runs the target on the files of a directory, its
   argument or "seeds", and on some changes of each, and prints PASS or FAIL for
   each file.  With the arguments "random", COUNT and a seed it runs the target
   on random inputs, up to COUNT messages, and says how far it is.  */

#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

#define REQUIRE(condition)                                                     \
  ((condition) ? (void)0 : fuzz_failed (#condition, __FILE__, __LINE__))

static inline void
fuzz_failed (const char *condition, const char *file, int line)
{
  fprintf (stderr, "%s:%d: %s does not hold\n", file, line, condition);
  abort ();
}

/* Messages that the tested code has taken; a target may count them.  */
static unsigned long fuzz_messages __attribute__ ((unused));

/* What is left of an input.  */
struct fuzz_input
{
  const uint8_t *at;
  size_t left;
};

/* Zeros after the end.  */
static inline void
fuzz_bytes (struct fuzz_input *in, void *to, size_t size)
{
  size_t have = size < in->left ? size : in->left;
  if (have > 0)
    memcpy (to, in->at, have);
  memset ((char *)to + have, 0, size - have);
  in->at += have;
  in->left -= have;
}

static inline unsigned
fuzz_byte (struct fuzz_input *in)
{
  uint8_t byte;
  fuzz_bytes (in, &byte, 1);
  return byte;
}

static inline uint64_t
fuzz_word (struct fuzz_input *in)
{
  uint64_t word;
  fuzz_bytes (in, &word, sizeof (word));
  return word;
}

/* The bytes up to the next zero, malloced with just their size.  */
static inline char *
fuzz_string (struct fuzz_input *in)
{
  size_t length = 0;
  while (length < in->left && in->at[length] != 0)
    length++;
  char *text = malloc (length + 1);
  fuzz_bytes (in, text, length);
  text[length] = '\0';
  if (in->left > 0)
    fuzz_byte (in);
  return text;
}

#ifndef FUZZING

#  include <dirent.h>
#  include <sys/mman.h>
#  include <sys/wait.h>
#  include <unistd.h>

#  include "random.h"

#  define FUZZ_INPUT_MAX ((size_t)1 << 20)
#  define FUZZ_MUTATIONS 64

/* The input, cut and with some bytes changed, from memory of its size.  */
static inline void
fuzz_try (const uint8_t *data, size_t size, uint64_t *state)
{
  uint8_t *copy = malloc (size + 1);
  memcpy (copy, data, size);
  for (int i = 0; i < FUZZ_MUTATIONS && size > 0; i++)
    {
      size_t cut
          = random_next (state) % 4 == 0 ? random_next (state) % size : size;
      uint8_t *input = malloc (cut + 1);
      memcpy (input, copy, cut);
      for (unsigned n = random_next (state) % 8; n > 0 && cut > 0; n--)
        input[random_next (state) % cut] = (uint8_t)random_next (state);
      LLVMFuzzerTestOneInput (input, cut);
      free (input);
    }
  free (copy);
}

static inline bool
fuzz_replay (const char *directory, const char *name)
{
  char path[4096];
  uint8_t *data = malloc (FUZZ_INPUT_MAX);
  snprintf (path, sizeof (path), "%s/%s", directory, name);
  FILE *file = fopen (path, "rb");
  if (file == NULL)
    return false;
  size_t size = fread (data, 1, FUZZ_INPUT_MAX, file);
  fclose (file);
  uint8_t *exact = malloc (size == 0 ? 1 : size);
  memcpy (exact, data, size);
  free (data);
  uint64_t state = 88172645463325252u + size;
  LLVMFuzzerTestOneInput (exact, size);
  fuzz_try (exact, size, &state);
  free (exact);
  return true;
}

/* The end of what a child wrote, for one that failed.  */
static inline void
fuzz_show (int messages)
{
  char text[4096];
  off_t end = lseek (messages, 0, SEEK_END), size = sizeof (text);
  ssize_t n
      = pread (messages, text, sizeof (text), end > size ? end - size : 0);
  printf ("%.*s\n", n > 0 ? (int)n : 0, text);
}

/* A file in a child, so that one that fails does not hide others.  */
static inline bool
fuzz_run_child (const char *directory, const char *name)
{
  int status, messages = memfd_create ("messages", 0);
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      dup2 (messages, STDERR_FILENO);
      bool ok = fuzz_replay (directory, name);
      fflush (NULL);
      _exit (ok ? 0 : 1);
    }
  bool ok = child > 0 && waitpid (child, &status, 0) == child && status == 0;
  if (!ok)
    fuzz_show (messages);
  close (messages);
  return ok;
}

/* ---- Random inputs.  */

/* The seed of the current input: it is the first one with this seed.  */
static unsigned long fuzz_seed;

static inline void
fuzz_say_seed (void)
{
  fprintf (stderr, "by: random 1 %lu\n", fuzz_seed);
}

void __sanitizer_set_death_callback (void (*) (void)) __attribute__ ((weak));

/* Say how far it is, after each tenth of COUNT.  */
static inline void
fuzz_say_progress (unsigned long count, unsigned long *said)
{
  unsigned long tenths = fuzz_messages / (count / 10 + 1);
  if (tenths == *said || count < 10)
    return;
  *said = tenths;
  printf ("%lu of %lu messages, up to seed %lu\n", fuzz_messages, count,
          fuzz_seed);
  fflush (stdout);
}

static inline int
fuzz_random (unsigned long count, unsigned long seed)
{
  unsigned long said = 0;
  if (__sanitizer_set_death_callback != NULL)
    __sanitizer_set_death_callback (fuzz_say_seed);
  for (fuzz_seed = seed; fuzz_messages < count; fuzz_seed++)
    {
      uint64_t state = 88172645463325252u + fuzz_seed * 2654435761u;
      for (int i = 0; i < 8; i++)
        random_next (&state);
      size_t size = random_next (&state) % 2048;
      uint8_t *input = malloc (size + 1);
      for (size_t i = 0; i < size; i++)
        input[i] = (uint8_t)(random_next (&state) >> 24);
      unsigned long before = fuzz_messages;
      LLVMFuzzerTestOneInput (input, size);
      fuzz_messages += fuzz_messages == before;
      free (input);
      fuzz_say_progress (count, &said);
    }
  printf ("PASS: %lu messages, %lu inputs from seed %lu on\n", fuzz_messages,
          fuzz_seed - seed, seed);
  return 0;
}

int
main (int argc, char **argv)
{
  struct dirent **list;
  int failures = 0;
  if (argc >= 3 && strcmp (argv[1], "random") == 0)
    return fuzz_random (strtoul (argv[2], NULL, 10),
                        argc < 4 ? 1 : strtoul (argv[3], NULL, 10));
  const char *directory = argc < 2 ? "seeds" : argv[1];
  int count = scandir (directory, &list, NULL, alphasort);
  for (int i = 0; i < count; i++)
    {
      const char *name = list[i]->d_name;
      if (name[0] != '.')
        {
          bool ok = fuzz_run_child (directory, name);
          printf ("%s: %s\n", ok ? "PASS" : "FAIL", name);
          failures += !ok;
        }
      free (list[i]);
    }
  if (count >= 0)
    free (list);
  return failures != 0 || count <= 2;
}

#endif

#endif
