import { userStream } from '@pps/identity/events';
import type { WorkItem } from '@pps/work-queue';
import { recordMailSent } from '../mail.decider';
import { prepareDueMail, type MailDeps } from './prepare-due-mail';
import type { MailTransport } from './smtp.client';

export interface SendMailDeps extends MailDeps {
  readonly transport: MailTransport;
}

/** Sends a mail that is still due, and records it. A crash between the two sends it once more; two at once would send it twice. */
export const sendMailWork =
  (deps: SendMailDeps) =>
  (work: WorkItem): Promise<void> =>
    sendMail(deps, work);

async function sendMail(deps: SendMailDeps, { id: requestId, attributes }: WorkItem): Promise<void> {
  const { streams, clock, transport } = deps;
  const userId = attributes['userId'] ?? '';
  const { state } = await streams.load(userStream, userId);
  if (state.kind !== 'registered') return;
  const mail = await prepareDueMail(deps, state, requestId);
  if (!mail) return;
  await transport.send(mail);
  const at = clock().toISOString();
  const origin = { organizationId: state.organizationId, actor: { type: 'system' as const }, occurredAt: at };
  await streams.decide(userStream, userId, origin, (current) => recordMailSent({ requestId, at }, current));
}
