import { fold } from '@pps/kernel';
import { pin } from '../pin/pin.stream';
import type { PinFact } from '../pin/pin.events';
import type { Pin } from '../pin/pin.state';
import { attemptStarted, pinQueued } from '../testing';
import { foundDeadToken, simulatedCall } from './simulated-call';

const at = new Date('2026-11-20T10:00:00.000Z');
const queued = (title: string, ...later: readonly PinFact[]) =>
  fold(pin, [pinQueued({ simulated: true, content: { title, imageUrl: 'https://i.example/1.jpg' } }), ...later]) as Pin;
const outcome = (title: string, ...later: readonly PinFact[]) => simulatedCall(queued(title, ...later), at);
const deferred = (counts: boolean): PinFact => {
  const times = { deferredAt: at.toISOString(), nextAttemptAt: at.toISOString() };
  return { type: 'PinPublishDeferred', data: { attempt: 1, reason: 'rate_limited', message: '', ...times, counts } };
};

describe('a simulated call', () => {
  it('publishes, always as the same pin', () => {
    const published = { kind: 'published', platformPinId: expect.stringMatching(/^\d+$/), publishedAt: at.toISOString() };
    expect(outcome('Blue door')).toMatchObject(published);
    expect(outcome('Blue door')).toEqual(outcome('Blue door'));
  });

  it('fails with the code that the title names', () => {
    expect(outcome('Blue [fail:invalid_image] door')).toMatchObject({ kind: 'failed', errorCode: 'invalid_image' });
    expect(outcome('[fail:token_revoked]')).toMatchObject({ kind: 'failed', errorCode: 'token_revoked' });
  });

  it('finds the token dead where the title says so, and not before the wait that it also asks for', () => {
    const title = '[defer:1] Door [fail:reconnect_required]';
    const [held, ended] = [outcome(title), outcome(title, attemptStarted(), deferred(true))];
    expect([held, ended]).toMatchObject([{ kind: 'try_again' }, { kind: 'failed', errorCode: 'token_expired' }]);
    expect([held, ended].map((each) => foundDeadToken(queued(title), each))).toEqual([false, true]);
    const other = '[fail:token_expired]';
    expect(foundDeadToken(queued(other), outcome(other))).toBe(false);
  });

  it.each([
    '[fail:]',
    '[fail:no_such_code]',
    '[fail:toString]',
    '[fail:constructor]',
    '[defer:86401]',
    '[defer:-1]',
    '[defer:x]',
    'fail:invalid_image',
  ])('publishes with %s, which is no marker', (title) => expect(outcome(title)).toMatchObject({ kind: 'published' }));

  it('waits as long as the title says, once', () => {
    const held = { kind: 'try_again', nextAttemptAt: '2026-11-20T10:01:30.000Z' };
    expect(outcome('Door [defer:90]')).toMatchObject(held);
    expect(outcome('Door [defer:90]', attemptStarted(), deferred(true))).toMatchObject({ kind: 'published' });
    expect(outcome('Door [defer:0]')).toMatchObject({ kind: 'try_again', nextAttemptAt: at.toISOString() });
  });

  it('still waits when an attempt before had only found no token', () => {
    expect(outcome('Door [defer:90]', attemptStarted(), deferred(false))).toMatchObject({ kind: 'try_again' });
  });

  it('can be asked to wait and then to fail', () => {
    expect(outcome('[defer:1][fail:invalid_payload]')).toMatchObject({ kind: 'try_again' });
    expect(outcome('[defer:1][fail:invalid_payload]', attemptStarted(), deferred(true))).toMatchObject({ kind: 'failed' });
  });
});
