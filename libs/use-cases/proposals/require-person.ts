import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { Agreeing, AgreementWay } from '@pps/proposals/events';

/** The person who agrees or declines. Throws `Rejected('session_required')` for a key or a program: no credential agrees to what one like it has asked for. */
export function requirePerson({ kind, userId, scopes, keyId }: Principal, by: AgreementWay): Agreeing {
  if (kind !== 'session' || keyId !== undefined || !scopes.includes('write'))
    throw new Rejected('session_required', 'Only a person agrees to a proposal');
  return { userId, by };
}
