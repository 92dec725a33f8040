# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1

# OFFGOMP_WARNINGS(VARIABLE, FLAGS)
# Substitute in VARIABLE those of FLAGS that the C compiler knows.
AC_DEFUN([OFFGOMP_WARNINGS], [
  $1=
  offgomp_save_CFLAGS=$CFLAGS
  for flag in $2; do
    AS_VAR_PUSHDEF([known], [offgomp_cv_cc_$flag])
    AC_CACHE_CHECK([whether $CC accepts $flag], [known],
      [CFLAGS="$offgomp_save_CFLAGS -Werror $flag"
       AC_COMPILE_IFELSE([AC_LANG_PROGRAM()],
         [AS_VAR_SET([known], [yes])], [AS_VAR_SET([known], [no])])])
    AS_VAR_IF([known], [yes], [$1="$$1 $flag"])
    AS_VAR_POPDEF([known])
  done
  CFLAGS=$offgomp_save_CFLAGS
  AC_SUBST([$1])
])
