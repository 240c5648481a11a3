import type { Vault } from '@pps/vault';
import type { LiveStates } from '@pps/event-store';
import { Command, Rejected } from '@pps/kernel';
import { clientNetworkOf, nameActor, type Keys } from '@pps/runtime';
import { emailHash } from '../users/user-profile';
import { emailStream } from '../users/email.stream';
import type { FailedSignIns } from '../access/failed-sign-ins';
import { verifyPassword, type HashingPermits } from '../passwords/hash-password';
import { activeSecondFactor, secondFactorStream } from '../second-factor/second-factor.stream';
import type { User } from '../users/user.state';
import { userStream } from '../users/user.stream';
import { recordLoginFailure, refuseLimitedLogin, type LoginFailuresDeps } from './login-failures';

export class LogIn extends Command<User> {
  constructor(
    readonly email: string,
    readonly password: string,
    /** The client's network address. */
    readonly address: string,
  ) {
    super();
  }
}

const absentId = '00000000-0000-0000-0000-000000000000';

export interface LogInDeps extends LoginFailuresDeps {
  readonly live: Pick<LiveStates, 'get' | 'head'>;
  readonly vault: Pick<Vault, 'get'>;
  readonly keys: Keys;
  readonly hashing: HashingPermits;
  readonly failedSignIns: FailedSignIns;
}

/** Checks e-mail and password, the first factor. Throws `Rejected('invalid_credentials')`, or `Rejected('rate_limited')` after too many failures, and `Overloaded` where too many log in at once. */
export async function logIn(app: LogInDeps, { email, password, address }: LogIn): Promise<User> {
  const source = { emailHash: emailHash(email, app.keys.EMAIL_HASH_KEY), address };
  const network = clientNetworkOf(address);
  const user = await findUser(app, source.emailHash);
  nameActor(user ? { type: 'user', id: user.userId } : { type: 'unknown_email', id: source.emailHash.slice(0, 16) });
  await refuseLimitedLogin(app, source);
  // An unknown address takes the same steps, so that the response time does not reveal whether it is registered.
  const storedHash = await app.vault.get<string>(user?.passwordRef ?? absentId);
  const fits = await app.hashing.logIn(network, () => verifyPassword(password, storedHash));
  if (fits && user) {
    await refuseLimitedLogin(app, source);
    // Whoever knows the password alone is not known here yet.
    if (!(await hasSecondFactor(app, user))) await app.knownAddresses.remember(source.emailHash, network);
    return user;
  }
  const isLimited = await recordLoginFailure(app, source);
  if (user) app.failedSignIns.note(user, address);
  if (isLimited) await refuseLimitedLogin(app, source);
  throw new Rejected('invalid_credentials', 'Invalid e-mail or password');
}

async function hasSecondFactor(app: LogInDeps, user: User): Promise<boolean> {
  return activeSecondFactor(user, (await app.live.get(secondFactorStream, user.userId)).state) !== null;
}

async function findUser(app: LogInDeps, address: string): Promise<User | null> {
  const head = await app.live.head();
  const { state: claim } = await app.live.get(emailStream, address, head);
  const { state } = await app.live.get(userStream, claim.userId ?? absentId, head);
  return state.kind === 'registered' ? state : null;
}
