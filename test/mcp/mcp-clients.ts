import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Headers } from '../setup/platform-user';

/** What tests ask of either client. */
export interface McpClient {
  listTools(): Promise<{
    readonly tools: readonly { readonly name: string; readonly outputSchema?: unknown; readonly inputSchema: unknown }[];
  }>;
  call(name: string, args?: object): Promise<ToolAnswer>;
  close(): Promise<void>;
  readonly raw: NewClient | OldClient;
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: ReturnType<typeof JSON.parse>;
}

const info = { name: 'walk', version: '1' };

/** The client of the newest revision. */
export async function newClient(url: string, headers: Headers, path = '/mcp'): Promise<McpClient> {
  const client = new NewClient(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new NewTransport(new URL(`${url}${path}`), { requestInit: { headers } }));
  return walked(client, (name, args) => client.callTool({ name, arguments: args }));
}

/** The client that most installations have. */
export async function oldClient(url: string, headers: Headers, path = '/mcp'): Promise<McpClient> {
  const client = new OldClient(info);
  await client.connect(new OldTransport(new URL(`${url}${path}`), { requestInit: { headers } }));
  return walked(client, (name, args) => client.callTool({ name, arguments: args }));
}

type Content = readonly { readonly type: string; readonly text?: string }[];

/** Either client, as tests use it. */
export function walked(
  client: NewClient | OldClient,
  callTool: (name: string, args: Record<string, unknown>) => Promise<object>,
): McpClient {
  return {
    raw: client,
    listTools: () => client.listTools() as ReturnType<McpClient['listTools']>,
    close: () => client.close(),
    async call(name, args = {}) {
      const answer = (await callTool(name, { ...args })) as { isError?: boolean; content?: Content; structuredContent?: unknown };
      return {
        isError: answer.isError ?? false,
        text: (answer.content ?? []).map(({ text }) => text ?? '').join('\n'),
        structured: answer.structuredContent,
      };
    },
  };
}
