import { releaseQuota } from '@pps/billing';
import { WrongRevision, type Streams } from '@pps/event-store';
import { originOfPrincipal, refuseForeignOwner, type Principal } from '@pps/identity';
import { NotFound, Rejected, type Clock } from '@pps/kernel';
import { requireFailed, changePin, type PinChange } from '@pps/pins';
import { describePin, pinStream, type Agreement, type PinView, type Pin } from '@pps/pins/events';
import { requireAgreement } from '../agreement/require-agreement';
import type { PinRequest, DuplicateRequestDeps } from '../create-pin/duplicate-request';
import { requireFeatureOfEdit, requireMediaOfEdit, requireAccount, requireBoard, type PinCheckDeps } from '../create-pin/pin-checks';
import { withReservedUnit, type QuotaReservationDeps } from '../create-pin/quota-reservation';

export interface PinChangeDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly clock: Clock;
}

/**
 * Changes what a waiting or failed pin shows. `edit` makes the new whole of the pin as it stands, and is asked again where another change came first: of
 * two edits at once each keeps what it has set. Throws what `edit` throws, `Rejected('proposal_required')`, the refusals of the checks, `Rejected('pin_publishing')`, `NotFound`.
 */
export async function editPin(
  deps: PinCheckDeps & PinChangeDeps,
  principal: Principal,
  { pinId }: Pick<PinView, 'pinId'>,
  edit: (pin: PinView) => Pick<PinRequest, 'boardId' | 'content'>,
  given?: Agreement,
): Promise<PinView> {
  const agreement = requireAgreement(principal, given);
  return changePresentPin(deps, principal, pinId, async (pin, revision, checkBoard) => {
    const { boardId, content: edited } = edit(describePin(pin));
    await requireFeatureOfEdit(deps, principal, pin.content, edited);
    await requireMediaOfEdit(deps, principal, pin.content, edited);
    const content = await deps.assets.withMediaType(principal, edited);
    if (boardId !== pin.boardId) await checkBoard(pin.accountId, boardId);
    return appendPinChange(deps, principal, pinId, { kind: 'edit', boardId, content, agreement }, revision);
  });
}

export type RetryPinDeps = PinCheckDeps & PinChangeDeps & QuotaReservationDeps & Pick<DuplicateRequestDeps, 'creationsByPin'>;

/** Where a retried pin goes, as far as the client named it; the rest stays as it is. */
interface RetryTarget {
  readonly accountId?: string | undefined;
  readonly boardId?: string | undefined;
  /** Who agreed, where a person carries out what was proposed. */
  readonly agreement?: Agreement | undefined;
}

/** Called right before a retry is appended behind this revision of the pin's stream; what it throws stops that. */
type RetryAnnouncement = (pinRevision: number) => Promise<void>;

/**
 * Queues a failed pin again, checked like a new one. It costs no quota, but for a schedule's pin, whose unit was given back when it failed.
 * Throws `Rejected('pin_not_failed')`, `Rejected('proposal_required')`, the refusals of the checks and, of a schedule's pin, `Rejected('quota_exceeded')`: nothing has changed then.
 */
export async function retryPin(
  deps: RetryPinDeps,
  principal: Principal,
  { pinId }: Pick<PinView, 'pinId'>,
  { accountId, boardId, agreement: given }: RetryTarget,
  announce?: RetryAnnouncement,
): Promise<PinView> {
  const change = { kind: 'retry', accountId, boardId, agreement: requireAgreement(principal, given) } as const;
  return changePresentPin(deps, principal, pinId, async (state, revision, checkBoard) => {
    const pin = requireFailed(state);
    const account = accountId ?? pin.accountId;
    await requireAccount(deps, principal, account);
    await requireMediaOfEdit(deps, principal, pin.content, pin.content);
    await checkBoard(account, boardId ?? pin.boardId);
    if (pin.source === 'schedule') return retryWithUnit(deps, principal, { pin, revision }, change, announce);
    return appendPinChange(deps, principal, pinId, change, revision);
  });
}

