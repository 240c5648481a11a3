import { plans, QuotaCounter } from '@pps/billing';
import { KeyedMutex } from '@pps/concurrency';
import { Streams, type EventStore, type NewFact, type RecordedFact } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { madeKey, userSamples } from '@pps/identity/testing';
import { derivedId, newId, Rejected } from '@pps/kernel';
import { seededRandom } from '@pps/kernel/testing';
import { proposalStream, type Proposal, type ProposedWrite } from '@pps/proposals/events';
import { approveProposal, declineProposal, proposeWrite, type UseCaseDeps } from '@pps/use-cases';
import { projectSamples } from '@pps/workspaces/testing';
import { storeOfProcess } from './stopped-process';

/** What a run may be made to do wrong, for the rules to find. */
export interface Planted {
  /** A key counts as a person. */
  readonly keysAgree?: boolean;
}

export interface ProposalRun {
  readonly violations: readonly string[];
  readonly pins: number;
  readonly agreed: number;
  readonly stops: number;
}

const begin = Date.parse('2026-11-20T10:00:00.000Z');
const accountId = '8d0a6c1e-3f2b-5e4d-9c7a-1b2c3d4e5f60';
const dayMs = 86_400_000;

/** Proposals of a key, answered by a person, the key itself and several at once, on processes that stop at any append. */
export async function runProposals(seed: number, planted: Planted = {}): Promise<ProposalRun> {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const store = openInMemoryEventStore();
  const { person, key, keyId } = await openProject(store);
  let nowMs = begin;
  let stops = 0;
  const violations: string[] = [];
  const ids: string[] = [];
  let isRevoked = false;
  const startProcess = (isMortal: boolean): UseCaseDeps => {
    const dies = isMortal && below(2) === 0;
    return depsOf(dies ? storeOfProcess(store, 1 + below(6), below(2) === 0) : store, () => new Date(nowMs));
  };
  const attempt = async (work: Promise<unknown>, ...refusals: readonly string[]) => {
    try {
      await work;
      return true;
    } catch (error) {
      if (error instanceof Error && error.name === 'StoreUnavailable') stops += 1;
      else if (!(error instanceof Rejected && refusals.includes(error.code))) violations.push(`unexpected: ${String(error)}`);
      return false;
    }
  };
  const choose = (id: string) => {
    const numbers = [1, 2, 3].filter(() => below(2) === 0);
    const choices = numbers.map((number) => ({ number, ...(below(3) === 0 && { changes: { title: `edited ${below(2)}` } }) }));
    return { id, numbers, choices: choices.length === 0 ? null : choices };
  };
  for (let step = 0; step < 8; step++) {
    const id = ids[below(ids.length)];
    const action = id === undefined ? 0 : below(10);
    const app = startProcess(true);
    if (action <= 1 || id === undefined) {
      if (isRevoked) continue;
      const items = [1, 2, 3].map((n) => writeOf(`door ${ids.length} ${n}`, n === 3 ? nowMs + dayMs : null));
      await attempt(proposeWrite(app, key, { items, idempotencyKey: null }).then(({ proposal }) => ids.push(proposal.proposalId)));
      continue;
    }
    const { choices, numbers } = choose(id);
    const closed = ['conflict', 'proposal_closed'];
    if (action <= 4) await attempt(approveProposal(app, person, id, { choices, by: 'page' }), ...closed);
    else if (action === 5) {
      const both = [app, startProcess(true)].map((each) =>
        approveProposal(each, person, id, { choices: choose(id).choices, by: 'session' }),
      );
      await Promise.all(both.map((each) => attempt(each, ...closed)));
    } else if (action === 6)
      await attempt(declineProposal(app, person, id, { numbers: numbers.length ? numbers : null, by: 'page' }), ...closed);
    else if (action === 7) {
      const asKey = planted.keysAgree ? { ...key, kind: 'session' as const, keyId: undefined as never } : key;
      if (
        await attempt(approveProposal(app, asKey, id, { choices, by: 'session' }), 'session_required', ...(planted.keysAgree ? closed : []))
      )
        violations.push('a key has agreed');
    } else if (action === 8) nowMs += below(3) * dayMs;
    else if (below(4) === 0 && !isRevoked) {
      isRevoked = true;
      await append(store, `apikey-${keyId}`, 'ApiKeyRevoked', { keyId, revokedAt: new Date(nowMs).toISOString() }, 0);
    }
  }
  const app = startProcess(false);
  for (const id of ids) {
    const { state } = await new Streams(store).load(proposalStream, id);
    const going = state.kind === 'proposal' ? state.items.filter(({ status }) => status === 'approving') : [];
    if (going.length > 0) await attempt(approveProposal(app, person, id, { choices: going.map(({ number }) => ({ number })), by: 'page' }));
  }
  const facts = await everything(store);
  violations.push(...(await violationsOf(store, ids, facts)));
  const count = (type: string) => facts.filter((fact) => fact.type === type).length;
  return { violations, pins: count('PinQueued') + count('ScheduleCreated'), agreed: count('ProposalItemsAgreed'), stops };
}

