import type { Streams, Origin } from '@pps/event-store';
import { Command, cleanOutsideText, newId, Rejected } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import type { Vault } from '@pps/vault';
import type { SecondFactorTickets } from '../second-factor/second-factor-tickets';
import { activeSecondFactor, secondFactorStream } from '../second-factor/second-factor.stream';
import { requireRegistered, type User } from '../users/user.state';
import { userSubject } from '../users/user-profile';
import { userStream } from '../users/user.stream';
import { decideStartSession, sessionStream, type SessionStarted } from './session.stream';
import type { RequestOrigin } from '../users/principal';

export class StartSession extends Command<SessionStarted['data']> {
  constructor(
    /** The person, with the session generation that the check saw. */
    readonly checked: CheckedUser,
    /** What was checked: where the person has a second factor, the first alone (a password, or the token of a sign-in elsewhere) is refused. */
    readonly proven: 'password' | 'token' | 'both_factors',
    /** What the client says it is. */
    readonly userAgent: string | undefined,
    readonly at: Date,
    readonly requestOrigin: RequestOrigin,
  ) {
    super();
  }
}

/** A user as he was when his identity was checked. */
export type CheckedUser = Pick<User, 'userId' | 'sessionGeneration'>;

const longestUserAgent = 255;

export interface StartSessionDeps {
  readonly streams: Pick<Streams, 'load' | 'decide'>;
  readonly vault: Pick<Vault, 'put'>;
  readonly configuration: Pick<Configuration, 'SESSION_LIFETIME'>;
  readonly secondFactorTickets: SecondFactorTickets;
}

/** Records that a person signed in, whose identity the caller has checked. Throws `NotFound` for an unknown user, `Rejected('invalid_credentials')` or `Rejected('invalid_token')` where all sessions were ended since the check, and `Rejected('second_factor_required')` with a ticket where only the first of two factors was proven. */
export async function startSession(
  app: StartSessionDeps,
  { checked, proven, userAgent, at, requestOrigin }: StartSession,
): Promise<SessionStarted['data']> {
  const { userId } = checked;
  const user = requireRegistered((await app.streams.load(userStream, userId)).state);
  // A reset that came between the check and this one ends what was proven by the old password, too.
  if (user.sessionGeneration !== checked.sessionGeneration) throw noLongerProven(proven);
  if (proven !== 'both_factors') await refuseMissingFactor(app, user, at);
  const named = userAgent ? cleanOutsideText(userAgent, longestUserAgent) : '';
  const started = {
    sessionId: newId(),
    userId,
    organizationId: user.organizationId,
    generation: user.sessionGeneration,
    userAgentRef: named === '' ? null : await app.vault.put(userSubject(userId), 'user_agent', named),
    startedAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + app.configuration.SESSION_LIFETIME).toISOString(),
  };
  const { organizationId, startedAt } = started;
  const origin: Origin = { ...requestOrigin, organizationId, actor: { type: 'user', id: userId }, occurredAt: startedAt };
  await app.streams.decide(sessionStream, started.sessionId, origin, (state) => decideStartSession(started, state), { fresh: true });
  return started;
}

async function refuseMissingFactor(app: StartSessionDeps, user: User, at: Date): Promise<void> {
  const { userId, sessionGeneration } = user;
  if (!activeSecondFactor(user, (await app.streams.load(secondFactorStream, userId)).state)) return;
  const { ticket, seconds } = app.secondFactorTickets.issue('sign_in', userId, sessionGeneration, at);
  throw new Rejected('second_factor_required', 'A second factor is required', { ticket, expires_in: seconds });
}

const noLongerProven = (proven: StartSession['proven']): Rejected =>
  proven === 'password'
    ? new Rejected('invalid_credentials', 'Invalid e-mail or password')
    : new Rejected('invalid_token', 'All sessions were ended: sign in again', {}, { remediation: 'Begin the sign-in anew.' });
