import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { cleanOutsideText, Rejected } from '@pps/kernel';
import { KEYS, type Keys } from '@pps/runtime';
import { createHmac } from 'node:crypto';
import { emailHash } from '../email-addresses/normalized-email';
import { accountExists } from '../email-addresses/email.decider';
import { emailStream } from '../email-addresses/email.stream';
import { RegisterUser } from '../registration/register-user';
import { userStream } from '../users/user.stream';
import { claimGoogleAccount, linkGoogle } from './google.decider';
import type { GoogleIdentity } from './google.client';
import { googleStream } from './google.stream';

export interface SignedIn {
  readonly userId: string;
  readonly isNewUser: boolean;
}

/** Finds or registers the user of a Google identity. Throws `Rejected`: `access_denied` when Google has not verified the address, `account_exists`. */
export class SignInWithGoogle extends Command<SignedIn> {
  constructor(
    readonly identity: GoogleIdentity,
    readonly at: string,
    readonly requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>,
  ) {
    super();
  }
}

@CommandHandler(SignInWithGoogle)
export class SignInWithGoogleHandler implements ICommandHandler<SignInWithGoogle> {
  constructor(
    private readonly runner: CommandRunner,
    private readonly bus: CommandBus,
    @Inject(KEYS) private readonly keys: Keys,
  ) {}

  async execute(command: SignInWithGoogle): Promise<SignedIn> {
    const { identity, at, requestOrigin } = command;
    if (!identity.emailVerified)
      throw new Rejected(
        'access_denied',
        'Google has not verified the e-mail address',
        {},
        { remediation: 'Verify the address at Google, or log in with e-mail address and password.' },
      );
    const key = this.keys.EMAIL_HASH_KEY;
    const subjectHash = createHmac('sha256', key)
      .update(JSON.stringify([identity.issuer, identity.subject]))
      .digest('hex');
    const address = emailHash(identity.email, key);
    const holder = await this.findHolder(subjectHash);
    if (holder?.isLinked) return { userId: holder.userId, isNewUser: false };
    const known = (await this.linkByAddress(address, subjectHash, command)) ?? (await this.register(address, subjectHash, command));
    const origin = { ...requestOrigin, actor: { type: 'user' as const, id: known.userId }, occurredAt: at };
    const claimed = { userId: known.userId, claimedAt: at };
    await this.runner.run(googleStream, subjectHash, origin, (state) => claimGoogleAccount(claimed, holder?.userId ?? null, state));
    return known;
  }

  /** Whom the Google account signs in, or did until the link was replaced, was ended by a reset, or the user was forgotten. */
  private async findHolder(subjectHash: string): Promise<{ readonly userId: string; readonly isLinked: boolean } | null> {
    const { userId } = (await this.runner.load(googleStream, subjectHash)).state;
    if (userId === null) return null;
    const { state: user } = await this.runner.load(userStream, userId);
    return { userId, isLinked: user.kind === 'registered' && user.googleSubjectHash === subjectHash };
  }

  private async linkByAddress(address: string, subjectHash: string, { at, requestOrigin }: SignInWithGoogle): Promise<SignedIn | null> {
    const { state: claim } = await this.runner.load(emailStream, address);
    if (claim.userId === null) return null;
    const { userId } = claim;
    const { state: user } = await this.runner.load(userStream, userId);
    if (user.kind !== 'registered') throw accountExists();
    const { organizationId } = user;
    const origin: Origin = { ...requestOrigin, organizationId, actor: { type: 'user', id: userId }, occurredAt: at };
    const link = { subjectHash, emailHash: address, linkedAt: at };
    await this.runner.run(userStream, userId, origin, (state) => linkGoogle(link, state));
    return { userId, isNewUser: false };
  }

  private async register(address: string, subjectHash: string, command: SignInWithGoogle): Promise<SignedIn> {
    const { identity, at, requestOrigin } = command;
    const fullName = cleanOutsideText(identity.name ?? identity.email.split('@')[0] ?? identity.email, 255);
    const registration = { fullName, email: identity.email, password: null, googleSubjectHash: subjectHash, at };
    try {
      const { userId } = await this.bus.execute(new RegisterUser(registration, requestOrigin));
      return { userId, isNewUser: true };
    } catch (error) {
      // The same person signed in from two windows at once, and the other request registered the account.
      const other = error instanceof Rejected ? await this.linkByAddress(address, subjectHash, command) : null;
      if (other) return other;
      throw error;
    }
  }
}
