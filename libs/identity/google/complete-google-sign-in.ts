import type { Origin } from '@pps/event-store';
import { Command, derivedId, Rejected } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import { linkTokenHash, newLinkToken } from '../email-links/link-token';
import type { GoogleAccess } from './google-access';
import { invalidState, issueHandoff, returnFromSignIn } from './handoff.decider';
import { handoffStream } from './handoff.stream';
import { isSameBrowser, type ReturningBrowser } from './returning-browser';
import { deriveSignInSecrets, verifyState } from './sign-in-state';
import type { RegisterUserDeps } from '../registration/register-user';
import { signInWithGoogle } from './sign-in-with-google';

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
    readonly requestOrigin: Pick<Origin, 'requestId' | 'correlationId'>,
  ) {
    super();
  }
}

export interface CompleteGoogleSignInDeps extends RegisterUserDeps {
  readonly google: GoogleAccess;
  readonly configuration: Configuration;
}

/** Ends a sign-in with what Google sent the browser back with; a null code means that the user refused. Throws `Rejected`: `invalid_state`, `access_denied`, `account_exists`, `service_unavailable`. */
export async function completeGoogleSignIn(
  app: CompleteGoogleSignInDeps,
  { state: text, code, from, at, requestOrigin }: CompleteGoogleSignIn,
): Promise<CompletedSignIn> {
  const provider = app.google.requireClient();
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
