import { userStream } from '@pps/identity/events';
import { causedBy, streamId, type CommandRunner, type RecordedFact } from '@pps/event-store';
import { derivedId, type Clock } from '@pps/kernel';
import type { Process } from '@pps/read-store';
import { webhookStream, type WebhookDisabled } from '@pps/webhooks/events';
import { organizationStream } from '@pps/workspaces/events';
import { requestAlertMail } from './alert-mail.decider';

export interface AlertMailDeps {
  readonly runner: CommandRunner;
  readonly clock: Clock;
}

const newsForMs = 72 * 3_600_000;

/** The owner of a workspace is told when we gave up on one of its webhooks. */
export function alertMails(deps: AlertMailDeps): Process<null> {
  return {
    name: 'alert-mails',
    startsAt: 'now',
    handles: ['WebhookDisabled'] satisfies WebhookDisabled['type'][],
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await alert(deps, fact as RecordedFact<WebhookDisabled>);
      return null;
    },
  };
}

async function alert({ runner, clock }: AlertMailDeps, fact: RecordedFact<WebhookDisabled>): Promise<void> {
  const webhookId = streamId(webhookStream, fact.stream);
  if (webhookId === null || fact.data.reason !== 'failing') return;
  const { state: webhook } = await runner.load(webhookStream, webhookId);
  if (webhook.kind !== 'active') return;
  const { projectId, organizationId, epoch } = webhook;
  const { state: organization } = await runner.load(organizationStream, organizationId);
  if (organization.kind === 'none') return;
  const userId = organization.ownerUserId;
  const expiresAt = new Date(Date.parse(fact.data.at) + newsForMs).toISOString();
  const subject = { alert: 'webhook_disabled', projectId, webhookId } as const;
  const requested = { requestId: derivedId('alert-mail', fact.id), userId, ...subject, requestedAt: fact.data.at, expiresAt };
  const factId = () => derivedId('AlertMailRequested', fact.id);
  await runner.run(userStream, userId, causedBy(fact, clock()), (state) => requestAlertMail(requested, epoch, state), { factId });
}
