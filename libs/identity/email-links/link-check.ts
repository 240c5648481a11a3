import { Injectable } from '@nestjs/common';
import { CommandRunner } from '@pps/event-store';
import { usableChange } from './email-change.decider';
import { linkOwner } from './link-owner';
import { linkTokenHash } from './link-token';
import type { LinkKind } from './mailed-link';
import { invalidResetToken, usableReset } from '../passwords/password.decider';
import type { UserState } from '../users/user.state';
import { invalidLink, verifyEmail } from './verify-email.decider';

const uses: Readonly<Record<LinkKind, (state: UserState, tokenHash: string, at: string) => unknown>> = {
  verification: (state, tokenHash, at) => verifyEmail({ tokenHash, at }, state),
  password_reset: usableReset,
  email_change: usableChange,
};

/** Tells whether a mailed link would work now, by the rules of its use, and uses nothing up. */
@Injectable()
export class LinkCheck {
  constructor(private readonly runner: CommandRunner) {}

  /** Throws what its use would throw: `Rejected('invalid_token')`. */
  async require(kind: LinkKind, token: string, at: string): Promise<void> {
    const { user } = await linkOwner(this.runner, token, {}, at, kind === 'password_reset' ? invalidResetToken : invalidLink);
    uses[kind](user, linkTokenHash(token), at);
  }
}
