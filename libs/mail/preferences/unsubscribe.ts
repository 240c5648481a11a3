import type { Streams, Origin } from '@pps/event-store';
import { userStream } from '@pps/identity/events';
import { Command, Rejected } from '@pps/kernel';
import type { Keys } from '@pps/runtime';
import { projectStream } from '@pps/workspaces/events';
import { decidePreferenceChanges } from '../mail.decider';
import { verifyUnsubscribeToken } from './unsubscribe-token';

export interface UnsubscribeDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly keys: Pick<Keys, 'EMAIL_HASH_KEY'>;
}

export interface Unsubscription {
  readonly projectId: string;
  readonly token: string;
  /** The user that the link names beside the token; must be the token's. */
  readonly userId: string | null;
}

export class Unsubscribe extends Command<void> {
  constructor(
    readonly unsubscription: Unsubscription,
    readonly at: string,
    readonly requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>,
  ) {
    super();
  }
}

const noMails = { transactional: false, alerts: false, verification: false };

/** Ends all mails to a user about a project but those about the account's security; a repeat is silent. Throws `Rejected('invalid_token')`. */
export async function unsubscribe({ streams, keys }: UnsubscribeDeps, { unsubscription, at, requestOrigin }: Unsubscribe): Promise<void> {
  const projectId = unsubscription.projectId.toLowerCase();
  const userId = verifyUnsubscribeToken(unsubscription.token, projectId, keys.EMAIL_HASH_KEY);
  if (userId === null || (unsubscription.userId !== null && unsubscription.userId.toLowerCase() !== userId)) throw invalidToken();
  const [{ state: project }, { state: user }] = await Promise.all([
    streams.load(projectStream, projectId),
    streams.load(userStream, userId),
  ]);
  if (project.kind === 'none' || user.kind !== 'registered' || project.organizationId !== user.organizationId) throw invalidToken();
  const { organizationId, epoch } = project;
  const origin: Origin = { ...requestOrigin, organizationId, projectId, epoch, actor: { type: 'user', id: userId }, occurredAt: at };
  await streams.decide(userStream, userId, origin, (state) => decidePreferenceChanges({ projectId, epoch }, noMails, at, state));
}

const invalidToken = () =>
  new Rejected(
    'invalid_token',
    'Invalid unsubscribe token',
    {},
    { remediation: 'Use the whole link of the mail, or change the preferences: PATCH /v1/email/preferences.' },
  );
