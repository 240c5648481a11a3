import { Streams, type EventStore, type RecordedFact } from '@pps/event-store';
import { openInMemoryEventStore } from '@pps/event-store/testing';
import { Rejected } from '@pps/kernel';
import { seededRandom } from '@pps/kernel/testing';
import { proposalStream, type Proposal } from '@pps/proposals/events';
import { approveProposal, declineProposal, proposeWrite, resumeAgreements, type UseCaseDeps } from '@pps/use-cases';
import { append, depsOf, openProposalProject, writeOf } from './open-proposal-project';
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
const dayMs = 86_400_000;

/** Proposals of a key, answered by a person, the key itself and several at once, on processes that stop at any append. */
export async function runProposals(seed: number, planted: Planted = {}): Promise<ProposalRun> {
  const random = seededRandom(seed);
  const below = (most: number) => Math.floor(random() * most);
  const store = openInMemoryEventStore();
  const { person, key, keyId } = await openProposalProject(store);
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
    const action = id === undefined ? 0 : below(12);
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
    else if (action >= 10) {
      nowMs += 31_000;
      await Promise.all([app, startProcess(true)].slice(below(2)).map((each) => attempt(resumeAgreements(each, id))));
    } else if (below(4) === 0 && !isRevoked) {
      isRevoked = true;
      await append(store, `apikey-${keyId}`, 'ApiKeyRevoked', { keyId, revokedAt: new Date(nowMs).toISOString() }, 0);
    }
  }
  const app = startProcess(false);
  nowMs += 31_000;
  for (const id of ids) await attempt(resumeAgreements(app, id));
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

async function everything(store: EventStore): Promise<RecordedFact[]> {
  const [facts, ending, head] = [[] as RecordedFact[], new AbortController(), await store.head()];
  for await (const fact of store.subscribe(null, ending.signal)) {
    facts.push(fact);
    if (fact.position >= head) break;
  }
  ending.abort();
  return facts;
}
