import { userStream } from '@pps/identity/events';
import { connectionStream, type ReconnectRequired } from '@pps/connections/events';
import { causedBy, type RecordedFact } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import type { Process } from '@pps/read-store';
import { organizationStream } from '@pps/workspaces/events';
import { requestAlertMail } from './alert-mail.decider';
import type { AlertMailDeps } from './alert-mail.process';

const newsForMs = 72 * 3_600_000;

/** The owner of a workspace is told, once each time, when the platform no longer takes the tokens of one of its accounts. */
export function reconnectMails(deps: AlertMailDeps): Process<null> {
  return {
    name: 'reconnect-mails',
    startsAt: 'now',
    handles: ['ReconnectRequired'] satisfies ReconnectRequired['type'][],
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await alert(deps, fact as RecordedFact<ReconnectRequired>);
      return null;
    },
  };
}

async function alert({ runner, clock }: AlertMailDeps, fact: RecordedFact<ReconnectRequired>): Promise<void> {
  const { accountId, at } = fact.data;
  const { state: connection } = await runner.load(connectionStream, accountId);
  if (connection.kind === 'absent' || connection.revokedAt !== null || connection.reconnectReason === null) return;
  const { projectId, organizationId, epoch } = connection;
  const { state: organization } = await runner.load(organizationStream, organizationId);
  if (organization.kind === 'none') return;
  const userId = organization.ownerUserId;
  const expiresAt = new Date(Date.parse(at) + newsForMs).toISOString();
  const subject = { alert: 'reconnect_required', projectId, accountId } as const;
  const requested = { requestId: derivedId('reconnect-mail', fact.id), userId, ...subject, requestedAt: at, expiresAt };
  const factId = () => derivedId('AlertMailRequested', fact.id);
  await runner.run(userStream, userId, causedBy(fact, clock()), (state) => requestAlertMail(requested, epoch, state), { factId });
}
