/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1" } */
/* { dg-skip-stock "a team of one waits where it creates a task for its event" } */
/* As task-detach.c, in teams of one thread.  */

#include "task-detach.c"
