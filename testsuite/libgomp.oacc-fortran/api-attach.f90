! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Pointers and allocatables of a structure, attached by the module's routines.
! { dg-additional-options "-cpp" }

program api_attach
  use openacc
  implicit none
#include "api-attach.inc"
