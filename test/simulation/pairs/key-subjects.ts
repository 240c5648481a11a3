import { apiKeyStream, userStream, type ApiKeyState } from '@pps/identity/events';
import { derivedId } from '@pps/kernel';
import { projectStream } from '@pps/workspaces/events';
import { webhookStream, type WebhookState } from '@pps/webhooks/events';
import type { Subject } from './check-pair';
import { keyCommands, keyId, webhookId } from './key-commands';
import { given, openProject } from './open-project';
import { accountIds, organizationId, projectId, type PairWorld } from './pair-world';
import { statesOf } from './states-of';

const at = '2026-11-01T00:00:00.000Z';
const userId = derivedId('user');

/** A person's key that may name both accounts, and a webhook that it has made, which is disabled. */
async function start() {
  const world = openProject();
  const owner = { organizationId, projectId, epoch: 0 };
  given(world, userStream, userId, {
    type: 'UserRegistered',
    data: { userId, organizationId, profileRef: 'p', passwordRef: 'w', emailHash: 'e', timezone: 'UTC', registeredAt: at },
  });
  given(world, projectStream, projectId, {
    type: 'ProjectCreated',
    data: { projectId, organizationId, environment: 'production', name: 'Production', timezone: 'UTC', createdAt: at },
  });
  given(world, apiKeyStream, keyId, {
    type: 'ApiKeyCreated',
    data: { ...owner, keyId, userId, name: 'build', prefix: 'pps', scopes: ['read', 'write', 'destructive'], accountIds, createdAt: at },
  });
  const hook = { webhookId, url: 'https://hooks.example/1', secretRef: 'webhook_secret 1', events: ['pin.published'], accountIds };
  given(world, webhookStream, webhookId, {
    type: 'WebhookCreated',
    data: { ...owner, ...hook, isEnabled: false, makerKeyIds: [keyId], createdAt: at },
  });
  return world.end();
}

const named = (list: readonly string[] | null) => list?.map((id) => accountIds.indexOf(id as never)) ?? null;

function shownKey(key: ApiKeyState) {
  if (key.kind === 'none') return key.kind;
  const { name, scopes, accountIds: list, revokedAt, makerKeyIds } = key;
  return { name, scopes, accounts: named(list), isRevoked: revokedAt !== null, isMade: makerKeyIds.length > 0 };
}

function shownWebhook(webhook: WebhookState) {
  if (webhook.kind !== 'active') return webhook.kind;
  const { url, accountIds: list, disabledReason } = webhook;
  return { url, accounts: named(list), disabledReason };
}

const sorted = (shown: readonly unknown[]): string[] => shown.map((each) => JSON.stringify(each)).sort();

const end = ({ log }: PairWorld): unknown => ({
  keys: sorted([...statesOf(apiKeyStream, log.facts).values()].map(shownKey)),
  webhooks: sorted([...statesOf(webhookStream, log.facts).values()].map(shownWebhook)),
});

/** What a key that is revoked has made works no more, and what a narrowed one has made is sent nothing of what it lost. */
function breach({ log }: PairWorld): string | null {
  const key = statesOf(apiKeyStream, log.facts).get(keyId);
  if (key?.kind !== 'created' || key.revokedAt === null) return null;
  const others = [...statesOf(apiKeyStream, log.facts).values()];
  const working = others.some((each) => each.kind === 'created' && each.makerKeyIds.includes(keyId) && each.revokedAt === null);
  return working ? 'a key that a revoked one has made is not revoked' : null;
}

/** A key with what it makes: keys look at those that made them, and webhooks are sent nothing that these may not name. */
export const keySubjects: readonly Subject[] = [
  { name: 'a key and its webhook', start, commands: keyCommands, settle: async () => undefined, end, breach },
];
