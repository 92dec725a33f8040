/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The interface between plugin.cc, the entry point of the plugins, and the
   rest.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_PLUGIN_H
#define MKOFFLOAD_GCC_PLUGIN_PLUGIN_H

struct plugin_name_args;
class opt_pass;

/* Register the plugin's passes and callbacks: stream.cc or device.cc.  */
void offgomp_plugin_start (const plugin_name_args *info);
/* Register PASS, to run before or after the first pass named REFERENCE.  */
void offgomp_plugin_add_pass (const plugin_name_args *info, opt_pass *pass,
                              const char *reference,
                              pass_positioning_ops position);
/* Call the first function for each assignment of F, the second for each call;
   they may split the block.  */
template <typename on_assignment, typename on_call>
void
offgomp_walk (function *f, on_assignment assignment, on_call call)
{
  auto_vec<basic_block> blocks;
  basic_block block;
  FOR_EACH_BB_FN (block, f)
  blocks.safe_push (block);
  for (basic_block each : blocks)
    for (gimple_stmt_iterator gsi = gsi_start_bb (each); !gsi_end_p (gsi);
         gsi_next (&gsi))
      if (gassign *statement = dyn_cast<gassign *> (gsi_stmt (gsi)))
        assignment (statement, &gsi);
      else if (gcall *statement = dyn_cast<gcall *> (gsi_stmt (gsi)))
        call (statement, &gsi);
}
/* To run once the whole program is known.  */
#define OFFGOMP_WHOLE_PROGRAM "whole-program", PASS_POS_INSERT_BEFORE

#endif
