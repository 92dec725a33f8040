/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The requirements of a file on devices.

   GCC streams the mask of "requires" directives for compilers of other
   machines; the host's lto1 ignores it.  So the object also has the mask in a
   separate section, for mkoffload; the linker leaves that section out.  */

#include "gcc_headers.h"

#include "omp_gcc.h"

#include "requires.h"
#include "requires_mask.h"

/* Called when the code has been written, before the output is closed.  Of a
   file without target constructs nothing is known: OpenMP lets it have no
   "requires" where others have some.  */
static void
write_mask (void *, void *)
{
  const unsigned all = OFFGOMP_REQUIRES_UNIFIED_ADDRESS
                       | OFFGOMP_REQUIRES_UNIFIED_SHARED_MEMORY
                       | OFFGOMP_REQUIRES_REVERSE_OFFLOAD
                       | OFFGOMP_REQUIRES_TARGET_USED
                       | OFFGOMP_REQUIRES_SELF_MAPS;
  unsigned mask = (unsigned)omp_requires_mask & all;
  if ((mask & OFFGOMP_REQUIRES_TARGET_USED) != 0)
    fprintf (asm_out_file,
             "\t.pushsection " OFFGOMP_REQUIRES_SECTION ",\"e\",@progbits\n"
             "\t.long %#x\n"
             "\t.popsection\n",
             mask);
}

void
offgomp_requires_start (const plugin_name_args *info)
{
  register_callback (info->base_name, PLUGIN_FINISH_UNIT, write_mask, NULL);
}
