import type { Streams } from '@pps/event-store';
import {
  requireUsableEmailChange,
  invalidResetToken,
  requireUsablePasswordReset,
  invalidVerificationToken,
  decideVerifyEmail,
} from '../users/user.decider';
import { loadLinkOwner, linkTokenHash } from './link-token';
import type { LinkKind, UserState } from '../users/user.state';

const useRules: Readonly<Record<LinkKind, (state: UserState, tokenHash: string, at: string) => unknown>> = {
  verification: (state, tokenHash, at) => decideVerifyEmail({ tokenHash, at }, state),
  password_reset: requireUsablePasswordReset,
  email_change: requireUsableEmailChange,
};

/** Checks whether a mailed link would work now, by the same rules as its use, without using it up. */
export class LinkChecker {
  constructor(private readonly streams: Streams) {}

  /** Throws `Rejected('invalid_token')`, as the use of the link would. */
  async requireUsable(kind: LinkKind, token: string, at: string): Promise<void> {
    const { user } = await loadLinkOwner(
      this.streams,
      token,
      {},
      at,
      kind === 'password_reset' ? invalidResetToken : invalidVerificationToken,
    );
    useRules[kind](user, linkTokenHash(token), at);
  }
}
