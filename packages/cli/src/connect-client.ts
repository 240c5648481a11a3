import { PinPublishing, type ClientOptions } from 'pin-publishing';
import { cliVersion } from './cli-version';
import { requireCredential, type ConnectionFlags, type FoundCredential } from './credentials/find-credential';

const headers = { 'user-agent': `pps/${cliVersion}` };

export interface Connected {
  readonly client: PinPublishing;
  readonly credential: FoundCredential;
}

/** A client with the credential that counts, which is said on standard error. */
export function connectClient(flags: ConnectionFlags, options: Partial<ClientOptions> = {}): Connected {
  const credential = requireCredential(flags);
  return { client: new PinPublishing({ headers, ...options, baseUrl: credential.url, apiKey: credential.key }), credential };
}
