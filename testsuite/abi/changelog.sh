# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# packaging/changelog makes a ChangeLog in GNU's form from what git log prints.
. "$testsuite/lib/script.sh"

# A git that knows three commits of two days.
mkdir bin
cat >bin/git <<'EOF'
#!/bin/sh
echo "$*" >arguments
printf '\0362026-02-02  A B  <a@b>\037tool: Print less\n\nA second '
printf 'paragraph, with a line that is longer than the seventy-two columns of a '
printf 'ChangeLog and is to be wrapped.\n\n'
printf 'Lines that were wrapped at more columns than the ChangeLog has are '
printf 'filled as one\nparagraph.\n\n  - A list\n  - stays.\n\n'
printf '\n\0362026-02-02  A B  <a@b>\037tool: Print more\n\n'
printf '\n\0362026-02-01  A B  <a@b>\037Begin\n\n'
EOF
chmod +x bin/git
PATH=$PWD/bin:$PATH "$top_srcdir/packaging/changelog" v1..v2 >changelog

cat >expected <<'EOF'
2026-02-02  A B  <a@b>

	tool: Print less

	A second paragraph, with a line that is longer than the seventy-two
	columns of a ChangeLog and is to be wrapped.

	Lines that were wrapped at more columns than the ChangeLog has are
	filled as one paragraph.

	  - A list
	  - stays.

	tool: Print more

2026-02-01  A B  <a@b>

	Begin
EOF
check 'commits stand under their days' cmp expected changelog
check 'the revisions that are asked for' grep -q ' v1\.\.v2$' arguments
check 'the shipped one has this form' \
  grep -qE '^20[0-9-]{8}  .*  <.*@.*>$' "$top_srcdir/ChangeLog"
finish
