import type { ReadKind } from '../pin/next-action';
import type { Candidate, WaitingAccount } from './round-robin';

export interface OpenCall {
  readonly pinId: string;
  readonly attempt: number;
}

export interface DueRead extends OpenCall {
  /** When it fell due: distinguishes one read from the next. */
  readonly dueAt: string;
}

/** What the pacer and the timers ask of the `publish_queue` read model; the host binds it. */
export interface PublishQueue {
  /** Accounts of which pins wait, by id, `limit` of them behind `after`; of sandboxes, of all others, or of both. */
  waiting(ask: {
    readonly after: string | null;
    readonly limit: number;
    readonly simulated: readonly boolean[];
  }): Promise<readonly WaitingAccount[]>;
  /**
   * Pins that may start now, a few of each of the accounts, oldest first: no open call on their board, no equal pin with an unknown outcome, no grant yet. Those
   * whose video has to be uploaded first only where `uploads` says so.
   */
  ready(ask: {
    readonly accounts: readonly string[];
    readonly perAccount: number;
    readonly uploads: boolean;
  }): Promise<readonly Candidate[]>;
  /** Open attempts and uploads whose deadline passed more than `marginMs` ago. */
  overdue(marginMs: number): Promise<readonly OpenCall[]>;
  /** Pins that still wait a day after their first attempt. */
  givenUp(): Promise<readonly string[]>;
  /** Videos that are being uploaded to the platform, or may be at any moment. */
  uploadsOpen(): Promise<number>;
  /** Pins for which this read of the platform is next, and due. */
  readsDue(kind: ReadKind): Promise<readonly DueRead[]>;
  /** Pins of an account that still wait. */
  waitingOfAccount(accountId: string): Promise<readonly string[]>;
}
