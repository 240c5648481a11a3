import { given } from '@pps/kernel/testing';
import { changeWebhook, decideWebhookDeletion, disableWebhook, requireWebhook, webhookStream, type ActiveWebhook } from './webhook.stream';
import { webhookSamples } from '../testing';
import type { WebhookFact } from './webhook.events';

const { decider } = webhookStream;
const [created, updated, rotated, disabled, enabled, deleted] = webhookSamples as [
  WebhookFact,
  WebhookFact,
  WebhookFact,
  WebhookFact,
  WebhookFact,
  WebhookFact,
];
const owner = { projectId: '0197a000-0000-7000-8000-000000000002', epoch: 0 };
const at = '2026-01-07T09:00:00.000Z';
const active = (...facts: WebhookFact[]) => given(decider, created, ...facts).state as ActiveWebhook;

describe('a webhook', () => {
  it('is, after every fact ever written, what the facts say', () => {
    expect(active(updated, rotated)).toMatchObject({
      url: 'https://example.com/new',
      events: ['*'],
      secretRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c32',
      previousSecret: { ref: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c31', validUntil: '2026-01-06T11:00:00.000Z' },
      updatedAt: '2026-01-05T11:00:00.000Z',
    });
    expect(active(disabled)).toMatchObject({ disabledReason: 'gone' });
    // A change that began before the one that was recorded first.
    expect(active(rotated, updated)).toMatchObject({ url: 'https://example.com/new', updatedAt: '2026-01-05T11:00:00.000Z' });
    expect(active(disabled, enabled)).toMatchObject({ disabledReason: null, enabledAt: '2026-01-05T13:00:00.000Z' });
    expect(given(decider, ...webhookSamples.slice(0, 7)).state).toEqual({ kind: 'deleted', epoch: 0, accountIds: null });
    const limited = { kind: 'active', disabledReason: 'key_revoked', accountIds: null, makerKeyIds: [expect.any(String)] };
    expect(given(decider, ...webhookSamples.slice(7)).state).toMatchObject(limited);
  });

  it('is there for its project and epoch only', () => {
    expect(requireWebhook(active(), owner).webhookId).toBe('0197a000-0000-7000-8000-000000000031');
    for (const stranger of [
      { ...owner, projectId: 'another' },
      { ...owner, epoch: 1 },
    ]) {
      expect(() => requireWebhook(active(), stranger)).toThrow('Webhook not found');
    }
    expect(() => given(decider, created, deleted).when((state) => decideWebhookDeletion({ owner, at }, state))).toThrow(
      'Webhook not found',
    );
  });

  it('is, with no account left, there for whoever is limited to none only', () => {
    const narrowed = active({ type: 'WebhookUpdated', data: { accountIds: [], updatedAt: at } });
    expect(requireWebhook(narrowed, { ...owner, accountIds: null })).toBe(narrowed);
    for (const accountIds of [['another'], []]) {
      expect(() => requireWebhook(narrowed, { ...owner, accountIds })).toThrow('accounts outside');
    }
  });

  it('changes what is given and different, and is silent otherwise', () => {
    expect(changeWebhook({ at, url: 'https://example.com/new' }, active())).toEqual([
      { type: 'WebhookUpdated', data: { url: 'https://example.com/new', updatedAt: at } },
    ]);
    expect(changeWebhook({ at, events: ['pin.failed'] }, active())).toEqual([
      { type: 'WebhookUpdated', data: { events: ['pin.failed'], updatedAt: at } },
    ]);
    const same = { at, url: 'https://example.com/hook', events: ['pin.failed', 'pin.published'], isEnabled: true };
    expect(changeWebhook(same, active())).toEqual([]);
  });

  it('leaves the previous secret valid for as long as it is asked to', () => {
    const secret = { ref: 'new', previousValidUntil: '2026-01-08T09:00:00.000Z' };
    expect(changeWebhook({ at, secret }, active())).toEqual([
      {
        type: 'WebhookSecretRotated',
        data: {
          secretRef: 'new',
          previousSecretRef: '5f0c1a34-58a1-4a7e-9d0b-0d2c5a1f1c31',
          previousValidUntil: '2026-01-08T09:00:00.000Z',
          rotatedAt: at,
        },
      },
    ]);
  });

  it('is disabled once, with the first reason, and is enabled again', () => {
    const disable = (state: Parameters<typeof disableWebhook>[1]) => disableWebhook({ reason: 'failing', at }, state);
    expect(given(decider, created).when(disable)).toEqual([
      { type: 'WebhookDisabled', data: { reason: 'failing', host: 'example.com', at } },
    ]);
    expect(given(decider, created).twice(disable)).toEqual([]);
    expect(given(decider, created, deleted).when(disable)).toEqual([]);
    expect(changeWebhook({ at, isEnabled: true }, active(disabled))).toEqual([{ type: 'WebhookEnabled', data: { at } }]);
    expect(changeWebhook({ at, isEnabled: false }, active())).toEqual([{ type: 'WebhookDisabled', data: { reason: 'requested', at } }]);
  });
});
