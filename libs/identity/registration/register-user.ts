import { KeyedMutex } from '@pps/concurrency';
import { VAULT, type Vault } from '@pps/vault';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { cleanOutsideText, newId, Rejected } from '@pps/kernel';
import { clientNetworkOf, KEYS, type Keys } from '@pps/runtime';
import { emailHash, normalizedEmail } from '../email-addresses/normalized-email';
import { accountExists, claimEmail } from '../email-addresses/email.decider';
import { emailStream } from '../email-addresses/email.stream';
import { hashPassword } from '../passwords/hash-password';
import { HashingPermits } from '../passwords/hashing-permits';
import { registerUser } from '../users/user.decider';
import { userSubject, type UserProfile } from '../users/user-profile';
import { userStream } from '../users/user.stream';
import { WORKSPACE_OPENING, type NewAccount, type WorkspaceOpening } from './workspace-opening';

export interface Registration {
  readonly fullName: string;
  readonly email: string;
  /** Null for a user who signs up through Google. */
  readonly password: string | null;
  /** Keyed hash of the Google identity, which verifies the address too. */
  readonly googleSubjectHash?: string;
  readonly workspaceName?: string | null;
  readonly timezone?: string | null;
  readonly at: string;
}

/** Makes an account: user, organization, production project, subscription. Throws `Rejected('account_exists')`, and `Overloaded` where too many register at once. */
export class RegisterUser extends Command<NewAccount> {
  constructor(
    readonly registration: Registration,
    readonly requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>,
    /** The client's network address, where it is known. */
    readonly address = '',
  ) {
    super();
  }
}

@CommandHandler(RegisterUser)
export class RegisterUserHandler implements ICommandHandler<RegisterUser> {
  private readonly addresses = new KeyedMutex();

  constructor(
    private readonly runner: CommandRunner,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(KEYS) private readonly keys: Keys,
    @Inject(WORKSPACE_OPENING) private readonly workspaces: WorkspaceOpening,
    private readonly permits: HashingPermits,
  ) {}

  async execute({ registration, requestOrigin, address: clientAddress }: RegisterUser): Promise<NewAccount> {
    const address = emailHash(registration.email, this.keys.EMAIL_HASH_KEY);
    // Parallel registrations of one address come one after the other: the later ones are refused before they hash.
    const register = () => this.addresses.runExclusive(address, () => this.register(registration, address, requestOrigin));
    return this.permits.register(clientNetworkOf(clientAddress), register);
  }

  private async register(registration: Registration, address: string, requestOrigin: RegisterUser['requestOrigin']): Promise<NewAccount> {
    // Refuses a taken address before the costly hash, and again after it; the claim below decides.
    await this.refuseTaken(address);
    const passwordHash = registration.password === null ? null : await hashPassword(registration.password);
    await this.refuseTaken(address);
    const account = newAccount(registration);
    const origin: Origin = {
      ...requestOrigin,
      organizationId: account.organizationId,
      projectId: account.projectId,
      epoch: 0,
      actor: { type: 'user', id: account.userId },
      occurredAt: account.at,
    };
    await Promise.all([this.registerUser(account, registration, address, passwordHash, origin), this.workspaces.open(account, origin)]);
    await this.claim(account, address, origin);
    return account;
  }

  private async refuseTaken(address: string): Promise<void> {
    const { state } = await this.runner.load(emailStream, address);
    if (state.userId !== null) throw accountExists();
  }

  private async registerUser(
    { userId, organizationId, timezone, at }: NewAccount,
    { fullName, email, googleSubjectHash }: Registration,
    address: string,
    passwordHash: string | null,
    origin: Origin,
  ): Promise<void> {
    const profile: UserProfile = { full_name: fullName, email: normalizedEmail(email) };
    const [profileRef, passwordRef] = await Promise.all([
      this.vault.put(userSubject(userId), 'user_profile', profile),
      passwordHash === null ? null : this.vault.put(userSubject(userId), 'password_hash', passwordHash),
    ]);
    const registered = { userId, organizationId, profileRef, passwordRef, emailHash: address, timezone, registeredAt: at };
    const google = googleSubjectHash === undefined ? null : { subjectHash: googleSubjectHash, emailHash: address, linkedAt: at };
    await this.runner.run(userStream, userId, origin, (state) => registerUser(registered, google, state), { fresh: true });
  }

  /** The account exists from this fact on. A registration that loses the race for the address leaves streams that no other fact refers to. */
  private async claim(account: NewAccount, address: string, origin: Origin): Promise<void> {
    const claimed = { userId: account.userId, claimedAt: account.at };
    try {
      await this.runner.run(emailStream, address, origin, (state) => claimEmail(claimed, state));
    } catch (error) {
      if (error instanceof Rejected) await Promise.all([this.vault.forget(userSubject(account.userId)), this.workspaces.abandon(account)]);
      throw error;
    }
  }
}

function newAccount({ fullName, workspaceName, timezone, at }: Registration): NewAccount {
  return {
    userId: newId(),
    organizationId: newId(),
    projectId: newId(),
    workspaceName: workspaceName ?? cleanOutsideText(`${fullName}'s workspace`, 255),
    timezone: timezone ?? 'UTC',
    at,
  };
}
