import { Command } from '@pps/kernel';
import type { Streams } from '@pps/event-store';
import type { Vault } from '@pps/vault';
import { loadLinkOwner, linkTokenHash, tokenRefs } from './link-token';
import { userStream } from '../users/user.stream';
import { dropUnprovenSecondFactor } from '../second-factor/disable-second-factor';
import { invalidVerificationToken, requireUsableVerification, decideVerifyEmail } from '../users/user.decider';
import type { RequestOrigin } from '../users/principal';

export class VerifyEmail extends Command<void> {
  constructor(
    readonly token: string,
    readonly at: string,
    readonly requestOrigin: RequestOrigin,
  ) {
    super();
  }
}

export interface VerifyEmailDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Vault;
}

/** Uses up a link mailed to the address it verifies. Throws `Rejected('invalid_token')`. */
export async function verifyEmail(app: VerifyEmailDeps, { token, at, requestOrigin }: VerifyEmail): Promise<void> {
  const { user, origin } = await loadLinkOwner(app.streams, token, requestOrigin, at, invalidVerificationToken);
  requireUsableVerification(user, linkTokenHash(token), at);
  // One that was left from before the address could otherwise come back with the proof of it.
  if (user.emailVerifiedAt === null) await dropUnprovenSecondFactor(app, user.userId, origin);
  let spent: readonly string[] = [];
  await app.streams.decide(userStream, user.userId, origin, (state) => {
    spent = tokenRefs(state, ['verification']);
    return decideVerifyEmail({ tokenHash: linkTokenHash(token), at }, state);
  });
  await app.vault.remove(spent);
}
