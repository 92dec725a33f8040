# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Completion of offgomp-info's command line for bash.
_offgomp_info ()
{
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  case $word in
    -*)
      COMPREPLY=($(compgen -W '--help --json --library= --version' -- "$word"))
      [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace
      return ;;
  esac
  # bash takes the sign for a word of its own.
  [[ $word == '=' ]] && word=
  COMPREPLY=($(compgen -f -- "$word"))
  compopt -o filenames
}
complete -F _offgomp_info offgomp-info
