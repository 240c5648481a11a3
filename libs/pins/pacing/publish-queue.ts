import type { ReadKind } from '../pin/next-action';
import type { StartablePins } from './may-start.decider';

export interface OpenCall {
  readonly pinId: string;
  readonly attempt: number;
}

export interface DueRead extends OpenCall {
  /** When it fell due: distinguishes one read from the next. */
  readonly dueAt: string;
}

export interface HeldPin {
  readonly pinId: string;
  readonly accountId: string;
}

/** What the pacer and the timers ask of the `publish_queue` read model; the host binds it. */
export interface PublishQueue {
  /** Of each account what waits and its oldest pins that may start now, in the order of the ask; videos to be uploaded only where `uploads` says so. */
  startable(ask: {
    readonly accounts: readonly string[];
    readonly perAccount: number;
    readonly uploads: boolean;
  }): Promise<readonly StartablePins[]>;
  /** Open attempts and uploads whose deadline passed more than `marginMs` ago. */
  overdue(marginMs: number): Promise<readonly OpenCall[]>;
  /** Pins that still wait a day after their first attempt. */
  givenUp(): Promise<readonly string[]>;
  /**
   * Of the next 200 accounts after the one named (null: of the first ones) whose user has not consented again for a day: the oldest pin that never had
   * an attempt, where it has waited for a day too. `next` is null behind the last account.
   */
  heldTooLong(after: string | null): Promise<{ readonly pins: readonly HeldPin[]; readonly next: string | null }>;
  uploadsOpen(): Promise<number>;
  /** Pins for which this read of the platform is next, and has been due for so long: of each project the `readsPerProject` that have been due longest. */
  readsDue(kind: ReadKind, forMs?: number): Promise<readonly DueRead[]>;
  waitingOfAccount(accountId: string): Promise<readonly string[]>;
}

export const readTasks = { read_board: 'reconcile', read_video_status: 'video' } as const satisfies Record<ReadKind, string>;

/** What publishing does for one pin at a time, and passes over where it fails for a pin. */
export type PublishingTask = 'publish' | 'expire' | 'give up' | (typeof readTasks)[ReadKind];

/** Reads of one kind that one project may have under way: half of what a worker does at once, so that there is room for the others. */
export const readsPerProject = 2;
