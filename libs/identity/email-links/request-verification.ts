import type { Vault } from '@pps/vault';
import type { Streams, Origin } from '@pps/event-store';
import { Command, newId } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import { msUntilNextMail, requireRegistered, type User } from '../users/user.state';
import { createLink } from './link-token';
import { userStream } from '../users/user.stream';
import { decideRequestVerification } from '../users/user.decider';

export type VerificationRequestResult = 'sent' | 'already_verified' | { readonly retryAfterMs: number };

export class RequestVerification extends Command<VerificationRequestResult> {
  constructor(
    readonly userId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

export interface RequestVerificationDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Vault;
  readonly configuration: Configuration;
}

/** Mails one more verification link, unless the address is verified or the last mail is younger than the interval. Throws `NotFound`. */
export async function requestVerification(
  app: RequestVerificationDeps,
  { userId, origin }: RequestVerification,
): Promise<VerificationRequestResult> {
  const { state } = await app.streams.load(userStream, userId);
  const user = requireRegistered(state);
  if (user.emailVerifiedAt !== null) return 'already_verified';
  const now = waitMsOf(app, user, origin.occurredAt);
  if (now > 0) return { retryAfterMs: now };
  const { emailHash } = user;
  const link = await createLink(app.vault, userId, 'verification', new Date(origin.occurredAt), app.configuration.VERIFY_LINK_LIFETIME);
  const requested = { requestId: newId(), emailHash, ...link, askedByUser: true } as const;
  let left = 0;
  const { facts } = await app.streams.decide(userStream, userId, origin, (current) => {
    left = waitMsOf(app, requireRegistered(current), origin.occurredAt);
    return left > 0 ? [] : decideRequestVerification(requested, current);
  });
  if (facts.length > 0) return 'sent';
  return left > 0 ? { retryAfterMs: left } : 'already_verified';
}

function waitMsOf({ configuration }: RequestVerificationDeps, { links, emailHash }: User, at: string): number {
  return msUntilNextMail(links, { kind: 'verification', emailHash, at, intervalMs: configuration.MAIL_INTERVAL });
}
