import type { Fact } from '@pps/kernel';

/** `requested`: by the user; `gone`: the endpoint answered 410; `failing`: nothing but failure for days. */
export type DisabledReason = 'requested' | 'gone' | 'failing';

export type WebhookCreated = Fact<
  'WebhookCreated',
  {
    readonly webhookId: string;
    readonly projectId: string;
    readonly organizationId: string;
    readonly epoch: number;
    readonly url: string;
    readonly secretRef: string;
    readonly events: readonly string[];
    readonly isEnabled: boolean;
    readonly createdAt: string;
  }
>;
export type WebhookUpdated = Fact<
  'WebhookUpdated',
  { readonly url?: string; readonly events?: readonly string[]; readonly updatedAt: string }
>;
export type WebhookSecretRotated = Fact<
  'WebhookSecretRotated',
  { readonly secretRef: string; readonly previousSecretRef: string; readonly previousValidUntil: string; readonly rotatedAt: string }
>;
export type WebhookDisabled = Fact<'WebhookDisabled', { readonly reason: DisabledReason; readonly at: string }>;
export type WebhookEnabled = Fact<'WebhookEnabled', { readonly at: string }>;
export type WebhookDeleted = Fact<'WebhookDeleted', { readonly at: string }>;

export type WebhookFact = WebhookCreated | WebhookUpdated | WebhookSecretRotated | WebhookDisabled | WebhookEnabled | WebhookDeleted;
