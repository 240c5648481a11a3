import { Inject, Injectable } from '@nestjs/common';
import { mayPublish } from '@pps/billing';
import type { Origin } from '@pps/event-store';
import { newId, NotFound, Rejected } from '@pps/kernel';
import {
  originOfPrincipal,
  RecordProjectSwitch,
  requestOrigin,
  StartSession,
  type CheckedUser,
  type Principal,
  type UserProfile,
  signAccessToken,
  type AccessTokenClaims,
} from '@pps/identity';
import { sessionStream, userStream } from '@pps/identity/events';
import { organizationStream } from '@pps/workspaces/events';
import { Commands } from '../commands/commands';
import { projectsContext } from './projects-context';
import { APP, type App } from '../../foundation/bind-app';

/** What a session may know about itself. */
@Injectable()
export class SessionBody {
  constructor(
    @Inject(APP) private readonly app: App,
    private readonly commands: Commands,
  ) {}

  /** A new session of the user, in the production project of the organization. Throws `Rejected('second_factor_required')` where only the first of two was proven, and what `StartSession` throws where all sessions were ended since. */
  async openDefault(checked: CheckedUser, proven: StartSession['proven'], userAgent: string | undefined) {
    const head = await this.app.live.head();
    const { state: user } = await this.app.live.get(userStream, checked.userId, head);
    const { state: organization } = await this.app.live.get(organizationStream, user.kind === 'none' ? '' : user.organizationId, head);
    if (organization.kind === 'none') throw new NotFound('Organization');
    return this.open(checked, organization.productionProjectId, proven, userAgent);
  }

  /** A new session of the user in a project, with its token. */
  async open(checked: CheckedUser, projectId: string, proven: StartSession['proven'], userAgent: string | undefined) {
    const { userId } = checked;
    const at = this.app.clock();
    const started = await this.commands.execute(new StartSession(checked, proven, userAgent, at, requestOrigin()));
    const { body } = await this.describe(userId, projectId, await this.app.live.head());
    const claims = { sub: userId, project: projectId, sid: started.sessionId, gen: started.generation, authTime: secondsOf(at) };
    return { ...issueSessionToken(this.app, claims, started.expiresAt), ...body };
  }

  /** The caller's session, or what his API key may do, in another project of the organization. Throws `NotFound`. */
  async switchTo(caller: Principal, projectId: string) {
    if (caller.grant)
      throw new Rejected(
        'session_required',
        'A program acts in the project that was agreed to',
        {},
        { remediation: 'Let the person agree to another project.' },
      );
    const { context, sessionGeneration } = await this.describe(caller.userId, projectId, caller.asOf);
    if (caller.keyEnvironment === 'sandbox' && context.active_project.environment === 'production') {
      throw new Rejected(
        'session_required',
        'An API key of the sandbox cannot switch to production',
        {},
        { remediation: 'Log in, or use a key of the production project.' },
      );
    }
    const token = await this.tokenOf(caller, projectId, sessionGeneration, caller.authTime);
    await this.commands.execute(new RecordProjectSwitch(caller, projectId, this.originOf(caller)));
    return { ...token, ...context };
  }

  /** Of the organization and none of its projects: it is about where the person goes, not about what is there. */
  private originOf(caller: Principal): Origin {
    const { actor, occurredAt } = originOfPrincipal(caller, this.app.clock());
    return { ...requestOrigin(), organizationId: caller.organizationId, actor, occurredAt };
  }

  /** A token of the caller's session that says that he has just proven who he is. */
  async renew(caller: Principal) {
    const { sessionGeneration } = await this.describe(caller.userId, caller.projectId, caller.asOf);
    return this.tokenOf(caller, caller.projectId, sessionGeneration, secondsOf(this.app.clock()));
  }

  private async tokenOf(caller: Principal, projectId: string, presentGeneration: number, authTime: number | undefined) {
    const { userId, sessionId, sessionGeneration: own, keyId } = caller;
    // The generation of the present session, so that a session that is being ended does not live on through a switch.
    const claims = { sub: userId, project: projectId, sid: sessionId ?? newId(), gen: own ?? presentGeneration };
    if (keyId !== undefined) return issueSessionToken(this.app, { ...claims, key: keyId });
    const { state: session } = await this.app.live.get(sessionStream, claims.sid, caller.asOf);
    if (session.kind === 'none') throw new NotFound('Session');
    return issueSessionToken(this.app, { ...claims, ...(authTime === undefined ? {} : { authTime }) }, session.expiresAt);
  }

  async sessionBody({ userId, projectId, asOf }: Pick<Principal, 'userId' | 'projectId' | 'asOf'>) {
    return (await this.describe(userId, projectId, asOf)).body;
  }

  private async describe(userId: string, projectId: string, head: bigint) {
    const { state: user } = await this.app.live.get(userStream, userId, head);
    if (user.kind !== 'registered') throw new NotFound('User');
    const [profile, context] = await Promise.all([
      this.app.vault.get<UserProfile>(user.profileRef),
      projectsContext(this.app, user.organizationId, projectId, head),
    ]);
    const body = {
      user: {
        id: user.userId,
        email: profile?.email ?? '',
        full_name: profile?.full_name ?? '',
        timezone: user.timezone,
        email_verified: user.emailVerifiedAt !== null,
        created_at: user.registeredAt,
        ...(user.deletionDueAt === null ? {} : { deletion_due_at: user.deletionDueAt }),
      },
      ...context.body,
      workspace: context.body.active_project,
      permissions: {
        can_manage_billing: context.active.environment === 'production',
        can_manage_api_keys: true,
        can_publish: mayPublish(context.subscription),
        can_manage_members: true,
        can_manage_integrations: true,
        can_delete_assets: true,
        can_reset_sandbox: context.body.projects.some(({ environment }) => environment === 'sandbox'),
        can_view_reports: true,
        can_delete_content: true,
      },
    };
    return { body, context: context.body, sessionGeneration: user.sessionGeneration };
  }
}

/** As a token's `auth_time`. */
const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000);

/** A token that ends with its session at the latest. */
function issueSessionToken(app: Pick<App, 'clock' | 'configuration' | 'keys'>, claims: AccessTokenClaims, sessionExpiresAt?: string) {
  const left = sessionExpiresAt === undefined ? Infinity : Date.parse(sessionExpiresAt) - app.clock().getTime();
  const seconds = Math.max(1, Math.floor(Math.min(app.configuration.JWT_EXPIRES_IN, left) / 1_000));
  return { access_token: signAccessToken(claims, app.keys.JWT_KEY, seconds), token_type: 'bearer', expires_in: seconds };
}
