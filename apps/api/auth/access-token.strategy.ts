import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { LiveStates } from '@pps/event-store';
import { accessTokenRules, allScopes, claimsOf, namesKey, type Principal } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { KEYS, type Keys } from '@pps/runtime';
import { projectStream } from '@pps/workspaces/events';
import { ExtractJwt, Strategy } from 'passport-jwt';

export const accessTokenStrategy = 'access-token';

/** Verifies a session token, and that its user, project and session still are what it says. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, accessTokenStrategy) {
  constructor(
    private readonly live: LiveStates,
    @Inject(KEYS) keys: Keys,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: (_: unknown, token: string, done: (error: Error | null, key?: Buffer) => void) =>
        namesKey(token, keys.JWT_KEY) ? done(null, keys.JWT_KEY) : done(new Error('signed with a key that is not in use')),
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
    if (user.kind === 'none' || user.sessionGeneration !== claims.gen) return null;
    if (project.kind === 'none' || project.organizationId !== user.organizationId) return null;
    const { projectId, organizationId, environment, epoch } = project;
    const grants = { scopes: allScopes, accountIds: null, asOf: head };
    return { kind: 'session', userId: user.userId, organizationId, projectId, environment, epoch, ...grants, sessionId: claims.sid };
  }
}
