/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The second stream of offloaded code.

   A compiler with offload targets writes the GIMPLE of offloaded functions
   and variables into sections .gnu.offload_lto_*.  That stream is made for a
   compiler of another machine: it leaves out what only the host's own lto1
   knows how to read (the target options of functions, address spaces) and
   carries a table of machine modes, so the host's lto1 cannot read it.

   GCC calls the write_summary hooks of all IPA passes while it writes a
   stream.  Our pass has such a hook and nothing else.  Called within an
   offload stream it writes the streams once more: with another section
   prefix, and with lto_stream_offload_p cleared once that inner run has
   chosen its nodes (the choice still has to be the offload one; the hooks run
   after it, before anything is written).  Then it restores both, and the
   offload stream goes on as if nothing had happened.  */

#include "gcc-headers.h"

#include "plugin.h"

#define DEVICE_SECTION_PREFIX ".gnu.x86emul_lto_"

/* Whether the inner run is under way.  */
static bool writing_device_stream;

static void
write_device_stream (void)
{
  if (!lto_stream_offload_p)
    return;
  if (writing_device_stream)
    {
      lto_stream_offload_p = false;
      return;
    }
  const char *prefix = section_name_prefix;
  section_name_prefix = DEVICE_SECTION_PREFIX;
  writing_device_stream = true;
  ipa_write_summaries ();
  writing_device_stream = false;
  section_name_prefix = prefix;
  lto_stream_offload_p = true;
}

static const pass_data stream_pass_data
    = { IPA_PASS, "x86emul_stream", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0 };

class stream_pass : public ipa_opt_pass_d
{
public:
  stream_pass (gcc::context *context)
      : ipa_opt_pass_d (stream_pass_data, context, NULL, write_device_stream,
                        NULL, NULL, NULL, NULL, 0, NULL, NULL)
  {
  }
  bool
  gate (function *) final override
  {
    return true;
  }
  unsigned
  execute (function *) final override
  {
    return 0;
  }
};

void
offgomp_plugin_start (const plugin_name_args *info)
{
  register_pass_info pass;
  pass.pass = new stream_pass (g);
  pass.reference_pass_name = "whole-program";
  pass.ref_pass_instance_number = 1;
  pass.pos_op = PASS_POS_INSERT_BEFORE;
  register_callback (info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
}
