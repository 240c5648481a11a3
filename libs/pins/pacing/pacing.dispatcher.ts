import type { FencingToken, Leadership } from '@pps/leases';
import type { Clock } from '@pps/kernel';
import { isDatabaseUnavailable, type LoopWait } from '@pps/read-store';
import type { WorkQueue } from '@pps/work-queue';
import { decideGrants, type Allowance, type Candidate, sleepOf, type RoundRobinAccount, type VisitedAccount } from './may-start.decider';
import type { GrantBook } from './publish-grants.store';
import type { PublishQueue } from './publish-queue';
import { globalBucket, globalBucketOf, sandboxGlobalBucket, spendable, type BucketBalance, type TokenBuckets } from './token-buckets.store';
import type { RoundRobinBook, AccountSleep } from './round-robin.store';

export interface PacingDeps {
  readonly grants: GrantBook;
  /** The round robin as the holder of this token may write it. */
  readonly roundRobin: (token: FencingToken) => RoundRobinBook;
  readonly queue: Pick<WorkQueue, 'offer'>;
  readonly publishQueue: Pick<PublishQueue, 'startable' | 'uploadsOpen'>;
  readonly buckets: Pick<TokenBuckets, 'readBalances' | 'readAccountBalances'>;
  readonly clock: Clock;
  readonly monotonic: () => number;
  /** Resolves when something may have changed, or after so many milliseconds. */
  readonly progress: LoopWait;
  readonly pause: (ms: number) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const openGrantsAtMost = 64;
/** An upload may hold its worker slot for minutes. */
const uploadsAtMost = 4;
const idleMs = 200;
const offerAgainAfterMs = 5_000;
const sweepEveryMs = 1_000;
const afterErrorMs = 500;

/** Milliseconds until there may be something to grant, in SQL: it is looked for as long as anything waits. */
export const pacingDue = `case when exists (select from pins.publish_grant where claimed_at is null)
  or exists (select from read.publish_waiting where ready_pins > 0) then 0 end`;

/** Grants attempts round robin, only as far as tokens and unclaimed grants allow; leads until the lease is lost. */
export async function runPacing(deps: PacingDeps, { holder, epoch, signal }: Leadership): Promise<void> {
  const { grants } = deps;
  const roundRobin = deps.roundRobin({ holder, epoch });
  let sweptAt = -Infinity;
  // At once where grants may have been made without being offered, or could not be closed: at first, and after the database was away.
  let offerAgainAfter = 0;
  let last: PacingRound = 'go on';
  while (!signal.aborted) {
    try {
      if (deps.monotonic() - sweptAt > sweepEveryMs) {
        await offerAll(deps, await grants.reofferUnclaimed(offerAgainAfter));
        offerAgainAfter = offerAgainAfterMs;
        await grants.markSeen();
        await roundRobin.forgetIdle();
        sweptAt = deps.monotonic();
        // What this process remembers of the table, a database that has lost its last commits has not.
        last = 'go on';
      }
      last = await runPacingRound(deps, roundRobin, last);
      if (last !== 'go on') await deps.progress(idleMs, signal);
    } catch (error) {
      last = 'go on';
      deps.onError(error);
      if (isDatabaseUnavailable(error)) [sweptAt, offerAgainAfter] = [-Infinity, 0];
      await deps.pause(afterErrorMs);
    }
  }
}

/** What a round leaves: `all asleep` where nobody can be served before something changes or a time comes. */
export type PacingRound = 'go on' | 'nothing to do' | 'all asleep';

/** One round: lets as many attempts start as tokens and unclaimed grants allow. After a round that left all asleep it asks only whether somebody woke. */
export async function runPacingRound(deps: PacingDeps, roundRobin: RoundRobinBook, last: PacingRound): Promise<PacingRound> {
  const { publishQueue, buckets, grants } = deps;
  const woken = last === 'all asleep' ? await roundRobin.applyChanges() : null;
  if (woken?.applied === 0) return 'all asleep';
  const [shared, open] = await Promise.all([buckets.readBalances([globalBucket, sandboxGlobalBucket]), grants.readUnclaimed()]);
  const globalTokens = (pin: Pick<Candidate, 'simulated'>): number =>
    tokensIn(deps, shared, globalBucketOf(pin)) - (pin.simulated ? open.simulatedCost : open.cost);
  const grantsLeft = openGrantsAtMost - open.count;
  if (grantsLeft <= 0 || ![false, true].some((simulated) => globalTokens({ simulated }) >= 1)) return 'nothing to do';
  const [changes, uploadsOpen] = await Promise.all([woken ?? roundRobin.applyChanges(), publishQueue.uploadsOpen()]);
  const allowance: Allowance = { grants: grantsLeft, uploads: uploadsAtMost - uploadsOpen, globalTokens };
  const { accounts, isComplete, isNobodyAwake } = await visitAccounts(deps, roundRobin, allowance);
  const granted = await roundRobin.grant(decideGrants(accounts, allowance));
  await offerAll(deps, granted);
  if (granted.length > 0 || changes.areMore || !isComplete) return 'go on';
  return isNobodyAwake ? 'all asleep' : 'nothing to do';
}

function tokensIn({ clock }: PacingDeps, balances: ReadonlyMap<string, BucketBalance>, name: string): number {
  const balance = balances.get(name);
  if (!balance || (balance.parkedUntil && balance.parkedUntil > clock())) return 0;
  return spendable(balance.tokens, balance);
}

/** What the queue does not take is offered again by a sweep. */
async function offerAll({ queue, onError }: PacingDeps, granted: readonly Pick<Candidate, 'pinId' | 'attempt'>[]): Promise<void> {
  const offers = granted.map(({ pinId, attempt }) => queue.offer({ kind: 'publish', id: pinId, attributes: { attempt: String(attempt) } }));
  await Promise.all(offers.map((offer) => offer.catch(onError)));
}

const accountsAtOnce = { first: 8, atMost: 64 };
const pinsPerAccount = 4;
const visitsAtMost = 8;

interface VisitDeps {
  readonly publishQueue: Pick<PublishQueue, 'startable'>;
  readonly buckets: Pick<TokenBuckets, 'readAccountBalances'>;
  readonly clock: Clock;
}

/** `isComplete` unless some were left for the next round. */
interface VisitedAccounts {
  readonly accounts: readonly VisitedAccount[];
  readonly isComplete: boolean;
  /** Whether also none could be served that was not asked for. */
  readonly isNobodyAwake: boolean;
}

/** Reads the accounts that are served next. One that can have no grant is put to sleep, and others are visited instead, of its project first. */
async function visitAccounts(deps: VisitDeps, roundRobin: RoundRobinBook, allowance: Allowance): Promise<VisitedAccounts> {
  const visited = new Map<string, VisitedAccount>();
  const simulated = [false, true].filter((each) => allowance.globalTokens({ simulated: each }) >= 1);
  const tokens = simulated.reduce((sum, each) => sum + Math.floor(allowance.globalTokens({ simulated: each })), 0);
  const needed = Math.min(allowance.grants, tokens);
  const uploads = allowance.uploads > 0;
  const asksForAll = simulated.length === 2 && uploads;
  for (let visit = 0; visit < visitsAtMost; visit += 1) {
    const size = Math.min(accountsAtOnce.atMost, accountsAtOnce.first * 2 ** visit);
    const projects = Math.max(size, needed);
    const next = await roundRobin.readNext({ simulated, uploads, projects, accountsEach: 2 ** visit });
    const asked = inRotation(next.accounts);
    const missing = missingAmong(asked, visited, allowance);
    const asServed = () => {
      const accounts = asked.flatMap(({ accountId }) => visited.get(accountId) ?? []);
      return { accounts, isComplete: true, isNobodyAwake: asksForAll && next.areAll && accounts.length === 0 };
    };
    if (missing === 0) return asServed();
    // At first only as many as can be served; further ones where some of those cannot.
    const most = Math.min(accountsAtOnce.atMost, visit === 0 ? missing : Math.max(size, missing));
    const unvisited = asked.filter(({ accountId }) => !visited.has(accountId));
    const unknown = unvisited.slice(0, most);
    const read = await readAccounts(deps, unknown, uploads);
    const sleeps: AccountSleep[] = [];
    for (const account of read) {
      const sleep = sleepOf(account, allowance, deps.clock());
      if (sleep) sleeps.push({ accountId: account.accountId, wakeCount: account.wakeCount, sleep });
      else visited.set(account.accountId, account);
    }
    if (sleeps.length > 0) {
      const asleep = await roundRobin.putToSleep(sleeps);
      // Another read would find nobody else.
      if (next.areAll && read.length === unvisited.length && asleep === sleeps.length) return asServed();
    }
    // Where nobody sleeps, the next visit would find the same accounts.
    else if (read.length === unknown.length && missingAmong(asked, visited, allowance) === 0) return asServed();
  }
  return { accounts: [...visited.values()], isComplete: false, isNobodyAwake: false };
}

/** The first account of each project, then the second of each, as they would be served. */
function inRotation(accounts: readonly RoundRobinAccount[]): RoundRobinAccount[] {
  const counts = new Map<string, number>();
  const positions = accounts.map((account) => {
    const position = counts.get(account.projectId) ?? 0;
    counts.set(account.projectId, position + 1);
    return { account, position };
  });
  return positions.sort((a, b) => a.position - b.position).map(({ account }) => account);
}

/** How many of those that were not visited yet may have a grant, by their position in the round robin. */
function missingAmong(
  asked: readonly RoundRobinAccount[],
  visited: ReadonlyMap<string, VisitedAccount>,
  { grants, globalTokens }: Allowance,
): number {
  const left = [false, true].map((simulated) => Math.floor(globalTokens({ simulated })));
  let [grantsLeft, missing] = [grants, 0];
  for (const { accountId, simulated } of asked) {
    const tokens = left[Number(simulated)] ?? 0;
    if (grantsLeft <= 0) break;
    if (tokens <= 0) continue;
    left[Number(simulated)] = tokens - 1;
    grantsLeft -= 1;
    if (!visited.has(accountId)) missing += 1;
  }
  return missing;
}

async function readAccounts(
  { publishQueue, buckets }: VisitDeps,
  unknown: readonly RoundRobinAccount[],
  uploads: boolean,
): Promise<VisitedAccount[]> {
  const accounts = unknown.map(({ accountId }) => accountId);
  const [balances, startable] = await Promise.all([
    buckets.readAccountBalances(accounts),
    publishQueue.startable({ accounts, perAccount: pinsPerAccount, uploads }),
  ]);
  const byAccount = new Map(startable.map((pins) => [pins.accountId, pins]));
  return unknown.flatMap((account) => {
    const pins = byAccount.get(account.accountId);
    const balance = balances.get(account.accountId);
    if (!pins || !balance) return [];
    const { refillPerSecond, parkedUntil, granted } = balance;
    const tokens = spendable(balance.tokens, balance) - granted;
    return [{ ...account, ...pins, tokens, refillPerSecond, parkedUntil }];
  });
}
