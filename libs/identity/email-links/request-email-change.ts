import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { newId, NotFound } from '@pps/kernel';
import { CONFIGURATION, KEYS, type Configuration, type Keys } from '@pps/runtime';
import { emailHash, normalizedEmail } from '../email-addresses/normalized-email';
import { msUntilNextRequest, requestEmailChange } from './email-change.decider';
import { accountExists } from '../email-addresses/email.decider';
import { emailStream } from '../email-addresses/email.stream';
import type { MailedLink } from '../users/mailed-link.state';
import { createLink } from './create-link';
import { userSubject } from '../users/user-profile';
import type { User, UserState } from '../users/user.state';
import { userStream } from '../users/user.stream';

export interface PendingEmailChange {
  readonly pendingEmail: string;
  readonly requestedAt: string;
  /** Set when no mail was sent, because the last one is younger than the interval. */
  readonly retryAfterMs?: number;
}

/** Mails the old address a link that approves the new one. Throws `Rejected('account_exists')` for a taken address, `NotFound`. */
export class RequestEmailChange extends Command<PendingEmailChange> {
  constructor(
    readonly userId: string,
    readonly newEmail: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(RequestEmailChange)
export class RequestEmailChangeHandler implements ICommandHandler<RequestEmailChange> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ userId, newEmail, origin }: RequestEmailChange): Promise<PendingEmailChange> {
    const newEmailHash = emailHash(newEmail, this.keys.EMAIL_HASH_KEY);
    const at = origin.occurredAt;
    const user = requireRegistered((await this.runner.load(userStream, userId)).state);
    await this.refuseTaken(newEmailHash, user);
    if (this.msUntilNextRequest(user, newEmailHash, at) > 0) return this.readPendingChange(user, newEmailHash, at);
    const newAddressRef = await this.vault.put(userSubject(userId), 'email_change_address', normalizedEmail(newEmail));
    const link = await createLink(this.vault, userId, 'email_change', new Date(at), this.configuration.CHANGE_LINK_LIFETIME);
    const requested = { requestId: newId(), emailHash: user.emailHash, newEmailHash, newAddressRef, ...link };
    const { facts, state } = await this.runner.run(userStream, userId, origin, (current) =>
      requestEmailChange(requested, this.configuration.MAIL_INTERVAL, current),
    );
    return facts.length > 0
      ? { pendingEmail: normalizedEmail(newEmail), requestedAt: at }
      : this.readPendingChange(requireRegistered(state), newEmailHash, at);
  }

  /** The user's present address counts as taken. An address that the user's earlier approval claimed before it failed does not. */
  private async refuseTaken(newEmailHash: string, user: User): Promise<void> {
    const { state: claim } = await this.runner.load(emailStream, newEmailHash);
    if (newEmailHash === user.emailHash || (claim.userId !== null && claim.userId !== user.userId)) throw accountExists();
  }

  private async readPendingChange(user: User, newEmailHash: string, at: string): Promise<PendingEmailChange> {
    const pending = user.links.find((link): link is MailedLink => link.kind === 'email_change');
    const address = pending?.change ? await this.vault.get<string>(pending.change.newAddressRef) : null;
    return {
      pendingEmail: address ?? '',
      requestedAt: pending?.requestedAt ?? at,
      retryAfterMs: this.msUntilNextRequest(user, newEmailHash, at),
    };
  }

  private msUntilNextRequest(user: User, newEmailHash: string, at: string): number {
    return msUntilNextRequest(user, { newEmailHash, at, intervalMs: this.configuration.MAIL_INTERVAL });
  }
}

function requireRegistered(state: UserState): User {
  if (state.kind !== 'registered') throw new NotFound('User');
  return state;
}
