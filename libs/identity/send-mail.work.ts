import type { CommandRunner } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Vault } from '@pps/read-store';
import type { Work } from '@pps/work-queue';
import { organizationStream } from '@pps/workspaces/events';
import { mailDue, recordMailSent } from './link-mail.decider';
import { linkMail } from './link-mails';
import type { MailTransport } from './mail-transport';
import type { MailedLink } from './mailed-link';
import { unsubscribeLinks, type UnsubscribeLinks } from './unsubscribe-token';
import type { UserProfile } from './user-profile';
import type { User } from './user.state';
import { userStream } from './user.stream';

export interface SendMailDeps {
  readonly runner: CommandRunner;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly transport: MailTransport;
  /** Where the web app is, without a slash at the end. */
  readonly appUrl: string;
  /** Where this API is, without a slash at the end. */
  readonly publicUrl: string;
  /** Signs the links by which mails are left. */
  readonly hashKey: Buffer;
}

/** Sends a mail the facts still ask for and records it; a crash between the two sends it once more. */
export function sendMailWork(deps: SendMailDeps): (work: Work) => Promise<void> {
  return async ({ id: requestId, attributes }) => {
    const { runner, vault, clock, transport, appUrl } = deps;
    const userId = attributes['userId'] ?? '';
    const { state } = await runner.load(userStream, userId);
    const due = mailDue(state, requestId, clock().toISOString());
    if (!due || state.kind !== 'registered') return;
    const [profile, token, newEmail] = await Promise.all([
      vault.get<UserProfile>(state.profileRef),
      vault.get<string>(due.tokenRef),
      due.change ? vault.get<string>(due.change.newAddressRef) : null,
    ]);
    if (!profile || !token) return;
    const unsubscribe = await wayOut(deps, state, due);
    await transport.send(linkMail(due.kind, { to: profile.email, appUrl, token, requestId, newEmail }, unsubscribe));
    const at = clock().toISOString();
    const origin = { organizationId: state.organizationId, actor: { type: 'system' as const }, occurredAt: at };
    await runner.run(userStream, userId, origin, (current) => recordMailSent({ requestId, at }, current));
  };
}

/** Null for what guards the account: those mails are always sent. */
async function wayOut(deps: SendMailDeps, { userId, organizationId }: User, { kind }: MailedLink): Promise<UnsubscribeLinks | null> {
  if (kind !== 'verification') return null;
  const { state } = await deps.runner.load(organizationStream, organizationId);
  return state.kind === 'none' ? null : unsubscribeLinks({ userId, projectId: state.productionProjectId }, deps);
}
