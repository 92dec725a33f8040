! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Pointers and allocatables of a structure, attached by the include file's routines.
! { dg-additional-options "-cpp" }

program api_attach_include
  implicit none
  include 'openacc_lib.h'
#include "api-attach.inc"
