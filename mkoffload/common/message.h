/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* mkoffload's messages: one line on stderr for each, with hints on separate
   lines.  */

#ifndef MKOFFLOAD_COMMON_MESSAGE_H
#define MKOFFLOAD_COMMON_MESSAGE_H

/* The device that this program makes images for; each program defines it.  */
extern const char mkoffload_device[];

#define PRINTF_LIKE(text, first) __attribute__ ((format (printf, text, first)))

void say_error (const char *format, ...) PRINTF_LIKE (1, 2);
void say_warning (const char *format, ...) PRINTF_LIKE (1, 2);
void say_hint (const char *format, ...) PRINTF_LIKE (1, 2);

/* say_error, clean up, exit (1).  */
_Noreturn void fail (const char *format, ...) PRINTF_LIKE (1, 2);
/* The same with ": " and what errno means.  */
_Noreturn void fail_errno (const char *format, ...) PRINTF_LIKE (1, 2);

#endif
