import type { PinContent } from '@pps/pins/events';

/** The pin that a row of a file asks for. */
export interface RowRequest {
  readonly accountId: string;
  readonly boardId: string;
  readonly content: PinContent;
  readonly idempotencyKey: string;
  /** When it is to be published, UTC; null: as soon as the pace allows. */
  readonly runAt: string | null;
}

/** Why a row is no request. */
export interface RowFault {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
  /** The account that the row names, where that much could be read. */
  readonly accountId?: string;
}

export interface ImportOwner {
  readonly jobId: string;
  readonly projectId: string;
  readonly epoch: number;
}
