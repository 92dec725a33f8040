# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

# The devices of this package, as autoreconf finds them: each directory NAME of
# plugin/ that has a Makefile.am, and mkoffload/NAME, whose Makefile.am says what
# GCC calls the device.  plugin/cluster and plugin/shared have none: they take the
# images of emulated devices; nor has plugin/rtl, which takes those of clang.  No
# other file of the build lists them.
m4_define([offgomp_names],
  m4_esyscmd_s([cd mkoffload && echo */Makefile.am | sed 's:/Makefile.am::g']))
m4_define([offgomp_targets], m4_esyscmd_s([
  echo $(for file in mkoffload/*/Makefile.am; do
    sed -n 's/^target = //p' $file
  done)]))
m4_define([offgomp_makefiles], m4_esyscmd_s([cd mkoffload
  for file in */Makefile.am; do
    echo plugin/${file%.am} mkoffload/${file%.am}
  done]))

# Those of them that this machine's processor emulates: plugin/NAME/Makefile.am
# has the line `emulated = yes'.  The first one is what is built by default.
m4_define([offgomp_emulated],
  m4_esyscmd_s([cd plugin && echo $(grep -l '^emulated = yes' */Makefile.am |
    sed 's:/Makefile.am::')]))
m4_define([offgomp_default],
  m4_bpatsubst(m4_defn([offgomp_emulated]), [ .*]))

# OFFGOMP_OFFLOAD_TARGETS(LIST)
# Check the comma separated LIST, "yes" being the default; set $offload_targets
# (blank separated) and the Automake conditionals OFFLOADING and, for each
# device, TARGET_NAME.
AC_DEFUN([OFFGOMP_OFFLOAD_TARGETS], [
  offload_targets= offload_names=
  # What emulates them runs code of this processor alone.
  AS_CASE([$host],
    [x86_64-*x32], [offgomp_emulates=no],
    [x86_64-*], [offgomp_emulates=yes],
    [offgomp_emulates=no])
  for target in `AS_ECHO(["$1"]) | tr ',' ' '`; do
    AS_CASE([$target], [yes],
        [AS_IF([test $offgomp_emulates = no], [continue])
         target=offgomp_default],
      [no | none], [continue])
    found=
    set dummy offgomp_targets
    for name in offgomp_names; do
      shift
      AS_CASE([$target], [$name | ${1}],
        [found=${1} offload_names="$offload_names $name"])
    done
    AS_IF([test -z "$found"],
      [AC_MSG_ERROR([--enable-offload-targets: '$target' is not known; choose of offgomp_targets])])
    AS_CASE([" offgomp_emulated ,$offgomp_emulates"], [*" $name "*,no],
      [AC_MSG_ERROR([--enable-offload-targets: the devices of '$target' are for
  programs of x86_64, and this library is for $host; leave '$target' out, or
  give --enable-offload-targets=no.])])
    AS_CASE([" $offload_targets "], [*" $found "*], [],
      [offload_targets="${offload_targets:+$offload_targets }$found"])
  done
  m4_foreach_w([offgomp_name], offgomp_names,
    [AM_CONDITIONAL(TARGET_[]m4_toupper(offgomp_name),
      [AS_CASE(["$offload_names "], [*" offgomp_name "*], [:], [false])])
    ])
  AC_SUBST([OFFLOAD_TARGETS], [$offload_targets])
  AM_CONDITIONAL([OFFLOADING], [test -n "$OFFLOAD_TARGETS"])
  AS_IF([test -z "$offload_targets"], [offload_targets="none (host only)"])
  DEVICE_NAMES= PLUGIN_DIRECTORIES= accelerators= emulators= emulator_rows=
  for name in offgomp_names; do
    DEVICE_NAMES="$DEVICE_NAMES $name"
    PLUGIN_DIRECTORIES="$PLUGIN_DIRECTORIES plugin/$name"
    AS_CASE([" offgomp_emulated "],
      [*" $name "*], [
        emulators="${emulators:+$emulators,}$name"
        type=`sed -n 's/^#define GOMP_DEVICE_.* //p' \
          "$srcdir/include/${name}_image.h"`
        emulator_rows="$emulator_rows { \"$name\", $type },"],
      [accelerators="${accelerators:+$accelerators,}$name"])
  done
  # Emulated devices on other machines.
  PLUGIN_DIRECTORIES="$PLUGIN_DIRECTORIES plugin/cluster plugin/rtl plugin/shared"
  emulator_rows="$emulator_rows { \"cluster\", $type }, { \"shared\", $type },"
  AC_SUBST([DEVICE_NAMES])
  AC_SUBST([PLUGIN_DIRECTORIES])
  AC_DEFINE_UNQUOTED([ACCELERATORS], ["$accelerators"],
    [Define to the plugins of this package, except those of emulated devices.])
  AC_DEFINE_UNQUOTED([EMULATORS], ["$emulators"],
    [Define to the plugins of this package for emulated devices.])
  AC_DEFINE_UNQUOTED([EMULATOR_ROWS], [$emulator_rows],
    [Define to the names and types of these, a row each.])
  AC_SUBST([DEFAULT_TARGETS], [offgomp_default])
])
