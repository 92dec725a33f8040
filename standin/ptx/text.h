/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* PTX texts, positions in them, what is wrong with them, and their tokens.  */

#ifndef STANDIN_PTX_TEXT_H
#define STANDIN_PTX_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One module as given to the driver.  */
struct ptx_text
{
  char *name;       /* what the user calls it, or "module N" */
  char *start;      /* the text, terminated by NUL */
  size_t size;      /* without the NUL */
  unsigned version; /* of PTX, 63 is 6.3 */
  unsigned target;  /* the architecture, 80 is sm_80 */
};

/* The first thing that was wrong.  */
struct ptx_error
{
  char message[512]; /* empty: nothing is wrong */
};

enum ptx_token
{
  PTX_END,       /* of the text, or an error was recorded */
  PTX_WORD,      /* add.u32, %r1.x, $L2, main */
  PTX_DIRECTIVE, /* .reg */
  PTX_INTEGER,   /* 12, 0x1F */
  PTX_FLOAT32,   /* 0f3F800000 */
  PTX_FLOAT64,   /* 0d3FF0000000000000, 1.5 */
  PTX_STRING,    /* "file.c" */
  PTX_PUNCTUATION
};

/* A text being read: the current token and what follows it.  */
struct ptx_lexer
{
  const struct ptx_text *text;
  struct ptx_error *error;
  const char *next;    /* behind the current token */
  enum ptx_token kind; /* of the current token */
  const char *start;   /* of the current token */
  size_t length;       /* of the current token */
  uint64_t value;      /* of a number: the integer, or the float's bits */
};

void ptx_lexer_init (struct ptx_lexer *, const struct ptx_text *,
                     struct ptx_error *, const char *start);
void ptx_next (struct ptx_lexer *);

/* Whether the current token is C, STRING.  */
bool ptx_is (const struct ptx_lexer *, char c);
bool ptx_is_word (const struct ptx_lexer *, const char *string);

/* Step over it if it is; PTX_EXPECT: an error if it is not.  */
bool ptx_accept (struct ptx_lexer *, char c);
bool ptx_accept_word (struct ptx_lexer *, const char *string);
void ptx_expect (struct ptx_lexer *, char c);

/* An integer with an optional sign.  */
int64_t ptx_expect_integer (struct ptx_lexer *);

/* Skip the rest of a block whose opening brace was the last token.  */
void ptx_skip_block (struct ptx_lexer *);

/* Record what is wrong at the current token, unless something is already.  */
void ptx_fail (struct ptx_lexer *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void ptx_fail_at (struct ptx_error *, const struct ptx_text *,
                  const char *position, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

/* The number of the line of POSITION, and that line itself.  */
unsigned ptx_line_number (const struct ptx_text *, const char *position);
void ptx_line (const struct ptx_text *, const char *position, char *line,
               size_t size);

#endif
