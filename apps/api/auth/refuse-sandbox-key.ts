import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';

/** Throws `Rejected('session_required')` for a key of the sandbox, and for a token made with one, in whichever project it acts. */
export function refuseSandboxKey({ keyEnvironment }: Pick<Principal, 'keyEnvironment'>): void {
  if (keyEnvironment === 'sandbox')
    throw new Rejected(
      'session_required',
      'An API key of the sandbox does not reach the person or the organization',
      {},
      { remediation: 'Log in, or use a key of the production project.' },
    );
}
