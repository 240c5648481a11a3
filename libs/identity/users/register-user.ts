import type { Origin, Streams } from '@pps/event-store';
import type { KeyedMutex } from '@pps/concurrency';
import type { Vault } from '@pps/vault';
import { Command, cleanOutsideText, newId, Rejected } from '@pps/kernel';
import { clientNetworkOf, type Keys } from '@pps/runtime';
import { emailHash, normalizedEmail, userSubject, type UserProfile } from './user-profile';
import { accountExists, claimEmail, emailStream } from './email.stream';
import { hashPassword, type HashingPermits } from '../passwords/hash-password';
import { decideRegisterUser } from './user.decider';
import { userStream } from './user.stream';
import type { RequestOrigin } from './principal';

export interface NewAccount {
  readonly userId: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly workspaceName: string;
  readonly timezone: string;
  readonly at: string;
}

/** Port: what a new user needs of workspaces and billing, given by the host. */
export interface WorkspaceOpening {
  /** Opens organization, production project and subscription under these new ids. */
  open(account: NewAccount, origin: Origin): Promise<void>;
  /** Forgets what `open` put into the vault, when the registration failed afterwards. */
  abandon(account: NewAccount): Promise<void>;
}

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

export class RegisterUser extends Command<NewAccount> {
  constructor(
    readonly registration: Registration,
    readonly requestOrigin: RequestOrigin,
    /** The client's network address, where it is known. */
    readonly address = '',
  ) {
    super();
  }
}

export interface RegisterUserDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Vault;
  readonly keys: Keys;
  readonly workspaceOpening: WorkspaceOpening;
  readonly hashing: HashingPermits;
  /** By e-mail address. */
  readonly registrations: KeyedMutex;
}

/** Makes an account: user, organization, production project, subscription. Throws `Rejected('account_exists')`, and `Overloaded` where too many register at once. */
export async function registerUser(
  app: RegisterUserDeps,
  { registration, requestOrigin, address: clientAddress }: RegisterUser,
): Promise<NewAccount> {
  const address = emailHash(registration.email, app.keys.EMAIL_HASH_KEY);
  // Parallel registrations of one address come one after the other: the later ones are refused before they hash.
  const register = () => app.registrations.runExclusive(address, () => openAccount(app, registration, address, requestOrigin));
  return app.hashing.register(clientNetworkOf(clientAddress), register);
}

async function openAccount(
  app: RegisterUserDeps,
  registration: Registration,
  address: string,
  requestOrigin: RequestOrigin,
): Promise<NewAccount> {
  // Refuses a taken address before the costly hash, and again after it; the claim below decides.
  await refuseTaken(app, address);
  const passwordHash = registration.password === null ? null : await hashPassword(registration.password);
  await refuseTaken(app, address);
  const account = newAccount(registration);
  const origin: Origin = {
    ...requestOrigin,
    organizationId: account.organizationId,
    projectId: account.projectId,
    epoch: 0,
    actor: { type: 'user', id: account.userId },
    occurredAt: account.at,
  };
  await Promise.all([appendUser(app, account, registration, address, passwordHash, origin), app.workspaceOpening.open(account, origin)]);
  await claim(app, account, address, origin);
  return account;
}

async function refuseTaken(app: RegisterUserDeps, address: string): Promise<void> {
  const { state } = await app.streams.load(emailStream, address);
  if (state.userId !== null) throw accountExists();
}

async function appendUser(
  app: RegisterUserDeps,
  { userId, organizationId, timezone, at }: NewAccount,
  { fullName, email, googleSubjectHash }: Registration,
  address: string,
  passwordHash: string | null,
  origin: Origin,
): Promise<void> {
  const profile: UserProfile = { full_name: fullName, email: normalizedEmail(email) };
  const [profileRef, passwordRef] = await Promise.all([
    app.vault.put(userSubject(userId), 'user_profile', profile),
    passwordHash === null ? null : app.vault.put(userSubject(userId), 'password_hash', passwordHash),
  ]);
  const registered = { userId, organizationId, profileRef, passwordRef, emailHash: address, timezone, registeredAt: at };
  const google = googleSubjectHash === undefined ? null : { subjectHash: googleSubjectHash, emailHash: address, linkedAt: at };
  await app.streams.decide(userStream, userId, origin, (state) => decideRegisterUser(registered, google, state), { fresh: true });
}

/** The account exists from this fact on. A registration that loses the race for the address leaves streams that no other fact refers to. */
async function claim(app: RegisterUserDeps, account: NewAccount, address: string, origin: Origin): Promise<void> {
  const claimed = { userId: account.userId, claimedAt: account.at };
  try {
    await app.streams.decide(emailStream, address, origin, (state) => claimEmail(claimed, state));
  } catch (error) {
    if (error instanceof Rejected)
      await Promise.all([app.vault.forget(userSubject(account.userId)), app.workspaceOpening.abandon(account)]);
    throw error;
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
