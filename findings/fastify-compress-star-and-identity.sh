#!/usr/bin/env bash
# @fastify/compress 9.2.0 with fastify 5.6.1 (Node 20): a star in Accept-Encoding is taken for gzip before weights are read, and no encoding is never preferred.
# Guess: as RFC 9110 section 12.5.3 has it: "gzip;q=0, *" never gets gzip, and "identity, gzip;q=0.5" gets the plain text.
# Seen: both get gzip. "gzip;q=0" alone gets the plain text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fastify@5.6.1 @fastify/compress@9.2.0
cat >check.mjs <<'CHECK'
import compress from '@fastify/compress';
import Fastify from 'fastify';

const fastify = Fastify();
await fastify.register(compress, { encodings: ['br', 'gzip'] });
fastify.get('/', async () => ({ text: 'blue door '.repeat(1_000) }));

const encodingFor = async (accepted) => {
  const { headers } = await fastify.inject({ url: '/', headers: { 'accept-encoding': accepted } });
  return headers['content-encoding'] ?? 'identity';
};
const asked = ['gzip;q=0, *', 'identity, gzip;q=0.5', 'gzip;q=0'];
const found = Object.fromEntries(await Promise.all(asked.map(async (accepted) => [accepted, await encodingFor(accepted)])));
const expected = { 'gzip;q=0, *': 'gzip', 'identity, gzip;q=0.5': 'gzip', 'gzip;q=0': 'identity' };
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
CHECK
node check.mjs
