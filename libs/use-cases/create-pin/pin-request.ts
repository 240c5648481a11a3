import type { FieldError } from '@pps/kernel';
import type { PinContent } from '@pps/pins/events';

/** A request for a pin, whatever way it came: one call, a batch, an import, a schedule. */
export interface PinRequest {
  readonly accountId: string;
  readonly boardId: string;
  readonly content: PinContent;
  /** Null: the pin gets a new id, and nothing can be a repeat of it. */
  readonly idempotencyKey: string | null;
}

/** A request among others; `at` is where it stands in the request, for field errors. */
export interface LocatedPinRequest {
  readonly request: PinRequest;
  readonly at: FieldError['loc'];
}
