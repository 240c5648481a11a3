#!/usr/bin/env bash
# @ai-sdk/mcp 1.0.102: what a tool answers with isError reaches the model as a success does.
# Guess: the call throws, or its output for the model is error-text, which the SDK has.
# Seen: execute() resolves, and toModelOutput() gives {type: 'content'} with the text alone; the flag is gone. The text itself has to say that it failed.
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

const server = new McpServer({ name: 'board', version: '1' });
server.registerTool('succeeds', {}, async () => ({ content: [{ type: 'text', text: 'the board' }] }));
server.registerTool('fails', {}, async () => ({ isError: true, content: [{ type: 'text', text: 'the board' }] }));
const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(far);
const client = await createMCPClient({ transport: near });
const tools = await client.tools();
const found = {};
for (const [name, tool] of Object.entries(tools)) {
  const output = await tool.execute({}, { toolCallId: '1', messages: [] });
  found[name] = { isError: output.isError ?? false, forModel: await tool.toModelOutput({ toolCallId: '1', input: {}, output }) };
}
await client.close();
const forModel = { type: 'content', value: [{ type: 'text', text: 'the board' }] };
const expected = { succeeds: { isError: false, forModel }, fails: { isError: true, forModel } };
console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error('changed: expected', JSON.stringify(expected));
  process.exit(1);
}
CHECK
node check.mjs
