#!/usr/bin/env bash
# swagger-client 3.39.0 (which Swagger UI shows documents with) resolves one operation of an OpenAPI 3.1 document by parsing all of it, and anew each time.
# Guess: the same description costs about the same as 3.0 and as 3.1, and one operation costs what it alone refers to.
# Seen: of 400 operations with one schema each, one takes about 14 ms as 3.0 and about a second as 3.1; of 20 operations 1 and 70 ms. In Swagger UI that is what each opened operation takes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact swagger-client@3.39.0
cat >check.mjs <<'CHECK'
import SwaggerClient from 'swagger-client';

const documentOf = (openapi, count) => ({
  openapi,
  info: { title: 'Pins', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `/pins/${n}`,
      { get: { responses: { 200: { description: 'A pin.', content: { 'application/json': { schema: { $ref: `#/components/schemas/Pin${n}` } } } } } } },
    ]),
  ),
  components: {
    schemas: Object.fromEntries(
      Array.from({ length: count }, (_, n) => [
        `Pin${n}`,
        { type: 'object', properties: Object.fromEntries(Array.from({ length: 10 }, (_, field) => [`field_${field}`, { type: 'string' }])) },
      ]),
    ),
  },
});

async function medianMs(document) {
  const times = [];
  for (let round = 0; round < 7; round += 1) {
    const begun = performance.now();
    const { spec, errors } = await SwaggerClient.resolveSubtree(document, ['paths', '/pins/0', 'get']);
    times.push(performance.now() - begun);
    if (errors.length > 0 || spec.responses[200].content['application/json'].schema.type !== 'object') throw new Error('not resolved');
  }
  return times.sort((one, other) => one - other)[3];
}

const [old, few, many] = [
  await medianMs(documentOf('3.0.3', 400)),
  await medianMs(documentOf('3.1.0', 20)),
  await medianMs(documentOf('3.1.0', 400)),
];
console.log(JSON.stringify({ old: Math.round(old), few: Math.round(few), many: Math.round(many) }));
if (many < 10 * old || many < 5 * few) {
  console.error('changed: expected one of 400 operations to take more than 10 times as long as in 3.0, and more than 5 times as long as one of 20');
  process.exit(1);
}
CHECK
node check.mjs
