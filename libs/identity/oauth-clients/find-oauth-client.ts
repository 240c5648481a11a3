import type { Database } from '@pps/read-store';
import { createHash } from 'node:crypto';
import type { ClientMetadata } from './client-metadata';
import { findRegisteredClient } from './registered-clients.store';

/** A program that asks people to let it act for them. None can keep a secret here: a code is bound to what only its program has. */
export interface OAuthClient extends ClientMetadata {
  readonly id: string;
  /** `named`: by the operator; `document`: its id is the address of its description, so that its host is known; `registered`: it says of itself what it likes. */
  readonly kind: 'named' | 'document' | 'registered';
}

export interface OAuthClientDeps {
  readonly db: Database;
  /** Those that the operator named. */
  readonly namedClients: readonly OAuthClient[];
  /** Port to the description at an address, for a network of clients; null where there is none that counts. Throws `Overloaded`. */
  readonly clientDocuments: { find(address: string, site: string): Promise<ClientMetadata | null> };
}

const registeredPrefix = 'dcr_';

/** How a program is known, by its id alone: ids of the operator's choice are of neither other form. */
export const clientKindOf = (clientId: string): OAuthClient['kind'] =>
  clientId.startsWith(registeredPrefix) ? 'registered' : clientId.includes('://') ? 'document' : 'named';

/** The id of a program that registers: the same for the same description. */
export function registeredClientId({ name, redirectUris }: ClientMetadata): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([name, [...redirectUris].sort()]))
    .digest('base64url');
  return `${registeredPrefix}${digest.slice(0, 32)}`;
}

/** Null for a program that nobody knows; `site` is the network that asks. Throws `Overloaded` where its description cannot be fetched now. */
export async function findOAuthClient(deps: OAuthClientDeps, id: string, site: string): Promise<OAuthClient | null> {
  const named = deps.namedClients.find((client) => client.id === id);
  if (named) return named;
  if (id.startsWith(registeredPrefix)) return kept(id, 'registered', await findRegisteredClient(deps.db, id));
  return id.startsWith('https://') || id.startsWith('http://') ? kept(id, 'document', await deps.clientDocuments.find(id, site)) : null;
}

const kept = (id: string, kind: OAuthClient['kind'], metadata: ClientMetadata | null): OAuthClient | null =>
  metadata && { id, kind, ...metadata };
