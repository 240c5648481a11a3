import { runPacing, type Candidate, type PacingDeps } from '@pps/pins';
import { RoundRobinTable } from '@pps/pins/testing';
import { jainIndex } from './jain-index';
import { VirtualProcess } from './virtual-process';
import { VirtualTime } from './virtual-time';

export interface WaitingFairness {
  readonly accounts: number;
  readonly calls: number;
  /** Of the calls of all accounts; 1 is the same for all. */
  readonly jain: number;
  /** Of all calls the part of the one that got most. */
  readonly largestShare: number;
}

const seconds = 200;
const callMs = 100;
const boards = 10;
const begin = Date.parse('2026-11-20T10:00:00.000Z');

/**
 * Lets the real pacer serve so many accounts, each in a workspace of its own with pins on 10 boards that never end, for 200 s of virtual time. There
 * are tokens for twice as many calls as there are accounts, 2,000 at least; a call occupies its board for 100 ms.
 */
export async function waitingFairness(accounts: number): Promise<WaitingFairness> {
  const time = new VirtualTime();
  const process = new VirtualProcess(time);
  const wall = () => begin + time.now;
  const table = new RoundRobinTable(wall, () => time.now);
  const names = Array.from({ length: accounts }, (_, index) => `account-${index}`);
  const calls = new Map(names.map((accountId) => [accountId, 0]));
  const busy = new Map<string, Set<number>>();
  const changed = (accountId: string) => table.change({ accountId, projectId: `project of ${accountId}`, simulated: false });
  for (const accountId of names) changed(accountId);
  const perSecond = Math.max(2_000, 2 * accounts) / seconds;
  let [spent, pins, open] = [0, 0, 0];
  const tokens = () => Math.min(perSecond, (time.now / 1_000) * perSecond - spent);
  const call = ({ accountId, boardId }: Candidate): boolean => {
    spent += 1;
    open += 1;
    calls.set(accountId, (calls.get(accountId) ?? 0) + 1);
    const board = Number(boardId);
    busy.set(accountId, (busy.get(accountId) ?? new Set<number>()).add(board));
    time.after(10, () => (open -= 1));
    time.after(callMs, () => {
      const open = busy.get(accountId);
      open?.delete(board);
      if (open?.size === 0) busy.delete(accountId);
      changed(accountId);
    });
    return true;
  };
  const candidates = (accountId: string, limit: number): Candidate[] => {
    const found: Candidate[] = [];
    const projectId = `project of ${accountId}`;
    for (let board = 0; board < boards && found.length < limit; board += 1) {
      if (busy.get(accountId)?.has(board)) continue;
      const pinId = String(++pins);
      const pin = { pinId, attempt: 1, projectId, accountId, boardId: String(board), fingerprint: pinId };
      found.push(Object.assign(pin, { cost: 1, simulated: false, needsUpload: false }));
    }
    return found;
  };
  const ending = new AbortController();
  const full = { tokens: 50, capacity: 50, refillPerSecond: 1, parkedUntil: null };
  const deps: PacingDeps = {
    grants: {
      readUnclaimed: async () => ({ count: open, cost: 0, simulatedCost: 0 }),
      reofferUnclaimed: async () => [],
      markSeen: async () => undefined,
    },
    roundRobin: () => table.book(call),
    queue: { offer: async () => undefined },
    publishQueue: {
      startable: async (ask) => {
        await process.sleep(2);
        return ask.accounts.map((accountId) => ({
          ...{ accountId, waits: true, needsConsent: false, hasVideos: false, nextDueAt: null },
          pins: candidates(accountId, ask.perAccount),
        }));
      },
      uploadsOpen: async () => 0,
    },
    buckets: {
      readBalances: async (bucketNames) =>
        new Map(bucketNames.map((name) => [name, name === 'global' ? { ...full, capacity: 1, tokens: tokens() } : full])),
      readAccountBalances: async (accountIds) => new Map(accountIds.map((accountId) => [accountId, { ...full, granted: 0 }])),
    },
    clock: () => new Date(wall()),
    monotonic: () => time.now,
    progress: () => process.sleep(5),
    pause: (ms) => process.sleep(ms),
    onError: (error) => {
      throw error;
    },
  };
  // Virtual time ends where nothing is to happen.
  time.after(1, () => undefined);
  void runPacing(deps, { holder: 'this process', epoch: 1n, signal: ending.signal });
  await time.run(() => time.now >= seconds * 1_000);
  process.kill();
  ending.abort();
  const shares = [...calls.values()];
  return { accounts, calls: spent, jain: jainIndex(shares), largestShare: Math.max(...shares) / spent };
}
