import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import {
  apiKeyStream,
  decideAnnounceExpiry,
  decideExpireApiKey,
  isKeyWorking,
  decideCreateApiKey,
  decideRevokeApiKey,
  decideUpdateApiKey,
  type ApiKeyState,
  type ApiKeyCreated,
  type ApiKeyFact,
} from './api-key.stream';
import { requireApiKey } from './update-api-key';
import { apiKeySamples } from '../testing';

const apiKey = apiKeyStream.decider;
const created = apiKeySamples[0] as ApiKeyCreated;
const revoked = apiKeySamples[2] as ApiKeyFact;
const at = '2026-02-01T00:00:00.000Z';
const givenKey = (...facts: ApiKeyFact[]) => given<ApiKeyState, ApiKeyFact>(apiKey, created, ...facts);

describe('an API key', () => {
  it('is created once', () => {
    expect(given(apiKey).twice((state) => decideCreateApiKey(created.data, state))).toEqual([]);
  });

  it('records only what has changed', () => {
    expect(givenKey().when((state) => decideUpdateApiKey({ name: 'deploy' }, at, state))).toEqual([
      { type: 'ApiKeyUpdated', data: { keyId: created.data.keyId, name: 'deploy', updatedAt: at } },
    ]);
    expect(
      givenKey().when((state) => decideUpdateApiKey({ name: 'build', scopes: ['write', 'read'], accountIds: null }, at, state)),
    ).toEqual([]);
    expect(givenKey().twice((state) => decideUpdateApiKey({ accountIds: ['a'] }, at, state))).toEqual([]);
  });

  it('is revoked once, and then stays as it is', () => {
    expect(givenKey().twice((state) => decideRevokeApiKey(at, state))).toEqual([]);
    expect(givenKey(revoked).state).toMatchObject({ revokedAt: '2026-01-07T09:00:00.000Z' });
    expect(() => givenKey(revoked).when((state) => decideUpdateApiKey({ name: 'x' }, at, state))).toThrow('revoked');
  });

  describe('with an end', () => {
    const expiresAt = '2026-04-05T09:00:00.000Z';
    const justBefore = '2026-04-05T08:59:59.999Z';
    const [ending] = apiKeySamples.slice(4) as [ApiKeyCreated];
    const givenEnding = (...facts: ApiKeyFact[]) => given<ApiKeyState, ApiKeyFact>(apiKey, ending, ...facts);

    it('works until then, without any fact', () => {
      const { state } = givenEnding();
      if (state.kind === 'none') throw new Error('no key');
      expect([justBefore, expiresAt].map((moment) => isKeyWorking(state, moment))).toEqual([true, false]);
      expect(() => givenEnding().when((known) => decideUpdateApiKey({ name: 'x' }, expiresAt, known))).toThrow('expired');
    });

    it('is announced once, while it works', () => {
      expect(givenEnding().when((state) => decideAnnounceExpiry(at, state))).toMatchObject([
        { type: 'ApiKeyExpiring', data: { expiresAt } },
      ]);
      expect(givenEnding().twice((state) => decideAnnounceExpiry(at, state))).toEqual([]);
      expect(givenEnding().when((state) => decideAnnounceExpiry(expiresAt, state))).toEqual([]);
      expect(givenEnding(revoked).when((state) => decideAnnounceExpiry(at, state))).toEqual([]);
      expect(givenKey().when((state) => decideAnnounceExpiry(at, state))).toEqual([]);
    });

    it('is ended once, and not before', () => {
      expect(givenEnding().when((state) => decideExpireApiKey(justBefore, state))).toEqual([]);
      expect(givenEnding().when((state) => decideExpireApiKey(expiresAt, state))).toMatchObject([{ data: { reason: 'expired' } }]);
      expect(givenEnding().twice((state) => decideExpireApiKey(expiresAt, state))).toEqual([]);
      expect(givenEnding(revoked).when((state) => decideExpireApiKey(expiresAt, state))).toEqual([]);
      expect(givenKey().when((state) => decideExpireApiKey('9999-01-01T00:00:00.000Z', state))).toEqual([]);
    });
  });

  it('is absent for another project and for another epoch of its own', () => {
    const { state } = givenKey();
    expect(requireApiKey(state, created.data)).toBe(state);
    expect(() => requireApiKey(state, { ...created.data, epoch: 1 })).toThrow('API key not found');
    expect(() => requireApiKey(state, { ...created.data, projectId: 'another' })).toThrow('API key not found');
    expect(() => requireApiKey({ kind: 'none' }, created.data)).toThrow('API key not found');
  });

  it('is what all its facts say', () => {
    const { keyId, ...rest } = created.data;
    const changes = { name: 'deploy', scopes: ['read'], accountIds: [expect.any(String)], revokedAt: '2026-01-07T09:00:00.000Z' };
    const endless = { makerKeyIds: [], expiresAt: null, isExpiring: false };
    expect(fold(apiKey, apiKeySamples.slice(0, 3))).toEqual({ kind: 'created', ...endless, keyId, ...rest, ...changes });
    expect(fold(apiKey, apiKeySamples.slice(3, 4))).toMatchObject({ makerKeyIds: [expect.any(String)], revokedAt: null });
  });
});
