#!/usr/bin/env bash
# Miller 6.6.0 (Debian 12): from a CSV it writes JSON that no JSON parser reads.
# Guess: a cell that is no JSON number is a string; one like 0xff stays text or becomes 255.
# Seen: 0xff, 0b11, 0o17, .5 and 5. stand there without quotes, as they were written; 007, 1_000 and +5 have quotes. With -S (infer none) all have.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q miller=6.6.0-2+b3 >/dev/null 2>&1
dpkg-deb -x miller_*.deb .
cat >check.mjs <<'CHECK'
import { spawnSync } from 'node:child_process';

const isRead = (title, ...flags) => {
  const { stdout } = spawnSync('./usr/bin/mlr', [...flags, '--icsv', '--ojson', 'cat'], { input: `title,note\n${title},x\n`, encoding: 'utf8' });
  try {
    return JSON.parse(stdout)[0].title === title ? 'same text' : 'other';
  } catch {
    return 'no JSON';
  }
};
const titles = ['0xff', '0b11', '0o17', '.5', '5.', '007', '1_000', '+5'];
const found = {
  default: Object.fromEntries(titles.map((title) => [title, isRead(title)])),
  '-S': [...new Set(titles.map((title) => isRead(title, '-S')))].join(),
};
const none = 'no JSON';
const same = 'same text';
const expected = { default: { '0xff': none, '0b11': none, '0o17': none, '.5': none, '5.': none, '007': same, '1_000': same, '+5': same }, '-S': same };
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
CHECK
node check.mjs
