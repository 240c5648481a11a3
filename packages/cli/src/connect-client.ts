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
  const time = timeoutOf(flags);
  return { client: new PinPublishing({ headers, ...options, ...time, baseUrl: credential.url, apiKey: credential.key }), credential };
}

/** The time of a try, where somebody has said one. */
export const timeoutOf = ({ timeout }: ConnectionFlags): Pick<ClientOptions, 'timeoutMs'> =>
  timeout === undefined ? {} : { timeoutMs: Math.ceil(timeout * 1_000) };
