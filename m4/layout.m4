# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

# OFFGOMP_GCC_LAYOUT
# Where a GCC driver finds what it needs: toolchaindir, which users name by -B,
# or the directories of USER_GCC itself, which needs no -B then.  Sets libdir
# and prefix of the latter, unless the user did.  Sets the conditionals
# GCC_LAYOUT, INSTALL_CRTOFFLOAD and GCC_OFFLOADS (it can be told to offload to
# all of OFFLOAD_TARGETS by -foffload=).
AC_DEFUN([OFFGOMP_GCC_LAYOUT], [
  AC_ARG_ENABLE([gcc-layout],
    [AS_HELP_STRING([--enable-gcc-layout],
      [install into the directories of the GCC named by --with-gcc, which was
       configured with --disable-libgomp; it needs no -B then @<:@no@:>@])],
    [], [enable_gcc_layout=no])
  AC_ARG_VAR([toolchaindir],
    [directory that users name by -B @<:@LIBDIR/offgomp@:>@])
  AS_IF([test -z "$toolchaindir"], [toolchaindir='${libdir}/offgomp'])
  offgomp_crt=yes offgomp_offloads=no
  AS_CASE([$enable_gcc_layout],
    [no], [],
    [/*],
      [toolchaindir=$enable_gcc_layout
       OFFGOMP_GCC_OFFLOADS
       # In GCC's build: its own objects make text relocations.
       offgomp_crt=yes],
    [yes],
      [OFFGOMP_GCC_DIRECTORIES
       OFFGOMP_GCC_OFFLOADS],
    [AC_MSG_ERROR([--enable-gcc-layout=$enable_gcc_layout: neither yes, no nor
  a directory])])
  AM_CONDITIONAL([GCC_LAYOUT], [test "$enable_gcc_layout" != no])
  AM_CONDITIONAL([INSTALL_CRTOFFLOAD], [test $offgomp_crt = yes])
  AM_CONDITIONAL([GCC_OFFLOADS], [test $offgomp_offloads = yes])
])

# Those of an installed GCC, which must not have a libgomp of its own.
AC_DEFUN([OFFGOMP_GCC_DIRECTORIES], [
  AC_MSG_CHECKING([for the directories of $USER_GCC])
  toolchaindir=`"$USER_GCC" -print-file-name=include`
  toolchaindir=`AS_DIRNAME(["$toolchaindir"])`
  toolchaindir=`cd "$toolchaindir" && pwd -P`
  AS_IF([test "$prefix" = NONE],
    [prefix=`cd "$toolchaindir/../../../.." && pwd -P`])
  AS_IF([test "$libdir" = '${exec_prefix}/lib'],
    [offgomp_multi=`"$USER_GCC" -print-multi-os-directory`
     libdir=`cd "$toolchaindir/../../.." && cd "$offgomp_multi" && pwd -P`])
  AC_MSG_RESULT([$toolchaindir, $libdir])
  for offgomp_file in "$toolchaindir/include/omp.h" "$libdir/libgomp.spec"; do
    AS_IF([test -f "$offgomp_file" && ! grep -q offgomp "$offgomp_file"],
      [AC_MSG_ERROR([$USER_GCC has a libgomp of its own ($offgomp_file).
  --enable-gcc-layout is for a GCC that was configured with --disable-libgomp;
  without that option users of this GCC name offgomp by -B.])])
  done
])

# Whether USER_GCC makes code for devices at all, and which it knows by name.
AC_DEFUN([OFFGOMP_GCC_OFFLOADS], [
  AS_CASE([`"$USER_GCC" -print-file-name=crtoffloadbegin.o`],
    [/*], [offgomp_crt=no])
  AC_MSG_CHECKING([for the offload targets of $USER_GCC])
  offgomp_known=`"$USER_GCC" -v 2>&1 | sed -n 's/^OFFLOAD_TARGET_NAMES=//p'`
  AC_MSG_RESULT([${offgomp_known:-none}])
  AS_IF([test -n "$OFFLOAD_TARGETS"], [
    AS_IF([test -z "$offgomp_known"],
      [AC_MSG_ERROR([$USER_GCC makes no code for devices, as it was configured
  without --enable-offload-targets; use --enable-offload-targets=no here.])])
    offgomp_offloads=yes
    for offgomp_target in $OFFLOAD_TARGETS; do
      AS_CASE([:$offgomp_known:], [*:$offgomp_target:*], [],
        [offgomp_offloads=no])
    done])
])
