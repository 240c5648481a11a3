import type { Vault } from '@pps/vault';
import type { Streams, Origin } from '@pps/event-store';
import { Command, newId } from '@pps/kernel';
import type { Configuration, Keys } from '@pps/runtime';
import { emailHash, normalizedEmail, userSubject } from '../users/user-profile';
import { msUntilNextRequest, decideRequestEmailChange } from '../users/user.decider';
import { accountExists, emailStream } from '../users/email.stream';
import { requireRegistered, type MailedLink, type User } from '../users/user.state';
import { createLink } from './link-token';
import { userStream } from '../users/user.stream';

export interface PendingEmailChange {
  readonly pendingEmail: string;
  readonly requestedAt: string;
  /** Set when no mail was sent, because the last one is younger than the interval. */
  readonly retryAfterMs?: number;
}

export class RequestEmailChange extends Command<PendingEmailChange> {
  constructor(
    readonly userId: string,
    readonly newEmail: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

export interface RequestEmailChangeDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Vault;
  readonly keys: Keys;
  readonly configuration: Configuration;
}

/** Mails the old address a link that approves the new one. Throws `Rejected('account_exists')` for a taken address, `NotFound`. */
export async function requestEmailChange(
  app: RequestEmailChangeDeps,
  { userId, newEmail, origin }: RequestEmailChange,
): Promise<PendingEmailChange> {
  const newEmailHash = emailHash(newEmail, app.keys.EMAIL_HASH_KEY);
  const at = origin.occurredAt;
  const user = requireRegistered((await app.streams.load(userStream, userId)).state);
  await refuseTaken(app, newEmailHash, user);
  if (waitMsOf(app, user, newEmailHash, at) > 0) return readPendingChange(app, user, newEmailHash, at);
  const newAddressRef = await app.vault.put(userSubject(userId), 'email_change_address', normalizedEmail(newEmail));
  const link = await createLink(app.vault, userId, 'email_change', new Date(at), app.configuration.CHANGE_LINK_LIFETIME);
  const requested = { requestId: newId(), emailHash: user.emailHash, newEmailHash, newAddressRef, ...link };
  const { facts, state } = await app.streams.decide(userStream, userId, origin, (current) =>
    decideRequestEmailChange(requested, app.configuration.MAIL_INTERVAL, current),
  );
  return facts.length > 0
    ? { pendingEmail: normalizedEmail(newEmail), requestedAt: at }
    : readPendingChange(app, requireRegistered(state), newEmailHash, at);
}

/** The user's present address counts as taken. An address that the user's earlier approval claimed before it failed does not. */
async function refuseTaken(app: RequestEmailChangeDeps, newEmailHash: string, user: User): Promise<void> {
  const { state: claim } = await app.streams.load(emailStream, newEmailHash);
  if (newEmailHash === user.emailHash || (claim.userId !== null && claim.userId !== user.userId)) throw accountExists();
}

async function readPendingChange(app: RequestEmailChangeDeps, user: User, newEmailHash: string, at: string): Promise<PendingEmailChange> {
  const pending = user.links.find((link): link is MailedLink => link.kind === 'email_change');
  const address = pending?.change ? await app.vault.get<string>(pending.change.newAddressRef) : null;
  return {
    pendingEmail: address ?? '',
    requestedAt: pending?.requestedAt ?? at,
    retryAfterMs: waitMsOf(app, user, newEmailHash, at),
  };
}

function waitMsOf({ configuration }: RequestEmailChangeDeps, user: User, newEmailHash: string, at: string): number {
  return msUntilNextRequest(user, { newEmailHash, at, intervalMs: configuration.MAIL_INTERVAL });
}
