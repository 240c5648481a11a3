#!/usr/bin/env bash
# Python 3.11 (csv, and with it pandas 1.5.3 to_csv): with lineterminator='\n' a CR inside of a cell is written without quotes, and read as the end of a row.
# Guess: what csv.writer has written csv.reader reads back, whatever the line ends (both files opened with newline='', as its documentation asks).
# Seen: ["a\rb", "c\nd"] becomes a\rb,"c\nd": the writer quotes the characters of its own lineterminator and \n, the reader ends a row at \r as well, so
# one row is two. No error. With the writer's default, '\r\n', the cell is quoted. pandas sets '\n' on Unix.
set -euo pipefail
python3 - <<'CHECK'
import csv, io, json, sys

def back(terminator):
    file = io.StringIO(newline='')
    csv.writer(file, lineterminator=terminator).writerow(['a\rb', 'c\nd'])
    return [file.getvalue(), list(csv.reader(io.StringIO(file.getvalue(), newline='')))]

found = [back('\n'), back('\r\n')]
expected = [['a\rb,"c\nd"\n', [['a'], ['b', 'c\nd']]], ['"a\rb","c\nd"\r\n', [['a\rb', 'c\nd']]]]
print(sys.version.split()[0], json.dumps(found))
if found != expected:
    print('changed: expected', json.dumps(expected), file=sys.stderr)
    sys.exit(1)
CHECK
