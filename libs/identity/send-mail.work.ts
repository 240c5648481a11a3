import type { CommandRunner } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Vault } from '@pps/read-store';
import type { Work } from '@pps/work-queue';
import type { MailTransport } from './mail-transport';
import type { UserProfile } from './user-profile';
import { userStream } from './user.stream';
import { verificationMail } from './verification-mail';
import { mailDue, recordMailSent } from './verify-email.decider';

export interface SendMailDeps {
  readonly runner: CommandRunner;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly transport: MailTransport;
  /** Where the web app is, without a slash at the end. */
  readonly appUrl: string;
}

/** Sends a mail the facts still ask for and records it; a crash between the two sends it once more. */
export function sendMailWork(deps: SendMailDeps): (work: Work) => Promise<void> {
  return async ({ id: requestId, attributes }) => {
    const { runner, vault, clock, transport, appUrl } = deps;
    const userId = attributes['userId'] ?? '';
    const { state } = await runner.load(userStream, userId);
    const due = mailDue(state, requestId, clock().toISOString());
    if (!due || state.kind === 'none') return;
    const [profile, token] = await Promise.all([vault.get<UserProfile>(state.profileRef), vault.get<string>(due.tokenRef)]);
    if (!profile || !token) return;
    await transport.send(verificationMail(profile.email, appUrl, token, requestId));
    const at = clock().toISOString();
    const origin = { organizationId: state.organizationId, actor: { type: 'system' as const }, occurredAt: at };
    await runner.run(userStream, userId, origin, (current) => recordMailSent({ requestId, at }, current));
  };
}
