import type { Origin, StreamType } from '@pps/event-store';
import { isWithin, laterMoment, NotFound, Rejected } from '@pps/kernel';
import type { DisabledReason, WebhookFact, WebhookHeldDropped } from './webhook.events';

/** Headers whose values are in the vault. */
export interface StoredHeaders {
  readonly ref: string;
  readonly names: readonly string[];
}

/** A key pair whose private key is in the vault. */
export interface StoredKeyPair {
  readonly ref: string;
  readonly publicKey: string;
}

export interface ActiveWebhook {
  readonly kind: 'active';
  readonly webhookId: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly epoch: number;
  readonly url: string;
  readonly events: readonly string[];
  /** It is sent only events of these accounts; null: of all. */
  readonly accountIds: readonly string[] | null;
  /** Since when the accounts are these. */
  readonly accountsSince: string;
  readonly makerKeyIds: readonly string[];
  /** The client's own headers; null: none. */
  readonly headers: StoredHeaders | null;
  readonly secretRef: string;
  /** Valid beside the newest until then, with the private key that was used with it. */
  readonly previousSecret: { readonly ref: string; readonly signingKeyRef: string | null; readonly validUntil: string } | null;
  /** Signs beside the secret; null: only the secret does. */
  readonly keyPair: StoredKeyPair | null;
  readonly disabledReason: DisabledReason | null;
  readonly enabledAt: string;
  /** Since when every attempt has failed, once that was for a day; null otherwise. */
  readonly failingSince: string | null;
  /** Held deliveries that were dropped because it stayed disabled for so long; null: none ever. */
  readonly dropped: { readonly count: number; readonly lastSequence: number; readonly lastDeliveryId: string; readonly at: string } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}
/** What is left to know of a deleted webhook: whose it was. */
export interface DeletedWebhook extends Pick<ActiveWebhook, 'epoch' | 'accountIds'> {
  readonly kind: 'deleted';
}
export type WebhookState = { readonly kind: 'absent' } | ActiveWebhook | DeletedWebhook;

/** Whose webhook a command is about; a webhook of another project or sandbox epoch counts as absent. */
export interface Owner {
  readonly projectId: string;
  readonly epoch: number;
  /** The accounts that the asker is limited to; null or absent: none. It sees and changes only webhooks that are sent events of these alone. */
  readonly accountIds?: readonly string[] | null;
}

function evolve(before: WebhookState, fact: WebhookFact): WebhookState {
  const state = evolved(before, fact);
  if (before.kind !== 'active' || state.kind !== 'active') return state;
  // Of two changes at once the one that began first may be recorded last.
  return { ...state, updatedAt: laterMoment(before.updatedAt, state.updatedAt) };
}

function evolved(state: WebhookState, fact: WebhookFact): WebhookState {
  if (fact.type === 'WebhookCreated') {
    const { isEnabled, accountIds = null, makerKeyIds = [], headersRef, headerNames, signingKeyRef, publicKey, ...created } = fact.data;
    const disabledReason = isEnabled ? null : 'requested';
    const { createdAt } = created;
    const since = { accountsSince: createdAt, enabledAt: createdAt, failingSince: null, dropped: null, updatedAt: createdAt };
    const headers = headersRef === undefined ? null : { ref: headersRef, names: headerNames ?? [] };
    return {
      ...created,
      ...since,
      kind: 'active',
      accountIds,
      makerKeyIds,
      headers,
      keyPair: pairOf(signingKeyRef, publicKey),
      previousSecret: null,
      disabledReason,
    };
  }
  if (state.kind !== 'active') return state;
  switch (fact.type) {
    case 'WebhookUpdated': {
      const { headersRef, headerNames, signingKeyRef, publicKey, ...changed } = fact.data;
      const headers = headersRef ? { ref: headersRef, names: headerNames ?? [] } : null;
      const since = changed.accountIds !== undefined && { accountsSince: changed.updatedAt };
      const keyPair = signingKeyRef !== undefined && { keyPair: pairOf(signingKeyRef, publicKey) };
      return { ...state, ...changed, ...since, ...(headersRef !== undefined && { headers }), ...keyPair };
    }
    case 'WebhookSecretRotated': {
      const { secretRef, previousSecretRef, previousValidUntil, rotatedAt, signingKeyRef, publicKey, previousSigningKeyRef } = fact.data;
      const previousSecret = { ref: previousSecretRef, signingKeyRef: previousSigningKeyRef ?? null, validUntil: previousValidUntil };
      const keyPair = pairOf(signingKeyRef, publicKey) ?? state.keyPair;
      return { ...state, secretRef, keyPair, previousSecret, updatedAt: rotatedAt };
    }
    case 'WebhookDisabled':
      return { ...state, disabledReason: fact.data.reason, updatedAt: fact.data.at };
    case 'WebhookEnabled':
      return { ...state, disabledReason: null, enabledAt: fact.data.at, updatedAt: fact.data.at };
    case 'WebhookFailing':
      return { ...state, failingSince: fact.data.since };
    case 'WebhookHeldDropped': {
      const { count, lastSequence, lastDeliveryId, at } = fact.data;
      return { ...state, dropped: { count: count + (state.dropped?.count ?? 0), lastSequence, lastDeliveryId, at } };
    }
    case 'WebhookRecovered':
      return { ...state, failingSince: null };
    case 'WebhookDeleted':
      return { kind: 'deleted', epoch: state.epoch, accountIds: state.accountIds };
  }
}

