#!/usr/bin/env bash
# npm 11.19.1 writes a lock that its own `npm ci` refuses, where an optional dependency of a dependency is not in the registry.
# Guess: an optional dependency that cannot be found is passed over by both, as one for another system is, or `npm install` fails.
# Seen: `npm install` ends with 0 and leaves the name out of the lock; `npm ci` ends with EUSAGE: "Missing: <name>@ from lock file". The name is met with
# a mirror that lacks it, or one of a scope that others cannot read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir tool app
(cd tool && npm init --yes >/dev/null && npm install --silent --no-audit --no-fund --ignore-scripts --save-exact npm@11.19.1)
npm=(node "$folder/tool/node_modules/npm/bin/npm-cli.js" --no-audit --no-fund --ignore-scripts)
mkdir -p app/lib
cat >app/lib/package.json <<'JSON'
{ "name": "lib", "version": "1.0.0", "optionalDependencies": { "a-package-of-another-registry-5b1c9e": "^1.0.0" } }
JSON
cat >app/package.json <<'JSON'
{ "name": "app", "version": "1.0.0", "private": true, "dependencies": { "lib": "file:lib" } }
JSON
cd app
installed=0
"${npm[@]}" install >/dev/null 2>&1 || installed=$?
rm -rf node_modules
said=$("${npm[@]}" ci 2>&1) && clean=0 || clean=$?
missing=$(grep -o 'Missing: [^ ]* from lock file' <<<"$said" || true)
seen="install ended with $installed, ci with $clean: $missing"
echo "$seen"
expected='install ended with 0, ci with 1: Missing: a-package-of-another-registry-5b1c9e@ from lock file'
if [ "$seen" != "$expected" ]; then
  echo "changed: expected $expected" >&2
  exit 1
fi
