import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { newId, NotFound } from '@pps/kernel';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { msUntilNextMail } from '../users/mailed-link.state';
import { createLink } from './create-link';
import type { User, UserState } from '../users/user.state';
import { userStream } from '../users/user.stream';
import { requestVerification } from './verify-email.decider';

export type VerificationRequestResult = 'sent' | 'already_verified' | { readonly retryAfterMs: number };

/** Mails one more verification link, unless the address is verified or the last mail is younger than the interval. Throws `NotFound`. */
export class RequestVerification extends Command<VerificationRequestResult> {
  constructor(
    readonly userId: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(RequestVerification)
export class RequestVerificationHandler implements ICommandHandler<RequestVerification> {
  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ userId, origin }: RequestVerification): Promise<VerificationRequestResult> {
    const { state } = await this.runner.load(userStream, userId);
    const user = requireRegistered(state);
    if (user.emailVerifiedAt !== null) return 'already_verified';
    const now = this.msUntilNextMail(user, origin.occurredAt);
    if (now > 0) return { retryAfterMs: now };
    const { emailHash } = user;
    const link = await createLink(this.vault, userId, 'verification', new Date(origin.occurredAt), this.configuration.VERIFY_LINK_LIFETIME);
    const requested = { requestId: newId(), emailHash, ...link, askedByUser: true } as const;
    let left = 0;
    const { facts } = await this.runner.run(userStream, userId, origin, (current) => {
      left = this.msUntilNextMail(requireRegistered(current), origin.occurredAt);
      return left > 0 ? [] : requestVerification(requested, current);
    });
    if (facts.length > 0) return 'sent';
    return left > 0 ? { retryAfterMs: left } : 'already_verified';
  }

  private msUntilNextMail({ links, emailHash }: User, at: string): number {
    return msUntilNextMail(links, { kind: 'verification', emailHash, at, intervalMs: this.configuration.MAIL_INTERVAL });
  }
}

function requireRegistered(state: UserState): User {
  if (state.kind !== 'registered') throw new NotFound('User');
  return state;
}
