#!/usr/bin/env bash
# agate 1.6.3 (what csvkit reads with; Debian 12): a column of names of days, months or amounts becomes days of the year 1, and numbers lose their unit.
# Guess: may, today and 12:30 stay text; 10% and $5 stay text, or 10% is 0.1.
# Seen: may is the date 0001-05-01, tomorrow 0001-01-02, 12:30 twelve and a half minutes, 10% and "€ 10" the number 10, 1_000 the number 1000. A column
# of t and n is booleans, one of none or N/A has no values. No warning; with column_types of agate.Text all stay.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q python3-agate=1.6.3-2 python3-babel=2.10.3-1 python3-isodate=0.6.1-1 python3-leather=0.3.4-2 python3-parsedatetime=2.6-3 \
  python3-pytimeparse=1.1.5-3 python3-slugify=4.0.0-2 python3-unidecode=1.3.6-1 python3-tz=2022.7.1-4 python3-six=1.16.0-4 \
  python-babel-localedata=2.10.3-1 >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" .; done
cat >check.py <<'CHECK'
import io, json, sys
import agate

def read(text, types=None):
    table = agate.Table.from_csv(io.StringIO(f'a,b\n{text},x\n'), column_types=types)
    return f'{type(table.columns[0].data_type).__name__} {table.rows[0][0]}'

words = ['may', 'tomorrow', '12:30', '10%', '€ 10', '1_000', 't', 'none']
found = {'inferred': {word: read(word) for word in words}, 'told': read('10%', {'a': agate.Text(), 'b': agate.Text()})}
expected = {
    'inferred': {
        'may': 'Date 0001-05-01', 'tomorrow': 'Date 0001-01-02', '12:30': 'TimeDelta 0:12:30', '10%': 'Number 10', '€ 10': 'Number 10',
        '1_000': 'Number 1000', 't': 'Boolean True', 'none': 'Boolean None',
    },
    'told': 'Text 10%',
}
print(json.dumps(found, ensure_ascii=False))
if found != expected:
    print('changed: expected', json.dumps(expected, ensure_ascii=False), file=sys.stderr)
    sys.exit(1)
CHECK
PYTHONPATH="$folder/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1 python3 check.py
