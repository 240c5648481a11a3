import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { LiveStates } from '@pps/event-store';
import {
  accessTokenRules,
  allScopes,
  ApiKeyUse,
  claimsOf,
  keyRing,
  sessionHolds,
  type AccessTokenClaims,
  type Principal,
} from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { CLOCK, type Clock } from '@pps/kernel';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { projectStream } from '@pps/workspaces/events';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { liveKey } from './live-key';

export const accessTokenStrategy = 'access-token';

/** Verifies a session token, and that its user, project and session (or the API key it was made with) still are what it says. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, accessTokenStrategy) {
  constructor(
    private readonly live: LiveStates,
    private readonly uses: ApiKeyUse,
    @Inject(KEYS) keys: Keys,
    @Inject(CONFIGURATION) { JWT_PREVIOUS_KEYS = [] }: Configuration,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const keyOf = keyRing([keys.JWT_KEY, ...JWT_PREVIOUS_KEYS]);
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: (_: unknown, token: string, done: (error: Error | null, key?: Buffer) => void) => {
        const key = keyOf(token);
        return key ? done(null, key) : done(new Error('signed with a key that is not in use'));
      },
      algorithms: [accessTokenRules.algorithm],
      issuer: accessTokenRules.issuer,
      audience: accessTokenRules.audience,
    });
  }

  async validate(payload: unknown): Promise<Principal | null> {
    const claims = claimsOf(payload);
    if (!claims) return null;
    const head = await this.live.head();
    const [{ state: user }, { state: project }] = await Promise.all([
      this.live.get(userStream, claims.sub, head),
      this.live.get(projectStream, claims.project, head),
    ]);
    if (user.kind !== 'registered' || !sessionHolds(user, claims)) return null;
    if (project.kind === 'none' || project.organizationId !== user.organizationId) return null;
    const { projectId, organizationId, environment, epoch } = project;
    const grants = await this.grantsOf(claims, head);
    return grants && { ...grants, userId: user.userId, organizationId, projectId, environment, epoch, asOf: head, sessionId: claims.sid };
  }

  private async grantsOf(
    { sub, key: keyId }: AccessTokenClaims,
    head: bigint,
  ): Promise<Pick<Principal, 'kind' | 'scopes' | 'accountIds' | 'keyId'> | null> {
    if (keyId === undefined) return { kind: 'session', scopes: allScopes, accountIds: null };
    const found = await liveKey(this.live, keyId, head);
    if (found?.key.userId !== sub) return null;
    this.uses.note(keyId, this.clock());
    const { scopes, accountIds } = found.key;
    return { kind: 'api_key', scopes, accountIds, keyId };
  }
}