const pairOf = (ref: string | null | undefined, publicKey: string | null | undefined): StoredKeyPair | null =>
  ref && publicKey ? { ref, publicKey } : null;

export interface WebhookChanges {
  readonly at: string;
  readonly url?: string;
  readonly events?: readonly string[];
  readonly accountIds?: readonly string[] | null;
  readonly headers?: StoredHeaders | null;
  readonly secret?: { readonly ref: string; readonly previousValidUntil: string };
  /** The pair to sign with where there is none, or where the secret changes; null: none any more. */
  readonly keyPair?: StoredKeyPair | null;
  readonly isEnabled?: boolean;
}

/** The webhook, if it is this owner's. Throws `NotFound`, and `Rejected('account_not_permitted')` for one that is sent events of other accounts. */
export function requireWebhook(state: WebhookState, owner: Owner): ActiveWebhook {
  if (state.kind !== 'active' || state.projectId !== owner.projectId || state.epoch !== owner.epoch) throw new NotFound('Webhook');
  if (!isWithin(state.accountIds, owner.accountIds ?? null)) {
    const remediation = 'Use a key that may act for all accounts of the webhook.';
    throw new Rejected(
      'account_not_permitted',
      "The webhook is sent events of accounts outside the API key's allow-list",
      {},
      { remediation },
    );
  }
  return state;
}

/** The origin of what the service itself does about a webhook. */
export const systemOriginOf = ({ organizationId, projectId, epoch }: ActiveWebhook, at: Date): Origin => ({
  organizationId,
  projectId,
  epoch,
  actor: { type: 'system' },
  occurredAt: at.toISOString(),
});

