export interface Wire {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The message of an answer, whether it came as JSON or as an event. */
  readonly message: ReturnType<typeof JSON.parse>;
}

/** Sends bytes to the protocol's address. */
export async function sendRaw(url: string, init: RequestInit): Promise<Wire> {
  const answer = await fetch(`${url}/mcp`, { signal: AbortSignal.timeout(60_000), ...init });
  const text = await answer.text();
  const data = text.startsWith('{') || text.startsWith('[') ? text : /^data: (.*)$/m.exec(text)?.[1];
  return { status: answer.status, headers: answer.headers, text, message: data === undefined ? undefined : JSON.parse(data) };
}

const accept = 'application/json, text/event-stream';

/** A message of the revision of 2026. */
export const modern = (method: string, params: object = {}, name?: string): { body: string; headers: Record<string, string> } => ({
  headers: {
    ...{ accept, 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
    ...(name !== undefined && { 'mcp-name': name }),
  },
  body: JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method },
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'wire', version: '1' },
      },
    },
  }),
});

/** A message of the revision of 2025. */
export const legacy = (method: string, params: object = {}): { body: string; headers: Record<string, string> } => ({
  headers: { accept, 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
});

export const modernCall = (name: string, args: object = {}) => modern('tools/call', { name, arguments: args }, name);
export const legacyCall = (name: string, args: object = {}) => legacy('tools/call', { name, arguments: args });
