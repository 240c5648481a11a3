import { userStream } from '@pps/identity/events';
import type { WorkItem } from '@pps/work-queue';
import { recordMailSent } from '../mail.decider';
import { prepareDueMail, type MailDeps } from './prepare-due-mail';
import type { MailTransport } from './smtp.client';

export interface SendMailDeps extends MailDeps {
  readonly transport: MailTransport;
}

/**
 * Sends a mail that is still due, and records it. A crash between the two sends it once more. One that is offered again while this process sends it,
 * as the mail server is slow, is left to the first call.
 */
export function sendMailWork(deps: SendMailDeps): (work: WorkItem) => Promise<void> {
  const inHand = new Set<string>();
  return async (work) => {
    if (inHand.has(work.id)) return;
    inHand.add(work.id);
    await sendMail(deps, work).finally(() => inHand.delete(work.id));
  };
}

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
