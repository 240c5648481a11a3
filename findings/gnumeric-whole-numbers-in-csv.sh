#!/usr/bin/env bash
# Gnumeric 1.12.55 (ssconvert, Debian 12, amd64): whole numbers of a CSV are kept to 2^64 and rounded to 64 bits above, neither to a double nor to 15 digits.
# Guess: 20 digits come back as a double has them (…890120 or an exponent), as from other spreadsheets; 17 digits too.
# Seen: 17 digits and 18446744073709551615 come back as they were, 202611281234567890123 as …890128, and 22 digits with an exponent of 20 digits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! ssconvert --version 2>&1 | grep -q "1\.12\.55"; then
  echo "needs gnumeric 1.12.55 (apt-get install gnumeric on Debian 12)" >&2
  exit 1
fi
printf 'a,b\n20261128000000017,x\n18446744073709551615,x\n202611281234567890123,x\n2026112812345678901234,x\n' >in.csv
ssconvert in.csv out.csv >/dev/null 2>&1
found=$(tail -n +2 out.csv | cut -d, -f1 | tr '\n' ' ')
echo "$found"
expected='20261128000000017 18446744073709551615 202611281234567890128 2.0261128123456789012E+21 '
if [ "$found" != "$expected" ]; then
  echo "changed: expected $expected" >&2
  exit 1
fi
