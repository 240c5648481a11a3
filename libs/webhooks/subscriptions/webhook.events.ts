import type { Fact } from '@pps/kernel';

/** `requested`: by the user; `gone`: the endpoint answered 410; `failing`: every attempt failed for days; `key_revoked`: the API key that made it, or one that made that key, was revoked. */
export type DisabledReason = 'requested' | 'gone' | 'failing' | 'key_revoked';

/** A client subscribed a URL to events. */
export type WebhookCreated = Fact<
  'WebhookCreated',
  {
    readonly webhookId: string;
    readonly projectId: string;
    readonly organizationId: string;
    readonly epoch: number;
    readonly url: string;
    /** In the vault: the secret that signs its messages. */
    readonly secretRef: string;
    /** Names of events; `*` for all. */
    readonly events: readonly string[];
    readonly isEnabled: boolean;
    /** It is sent only events of these accounts; null or absent: of all. */
    readonly accountIds?: readonly string[] | null;
    /** The API key that made it, after those that made that key; absent: the user did. */
    readonly makerKeyIds?: readonly string[];
    /** In the vault: headers of the client's own, by name. */
    readonly headersRef?: string;
    readonly headerNames?: readonly string[];
    /** In the vault: the private key of the pair that signs its messages beside the secret. */
    readonly signingKeyRef?: string;
    readonly publicKey?: string;
    readonly createdAt: string;
  }
>;
/** The URL, the subscribed events, the accounts, the client's own headers or the key pair changed; what is absent stayed as it was. */
export type WebhookUpdated = Fact<
  'WebhookUpdated',
  {
    readonly url?: string;
    readonly events?: readonly string[];
    readonly accountIds?: readonly string[] | null;
    /** In the vault; null: no headers of the client's own any more. */
    readonly headersRef?: string | null;
    readonly headerNames?: readonly string[];
    /** In the vault; null: messages are not signed by a key pair any more. */
    readonly signingKeyRef?: string | null;
    readonly publicKey?: string | null;
    readonly updatedAt: string;
  }
>;
/** Messages are signed with a new secret, and with the previous one too until it ends; the key pair of one that has it changes with the secret. */
export type WebhookSecretRotated = Fact<
  'WebhookSecretRotated',
  {
    readonly secretRef: string;
    readonly previousSecretRef: string;
    readonly signingKeyRef?: string;
    readonly publicKey?: string;
    readonly previousSigningKeyRef?: string;
    readonly previousValidUntil: string;
    readonly rotatedAt: string;
  }
>;
/** Nothing more is sent until it is enabled again. */
export type WebhookDisabled = Fact<
  'WebhookDisabled',
  {
    readonly reason: DisabledReason;
    /** Of its URL, with the port where that is not the usual one; absent where the user asked for it, and in facts of releases up to 1.58. */
    readonly host?: string;
    readonly at: string;
  }
>;
/** The user enabled it again. */
export type WebhookEnabled = Fact<'WebhookEnabled', { readonly at: string }>;
/** Every attempt since `since` failed, for a day; the owner is to be notified. */
export type WebhookFailing = Fact<'WebhookFailing', { readonly since: string; readonly at: string }>;
/** The first attempt that succeeded after `WebhookFailing`. */
export type WebhookRecovered = Fact<'WebhookRecovered', { readonly at: string }>;
/** Deliveries that were held for 90 days while it was disabled will not be sent any more: those pending ones from `firstSequence` to `lastSequence` that were requested before `requestedBefore`. */
export type WebhookHeldDropped = Fact<
  'WebhookHeldDropped',
  {
    readonly count: number;
    readonly firstSequence: number;
    readonly lastSequence: number;
    readonly lastDeliveryId: string;
    readonly requestedBefore: string;
    readonly at: string;
  }
>;
/** The webhook was deleted; nothing more is sent. */
export type WebhookDeleted = Fact<'WebhookDeleted', { readonly at: string }>;

export type WebhookFact =
  | WebhookCreated
  | WebhookUpdated
  | WebhookSecretRotated
  | WebhookDisabled
  | WebhookEnabled
  | WebhookFailing
  | WebhookRecovered
  | WebhookHeldDropped
  | WebhookDeleted;
