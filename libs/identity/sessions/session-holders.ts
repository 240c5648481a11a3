import type { LiveStates } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { projectStream } from '@pps/workspaces/events';
import { findKeyHolder } from '../api-keys/api-key-holders';
import { allScopes } from '../api-keys/key-permissions';
import type { LastUses } from './last-uses.store';
import type { AccessTokenClaims } from '../log-in/access-token';
import type { Principal } from '../users/principal';
import { isSessionValid } from '../users/user.state';
import { userStream } from '../users/user.stream';
import { isSessionOpen, sessionStream } from './session.stream';

type CredentialPermissions = Pick<Principal, 'kind' | 'scopes' | 'accountIds' | 'keyId' | 'keyEnvironment' | 'authTime'>;

/** Who holds the session that a verified access token names, or the API key that the token was made with. */
export class SessionHolders {
  constructor(
    private readonly live: LiveStates,
    private readonly keyUses: LastUses,
    private readonly sessionUses: LastUses,
    private readonly clock: Clock,
  ) {}

  /** Its holder as of the call, whose use of session or key is recorded; null when user, project, session or key no longer is so. Throws `StoreUnavailable`. */
  async holderOf(claims: AccessTokenClaims): Promise<Principal | null> {
    const head = await this.live.head();
    const [{ state: user }, { state: project }] = await Promise.all([
      this.live.get(userStream, claims.sub, head),
      this.live.get(projectStream, claims.project, head),
    ]);
    if (user.kind !== 'registered' || !isSessionValid(user, claims)) return null;
    if (project.kind === 'none' || project.organizationId !== user.organizationId) return null;
    const { projectId, organizationId, environment, epoch } = project;
    const permissions = claims.key === undefined ? await this.ofSession(claims, head) : await this.ofKey(claims.key, claims.sub, head);
    if (permissions?.keyEnvironment === 'sandbox' && environment === 'production') return null;
    const session = { sessionId: claims.sid, sessionGeneration: claims.gen };
    return permissions && { ...permissions, ...session, userId: user.userId, organizationId, projectId, environment, epoch, asOf: head };
  }

  private async ofSession({ sid, sub, authTime }: AccessTokenClaims, head: bigint): Promise<CredentialPermissions | null> {
    const { state: session } = await this.live.get(sessionStream, sid, head);
    const now = this.clock();
    if (authTime === undefined || !isSessionOpen(session, sub, now.toISOString())) return null;
    this.sessionUses.recordUse(sid, now);
    return { kind: 'session', scopes: allScopes, accountIds: null, authTime };
  }

  private async ofKey(keyId: string, userId: string, head: bigint): Promise<CredentialPermissions | null> {
    const now = this.clock();
    const holder = await findKeyHolder(this.live, keyId, head, now);
    if (holder?.userId !== userId) return null;
    this.keyUses.recordUse(keyId, now);
    const { kind, scopes, accountIds, keyEnvironment } = holder;
    return { kind, scopes, accountIds, keyId, keyEnvironment };
  }
}
