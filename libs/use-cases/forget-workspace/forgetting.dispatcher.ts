import { readStreams } from '@pps/audit';
import type { StripeClient } from '@pps/billing';
import { billingStream } from '@pps/billing/events';
import type { Origin } from '@pps/event-store';
import { userSubject } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import type { Clock } from '@pps/kernel';
import type { Leadership } from '@pps/leases';
import { isRemoving, type Freshness, type LoopWait } from '@pps/read-store';
import { eraseRequests } from '@pps/request-log';
import {
  dueForgettings,
  postponeForgetting,
  saveForgetting,
  forgettingSteps,
  organizationSubject,
  recordErasure,
  type Forgetting,
  type ForgettingStep,
} from '@pps/workspaces';
import { organizationStream, type Organization } from '@pps/workspaces/events';
import { eraseStreams, type EraseStreamDeps } from './erase-stream';
import { endProjects, forgetWorkspace, projectIdsOf } from './forget-workspace';

export interface ForgettingDeps extends EraseStreamDeps {
  readonly freshness: Pick<Freshness, 'wait'>;
  /** Null where no payment provider is configured. */
  readonly payments: Pick<StripeClient, 'deleteCustomer'> | null;
  /** Names of all read models. */
  readonly readModels: readonly string[];
  readonly clock: Clock;
  readonly wait: LoopWait;
  readonly log: (level: 'info' | 'warn', message: string, fields: object) => void;
}

export const forgettingDuty = 'forgetting';

const everyMs = 1_000;
const atOnce = 20;
const waitMs = 500;

/** Erases workspaces that are forgotten, a portion of each in turn, until the leadership ends. One that cannot go on holds up no other. */
export async function runForgetting(deps: ForgettingDeps, { signal }: Pick<Leadership, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    const erased = await eraseDue(deps, signal).catch((error: unknown) => {
      deps.log('warn', 'the workspaces to erase could not be read; trying again', { error: String(error) });
      return 0;
    });
    if (erased === 0) await deps.wait(everyMs, signal);
  }
}

/** Erases the next portion of every workspace that is due, twenty at most; says of how many. */
export async function eraseDue(deps: ForgettingDeps, signal: AbortSignal): Promise<number> {
  const due = await dueForgettings(deps.db, atOnce);
  for (const job of due) {
    if (signal.aborted) break;
    const { organizationId } = job;
    try {
      const { waits, ...portion } = await eraseForgotten(deps, job);
      await saveForgetting(deps.db, organizationId, { ...portion, pauseMs: waits ? waitMs : 0 });
      if (portion.completed) deps.log('info', 'a workspace is forgotten', { organizationId });
    } catch (error) {
      await postponeForgetting(deps.db, organizationId, error);
      deps.log('warn', 'a workspace could not be erased further; trying again', { organizationId, step: job.step, error: String(error) });
    }
  }
  return due.length;
}

/** How far it has come now; `waits`: what it waits for is under way by itself. */
interface ErasedPortion {
  readonly step: ForgettingStep;
  readonly nextLeaves: Forgetting['nextLeaves'];
  readonly completed: boolean;
  readonly waits: boolean;
}

interface StepResult {
  readonly nextLeaves?: Forgetting['nextLeaves'];
  readonly outcome: 'done' | 'more' | 'waits';
}

type Step = (deps: ForgettingDeps, job: Forgetting, organization: Organization, origin: Origin) => Promise<StepResult>;

/** Facts of a history that are gone through at once: their streams are erased in one portion. */
const leavesPerPortion = 500;

/**
 * Erases the next portion of what is stored of a forgotten workspace: repeats its end, deletes its customer at the payment provider, ends and erases
 * what its history names, waits until no read model shows any of it, and last drops its keys. Every step may be repeated, after a crash or a restored
 * backup. Throws what stands in the way (`NotFresh`, `StoreUnavailable`, `Rejected('service_unavailable')` …): the same portion is tried again.
 */
async function eraseForgotten(deps: ForgettingDeps, job: Forgetting): Promise<ErasedPortion> {
  const { organizationId } = job;
  const { state: organization } = await deps.streams.load(organizationStream, organizationId);
  if (organization.kind === 'none') throw new Error(`the log does not know organization ${organizationId}`);
  const origin: Origin = { organizationId, actor: { type: 'system' }, occurredAt: deps.clock().toISOString() };
  const { outcome, nextLeaves = job.nextLeaves } = await steps[job.step](deps, job, organization, origin);
  const next = forgettingSteps[forgettingSteps.indexOf(job.step) + 1];
  const isDone = outcome === 'done';
  return { step: isDone && next ? next : job.step, nextLeaves, completed: isDone && !next, waits: outcome === 'waits' };
}

const steps: Readonly<Record<ForgettingStep, Step>> = {
  async due({ streams }, { organizationId, ownerUserId }, _, origin) {
    const { state: user } = await streams.load(userStream, ownerUserId);
    // Taken back, or asked for anew: the facts that say so are noted behind.
    if (user.kind === 'registered' && (user.deletionDueAt === null || user.deletionDueAt > origin.occurredAt)) return { outcome: 'waits' };
    await forgetWorkspace(streams, organizationId, origin);
    return { outcome: 'done' };
  },

  async access({ streams }, { organizationId }, _, origin) {
    await forgetWorkspace(streams, organizationId, origin);
    return { outcome: 'done' };
  },

  async payments({ streams, payments }, { organizationId }) {
    const { state } = await streams.load(billingStream, organizationId);
    if (payments && state.kind !== 'none' && state.customerId !== null) await payments.deleteCustomer(state.customerId);
    return { outcome: 'done' };
  },

  resources: eraseResources,

  async read_models({ db, streams, freshness, readModels }, { organizationId, ownerUserId }, organization, origin) {
    // Read models remove with these facts what was written since the first ones.
    await endProjects(streams, organization, 2, origin);
    await streams.decide(organizationStream, organizationId, origin, (state) => recordErasure(origin.occurredAt, state));
    for (const name of readModels) await freshness.wait(name, { organizationId });
    const owners = [organizationId, ownerUserId, ...projectIdsOf(organization)];
    return { outcome: (await isRemoving(db, owners)) ? 'waits' : 'done' };
  },

  async keys(deps, job, organization, origin) {
    // A request that was under way when the workspace ended may have made something since.
    const last = await eraseResources(deps, job, organization, origin);
    if (last.outcome !== 'done') return last;
    await deps.vault.forget(userSubject(job.ownerUserId));
    await deps.vault.forget(organizationSubject(job.organizationId));
    return last;
  },
};

/** Erases the requests that were looked up here, and goes on where it stood in the histories of the projects and of the organization. */
async function eraseResources(deps: ForgettingDeps, job: Forgetting, organization: Organization, origin: Origin): Promise<StepResult> {
  const { organizationId, nextLeaves } = job;
  if (!(await eraseRequests(deps.db, projectIdsOf(organization)))) return { outcome: 'more' };
  await deps.freshness.wait('audit_facts', { organizationId });
  for (const treeId of [...projectIdsOf(organization), organizationId]) {
    const part = await readStreams(deps.db, treeId, nextLeaves[treeId] ?? 0, leavesPerPortion);
    if (!part) continue;
    await eraseStreams(deps, part.streams, origin);
    return { outcome: 'more', nextLeaves: { ...nextLeaves, [treeId]: part.next } };
  }
  return { outcome: 'done' };
}