/** Retries of one pin run one at a time in a process, so that only one of them reserves a unit. */
async function retryWithUnit(
  deps: RetryPinDeps,
  principal: Principal,
  { pin: checked, revision: checkedAt }: { readonly pin: Pin; readonly revision: number },
  change: RetryTarget & { readonly kind: 'retry' },
  announce?: RetryAnnouncement,
): Promise<PinView> {
  const { plan, planTerms: terms } = await deps.termsOf(principal);
  const reserving = { principal, plan, limit: terms.quotaPinsMonthly, source: checked.source };
  const { pinId, scheduleId } = checked;
  const paid = { pinId, accountId: change.accountId ?? checked.accountId, ...(scheduleId !== undefined && { scheduleId }) };
  return deps.creationsByPin.runExclusive(pinId, async () => {
    const { state, revision } = await deps.streams.load(pinStream, pinId);
    const failed = requireFailed(state);
    // Another change came first: what was checked may not hold for it.
    if (revision !== checkedAt) throw new WrongRevision(pinId);
    await releaseFailedUnit(deps, principal, failed);
    return withReservedUnit(deps, reserving, paid, async ({ month, entryId }) => {
      // Only with a unit: should this process die now, its release moves the pin's stream on, and what was announced is over.
      await announce?.(revision);
      return appendPinChange(deps, principal, pinId, { ...change, unit: { month, entryId } }, revision);
    });
  });
}

/** The process that answers the failure may be behind: a unit that the pin holds no more must not be what the retry lacks. Silent where it was released. */
async function releaseFailedUnit(
  { streams, clock }: PinChangeDeps,
  principal: Principal,
  { pinId, projectId, epoch, month, entryId }: Pick<PinView, 'pinId' | 'projectId' | 'epoch' | 'month' | 'entryId'>,
): Promise<void> {
  const now = clock();
  const entry = { entryId, pinId, reason: 'scheduled_publish_failed' as const, at: now.toISOString() };
  await releaseQuota({ streams }, { projectId, epoch, month }, entry, originOfPrincipal(principal, now));
}

/** Checks a board, which may ask the platform, once however often the change is tried. */
type BoardCheck = (accountId: string, boardId: string) => Promise<void>;

// As many clients may change one pin at once: each round lets at least one of them through.
const triesAtMost = 20;

/**
 * Changes a pin as it stands in the log. `change` checks this state and appends at this revision; where something else came first it is asked again,
 * with the state that this left: what was checked holds for what is decided on. Throws what `change` throws, `NotFound`,
 * `Rejected('account_not_permitted')`, and `Rejected('conflict')` after 20 other changes in a row.
 */
async function changePresentPin<T>(
  deps: Pick<PinChangeDeps, 'streams'> & Pick<PinCheckDeps, 'boards' | 'reconnection'>,
  principal: Principal,
  pinId: string,
  change: (pin: Pin, revision: number, checkBoard: BoardCheck) => Promise<T>,
): Promise<T> {
  const checked = new Set<string>();
  const check: BoardCheck = async (accountId, boardId) => {
    const asked = `${accountId} ${boardId}`;
    if (!checked.has(asked)) await requireBoard(deps, principal, accountId, boardId);
    checked.add(asked);
  };
  for (let tries = 1; tries <= triesAtMost; tries++) {
    const { state, revision } = await deps.streams.load(pinStream, pinId);
    if (state.kind !== 'pin') throw new NotFound('Pin');
    refuseForeignOwner(principal, state.accountId);
    try {
      return await change(state, revision, check);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'WrongRevision')) throw error;
    }
  }
  throw new Rejected('conflict', 'The pin was changed by others at the same time.', { pin_id: pinId });
}

/** Appends the change to the pin's stream; the pin as it is then. Throws `WrongRevision` where the stream has moved on, and the refusals of the change. */
function appendPinChange(
  { streams, clock }: PinChangeDeps,
  principal: Principal,
  pinId: string,
  change: PinChange,
  expectedRevision: number,
): Promise<PinView> {
  const at = clock();
  return changePin({ streams }, pinId, change, at.toISOString(), originOfPrincipal(principal, at), expectedRevision);
}
