/** Kinds of work items; each is a subject `work.<kind>` of one JetStream stream. */
export type WorkKind = 'publish' | 'video' | 'reconcile' | 'deliver' | 'mail';

export interface WorkItem {
  readonly kind: WorkKind;
  /** Names the thing to work on; the log carries the truth. */
  readonly id: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface TakeOptions {
  /** Work items at once: the slots. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Does the work; afterwards the item is acknowledged, also when this throws: what the facts say is still due is offered again. */
  readonly handle: (work: WorkItem) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /**
   * What is due and nobody has claimed, `limit` at most, in an order of chance; it changes nothing. It is asked, and what it gives is handled as if it
   * had been offered, while NATS is away, and now and then for what has been due for `lostAfterMs` although NATS is there.
   */
  readonly due?: (limit: number, lostAfterMs: number) => Promise<readonly WorkItem[]>;
  /** Right before what was found to be due is handled: false where somebody else has it by now. */
  readonly takeDue?: (work: WorkItem) => Promise<boolean>;
  /** NATS offers an item again that was neither acknowledged nor reported as in progress for so long; work in hand is reported three times meanwhile. 10 s by default. */
  readonly ackWaitMs?: number;
  /** Work that takes longer than `afterMs` leaves its slot to the next item while at most `max` have left theirs; without it work keeps its slot. */
  readonly handOff?: { readonly afterMs: number; readonly max: number };
}
