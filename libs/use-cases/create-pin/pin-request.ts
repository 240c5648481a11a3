import type { FieldError } from '@pps/kernel';
import type { PinContent } from '@pps/pins/events';

/** A request for a pin, whatever way it came: one call, a batch, an import, a schedule. */
export interface PinRequest {
  readonly accountId: string;
  readonly boardId: string;
  readonly content: PinContent;
  /** Null: the pin gets a new id, and nothing can be a repeat of it. */
  readonly idempotencyKey: string | null;
  /** The import that it is a row of; no part of what makes two requests the same. */
  readonly importJobId?: string;
  /** The content hash of what it repeats with other line ends in its texts, where that is known; else its own content has to be the same. */
  readonly repeats?: string;
  /** The schedule that fired; its pin costs a unit only while it is not failed. */
  readonly scheduleId?: string;
}

/** A request among others; `at` is where it stands in the request, for field errors. */
export interface LocatedPinRequest {
  readonly request: PinRequest;
  readonly at: FieldError['loc'];
}
