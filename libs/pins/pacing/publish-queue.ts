import type { Candidate } from './fair-ring';

export interface OpenCall {
  readonly pinId: string;
  readonly attempt: number;
}

export interface DueLook extends OpenCall {
  /** When it fell due: tells one look from the next. */
  readonly dueAt: string;
}

/** What the pacer and the timers ask of the `publish_queue` read model; the host binds it. */
export interface PublishQueue {
  /** Pins that may start now, a few of each account, oldest first: no open call on their board, no equal pin in doubt, no grant yet. */
  ready(perAccount: number): Promise<readonly Candidate[]>;
  /** Open attempts whose deadline passed more than `marginMs` ago. */
  overdue(marginMs: number): Promise<readonly OpenCall[]>;
  /** Videos that are being uploaded to the platform, or may be at any moment. */
  uploadsOpen(): Promise<number>;
  /** Pins whose video the platform processes and is to be asked for now. */
  videosDue(): Promise<readonly DueLook[]>;
  /** Pins in doubt whose next look is due. */
  looksDue(): Promise<readonly DueLook[]>;
  /** Pins of an account that still wait. */
  waitingOfAccount(accountId: string): Promise<readonly string[]>;
}
