import { NotFound, type Decider } from '@pps/kernel';
import type { DisabledReason, WebhookFact } from './webhook.events';

export interface ActiveWebhook {
  readonly kind: 'active';
  readonly webhookId: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly epoch: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly secretRef: string;
  readonly previousSecret: { readonly ref: string; readonly validUntil: string } | null;
  readonly disabledReason: DisabledReason | null;
  readonly enabledAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
export type WebhookState = { readonly kind: 'absent' } | ActiveWebhook | { readonly kind: 'deleted' };

/** Whose webhook a command is about; a webhook of another project or sandbox epoch counts as absent. */
export interface Owner {
  readonly projectId: string;
  readonly epoch: number;
}

export interface WebhookChanges {
  readonly at: string;
  readonly url?: string;
  readonly events?: readonly string[];
  readonly secret?: { readonly ref: string; readonly previousValidUntil: string };
  readonly isEnabled?: boolean;
}

export const webhook: Decider<WebhookState, WebhookFact> = { initial: { kind: 'absent' }, evolve };

/** The webhook, if it is this owner's. Throws `NotFound`. */
export function requireWebhook(state: WebhookState, owner: Owner): ActiveWebhook {
  if (state.kind !== 'active' || state.projectId !== owner.projectId || state.epoch !== owner.epoch) throw new NotFound('Webhook');
  return state;
}

/** The facts of all changes that change something; none when nothing does. */
export function changeWebhook(changes: WebhookChanges, webhook: ActiveWebhook): WebhookFact[] {
  const facts: WebhookFact[] = [];
  const { at, secret } = changes;
  const url = changes.url === webhook.url ? undefined : changes.url;
  const events = sameNames(changes.events, webhook.events) ? undefined : changes.events;
  if (url !== undefined || events !== undefined) {
    facts.push({ type: 'WebhookUpdated', data: { ...(url !== undefined && { url }), ...(events && { events }), updatedAt: at } });
  }
  if (secret) {
    const { ref: secretRef, previousValidUntil } = secret;
    facts.push({
      type: 'WebhookSecretRotated',
      data: { secretRef, previousSecretRef: webhook.secretRef, previousValidUntil, rotatedAt: at },
    });
  }
  if (changes.isEnabled === false) facts.push(...disableWebhook({ reason: 'requested', at }, webhook));
  if (changes.isEnabled === true && webhook.disabledReason !== null) facts.push({ type: 'WebhookEnabled', data: { at } });
  return facts;
}

/** Silent for a webhook that is disabled already, and for a deleted one. */
export function disableWebhook(command: { readonly reason: DisabledReason; readonly at: string }, state: WebhookState): WebhookFact[] {
  if (state.kind !== 'active' || state.disabledReason !== null) return [];
  const { reason, at } = command;
  // Only a disabling by the service is reported to others, who are not to learn more of the URL than its host.
  const host = reason === 'requested' ? {} : { host: new URL(state.url).host };
  return [{ type: 'WebhookDisabled', data: { reason, ...host, at } }];
}

/** Throws `NotFound`. */
export function deleteWebhook(command: { readonly owner: Owner; readonly at: string }, state: WebhookState): WebhookFact[] {
  requireWebhook(state, command.owner);
  return [{ type: 'WebhookDeleted', data: { at: command.at } }];
}

function evolve(state: WebhookState, fact: WebhookFact): WebhookState {
  if (fact.type === 'WebhookCreated') {
    const { isEnabled, ...created } = fact.data;
    const disabledReason = isEnabled ? null : 'requested';
    const { createdAt } = created;
    return { ...created, kind: 'active', previousSecret: null, disabledReason, enabledAt: createdAt, updatedAt: createdAt };
  }
  if (state.kind !== 'active') return state;
  switch (fact.type) {
    case 'WebhookUpdated':
      return { ...state, ...fact.data };
    case 'WebhookSecretRotated': {
      const { secretRef, previousSecretRef, previousValidUntil, rotatedAt } = fact.data;
      return { ...state, secretRef, previousSecret: { ref: previousSecretRef, validUntil: previousValidUntil }, updatedAt: rotatedAt };
    }
    case 'WebhookDisabled':
      return { ...state, disabledReason: fact.data.reason, updatedAt: fact.data.at };
    case 'WebhookEnabled':
      return { ...state, disabledReason: null, enabledAt: fact.data.at, updatedAt: fact.data.at };
    case 'WebhookDeleted':
      return { kind: 'deleted' };
  }
}

const sameNames = (given: readonly string[] | undefined, present: readonly string[]): boolean =>
  given !== undefined && given.length === present.length && given.every((name) => present.includes(name));