/** The facts of all changes that change something; none when nothing does. */
export function changeWebhook(changes: WebhookChanges, webhook: ActiveWebhook): WebhookFact[] {
  const facts: WebhookFact[] = [];
  const { at, secret } = changes;
  const url = changes.url === webhook.url ? undefined : changes.url;
  const events = sameNames(changes.events, webhook.events) ? undefined : changes.events;
  const accountIds = sameAccounts(changes.accountIds, webhook.accountIds) ? undefined : changes.accountIds;
  const headers = changes.headers === null && webhook.headers === null ? undefined : changes.headers;
  const former = changes.secret && changes.keyPair ? webhook.keyPair : null;
  const keyPair = former || sameKind(changes.keyPair, webhook.keyPair) ? undefined : changes.keyPair;
  const changed = {
    ...(url !== undefined && { url }),
    ...(events && { events }),
    ...(accountIds !== undefined && { accountIds }),
    ...(headers !== undefined && { headersRef: headers?.ref ?? null, headerNames: headers?.names ?? [] }),
    ...(keyPair !== undefined && { signingKeyRef: keyPair?.ref ?? null, publicKey: keyPair?.publicKey ?? null }),
  };
  if (Object.keys(changed).length > 0) facts.push({ type: 'WebhookUpdated', data: { ...changed, updatedAt: at } });
  if (secret) {
    const { ref: secretRef, previousValidUntil } = secret;
    const pair = former && changes.keyPair && rotatedPair(former, changes.keyPair);
    facts.push({
      type: 'WebhookSecretRotated',
      data: { secretRef, previousSecretRef: webhook.secretRef, ...pair, previousValidUntil, rotatedAt: at },
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
  const host = isAskedFor(reason) || !URL.canParse(state.url) ? {} : { host: new URL(state.url).host };
  return [{ type: 'WebhookDisabled', data: { reason, ...host, at } }];
}

/** Takes away the accounts that a key which made it may not name any more; silent where it is sent nothing of others. */
export function narrowWebhook(
  command: { readonly accountIds: readonly string[]; readonly at: string },
  state: WebhookState,
): WebhookFact[] {
  const { accountIds: allowed, at } = command;
  if (state.kind !== 'active') return [];
  const accountIds = state.accountIds?.filter((accountId) => allowed.includes(accountId)) ?? allowed;
  if (sameAccounts(accountIds, state.accountIds)) return [];
  return [{ type: 'WebhookUpdated', data: { accountIds, updatedAt: at } }];
}

/** Whether somebody of the workspace disabled it, who need not be told. */
export const isAskedFor = (reason: DisabledReason): boolean => reason === 'requested' || reason === 'key_revoked';

/** Says that every attempt of a day failed; silent where that was said since the webhook was last enabled, and for one that is disabled or deleted. */
export function reportFailing(command: { readonly since: string; readonly at: string }, state: WebhookState): WebhookFact[] {
  if (state.kind !== 'active' || state.disabledReason !== null) return [];
  if (state.failingSince !== null && state.failingSince >= state.enabledAt) return [];
  return [{ type: 'WebhookFailing', data: command }];
}

/** Says that an attempt succeeded after a failure that was reported; silent otherwise. */
export function reportRecovered(command: { readonly at: string }, state: WebhookState): WebhookFact[] {
  return state.kind === 'active' && state.failingSince !== null ? [{ type: 'WebhookRecovered', data: command }] : [];
}

/** Says that held deliveries are dropped; silent for a repeat, and for a webhook that is enabled or deleted. */
export function dropHeld(command: WebhookHeldDropped['data'], state: WebhookState): WebhookFact[] {
  if (state.kind !== 'active' || state.disabledReason === null) return [];
  return state.dropped?.lastDeliveryId === command.lastDeliveryId ? [] : [{ type: 'WebhookHeldDropped', data: command }];
}

/** Throws `NotFound`. */
export function decideWebhookDeletion(command: { readonly owner: Owner; readonly at: string }, state: WebhookState): WebhookFact[] {
  requireWebhook(state, command.owner);
  return [{ type: 'WebhookDeleted', data: { at: command.at } }];
}

const rotatedPair = (former: StoredKeyPair, { ref, publicKey }: StoredKeyPair) => ({
  signingKeyRef: ref,
  publicKey,
  previousSigningKeyRef: former.ref,
});

/** A pair is not exchanged for another one, but with the secret. */
const sameKind = (given: StoredKeyPair | null | undefined, present: StoredKeyPair | null): boolean =>
  given === undefined || (given === null) === (present === null);

const sameAccounts = (given: readonly string[] | null | undefined, present: readonly string[] | null): boolean =>
  given === undefined || given === null || present === null ? given === present : sameNames(given, present);

const sameNames = (given: readonly string[] | undefined, present: readonly string[]): boolean =>
  given !== undefined && given.length === present.length && given.every((name) => present.includes(name));

/** `webhook-<webhookId>`: a client's subscription: where to, to what, signed with what, and whether it is on. */
export const webhookStream: StreamType<WebhookState, WebhookFact> = {
  category: 'webhook',
  decider: { initial: { kind: 'absent' }, evolve },
  facts: {
    WebhookCreated: 1,
    WebhookUpdated: 1,
    WebhookSecretRotated: 1,
    WebhookDisabled: 1,
    WebhookEnabled: 1,
    WebhookFailing: 1,
    WebhookRecovered: 1,
    WebhookHeldDropped: 1,
    WebhookDeleted: 1,
  },
  sealed: { WebhookCreated: ['url', 'headerNames'], WebhookUpdated: ['url', 'headerNames'], WebhookDisabled: ['host'] },
  snapshot: { version: 8, every: 200 },
};
