! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Memory of the device and copies, by the module.
! { dg-skip-stock "GCC 14" }

program device_memory
  use openacc
  use iso_c_binding
  implicit none
  include 'device-memory.inc'
