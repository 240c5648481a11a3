import { quotaMonth, type RecentReservations } from '@pps/billing';
import { mapLimited, type KeyedMutex } from '@pps/concurrency';
import type { LiveStates } from '@pps/event-store';
import { refuseForeignOwner, type Principal } from '@pps/identity';
import { derivedId, isWithin, Rejected, type Clock } from '@pps/kernel';
import { contentHash, duplicateOf } from '@pps/pins';
import { describePin, pinStream, type Agreement, type PinContent, type PinView } from '@pps/pins/events';

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
  /** Where a program asks; no part of what makes two requests the same. */
  readonly agreement?: Agreement;
}

/**
 * Everything about two requests with one idempotency key. The key names the pin's stream, so that a race has one winner; the rule for
 * what is the same request is `sameRequest` of libs/kernel, which `duplicateOf` of libs/pins asks here and again when the pin is queued.
 */
export interface DuplicateRequestDeps {
  readonly live: Pick<LiveStates, 'get' | 'head'>;
  readonly claims: Pick<RecentReservations, 'findPinIds'>;
  /** Creations with the same key run one at a time in a process, so that a repeat reserves no unit. */
  readonly creationsByPin: Pick<KeyedMutex, 'runExclusive'>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** A request and the id that its pin has or will have. */
export interface IdentifiedRequest {
  readonly pinId: string;
  readonly request: PinRequest & { readonly idempotencyKey: string };
  /** The client sent no key and was given one: nothing can be its repeat yet. */
  readonly isKeyNew: boolean;
}

/**
 * The same key of the same project and epoch always has the same pin id; a request without a key is given a uuid as one. A schedule has one pin,
 * whose id no key of a client leads to.
 */
export function identifyRequest(
  { newId }: Pick<DuplicateRequestDeps, 'newId'>,
  { projectId, epoch }: Principal,
  request: PinRequest,
): IdentifiedRequest {
  const idempotencyKey = request.idempotencyKey ?? newId();
  return {
    pinId: request.scheduleId === undefined ? derivedId('pin', projectId, epoch, idempotencyKey) : pinIdOfSchedule(request.scheduleId),
    request: { ...request, idempotencyKey },
    isKeyNew: request.idempotencyKey === null,
  };
}

export const pinIdOfSchedule = (scheduleId: string): string => derivedId('pin of schedule', scheduleId);

export const contentHashOf = ({ accountId, boardId, content, repeats }: PinRequest): string =>
  repeats ?? contentHash(accountId, boardId, content);

/**
 * The pin that a repeat means, or null for a request that is new. Throws `Rejected('idempotency_key_reused')`, and
 * `Rejected('account_not_permitted')` where a retry has moved the pin to an account that the credential must not see.
 */
export async function findDuplicate(
  { live }: Pick<DuplicateRequestDeps, 'live'>,
  principal: Principal,
  { pinId, request, isKeyNew }: IdentifiedRequest,
): Promise<PinView | null> {
  if (isKeyNew) return null;
  const { state } = await live.get(pinStream, pinId, principal.asOf);
  // Of nearly every request: then nothing is there to compare the hash of its content with.
  if (state.kind === 'none') return null;
  const pin = duplicateOf(contentHashOf(request), state, (accountId) => isWithin([accountId], principal.accountIds));
  if (!pin) return null;
  refuseForeignOwner(principal, pin.accountId);
  return describePin(pin);
}

const triesAtMost = 3;
const pollMs = 25;
const readAtOnce = 20;
/** Between a unit and its pin lies one append; a unit whose process died there is released by the sweep. */
const patienceMs = 2_000;

/**
 * Runs `work`, and runs it again as of a later moment when it was refused for quota while another process held the last units for the same
 * pins: then this request is a repeat, which needs no unit. `work` names the pins it is about to reserve units for. At most 3 tries.
 */
export async function retryAfterConcurrentDuplicates<T>(
  deps: DuplicateRequestDeps,
  principal: Principal,
  work: (principal: Principal, reserveFor: (pinIds: readonly string[]) => void) => Promise<T>,
): Promise<T> {
  let asOf = principal.asOf;
  for (let tries = 1; ; tries++) {
    let pinIds: readonly string[] = [];
    try {
      return await work({ ...principal, asOf }, (reserved) => (pinIds = reserved));
    } catch (error) {
      const isRefused = error instanceof Rejected && error.code === 'quota_exceeded';
      if (!isRefused || tries === triesAtMost || !(await haveChanged(deps, principal, pinIds))) throw error;
      asOf = await deps.live.head();
    }
  }
}

/** Waits, at most 2 s, until each pin that another request reserved a unit for is queued or its unit is released; whether that changes the outcome. */
async function haveChanged(deps: DuplicateRequestDeps, { projectId, epoch }: Principal, pinIds: readonly string[]): Promise<boolean> {
  if (pinIds.length === 0) return false;
  const month = quotaMonth(deps.clock());
  const withUnit = async () => {
    const claimed = await deps.claims.findPinIds(projectId, epoch, month);
    return pinIds.filter((pinId) => claimed.has(pinId));
  };
  const before = await withUnit();
  const deadline = deps.monotonic() + patienceMs;
  for (;;) {
    const [reserved, queued] = [await withUnit(), await queuedOf(deps, pinIds)];
    const isPending = reserved.some((pinId) => !queued.has(pinId));
    if (!isPending || deps.monotonic() > deadline) return queued.size > 0 || reserved.length < before.length;
    await deps.pause(pollMs);
  }
}

async function queuedOf({ live }: Pick<DuplicateRequestDeps, 'live'>, pinIds: readonly string[]): Promise<ReadonlySet<string>> {
  const head = await live.head();
  const states = await mapLimited(readAtOnce, pinIds, (pinId) => live.get(pinStream, pinId, head));
  return new Set(pinIds.filter((_, index) => ['pin', 'deleted'].includes(states[index]?.state.kind ?? 'none')));
}
