import type { KeyedMutex } from '@pps/concurrency';
import type { Streams } from '@pps/event-store';
import { originOfPrincipal, refuseForeignOwner, type Principal } from '@pps/identity';
import { apiKeyStream } from '@pps/identity/events';
import { Invalid, NotFound, Rejected } from '@pps/kernel';
import { pinNotFailed } from '@pps/pins';
import type { PinView } from '@pps/pins/events';
import { decideProposal, itemsAtMost, openItemsAtMost, proposalLifetimeMs, textBytesAtMost } from '@pps/proposals';
import { proposalStream, type ProposalMade, type ProposalView, type ProposedWrite, type Proposer } from '@pps/proposals/events';
import type { ScheduleView } from '@pps/schedules/events';
import { countOpenItems } from '@projections/proposals/list-proposals.query';
import { canonicalize } from 'json-canonicalize';
import { createHash } from 'node:crypto';
import { requireAccount, type PinCheckDeps } from '../create-pin/pin-checks';
import { findPins, type ReadDeps } from '../find/find-pin';
import { findSchedules } from '../find/find-schedule';
import { findEndedAskers } from './asking';
import { viewOfProposal, type FindProposalDeps } from './find-proposal';
import { isSoAlready, type ChangingWrite } from './item-subject';
import { latestProposal, type ProposalName } from './latest-proposal';

type WithoutAccount<Write> = Write extends { readonly action: 'publish' | 'schedule' } ? Write : Omit<Write, 'accountId'>;

/** What is proposed: a write whose account is that of the pin or schedule, where it concerns one. */
export type ProposedItem = WithoutAccount<ProposedWrite>;

export interface ProposalRequest extends ProposalName {
  readonly items: readonly ProposedItem[];
}

export type ProposeDeps = FindProposalDeps &
  ReadDeps &
  Pick<PinCheckDeps, 'accounts'> & {
    readonly streams: Pick<Streams, 'decide' | 'load'>;
    readonly creationsByProject: Pick<KeyedMutex, 'runExclusive'>;
  };

/**
 * Asks a person to agree to writes, of which nothing is done before; the same request again answers the proposal as it is (`repeated`). Throws `Invalid`,
 * `NotFound` and `Rejected('account_not_permitted')` for what the credential may not name, `Rejected('pin_not_failed')` for a retry of what has not failed, `Rejected('proposals_full')` where too many items wait,
 * `Rejected('payload_too_large' | 'idempotency_key_reused')`.
 */
export async function proposeWrite(
  deps: ProposeDeps,
  principal: Principal,
  request: ProposalRequest,
): Promise<{ readonly proposal: ProposalView; readonly repeated: boolean }> {
  requireSize(request);
  const contentHash = sha256(canonicalize(request.items));
  const { proposalId, known } = await latestProposal(deps, principal, request, contentHash);
  if (known) {
    decideProposal({ contentHash } as ProposalMade['data'], known);
    return { proposal: await viewOfProposal(deps, principal, known), repeated: true };
  }
  const items = await requireItems(deps, principal, request.items);
  const { proposedBy, keyEnds } = await proposerOf(deps, principal);
  return deps.creationsByProject.runExclusive(`proposals ${principal.projectId}`, async () => {
    await requireRoom(deps, principal, items.length);
    const now = deps.clock();
    const { projectId, epoch, organizationId } = principal;
    const made = {
      ...{ proposalId, projectId, epoch, organizationId, proposedBy, items, contentHash, proposedAt: now.toISOString() },
      expiresAt: [new Date(now.getTime() + proposalLifetimeMs).toISOString(), ...keyEnds].reduce((first, end) =>
        end < first ? end : first,
      ),
    };
    const origin = originOfPrincipal(principal, now);
    const { state, facts } = await deps.streams.decide(proposalStream, proposalId, origin, (current) => decideProposal(made, current), {
      fresh: true,
    });
    if (state.kind === 'none') throw new Error(`proposal ${proposalId} is absent after it was made`);
    return { proposal: await viewOfProposal(deps, principal, state), repeated: facts.length === 0 };
  });
}

function requireSize({ items }: ProposalRequest): void {
  if (items.length === 0 || items.length > itemsAtMost)
    throw new Invalid([{ loc: ['body', 'items'], msg: `items must have 1 to ${itemsAtMost} entries`, type: 'array_length' }]);
  if (Buffer.byteLength(JSON.stringify(items)) <= textBytesAtMost) return;
  const remediation = `Propose less at once: the items of a proposal hold ${textBytesAtMost / 1_000} kB at most.`;
  throw new Rejected('payload_too_large', 'The proposal is too large', {}, { remediation });
}

