import { fold } from '@pps/kernel';
import { sessionSamples } from '../testing';
import {
  decideEndSession,
  isSessionOpen,
  sessionStream,
  decideStartSession,
  type SessionFact,
  type SessionStarted,
} from './session.stream';

const session = sessionStream.decider;
const { data } = sessionSamples[0] as SessionStarted;
const at = '2026-01-05T10:00:00.000Z';
const after = (...facts: readonly SessionFact[]) => fold(session, facts);
const started = after({ type: 'SessionStarted', data });

test('a session starts once, and ends once', () => {
  expect(decideStartSession(data, after())).toEqual([{ type: 'SessionStarted', data }]);
  expect(decideStartSession(data, started)).toEqual([]);
  const ended = decideEndSession(data.userId, at, started);
  expect(ended).toEqual([{ type: 'SessionEnded', data: { sessionId: data.sessionId, endedAt: at } }]);
  expect(decideEndSession(data.userId, at, after({ type: 'SessionStarted', data }, ...ended))).toEqual([]);
});

test('nobody ends the session of another, or learns that it exists', () => {
  expect(() => decideEndSession('somebody else', at, started)).toThrow('Session');
  expect(() => decideEndSession(data.userId, at, after())).toThrow('Session');
});

test('a session is open for its user, until it ends or its time is over', () => {
  expect(isSessionOpen(started, data.userId, at)).toBe(true);
  expect(isSessionOpen(started, 'somebody else', at)).toBe(false);
  expect(isSessionOpen(started, data.userId, data.expiresAt)).toBe(false);
  expect(isSessionOpen(after(...sessionSamples), data.userId, at)).toBe(false);
  expect(isSessionOpen(after(), data.userId, at)).toBe(false);
});
