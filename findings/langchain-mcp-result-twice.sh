#!/usr/bin/env bash
# @langchain/mcp-adapters 1.1.4: what a tool answers as text and as its structured form, as the protocol advises for older clients, reaches the model twice.
# Guess: the model is given the text; the structured form is for the program.
# Seen: the content of the message is a JSON text with the answer as an escaped text and as its structured form; of one without it the text is the content.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact \
  @langchain/mcp-adapters@1.1.4 @langchain/core@1.4.0 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7
cat >check.mjs <<'CHECK'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

const answer = { id: 'a', count: 2 };
const content = [{ type: 'text', text: JSON.stringify(answer) }];

function toolServer() {
  const tools = new McpServer({ name: 'tools', version: '1.0.0' });
  tools.registerTool('text', { description: 'Text alone.' }, async () => ({ content }));
  const outputSchema = { id: z.string(), count: z.number() };
  tools.registerTool('both', { description: 'Both forms.', outputSchema }, async () => ({ content, structuredContent: answer }));
  return tools;
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await toolServer().connect(transport);
  await transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body));
}).listen(0, '127.0.0.1');
await once(server, 'listening');

const url = `http://127.0.0.1:${server.address().port}/mcp`;
const client = new MultiServerMCPClient({ mcpServers: { tools: { transport: 'http', url } } });
const found = {};
for (const tool of await client.getTools()) {
  const message = await tool.invoke({ type: 'tool_call', id: '1', name: tool.name, args: {} });
  found[tool.name] = message.content;
}
const expected = {
  text: JSON.stringify(answer),
  both: JSON.stringify({ ...content[0], structuredContent: answer }),
};

console.log(JSON.stringify(found));
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.error(`changed: expected ${JSON.stringify(expected)}`);
  process.exit(1);
}
process.exit(0);
CHECK
node check.mjs