/** The items with their accounts. Throws `NotFound`, `Rejected('account_not_permitted')`. */
async function requireItems(deps: ProposeDeps, principal: Principal, items: readonly ProposedItem[]): Promise<ProposedWrite[]> {
  const idsOf = (kind: 'pinId' | 'scheduleId') =>
    items.flatMap((item) => (kind in item ? [(item as Readonly<Record<string, string>>)[kind] ?? ''] : []));
  const [pinIds, scheduleIds] = [idsOf('pinId'), idsOf('scheduleId')];
  const pins = pinIds.length > 0 ? await findPins(deps, principal, pinIds) : new Map<string, never>();
  const schedules = scheduleIds.length > 0 ? await findSchedules(deps, principal, scheduleIds) : new Map<string, never>();
  const writes = items.map((item, index): ProposedWrite => {
    if (item.action === 'publish' || item.action === 'schedule') return item;
    const found = item.action === 'change_schedule' ? schedules.get(item.scheduleId) : pins.get(item.pinId);
    if (!found) throw new NotFound(item.action === 'change_schedule' ? 'Schedule' : 'Pin');
    refuseForeignOwner(principal, found.accountId);
    const write = { ...item, accountId: found.accountId };
    requireDifference(write, found, index);
    return write;
  });
  const named = writes.flatMap((write) => {
    if (write.action === 'publish' || write.action === 'schedule') return [write.accountId];
    return write.action === 'retry_pin' && write.toAccountId !== undefined ? [write.toAccountId] : [];
  });
  for (const accountId of new Set(named)) await requireAccount(deps, principal, accountId);
  return writes;
}

/** Nobody is asked to agree to what is so already, or cannot be. Throws `Invalid`, `Rejected('pin_not_failed')`. */
function requireDifference(write: ChangingWrite, present: PinView | ScheduleView, index: number): void {
  if (write.action === 'retry_pin') {
    // A failed pin is something else once it is tried again, also where it is.
    if (present.status !== 'failed') throw pinNotFailed({ pinId: write.pinId, status: present.status });
    return;
  }
  const at = ['body', 'items', index, 'changes'];
  try {
    if (!isSoAlready(present, write)) return;
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(error.errors.map(({ loc, ...fault }) => ({ ...fault, loc: [...at, ...loc.slice(1)] })));
  }
  throw new Invalid([{ loc: at, msg: 'nothing would change: it is so already', type: 'value_error' }]);
}

/** Who asks, and when the key or grant, and those that made it, come to their ends: nothing of what they ask for can be agreed to afterwards. */
async function proposerOf(
  { live }: ProposeDeps,
  { userId, keyId, grant, asOf }: Principal,
): Promise<{ readonly proposedBy: Proposer; readonly keyEnds: readonly string[] }> {
  if (keyId === undefined) return { proposedBy: { userId }, keyEnds: [] };
  const { state: key } = await live.get(apiKeyStream, keyId, asOf);
  if (key.kind === 'none') return { proposedBy: { userId, keyId }, keyEnds: [] };
  const makers = await Promise.all(key.makerKeyIds.map(async (makerId) => (await live.get(apiKeyStream, makerId, asOf)).state));
  const keyEnds = [key, ...makers].flatMap((each) => (each.kind === 'none' || each.expiresAt === null ? [] : [each.expiresAt]));
  const clientName = grant && key.clientName !== undefined ? { clientName: key.clientName } : {};
  return { proposedBy: { userId, keyId, ...clientName }, keyEnds };
}

/** Processes that propose at the same moment may exceed it by what they propose meanwhile. */
async function requireRoom(deps: ProposeDeps, principal: Principal, more: number): Promise<void> {
  const { projectId, epoch, keyId = null } = principal;
  // Without it nothing could be proposed while the projector is away.
  await deps.freshness.wait('proposals').catch(() => undefined);
  const { gone } = await findEndedAskers(deps, principal);
  const open = await countOpenItems(deps.db, { projectId, epoch, keyId, endedKeyIds: gone }, deps.clock());
  for (const counted of ['proposer', 'project'] as const) {
    const most = openItemsAtMost[counted];
    if (open[counted] + more <= most) continue;
    const whose = counted === 'proposer' ? 'this credential' : 'the project';
    throw new Rejected('proposals_full', `${open[counted]} proposed items of ${whose} wait for a person; ${most} may.`, {
      ...{ limit: counted, most, used: open[counted] },
    });
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
