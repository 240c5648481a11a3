import { Inject, Injectable } from '@nestjs/common';
import { LiveStates } from '@pps/event-store';
import {
  allScopes,
  API_KEY_USES,
  findKeyHolder,
  isSessionValid,
  SESSION_USES,
  type AccessTokenClaims,
  type LastUses,
  type Principal,
} from '@pps/identity';
import { isSessionOpen, sessionStream, userStream } from '@pps/identity/events';
import { CLOCK, type Clock } from '@pps/kernel';
import { projectStream } from '@pps/workspaces/events';

type CredentialPermissions = Pick<Principal, 'kind' | 'scopes' | 'accountIds' | 'keyId' | 'keyEnvironment' | 'authTime'>;

/** Whether user, project and session of a verified token (or the API key it was made with) still are what it says. */
@Injectable()
export class LiveSession {
  constructor(
    private readonly live: LiveStates,
    @Inject(API_KEY_USES) private readonly keyUses: LastUses,
    @Inject(SESSION_USES) private readonly sessionUses: LastUses,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async holder(claims: AccessTokenClaims): Promise<Principal | null> {
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
    const holder = await findKeyHolder(this.live, keyId, head);
    if (holder?.userId !== userId) return null;
    this.keyUses.recordUse(keyId, this.clock());
    const { kind, scopes, accountIds, keyEnvironment } = holder;
    return { kind, scopes, accountIds, keyId, keyEnvironment };
  }
}
