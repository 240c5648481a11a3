import type { Principal } from '@pps/identity';
import { endGrant, type RevokeKeyDeps } from '../api-keys/change-key';

/** Name by which the service ends a grant in the log. */
const grantReplays = 'grant-replays';

/** A code or a token of a grant came a second time: one of two who have it stole it, and nobody knows which. The grant ends with what it made; from the fact follows a mail. */
export function endReplayedGrant(deps: RevokeKeyDeps, owner: Omit<Principal, 'kind' | 'keyId'>, keyId: string): Promise<void> {
  return endGrant(deps, { ...owner, kind: 'system', userId: grantReplays }, keyId);
}
