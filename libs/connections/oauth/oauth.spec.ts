import { fold, newId } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import type { Keys } from '@pps/runtime';
import { oauthSamples } from '../testing';
import { completeOAuth, oauth, type OAuthStarted } from './oauth.stream';
import { StateSignature } from './state-signature';

const started = oauthSamples[0] as OAuthStarted;
const completion = { outcome: 'granted', completedAt: '2026-01-05T09:00:00.000Z' } as const;
const invalid = expect.objectContaining({ code: 'invalid_state' });

describe('an OAuth state', () => {
  it('works once', () => {
    expect(given(oauth, started).when((state) => completeOAuth(completion, state))).toEqual([oauthSamples.at(-1)]);
    expect(() => given(oauth, started).twice((state) => completeOAuth(completion, state))).toThrow(invalid);
  });

  it('works for ten minutes and no longer', () => {
    const late = { ...completion, completedAt: started.data.expiresAt };
    expect(() => given(oauth, started).when((state) => completeOAuth(late, state))).toThrow(invalid);
  });

  it('that nobody started does not work', () => {
    expect(() => given(oauth).when((state) => completeOAuth(completion, state))).toThrow(invalid);
  });

  it('folds every shape ever written', () => {
    expect(fold(oauth, oauthSamples)).toEqual({ kind: 'completed', request: (oauthSamples.at(-2) as OAuthStarted).data });
  });
});

describe('the signature of a state', () => {
  const signature = (byte: number) => new StateSignature({ JWT_KEY: Buffer.alloc(32, byte) } as unknown as Keys);

  it('gives back what was signed', () => {
    const id = newId();
    for (const browser of [null, 'b'.repeat(43)]) {
      expect(signature(1).verify(signature(1).sign({ stateId: id, browser }))).toEqual({ stateId: id, browser });
    }
    expect(signature(1).verifyLink(signature(1).signLink(id))).toBe(id);
  });

  it('is refused when anything about it was changed', () => {
    const sign = (byte: number, browser: string | null = null) => signature(byte).sign({ stateId: newId(), browser });
    const state = sign(1);
    const [id = '', tag = ''] = state.split('.');
    const [other = ''] = sign(1).split('.');
    const [bound = '', browser = '', boundTag = ''] = sign(1, 'b'.repeat(43)).split('.');
    const unbound = [`${bound}.${boundTag}`, `${bound}.${'c'.repeat(43)}.${boundTag}`, `${id}.${browser}.${tag}`];
    const links = [signature(1).signLink(newId())];
    for (const forged of [
      ...unbound,
      ...links,
      ...[sign(2), `${other}.${tag}`, `${id}.`, id, `${state}A`, '', '.', `${id}.${tag.slice(1)}A`],
    ]) {
      expect([forged, signature(1).verify(forged)]).toEqual([forged, null]);
    }
    expect(signature(1).verifyLink(state)).toBeNull();
  });
});
