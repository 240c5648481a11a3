import { originOfPrincipal } from '@pps/identity';
import { derivedId } from '@pps/kernel';
import { DeleteWebhook, deleteWebhook, updateWebhook, type WebhookEdit } from '@pps/webhooks';
import { webhookStream, type WebhookState } from '@pps/webhooks/events';
import { vaultRefsOf } from '@pps/webhooks/testing';
import type { Subject } from './check-pair';
import { given, openProject } from './open-project';
import type { PairCommand } from './pair-command';
import { organizationId, projectId, type PairWorld } from './pair-world';
import { statesOf } from './states-of';

const webhookId = derivedId('webhook');
const subject = `webhook:${webhookId}`;
const owner = { projectId, epoch: 0, accountIds: null };
const firstSecret = 'webhook_secret 1';
const firstKey = 'webhook_signing_key 2';

const edit = (what: string, changes: WebhookEdit): PairCommand => ({
  name: `PATCH ${what}`,
  run: ({ deps, principal }) => updateWebhook(deps, webhookId, changes, owner, originOfPrincipal(principal, deps.clock())),
});

const remove: PairCommand = {
  name: 'DELETE',
  isSoAlready: ['not_found'],
  run: ({ world, task, deps, principal }) =>
    deleteWebhook(
      { ...deps, vault: world.vault.seenBy(task) },
      new DeleteWebhook(webhookId, owner, originOfPrincipal(principal, deps.clock())),
    ),
};

async function start(hasKeyPair: boolean) {
  const world = openProject();
  const pair = hasKeyPair ? { signingKeyRef: firstKey, publicKey: 'public' } : {};
  const whose = { webhookId, projectId, organizationId, epoch: 0, url: 'https://hooks.example/1' };
  const data = {
    ...whose,
    secretRef: firstSecret,
    events: ['pin.published'],
    isEnabled: true,
    ...pair,
    createdAt: '2026-11-01T00:00:00.000Z',
  };
  given(world, webhookStream, webhookId, { type: 'WebhookCreated', data });
  return world.end();
}

const stateIn = (world: PairWorld): WebhookState =>
  statesOf(webhookStream, world.log.facts).get(webhookId) ?? webhookStream.decider.initial;

/** What is in the vault is told by its kinds alone. */
function end(world: PairWorld): unknown {
  const state = stateIn(world);
  const kept = [...world.vault.entries.values()].map(({ kind }) => kind).sort();
  if (state.kind !== 'active') return { state: state.kind, kept };
  const { url, events, headers, keyPair, disabledReason } = state;
  return { url, events, headers: headers?.names, hasKeyPair: keyPair !== null, disabledReason, kept };
}

function breach(world: PairWorld): string | null {
  const state = stateIn(world);
  const lost = state.kind === 'active' ? vaultRefsOf(state).filter((ref) => !world.vault.entries.has(ref)) : [];
  return lost.length > 0 ? `the vault has no ${lost.join(', ')}, which the webhook needs` : null;
}

/** One webhook, that signs with a key pair beside its secret or not. */
export const webhookSubjects: readonly Subject[] = [false, true].map((hasKeyPair) => ({
  name: `a webhook ${hasKeyPair ? 'with' : 'without'} a key pair`,
  start: () => start(hasKeyPair),
  commands: [
    edit('url', { url: 'https://hooks.example/2' }),
    edit('events', { events: ['pin.failed'] }),
    edit('secret', { secret: 'a new secret' }),
    edit('headers', { headers: { 'X-One': '1' } }),
    edit('headers (none)', { headers: null }),
    edit('has_key_pair', { hasKeyPair: true }),
    edit('has_key_pair (not)', { hasKeyPair: false }),
    edit('is_enabled', { isEnabled: false }),
    remove,
  ],
  prepare: (world) => {
    world.vault.put(subject, 'webhook_secret');
    if (hasKeyPair) world.vault.put(subject, 'webhook_signing_key');
  },
  settle: async () => undefined,
  end,
  breach,
}));
