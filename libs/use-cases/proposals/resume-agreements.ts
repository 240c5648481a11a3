import { mapLimited } from '@pps/concurrency';
import type { LiveStates, Origin, Streams } from '@pps/event-store';
import { allScopes, type Principal } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { closedProposal, decideOutcomes, stoppedAfterMs, carriedOutWithinMs } from '@pps/proposals';
import { proposalStream, type Agreeing, type ItemOutcome, type Proposal } from '@pps/proposals/events';
import type { BulkPermits } from '@pps/read-store';
import { failureOf } from '@pps/runtime';
import { projectStream } from '@pps/workspaces/events';
import { doneBefore, type ApprovingItem, type CarryOutDeps } from './carry-out-item';
import { carryOutItems, type ChangeProposalDeps } from './carry-out-items';

export type ResumeAgreementsDeps = CarryOutDeps &
  ChangeProposalDeps & {
    readonly streams: Pick<Streams, 'decide' | 'load'>;
    readonly live: Pick<LiveStates, 'get' | 'head'>;
    /** Without it nothing is waited for. */
    readonly bulk?: Pick<BulkPermits, 'run'>;
  };

const readAtOnce = 4;

/**
 * Carries out what a person agreed to and a stop or an outage left, with what he may do now. What is a day old by then, or has nobody any more who agreed, fails
 * with words that say so. Safe to repeat and to run twice at once: an item makes one pin. Throws an outage that an item met, after the others are recorded.
 */
export async function resumeAgreements(deps: ResumeAgreementsDeps, proposalId: string, signal?: AbortSignal): Promise<void> {
  const { state: proposal } = await deps.streams.load(proposalStream, proposalId);
  if (proposal.kind === 'none') return;
  const now = deps.clock().getTime();
  const stopped = proposal.items.filter(
    (item): item is ApprovingItem => item.status === 'approving' && now - Date.parse(item.agreedAt) >= stoppedAfterMs,
  );
  const isLate = ({ agreedAt }: ApprovingItem) => now - Date.parse(agreedAt) >= carriedOutWithinMs;
  await fail(deps, proposal, stopped.filter(isLate), 'It could not be done within a day');
  for (const [by, items] of byPerson(stopped.filter((item) => !isLate(item)))) {
    const person = await personOf(deps, proposal, by);
    if ('reason' in person) await fail(deps, proposal, items, person.reason);
    else {
      const work = () => carryOutItems(deps, person, proposal, items, { isResumed: true, ...(signal && { signal }) });
      const { outage } = await (deps.bulk ? deps.bulk.run(proposal.organizationId, work, signal) : work());
      if (outage !== null) throw outage;
    }
  }
}

function byPerson(items: readonly ApprovingItem[]): ReadonlyMap<string, readonly ApprovingItem[]> {
  const found = new Map<string, ApprovingItem[]>();
  for (const item of items) found.set(item.agreedBy.userId, [...(found.get(item.agreedBy.userId) ?? []), item]);
  return found;
}

/** What was done before the stop is so all the same. */
async function fail(deps: ResumeAgreementsDeps, proposal: Proposal, items: readonly ApprovingItem[], why: string): Promise<void> {
  if (items.length === 0) return;
  const { streams, clock } = deps;
  const { code: errorCode, message: errorMessage, remediation } = failureOf(closedProposal(proposal, why));
  const at = clock().toISOString();
  const outcomes = await mapLimited(readAtOnce, items, async (item): Promise<ItemOutcome> => {
    const { number } = item;
    const made = await doneBefore(deps, proposal, item).catch(unlessOutage);
    return made ? { number, status: 'approved', ...made } : { number, status: 'failed', errorCode, errorMessage, remediation };
  });
  await streams.decide(proposalStream, proposal.proposalId, originOfService(proposal, at), (state) =>
    state.kind === 'none' ? [] : decideOutcomes(outcomes, at, state),
  );
}

/** What cannot be changed any more was not: its content went with the person's keys, say. */
function unlessOutage(error: unknown): null {
  if (failureOf(error).code === 'service_unavailable') throw error;
  return null;
}

const originOfService = ({ organizationId, projectId, epoch }: Proposal, occurredAt: string): Origin => ({
  ...{ organizationId, projectId, epoch, occurredAt },
  actor: { type: 'system' },
});

/** The person who agreed, with what he may do now; or why he may do nothing any more. */
async function personOf(
  { live }: ResumeAgreementsDeps,
  { projectId, organizationId, epoch }: Proposal,
  userId: Agreeing['userId'],
): Promise<Principal | { readonly reason: string }> {
  const asOf = await live.head();
  const [{ state: project }, { state: user }] = await Promise.all([
    live.get(projectStream, projectId, asOf),
    live.get(userStream, userId, asOf),
  ]);
  if (project.kind === 'none' || project.epoch !== epoch) return { reason: 'The project was reset' };
  if (user.kind !== 'registered' || user.organizationId !== organizationId) return { reason: 'Who agreed is no more' };
  const { environment } = project;
  return { kind: 'session', userId, organizationId, projectId, environment, epoch, asOf, scopes: allScopes, accountIds: null };
}
