import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { SecondFactorTickets } from '../second-factor/second-factor-tickets';
import { userSamples } from '../testing';
import type { UserRegistered } from '../users/user.events';
import { userStream } from '../users/user.stream';
import { StartSession, startSession, type StartSessionDeps } from './start-session';

const store = openInMemoryEventStore();
afterAll(() => store.close());

const streams = new Streams(store);
const lifetimes = { SESSION_LIFETIME: 60_000, SECOND_FACTOR_TICKET_LIFETIME: 60_000 };
const secondFactorTickets = new SecondFactorTickets({ JWT_KEY: Buffer.alloc(32) }, lifetimes);
const app: StartSessionDeps = { streams, vault: { put: async () => newId() }, configuration: lifetimes, secondFactorTickets };
const at = new Date('2026-01-08T10:00:00.000Z');
const { data } = userSamples.find((sample): sample is UserRegistered => sample.type === 'UserRegistered')!;

/** Signs in somebody whose identity was checked before a reset, or in the generation after it. */
async function signIn(proven: StartSession['proven'], sessionGeneration: number) {
  const userId = newId();
  await streams.decide(userStream, userId, someone, () => [{ type: 'UserRegistered' as const, data: { ...data, userId } }]);
  const reset = { passwordRef: newId(), resetAt: at.toISOString() };
  await streams.decide(userStream, userId, someone, () => [{ type: 'PasswordReset' as const, data: reset }]);
  const requestOrigin = { requestId: newId(), correlationId: newId() };
  return startSession(app, new StartSession({ userId, sessionGeneration }, proven, undefined, at, requestOrigin));
}

it.each([
  ['password', 'invalid_credentials'],
  ['token', 'invalid_token'],
  ['both_factors', 'invalid_token'],
] as const)('no session starts by a %s that was checked before all sessions ended', async (proven, code) => {
  await expect(signIn(proven, 0)).rejects.toMatchObject({ code });
});

it('a session starts in the generation that the check saw', async () => {
  expect(await signIn('password', 1)).toMatchObject({ generation: 1 });
});
