import { Command } from '@pps/kernel';
import type { Streams } from '@pps/event-store';
import { linkTokenHash, ownerOfLinkToken } from '../email-links/link-token';
import { invalidHandoff, openHandoff, decideRedeemHandoff, handoffStream, type ReturningBrowser } from './handoff.stream';
import type { CheckedUser } from '../sessions/start-session';
import { userStream } from '../users/user.stream';
import type { SignedIn } from './complete-google-sign-in';
import type { RequestOrigin } from '../users/principal';

export class RedeemHandoff extends Command<SignedIn & CheckedUser> {
  constructor(
    readonly token: string,
    readonly from: ReturningBrowser,
    readonly at: string,
    readonly requestOrigin: RequestOrigin,
  ) {
    super();
  }
}

export interface RedeemHandoffDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
}

/** Exchanges the token of a sign-in through Google, once, in the browser that began it. Throws `Rejected('invalid_token')`. */
export async function redeemHandoff(
  app: RedeemHandoffDeps,
  { token, from, at, requestOrigin }: RedeemHandoff,
): Promise<SignedIn & CheckedUser> {
  const handoffId = ownerOfLinkToken(token);
  if (handoffId === null) throw invalidHandoff();
  const redemption = { tokenHash: linkTokenHash(token), from, at };
  const { state } = await app.streams.load(handoffStream, handoffId);
  const { userId, isNewUser, issuedAt } = openHandoff(redemption, state);
  const { sessionGeneration } = await requireLink(app, userId, issuedAt);
  const origin = { ...requestOrigin, actor: { type: 'user' as const, id: userId }, occurredAt: at };
  await app.streams.decide(handoffStream, handoffId, origin, (current) => decideRedeemHandoff(redemption, current));
  return { userId, sessionGeneration, isNewUser };
}

/** A reset that proved the address meanwhile has ended the link that the handoff came by. */
async function requireLink(app: RedeemHandoffDeps, userId: string, issuedAt: string): Promise<CheckedUser> {
  const { state: user } = await app.streams.load(userStream, userId);
  if (user.kind !== 'registered' || user.googleSubjectHash === null) throw invalidHandoff();
  if (user.keysEndedAt !== null && issuedAt <= user.keysEndedAt) throw invalidHandoff();
  return user;
}
