#!/usr/bin/env bash
# yaml 2.9.1: the octal numbers that every Kubernetes manifest writes for file modes are other numbers.
# Guess: a manifest that a Node program reads with yaml says what kubectl sends: `defaultMode: 0440` is 288.
# Seen: it is 440, with neither error nor warning, as version 1.2 of YAML knows `0o440` only; `yes` is a text. With `version: '1.1'`, which Kubernetes'
# own reader follows, they are 288 and true.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact yaml@2.9.1
found=$(node -e "
const { parseDocument } = require('yaml');
const read = (options) => {
  const document = parseDocument('{ mode: 0440, word: yes }', options);
  return [document.toJS(), document.errors.length + document.warnings.length];
};
console.log(JSON.stringify([...read({}), ...read({ version: '1.1' })]));")
echo "$found"
[ "$found" = '[{"mode":440,"word":"yes"},0,{"mode":288,"word":true},0]' ] || { echo 'changed' >&2; exit 1; }
