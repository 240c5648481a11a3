import { fold } from '@pps/kernel';
import { given } from '@pps/kernel/testing';
import {
  apiKeyStream,
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
    expect(fold(apiKey, apiKeySamples.slice(0, 3))).toEqual({ kind: 'created', makerKeyIds: [], keyId, ...rest, ...changes });
    expect(fold(apiKey, apiKeySamples.slice(3))).toMatchObject({ makerKeyIds: [expect.any(String)], revokedAt: null });
  });
});
