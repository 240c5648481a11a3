import { readClientMetadata } from './client-metadata';
import type { OAuthClient } from './find-oauth-client';

const clientId = /^[\w.:-]{1,100}$/;

/** The programs that the operator named, as JSON. Throws an error that says what is wrong with the setting. */
export function readNamedClients(text: string | undefined): readonly OAuthClient[] {
  if (text === undefined || text.trim() === '') return [];
  const clients = parse(text);
  if (!Array.isArray(clients)) throw fault('is a list in JSON');
  return clients.map((client: unknown) => {
    const id: unknown = typeof client === 'object' && client !== null && 'client_id' in client ? client.client_id : undefined;
    if (typeof id !== 'string' || !clientId.test(id) || id.startsWith('dcr_'))
      throw fault('gives each program a client_id of letters, digits and . : _ -');
    const metadata = readClientMetadata(client);
    if ('why' in metadata) throw fault(`has a mistake at ${id}: ${metadata.why}`);
    return { id, kind: 'named', ...metadata };
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fault('is no JSON');
  }
}

const fault = (what: string): Error => new Error(`OAUTH_CLIENTS ${what}`);
