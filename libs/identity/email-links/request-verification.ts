import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { newId, NotFound } from '@pps/kernel';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { pauseLeft } from './mailed-link';
import { newLink } from './new-link';
import type { User, UserState } from '../users/user.state';
import { userStream } from '../users/user.stream';
import { requestVerification } from './verify-email.decider';

export type VerificationAnswer = 'sent' | 'verified already' | { readonly retryAfterMs: number };

/** Mails one more verification link, unless the address is verified or the mail before it is too young. */
export class RequestVerification extends Command<VerificationAnswer> {
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

  async execute({ userId, origin }: RequestVerification): Promise<VerificationAnswer> {
    const { state } = await this.runner.load(userStream, userId);
    const user = registered(state);
    if (user.emailVerifiedAt !== null) return 'verified already';
    const now = this.pause(user, origin.occurredAt);
    if (now > 0) return { retryAfterMs: now };
    const { emailHash } = user;
    const link = await newLink(this.vault, userId, 'verification', new Date(origin.occurredAt), this.configuration.VERIFY_LINK_LIFETIME);
    const requested = { requestId: newId(), emailHash, ...link, askedByUser: true } as const;
    let left = 0;
    const { facts } = await this.runner.run(userStream, userId, origin, (current) => {
      left = this.pause(registered(current), origin.occurredAt);
      return left > 0 ? [] : requestVerification(requested, current);
    });
    if (facts.length > 0) return 'sent';
    return left > 0 ? { retryAfterMs: left } : 'verified already';
  }

  private pause({ links, emailHash }: User, at: string): number {
    return pauseLeft(links, { kind: 'verification', emailHash, at, intervalMs: this.configuration.MAIL_INTERVAL });
  }
}

function registered(state: UserState): User {
  if (state.kind !== 'registered') throw new NotFound('User');
  return state;
}
