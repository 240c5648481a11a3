/** Kinds of work; each is a subject `work.<kind>` of one JetStream stream. */
export type WorkKind = 'publish' | 'video' | 'reconcile' | 'deliver' | 'mail';

export interface Work {
  readonly kind: WorkKind;
  /** Names the thing to work on; the log carries the truth. */
  readonly id: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface TakeOptions {
  /** How many at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Does the work; afterwards it is acknowledged, also when this throws: what is still pending by the facts is offered again. */
  readonly handle: (work: Work) => Promise<void>;
  readonly onError: (error: unknown) => void;
}
