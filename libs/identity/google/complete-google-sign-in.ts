import type { Origin } from '@pps/event-store';
import { Command, derivedId, Rejected, cleanOutsideText } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import { createHmac } from 'node:crypto';
import { linkTokenHash, newLinkToken } from '../email-links/link-token';
import { GoogleClient, requireGoogle, type GoogleIdentity } from './google.client';
import { invalidState, issueHandoff, returnFromSignIn, handoffStream, isSameBrowser, type ReturningBrowser } from './handoff.stream';
import { deriveSignInSecrets, verifyState } from './sign-in-state';
import { RegisterUser, registerUser, type RegisterUserDeps } from '../users/register-user';
import { emailHash } from '../users/user-profile';
import { accountExists, emailStream } from '../users/email.stream';
import { userStream } from '../users/user.stream';
import { claimGoogleAccount, googleStream } from './google.stream';
import { linkGoogle } from '../users/user.decider';
import type { RequestOrigin } from '../users/principal';

export interface CompletedSignIn {
  /** Exchanged once for a session. */
  readonly token: string;
  readonly next: string;
  readonly connector: string | null;
}

export class CompleteGoogleSignIn extends Command<CompletedSignIn> {
  constructor(
    readonly state: string,
    readonly code: string | null,
    readonly from: ReturningBrowser,
    readonly at: string,
    readonly requestOrigin: RequestOrigin,
  ) {
    super();
  }
}

export interface CompleteGoogleSignInDeps extends RegisterUserDeps {
  readonly google: GoogleClient | null;
  readonly configuration: Configuration;
}

/** Ends a sign-in with what Google sent the browser back with; a null code means that the user refused. Throws `Rejected`: `invalid_state`, `access_denied`, `account_exists`, `service_unavailable`. */
export async function completeGoogleSignIn(
  app: CompleteGoogleSignInDeps,
  { state: text, code, from, at, requestOrigin }: CompleteGoogleSignIn,
): Promise<CompletedSignIn> {
  const provider = requireGoogle(app.google);
  const key = app.keys.API_KEY_HASH_KEY;
  const state = verifyState(text, key, at);
  if (!state || !isSameBrowser(from, state.browser)) throw invalidState();
  const handoffId = derivedId('google-handoff', state.id);
  if ((await app.streams.load(handoffStream, handoffId)).state.kind !== 'none') throw invalidState();
  if (code === null)
    throw new Rejected(
      'access_denied',
      'Access was denied',
      {},
      { remediation: 'Start the sign-in again and allow it at Google, or log in with e-mail address and password.' },
    );
  const returned = { ...requestOrigin, actor: { type: 'user' as const }, occurredAt: at };
  await app.streams.decide(handoffStream, handoffId, returned, (current) => returnFromSignIn(at, current));
  const identity = await provider.exchange(code, { state: text, ...deriveSignInSecrets(state.id, key) });
  const { userId, isNewUser } = await signInWithGoogle(app, { identity, at, requestOrigin });
  const token = newLinkToken(handoffId);
  const expiresAt = new Date(Date.parse(at) + app.configuration.HANDOFF_LIFETIME).toISOString();
  const issued = { handoffId, userId, isNewUser, browser: state.browser, tokenHash: linkTokenHash(token), issuedAt: at, expiresAt };
  const origin = { ...requestOrigin, actor: { type: 'user' as const, id: userId }, occurredAt: at };
  await app.streams.decide(handoffStream, handoffId, origin, (current) => issueHandoff(issued, current));
  return { token, next: state.next, connector: state.connector };
}

export interface SignedIn {
  readonly userId: string;
  readonly isNewUser: boolean;
}

/** What Google says of who signs in, and the request that brought it. */
interface GoogleSignIn {
  readonly identity: GoogleIdentity;
  readonly at: string;
  readonly requestOrigin: RequestOrigin;
}

/** Finds or registers the user of a Google identity. Throws `Rejected`: `access_denied` when Google has not verified the address, `account_exists`. */
async function signInWithGoogle(app: RegisterUserDeps, signIn: GoogleSignIn): Promise<SignedIn> {
  const { identity, at, requestOrigin } = signIn;
  if (!identity.emailVerified)
    throw new Rejected(
      'access_denied',
      'Google has not verified the e-mail address',
      {},
      { remediation: 'Verify the address at Google, or log in with e-mail address and password.' },
    );
  const key = app.keys.EMAIL_HASH_KEY;
  const subjectHash = createHmac('sha256', key)
    .update(JSON.stringify([identity.issuer, identity.subject]))
    .digest('hex');
  const address = emailHash(identity.email, key);
  const holder = await findHolder(app, subjectHash);
  if (holder?.isLinked) return { userId: holder.userId, isNewUser: false };
  const known = (await linkByAddress(app, address, subjectHash, signIn)) ?? (await register(app, address, subjectHash, signIn));
  const origin = { ...requestOrigin, actor: { type: 'user' as const, id: known.userId }, occurredAt: at };
  const claimed = { userId: known.userId, claimedAt: at };
  await app.streams.decide(googleStream, subjectHash, origin, (state) => claimGoogleAccount(claimed, holder?.userId ?? null, state));
  return known;
}

/** Whom the Google account signs in, or did until the link was replaced, was ended by a reset, or the user was forgotten. */
async function findHolder(
  app: RegisterUserDeps,
  subjectHash: string,
): Promise<{ readonly userId: string; readonly isLinked: boolean } | null> {
  const { userId } = (await app.streams.load(googleStream, subjectHash)).state;
  if (userId === null) return null;
  const { state: user } = await app.streams.load(userStream, userId);
  return { userId, isLinked: user.kind === 'registered' && user.googleSubjectHash === subjectHash };
}

async function linkByAddress(
  app: RegisterUserDeps,
  address: string,
  subjectHash: string,
  { at, requestOrigin }: GoogleSignIn,
): Promise<SignedIn | null> {
  const { state: claim } = await app.streams.load(emailStream, address);
  if (claim.userId === null) return null;
  const { userId } = claim;
  const { state: user } = await app.streams.load(userStream, userId);
  if (user.kind !== 'registered') throw accountExists();
  const { organizationId } = user;
  const origin: Origin = { ...requestOrigin, organizationId, actor: { type: 'user', id: userId }, occurredAt: at };
  const link = { subjectHash, emailHash: address, linkedAt: at };
  await app.streams.decide(userStream, userId, origin, (state) => linkGoogle(link, state));
  return { userId, isNewUser: false };
}

async function register(app: RegisterUserDeps, address: string, subjectHash: string, signIn: GoogleSignIn): Promise<SignedIn> {
  const { identity, at, requestOrigin } = signIn;
  const fullName = cleanOutsideText(identity.name ?? identity.email.split('@')[0] ?? identity.email, 255);
  const registration = { fullName, email: identity.email, password: null, googleSubjectHash: subjectHash, at };
  try {
    const { userId } = await registerUser(app, new RegisterUser(registration, requestOrigin));
    return { userId, isNewUser: true };
  } catch (error) {
    // The same person signed in from two windows at once, and the other request registered the account.
    const other = error instanceof Rejected ? await linkByAddress(app, address, subjectHash, signIn) : null;
    if (other) return other;
    throw error;
  }
}
