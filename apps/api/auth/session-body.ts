import { VAULT, type Vault } from '@pps/vault';
import { Inject, Injectable } from '@nestjs/common';
import { mayPublish } from '@pps/billing';
import { LiveStates } from '@pps/event-store';
import { newId, NotFound } from '@pps/kernel';
import { signAccessToken, type AccessTokenClaims, type Principal, type UserProfile } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { organizationStream } from '@pps/workspaces/events';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { ProjectsContext } from './projects-context';

/** What a session may know about itself. */
@Injectable()
export class SessionBody {
  constructor(
    private readonly live: LiveStates,
    private readonly projects: ProjectsContext,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** A new session of the user, in the production project of the organization. */
  async openDefault(userId: string) {
    const head = await this.live.head();
    const { state: user } = await this.live.get(userStream, userId, head);
    const { state: organization } = await this.live.get(organizationStream, user.kind === 'none' ? '' : user.organizationId, head);
    if (organization.kind === 'none') throw new NotFound('Organization');
    return this.open(userId, organization.productionProjectId);
  }

  /** A new session of the user in a project, with its token. */
  async open(userId: string, projectId: string) {
    const { body, sessionGeneration } = await this.describe(userId, projectId, await this.live.head());
    return { ...this.tokenFor({ sub: userId, project: projectId, sid: newId(), gen: sessionGeneration }), ...body };
  }

  /** The caller's session, or what his API key may do, in another project of the organization. Throws `NotFound`. */
  async switchTo({ userId, sessionId, sessionGeneration: own, keyId, asOf }: Principal, projectId: string) {
    const { context, sessionGeneration } = await this.describe(userId, projectId, asOf);
    // The generation of the present session, so that a session that is being ended does not live on through a switch.
    const claims = { sub: userId, project: projectId, sid: sessionId ?? newId(), gen: own ?? sessionGeneration };
    return { ...this.tokenFor({ ...claims, ...(keyId === undefined ? {} : { key: keyId }) }), ...context };
  }

  private tokenFor(claims: AccessTokenClaims) {
    const seconds = Math.floor(this.configuration.JWT_EXPIRES_IN / 1_000);
    return { access_token: signAccessToken(claims, this.keys.JWT_KEY, seconds), token_type: 'bearer', expires_in: seconds };
  }

  async of({ userId, projectId, asOf }: Pick<Principal, 'userId' | 'projectId' | 'asOf'>) {
    return (await this.describe(userId, projectId, asOf)).body;
  }

  private async describe(userId: string, projectId: string, head: bigint) {
    const { state: user } = await this.live.get(userStream, userId, head);
    if (user.kind !== 'registered') throw new NotFound('User');
    const [profile, context] = await Promise.all([
      this.vault.get<UserProfile>(user.profileRef),
      this.projects.of(user.organizationId, projectId, head),
    ]);
    const body = {
      user: {
        id: user.userId,
        email: profile?.email ?? '',
        full_name: profile?.full_name ?? '',
        timezone: user.timezone,
        email_verified: user.emailVerifiedAt !== null,
        created_at: user.registeredAt,
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
