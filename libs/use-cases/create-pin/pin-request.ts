import type { FieldError } from '@pps/kernel';
import type { PinContent } from '@pps/pins/events';

/** A pin that somebody wants created, whatever way the wish came in: one call, a batch, an import, a schedule. */
export interface PinRequest {
  readonly accountId: string;
  readonly boardId: string;
  readonly content: PinContent;
  /** Null: the pin gets a new id, and nothing can be a repeat of it. */
  readonly idempotencyKey: string | null;
}

/** A request among others; `at` is where it stands, for the places that field errors name. */
export interface LocatedPinRequest {
  readonly request: PinRequest;
  readonly at: FieldError['loc'];
}
