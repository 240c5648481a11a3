import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { withTimeout } from '@pps/concurrency';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { agreeAt, type ClientWalk, type Ground } from './client-walk';

const startsWithinMs = 120_000;

/** mcp-remote, which programs start that speak over pipes only: signs its person in, calls a tool, is started again without a question, and refreshes. */
export const walkMcpRemote: ClientWalk = async (ground) => {
  const first = await started(ground);
  await callTool(first.client);
  ground.service.after(3_700);
  await callTool(first.client);
  await first.client.close();
  const second = await started(ground);
  await callTool(second.client);
  await second.client.close();
  if (first.questions() !== 1 || second.questions() !== 0) throw new Error(`it asked ${first.questions()} and ${second.questions()} times`);
  return ['registered', 'signed in', 'called a tool', 'refreshed', 'called a tool', 'started again, asked nobody'];
};

async function started(ground: Ground) {
  const { service, folder } = ground;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(folder, 'node_modules/mcp-remote/dist/proxy.js'), `${service.url}/mcp`, '--allow-http'],
    // No program of this machine is to be opened as a browser.
    env: { PATH: folder, HOME: folder, MCP_REMOTE_CONFIG_DIR: join(folder, 'mcp-auth') },
    stderr: 'pipe',
  });
  let questions = 0;
  const said: string[] = [];
  createInterface({ input: transport.stderr as Readable }).on('line', (line) => {
    said.push(line);
    if (!line.trim().startsWith(`${service.url}/oauth/authorize?`)) return;
    questions += 1;
    agreeAt(ground, line.trim())
      .then((location) => fetch(location, { signal: AbortSignal.timeout(30_000) }))
      .catch((error: unknown) => said.push(String(error)));
  });
  const client = new Client({ name: 'walk', version: '1' });
  await withTimeout(client.connect(transport), startsWithinMs, 'mcp-remote').catch((error: unknown) => {
    throw new Error(`mcp-remote did not connect:\n${said.slice(-20).join('\n')}`, { cause: error });
  });
  return { client, questions: () => questions };
}

async function callTool(client: Client): Promise<void> {
  const { isError, structuredContent } = await client.callTool({ name: 'list_accounts', arguments: {} });
  if (isError || !Array.isArray((structuredContent as { accounts?: unknown } | undefined)?.accounts))
    throw new Error('the tool was refused');
}
