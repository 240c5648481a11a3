#!/usr/bin/env bash
# openapi-to-postmanv2 6.3.3 (Postman's own importer): an imported collection sends every optional parameter, with its type for a value.
# Guess: what is optional is there and switched off, and an enumeration has one of its values.
# Seen: by default the list is asked with status=<string>&limit=<integer>, and each POST with the header Idempotency-Key: <string>, the same for all of them; a
# body's own example is left for <string> too. enableOptionalParameters: false switches them off, parametersResolution: 'Example' takes the examples.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact openapi-to-postmanv2@6.3.3
cat >check.cjs <<'CHECK'
const { convert } = require('openapi-to-postmanv2');

const parameter = (place, name, schema) => ({ in: place, name, required: false, schema });
const ok = { 200: { description: 'OK' } };
const description = {
  openapi: '3.0.0',
  info: { title: 'Doors', version: '1' },
  paths: {
    '/doors': {
      get: {
        parameters: [parameter('query', 'status', { type: 'string', enum: ['open', 'closed'] }), parameter('query', 'limit', { type: 'integer' })],
        responses: ok,
      },
      post: {
        parameters: [parameter('header', 'Idempotency-Key', { type: 'string' })],
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { title: { type: 'string' } } }, example: { title: 'Blue' } } } },
        responses: ok,
      },
    },
  },
};
const requestsOf = ({ item, request }) => (item ? item.flatMap(requestsOf) : [request]);
const imported = (options) =>
  new Promise((done, fail) =>
    convert({ type: 'json', data: description }, options, (error, { output } = {}) => {
      if (error) return fail(error);
      const [list, create] = requestsOf(output[0].data);
      const sent = (fields) => fields.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
      done({ list: sent(list.url.query).join('&'), create: [...sent(create.header).filter((field) => /^Idem/.test(field)), JSON.parse(create.body.raw).title] });
    }),
  );

(async () => {
  const found = {
    default: await imported({}),
    told: await imported({ enableOptionalParameters: false, parametersResolution: 'Example', requestParametersResolution: 'Example' }),
  };
  const expected = {
    default: { list: 'status=<string>&limit=<integer>', create: ['Idempotency-Key=<string>', '<string>'] },
    told: { list: '', create: ['Blue'] },
  };
  console.log(JSON.stringify(found));
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    console.error('changed: expected', JSON.stringify(expected));
    process.exit(1);
  }
})();
CHECK
node check.cjs
