import type { AlertMailRequested } from '@pps/identity/events';
import { userStream } from '@pps/identity/events';
import { causedBy, type Streams, type RecordedFact } from '@pps/event-store';
import { derivedId, type Clock } from '@pps/kernel';
import { organizationStream } from '@pps/workspaces/events';
import { requestAlertMail } from './alert-mail.decider';

export interface AlertMailDeps {
  readonly streams: Streams;
  readonly clock: Clock;
}

export interface OwnerAlert {
  readonly organizationId: string;
  readonly projectId: string;
  readonly epoch: number;
  readonly requestId: string;
  readonly at: string;
  /** Not before; absent: at once. */
  readonly sendAt?: string;
  readonly subject: Pick<AlertMailRequested['data'], 'alert' | 'webhookId' | 'accountId' | 'importJobId' | 'quota' | 'payment'>;
}

const mailWithinMs = 72 * 3_600_000;

/** Requests an alert mail to the owner of the workspace, which is not sent later than 72 h after `at` or `sendAt`; a repeat for the same fact is silent. */
export async function requestOwnerAlert({ streams, clock }: AlertMailDeps, fact: RecordedFact, alert: OwnerAlert): Promise<void> {
  const { organizationId, projectId, epoch, requestId, at, sendAt, subject } = alert;
  const { state: organization } = await streams.load(organizationStream, organizationId);
  if (organization.kind === 'none') return;
  const userId = organization.ownerUserId;
  const expiresAt = new Date(Date.parse(sendAt ?? at) + mailWithinMs).toISOString();
  const requested = { requestId, userId, ...subject, projectId, requestedAt: at, ...(sendAt !== undefined && { sendAt }), expiresAt };
  const factId = () => derivedId('AlertMailRequested', requestId);
  await streams.decide(userStream, userId, causedBy(fact, clock()), (state) => requestAlertMail(requested, epoch, state), { factId });
}
