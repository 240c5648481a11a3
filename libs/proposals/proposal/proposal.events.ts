import type { Fact } from '@pps/kernel';
import type { PinContent } from '@pps/pins/events';

/** Fields of a pin's content that are to change; null: to be cleared. */
export type ContentChanges = { readonly [Name in keyof PinContent]?: PinContent[Name] | null };

/** A pin that is to be made. */
interface NewPin {
  readonly accountId: string;
  readonly boardId: string;
  readonly content: PinContent;
  /** Names what it becomes, as in a creation, whose repeat it may be; absent: nothing else is a repeat of the item. */
  readonly idempotencyKey?: string;
}

/** What is done once a person agrees. `accountId` is the account that it concerns. */
export type ProposedWrite =
  | (NewPin & { readonly action: 'publish' })
  | (NewPin & { readonly action: 'schedule'; readonly runAt: string })
  | {
      readonly action: 'change_pin';
      readonly accountId: string;
      readonly pinId: string;
      readonly boardId?: string;
      readonly changes: ContentChanges;
    }
  | {
      readonly action: 'change_schedule';
      readonly accountId: string;
      readonly scheduleId: string;
      readonly boardId?: string;
      readonly runAt?: string;
      readonly changes: ContentChanges;
    }
  | {
      readonly action: 'retry_pin';
      readonly accountId: string;
      readonly pinId: string;
      /** The account and the board that it is to go to instead. */
      readonly toAccountId?: string;
      readonly boardId?: string;
    };

/** The same as facts have it; `changes` and ids as the action has them. */
export interface RecordedWrite {
  readonly action: ProposedWrite['action'];
  /** The account that it concerns. */
  readonly accountId: string;
  readonly boardId?: string;
  readonly content?: PinContent;
  readonly runAt?: string;
  /** The pin or the schedule that is to be changed or tried again. */
  readonly pinId?: string;
  readonly scheduleId?: string;
  readonly changes?: ContentChanges;
  /** Of a retry: the account that it is to go to instead. */
  readonly toAccountId?: string;
  /** Of a pin or a schedule that is to be made. */
  readonly idempotencyKey?: string;
}

export interface Proposer {
  readonly userId: string;
  /** The API key or grant that asks; absent: the person, in a session. */
  readonly keyId?: string;
  /** What the program of a grant calls itself. */
  readonly clientName?: string;
}

/** Somebody asks a person to agree to these writes; nothing of them has been done. */
export type ProposalMade = Fact<
  'ProposalMade',
  {
    readonly proposalId: string;
    readonly projectId: string;
    readonly epoch: number;
    readonly organizationId: string;
    readonly proposedBy: Proposer;
    /** Item n is at n - 1. */
    readonly items: readonly RecordedWrite[];
    /** Hash of everything that was given: distinguishes a repeat from a reused key. */
    readonly contentHash: string;
    readonly proposedAt: string;
    /** Nothing of it is agreed to afterwards. */
    readonly expiresAt: string;
  }
>;

/** By which way a person agreed: the page of this service, or a request of his own session. */
export type AgreementWay = 'page' | 'session';

/** Which person, and by which way. */
export interface Agreeing {
  readonly userId: string;
  readonly by: AgreementWay;
}

export interface AgreedItem {
  readonly number: number;
  /** As the person edited it; absent: as it was proposed, or edited before. */
  readonly write?: RecordedWrite;
  /** Hash of what the pin or schedule was that it changes: changed since by others, it is not what he agreed to. Absent: it makes a new one. */
  readonly subjectHash?: string;
}

/** A person agreed to these items; they are carried out from now on. */
export type ProposalItemsAgreed = Fact<
  'ProposalItemsAgreed',
  {
    readonly items: readonly AgreedItem[];
    readonly agreedBy: Agreeing;
    readonly agreedAt: string;
  }
>;

/** What became of an item that was agreed to. */
export interface ItemOutcome {
  readonly number: number;
  readonly status: 'approved' | 'failed';
  /** What was made, changed or tried again. */
  readonly pinId?: string;
  readonly scheduleId?: string;
  /** Of a failed one. */
  readonly errorCode?: string;
  readonly errorMessage?: string;
  readonly remediation?: string;
}

/** These items were carried out, or could not be. */
export type ProposalItemsDone = Fact<'ProposalItemsDone', { readonly outcomes: readonly ItemOutcome[]; readonly doneAt: string }>;

/** A person does not want these items. */
export type ProposalItemsDeclined = Fact<
  'ProposalItemsDeclined',
  { readonly numbers: readonly number[]; readonly declinedBy: Agreeing; readonly declinedAt: string }
>;

export type ProposalFact = ProposalMade | ProposalItemsAgreed | ProposalItemsDone | ProposalItemsDeclined;
