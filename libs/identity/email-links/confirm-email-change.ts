import type { Vault } from '@pps/vault';
import type { Streams, Origin } from '@pps/event-store';
import { Command, Rejected } from '@pps/kernel';
import { changeEmail, invalidEmailChangeToken, requireUsableEmailChange } from '../users/user.decider';
import { claimEmail, releaseEmail, emailStream } from '../users/email.stream';
import { loadLinkOwner, linkTokenHash, tokenRefs } from './link-token';
import { dropUnprovenSecondFactor } from '../second-factor/disable-second-factor';
import { userSubject, type UserProfile } from '../users/user-profile';
import { userStream } from '../users/user.stream';
import type { RequestOrigin } from '../users/principal';

export class ConfirmEmailChange extends Command<{ readonly newEmail: string }> {
  constructor(
    readonly token: string,
    readonly at: string,
    readonly requestOrigin: RequestOrigin,
  ) {
    super();
  }
}

export interface ConfirmEmailChangeDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Vault;
}

/** Gives the account its new address, which nobody has proven yet, so that the second factor ends. Throws `Rejected('invalid_token')`, or `Rejected('account_exists')` when it was taken meanwhile. */
export async function confirmEmailChange(
  app: ConfirmEmailChangeDeps,
  { token, at, requestOrigin }: ConfirmEmailChange,
): Promise<{ readonly newEmail: string }> {
  const { user, origin } = await loadLinkOwner(app.streams, token, requestOrigin, at, invalidEmailChangeToken);
  const tokenHash = linkTokenHash(token);
  const { change } = requireUsableEmailChange(user, tokenHash, at).link;
  const [profile, newEmail] = await Promise.all([
    app.vault.get<UserProfile>(user.profileRef),
    change ? app.vault.get<string>(change.newAddressRef) : null,
  ]);
  if (!change || !profile || !newEmail) throw invalidEmailChangeToken();
  const { userId, profileRef: replacedProfileRef, emailHash: oldHash } = user;
  await claim(app, userId, change.newEmailHash, origin);
  let spent: readonly string[] = [];
  try {
    const profileRef = await app.vault.put(userSubject(userId), 'user_profile', { ...profile, email: newEmail });
    const changed = { tokenHash, profileRef, replacedProfileRef, changedAt: at };
    await app.streams.decide(userStream, userId, origin, (state) => {
      spent = tokenRefs(state, ['verification', 'password_reset', 'email_change']);
      return changeEmail(changed, state);
    });
  } catch (error) {
    if (error instanceof Rejected) await release(app, userId, change.newEmailHash, origin);
    throw error;
  }
  await dropUnprovenSecondFactor(app, userId, origin);
  await release(app, userId, oldHash, origin);
  await app.vault.remove(spent);
  return { newEmail };
}

async function claim(app: ConfirmEmailChangeDeps, userId: string, address: string, origin: Origin): Promise<void> {
  const claimed = { userId, claimedAt: origin.occurredAt };
  await app.streams.decide(emailStream, address, origin, (state) => claimEmail(claimed, state));
}

/** Gives up an address that the user does not have, or no longer. */
async function release(app: ConfirmEmailChangeDeps, userId: string, address: string, origin: Origin): Promise<void> {
  const { state: user } = await app.streams.load(userStream, userId);
  if (user.kind === 'registered' && user.emailHash === address) return;
  const released = { releasedAt: origin.occurredAt };
  await app.streams.decide(emailStream, address, origin, (state) => releaseEmail(userId, released, state));
}
