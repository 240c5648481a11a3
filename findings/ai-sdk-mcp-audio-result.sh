#!/usr/bin/env bash
# @ai-sdk/mcp 1.0.102: a result that holds audio, which revision 2025-11-25 has, is an error of the client, after the tool has done its work.
# Guess: what the client cannot show is passed on or left out, as a link to a resource is.
# Seen: "Failed to parse server response" for the whole result, its text included; text, images and links are read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @ai-sdk/mcp@1.0.102 @modelcontextprotocol/sdk@1.32.2
cat >check.mjs <<'CHECK'
import { createMCPClient } from '@ai-sdk/mcp';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';

const text = { type: 'text', text: 'made' };
const beside = {
  link: { type: 'resource_link', uri: 'https://pins.example/1', name: 'pin' },
  image: { type: 'image', data: 'aGk=', mimeType: 'image/png' },
  audio: { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
};
const server = new McpServer({ name: 'board', version: '1' });
const done = [];
for (const [name, content] of Object.entries(beside)) {
  server.registerTool(name, {}, async () => {
    done.push(name);
    return { content: [text, content] };
  });
}
const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(far);
const client = await createMCPClient({ transport: near, onUncaughtError: () => undefined });
const tools = await client.tools();
const found = {};
for (const [name, tool] of Object.entries(tools)) {
  found[name] = await tool.execute({}, { toolCallId: '1', messages: [] }).then(
    ({ content }) => content.map(({ type }) => type).join(', '),
    ({ message }) => message,
  );
}
await client.close();
const expected = { link: 'text, resource_link', image: 'text, image', audio: 'Failed to parse server response' };
console.log(JSON.stringify({ done, found }));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
CHECK
node check.mjs