/** Nothing is there that no person agreed to, nothing is there twice, and what is said of an item is so. */
async function violationsOf(store: EventStore, ids: readonly string[], facts: readonly RecordedFact[]): Promise<string[]> {
  const found: string[] = [];
  const made = facts.filter(({ type }) => type === 'PinQueued' || type === 'ScheduleCreated') as RecordedFact<MadeFact>[];
  const proposals: Proposal[] = [];
  for (const id of ids) {
    const { state } = await new Streams(store).load(proposalStream, id);
    if (state.kind === 'proposal') proposals.push(state);
  }
  const items = proposals.flatMap((proposal) => proposal.items);
  for (const { data, position, metadata } of made) {
    const id = data.pinId ?? data.scheduleId;
    const owners = items.filter((item) => item.status === 'approved' && (item.pinId ?? item.scheduleId) === id);
    if (owners.length !== 1) found.push(`${id} is of ${owners.length} approved items`);
    const agreed = facts.some(
      (fact) => fact.type === 'ProposalItemsAgreed' && fact.position < position && fact.stream === `proposal-${data.agreement?.proposalId}`,
    );
    if (!agreed) found.push(`${id} was made before anybody agreed`);
    if (metadata.actor.type !== 'user') found.push(`${id} was made by ${metadata.actor.type}`);
    const [item] = owners;
    const title = item && 'content' in item.write ? item.write.content.title : undefined;
    if (item && title !== data.content.title) found.push(`${id} shows ${data.content.title}, agreed to was ${title}`);
  }
  const approved = items.filter(({ status }) => status === 'approved');
  if (approved.length !== made.length) found.push(`${approved.length} items are approved, ${made.length} things were made`);
  if (items.some(({ status }) => status === 'approving')) found.push('an item is approving at the end');
  return found;
}

interface MadeFact {
  readonly type: 'PinQueued' | 'ScheduleCreated';
  readonly data: {
    readonly pinId?: string;
    readonly scheduleId?: string;
    readonly content: { readonly title: string };
    readonly agreement?: { readonly proposalId?: string };
  };
}

const writeOf = (title: string, runAtMs: number | null): Extract<ProposedWrite, { readonly action: 'publish' | 'schedule' }> => {
  const pin = { accountId, boardId: '1', content: { title, imageUrl: 'https://example.org/door.jpg' } };
  return runAtMs === null ? { action: 'publish', ...pin } : { action: 'schedule', ...pin, runAt: new Date(runAtMs).toISOString() };
};

/** What the use cases are given on one process: real rules on the log, accounts and boards that allow everything, and counts of nothing. */
function depsOf(store: EventStore, clock: () => Date): UseCaseDeps {
  const streams = new Streams(store);
  const counts = { where: () => counts, whereRaw: () => counts, select: async () => [{ project: '0', proposer: '0' }] };
  return {
    live: { get: (...[type, id]: Parameters<Streams['load']>) => streams.load(type, id), head: async () => 0n },
    ...{ streams, quota: new QuotaCounter(streams), clock, newId, monotonic: () => 0, pause: async () => undefined },
    claims: { findPinIds: async () => new Set() },
    ...{ creationsByPin: new KeyedMutex(), creationsByProject: new KeyedMutex() },
    termsOf: async () => ({ plan: 'enterprise', planTerms: plans.enterprise, mayPublish: true }),
    accounts: { find: async () => ({ accountId }) },
    boards: { check: async () => ({ status: 'ok' }) },
    assets: { requireShown: async () => undefined, withMediaType: async (_: unknown, content: unknown) => content },
    freshness: { wait: async () => undefined },
    db: Object.assign(() => counts, { raw: (text: string) => text }),
    upgradeUrl: 'https://app.example/billing',
  } as unknown as UseCaseDeps;
}

async function openProject(store: EventStore) {
  const [project, user] = [projectSamples[0], userSamples[0]];
  if (project?.type !== 'ProjectCreated' || user?.type !== 'UserRegistered') throw new Error('the samples have changed');
  const { projectId, organizationId } = project.data;
  const { userId } = user.data;
  const keyId = derivedId('key of a run');
  await append(store, `project-${projectId}`, project.type, project.data, 'no_stream');
  await append(store, `user-${userId}`, user.type, user.data, 'no_stream');
  const created = madeKey({ keyId, projectId, organizationId, userId });
  await append(store, `apikey-${keyId}`, 'ApiKeyCreated', created, 'no_stream');
  const both = { userId, organizationId, projectId, environment: 'sandbox' as const, epoch: 0, accountIds: null, asOf: 0n };
  const person: Principal = { kind: 'session', ...both, scopes: ['read', 'write', 'destructive'] };
  const key: Principal = { kind: 'api_key', ...both, scopes: ['read', 'write'], keyId };
  return { person, key, keyId };
}

const metadata = { actor: { type: 'system' as const }, occurredAt: '2026-11-20T09:00:00.000Z', schemaVersion: 1 };

const append = (store: EventStore, stream: string, type: string, data: NewFact['data'], expected: number | 'no_stream') =>
  store.append(stream, [{ id: newId(), type, data, metadata }], expected);

async function everything(store: EventStore): Promise<RecordedFact[]> {
  const [facts, ending, head] = [[] as RecordedFact[], new AbortController(), await store.head()];
  for await (const fact of store.subscribe(null, ending.signal)) {
    facts.push(fact);
    if (fact.position >= head) break;
  }
  ending.abort();
  return facts;
}
