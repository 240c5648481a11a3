import { isDatabaseUnavailable } from '@pps/read-store';
import type { RecordedRequest } from './recorded-request';

type Requests = readonly RecordedRequest[];

export interface AddInParts {
  readonly add: (requests: Requests) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Whether requests that wait too long for others' locks are left for the next time. */
  readonly leavesToRivals: boolean;
}

/** What became of requests that were not stored. */
export interface NotAdded {
  /** To be added another time. */
  readonly left: Requests;
  readonly refused: Requests;
}

/** A batch with several bad rows costs no more than so many statements in vain. */
const mostFailures = 64;

/** A lock was not to be had in time, a deadlock, a statement that took too long. */
const rivalStates = new Set(['55P03', '40P01', '57014']);

/** Stores requests together; where the database refuses that, in halves, so that one bad row takes no other with it. */
export async function addInParts(batch: Requests, { add, onError, leavesToRivals }: AddInParts): Promise<NotAdded> {
  const parts: Requests[] = [batch];
  const refused: RecordedRequest[] = [];
  for (let failures = 0; parts.length > 0;) {
    const part = parts.shift() as Requests;
    try {
      await add(part);
    } catch (error) {
      onError(error);
      if (isPassing(error, leavesToRivals)) return { left: [part, ...parts].flat(), refused };
      failures += 1;
      const middle = Math.ceil(part.length / 2);
      if (part.length === 1 || failures > mostFailures) refused.push(...part);
      else parts.unshift(part.slice(0, middle), part.slice(middle));
    }
  }
  return { left: [], refused };
}

const isPassing = (error: unknown, leavesToRivals: boolean): boolean =>
  rivalStates.has((error as { code?: string } | null)?.code ?? '') ? leavesToRivals : isDatabaseUnavailable(error);
