import type { Fact } from '@pps/kernel';

/** The user requested the events of a period again: those from `fromRevision` up to `endRevision` (exclusive) of the webhook's outbox whose time lies in the period. */
export type WebhookReplayRequested = Fact<
  'WebhookReplayRequested',
  {
    readonly webhookId: string;
    readonly replayId: string;
    readonly since: string;
    readonly until: string;
    readonly fromRevision: number;
    readonly endRevision: number;
    /** How many these are; absent in older facts: all between the revisions. */
    readonly events?: number;
    readonly at: string;
  }
>;
/** The deliveries before `nextRevision` are due again. */
export type WebhookReplayProgressed = Fact<
  'WebhookReplayProgressed',
  { readonly replayId: string; readonly nextRevision: number; readonly at: string }
>;
/** All deliveries of the replay are due again, or the webhook ended. */
export type WebhookReplayCompleted = Fact<'WebhookReplayCompleted', { readonly replayId: string; readonly at: string }>;

/** The user canceled the replay; what it had made due stays due. */
export type WebhookReplayCanceled = Fact<'WebhookReplayCanceled', { readonly replayId: string; readonly at: string }>;

export type ReplayFact = WebhookReplayRequested | WebhookReplayProgressed | WebhookReplayCompleted | WebhookReplayCanceled;
