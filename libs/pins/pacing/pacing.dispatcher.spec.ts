import type { Candidate } from './may-start.decider';
import { runPacing, type PacingDeps } from './pacing.dispatcher';
import { RoundRobinTable, type ChangedAccount } from './round-robin-table.fixture';
import { accountBucket, globalBucket, sandboxGlobalBucket } from './token-buckets.store';

interface Account extends ChangedAccount {
  pins: number;
  state?: 'parked' | 'empty' | 'busy';
}

/** Accounts `a-00000`, `a-00001`, … */
const accountsOf = (count: number, of: (index: number) => Partial<Account> = () => ({})): Account[] =>
  Array.from({ length: count }, (_, index) => ({
    accountId: `a-${String(index).padStart(5, '0')}`,
    projectId: `p-${index}`,
    simulated: false,
    pins: 5,
    ...of(index),
  }));

/** Paces the waiting pins while tokens come in, one at each pause; answers whose pins were granted, in order. */
async function paced(
  accounts: Account[],
  given: {
    tokens: number;
    sandboxTokens?: number;
    pauses: number;
    onPause?: (pause: number, granted: string[], table: RoundRobinTable) => void;
  },
) {
  const byId = new Map(accounts.map((account) => [account.accountId, account]));
  const byBucket = new Map(accounts.map((account) => [accountBucket(account.accountId), account]));
  const granted: string[] = [];
  const asked = { waiting: 0, ready: 0 };
  const clock = () => new Date('2026-11-20T10:00:00.000Z');
  const table = new RoundRobinTable(
    () => clock().getTime(),
    () => 0,
  );
  for (const account of accounts) if (account.pins > 0) table.change(account);
  const ending = new AbortController();
  let tokens = given.tokens;
  let pauses = 0;
  const rate = { capacity: 1_000, refillPerSecond: 0 };
  const balance = (name: string) => {
    const account = byBucket.get(name);
    if (name === globalBucket) return { ...rate, tokens, parkedUntil: null };
    if (name === sandboxGlobalBucket) return { ...rate, tokens: given.sandboxTokens ?? 0, parkedUntil: null };
    return {
      ...rate,
      tokens: account?.state === 'empty' ? 0.9 : 50,
      parkedUntil: account?.state === 'parked' ? new Date('2100-01-01') : null,
    };
  };
  const candidateOf = ({ accountId, projectId, simulated, pins }: Account): Candidate => ({
    ...{ accountId, projectId, simulated, pinId: `${accountId} ${pins}`, boardId: '1', fingerprint: `${pins}` },
    ...{ attempt: 1, cost: 1, needsUpload: false },
  });
  const deps: PacingDeps = {
    grants: {
      readUnclaimed: async () => ({ count: 0, cost: 0, simulatedCost: 0 }),
      reofferUnclaimed: async () => [],
      markSeen: async () => undefined,
    },
    roundRobin: () => {
      const book = table.book(({ accountId }) => {
        granted.push(accountId);
        tokens -= 1;
        const account = byId.get(accountId);
        if (account) account.pins -= 1;
        return true;
      });
      return {
        ...book,
        readNext: async (ask) => {
          asked.waiting += 1;
          return book.readNext(ask);
        },
      };
    },
    queue: { offer: async () => undefined },
    publishQueue: {
      startable: async (ask) => {
        asked.ready += 1;
        return ask.accounts.map((accountId) => {
          const account = byId.get(accountId) as Account;
          const pins = account.pins > 0 && account.state !== 'busy' ? [candidateOf(account)] : [];
          return { accountId, waits: account.pins > 0, needsConsent: false, hasVideos: false, nextDueAt: null, pins };
        });
      },
      uploadsOpen: async () => 0,
    },
    buckets: {
      readBalances: async (names) => new Map(names.map((name) => [name, balance(name)])),
      readAccountBalances: async (accountIds) => new Map(accountIds.map((id) => [id, { ...balance(accountBucket(id)), granted: 0 }])),
    },
    clock,
    monotonic: () => 0,
    progress: async () => {
      tokens += 1;
      pauses += 1;
      given.onPause?.(pauses, granted, table);
      if (pauses >= given.pauses) ending.abort();
    },
    pause: async () => undefined,
    onError: (error) => {
      throw error;
    },
  };
  await runPacing(deps, { holder: 'this process', epoch: 1n, signal: ending.signal });
  return { granted, asked };
}

/** How equal shares are: 1 when all are the same, one in as many as there are when one has everything. */
const jain = (shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum + share, 0) ** 2 / (shares.length * shares.reduce((sum, share) => sum + share ** 2, 0));

const last = 'a-00320';

describe('pacing a long queue', () => {
  it.each(['parked', 'empty', 'busy'] as const)('320 accounts that are %s hold up no other account', async (state) => {
    const accounts = accountsOf(321, (index) => (index < 320 ? { state } : { pins: 1 }));
    expect((await paced(accounts, { tokens: 1, pauses: 1 })).granted).toEqual([last]);
  });

  it('grants each of 321 workspaces a first pin before any gets a second', async () => {
    const { granted } = await paced(accountsOf(321), { tokens: 0, pauses: 650 });
    expect(new Set(granted.slice(0, 321)).size).toBe(321);
    expect(new Set(granted.slice(321, 642)).size).toBe(321);
  });

  it("grants a newcomer's first pin next once each of the others has been served", async () => {
    const accounts = accountsOf(321, (index) => (index === 320 ? { pins: 0 } : {}));
    let before = 0;
    const onPause = (pause: number, granted: string[], table: RoundRobinTable) => {
      if (pause !== 330) return;
      before = granted.length;
      const newcomer = accounts[320] as Account;
      newcomer.pins = 1;
      table.change(newcomer);
    };
    const { granted } = await paced(accounts, { tokens: 0, pauses: 340, onPause });
    expect(granted.indexOf(last)).toBe(before);
  });

  it('serves the other accounts of a workspace while one of them has nothing that may start', async () => {
    const accounts = accountsOf(200, (index) => ({ projectId: index < 100 ? 'one' : `p-${index}`, pins: 40 }));
    for (const account of accounts.slice(0, 99)) account.state = 'busy';
    const { granted } = await paced(accounts, { tokens: 0, pauses: 210 });
    // 101 workspaces are served in rounds.
    expect(granted.slice(0, 202).filter((accountId) => accountId === 'a-00099')).toHaveLength(2);
  });

  it('reaches 500 accounts behind 4,000 that are parked', async () => {
    const accounts = accountsOf(4_500, (index) => ({ pins: 1, ...(index < 4_000 && { state: 'parked' as const }) }));
    expect(new Set((await paced(accounts, { tokens: 4_500, pauses: 1 })).granted).size).toBe(500);
  });

  it('asks for the pins of a few accounts where a few pins can be granted', async () => {
    const { asked } = await paced(accountsOf(1_000), { tokens: 1, pauses: 1 });
    expect(asked.ready).toBe(1);
  });

  it('asks for no more pins than can be granted, however full the bucket of sandboxes is that nobody waits for', async () => {
    const accounts = accountsOf(320, (index) => (index > 0 ? { state: 'busy' } : {}));
    const { granted, asked } = await paced(accounts, { tokens: 1, sandboxTokens: 200, pauses: 1 });
    expect([granted.length, asked.ready]).toEqual([1, 1]);
  });

  it('asks for nothing while there is no token to spend', async () => {
    let spare = 0;
    const { asked } = await paced(accountsOf(3), { tokens: -100, pauses: 50, onPause: () => (spare += 1) });
    expect([asked, spare]).toEqual([{ waiting: 0, ready: 0 }, 50]);
  });

  it.each([10, 2_001])('serves each of %s waiting workspaces equally', async (count) => {
    const accounts = accountsOf(count, () => ({ pins: 10_000 }));
    const { granted } = await paced(accounts, { tokens: 0, pauses: 3 * count + 1 });
    const shares = new Map(accounts.map(({ accountId }) => [accountId, 0]));
    for (const accountId of granted) shares.set(accountId, (shares.get(accountId) ?? 0) + 1);
    expect(granted.length).toBe(3 * count);
    expect(Math.max(...shares.values())).toBe(3);
    expect(jain([...shares.values()])).toBeGreaterThanOrEqual(0.95);
  });
});

/** Runs the pacer for a minute; the statement of the first grant commits, but this is its answer. `lasting`: nor does a later round get another one. */
async function pacedWithFailure(failure: Error, { lasting = false } = {}) {
  const ending = new AbortController();
  const pin = { pinId: 'pin', attempt: 1 };
  const stored: { readonly pinId: string; readonly attempt: number; offeredAt: number }[] = [];
  const errors: unknown[] = [];
  const offeredAt: number[] = [];
  let ms = 0;
  const rest = async (each: number) => {
    ms += each;
    if (ms > 60_000) ending.abort();
  };
  const bucket = { capacity: 10, refillPerSecond: 1, tokens: 5, parkedUntil: null };
  const account = { accountId: 'a', projectId: 'p', simulated: false, wakeCount: 0 };
  const candidate = { ...account, ...pin, boardId: '1', fingerprint: '1', cost: 1, needsUpload: false };
  const deps = {
    grants: {
      readUnclaimed: async () => ({ count: stored.length, cost: stored.length, simulatedCost: 0 }),
      reofferUnclaimed: async (afterMs: number) => {
        const due = stored.filter((grant) => ms - grant.offeredAt >= afterMs);
        for (const grant of due) grant.offeredAt = ms;
        return due;
      },
      markSeen: async () => undefined,
    },
    roundRobin: () => ({
      applyChanges: async () => ({ applied: 0, areMore: false }),
      forgetIdle: async () => undefined,
      putToSleep: async () => 0,
      readNext: async () => ({ accounts: stored.length === 0 || lasting ? [account] : [], areAll: true }),
      grant: async () => {
        if (stored.length > 0 && !lasting) return [];
        if (stored.length === 0) stored.push({ ...pin, offeredAt: ms });
        throw failure;
      },
    }),
    queue: { offer: async () => void offeredAt.push(ms) },
    publishQueue: {
      startable: async () => [{ accountId: 'a', waits: true, needsConsent: false, hasVideos: false, nextDueAt: null, pins: [candidate] }],
      uploadsOpen: async () => 0,
    },
    buckets: {
      readBalances: async (names: readonly string[]) => new Map(names.map((name) => [name, bucket])),
      readAccountBalances: async () => new Map([['a', { ...bucket, granted: 0 }]]),
    },
    clock: () => new Date('2026-11-20T10:00:00.000Z'),
    monotonic: () => ms,
    progress: rest,
    pause: rest,
    onError: (error: unknown) => void errors.push(error),
  } as unknown as PacingDeps;
  await runPacing(deps, { holder: 'this process', epoch: 1n, signal: ending.signal });
  return { offeredAt, errors };
}

const lostAnswer = () => new Error('Connection terminated unexpectedly');

it('offers a grant whose answer the database lost as soon as it is asked again', async () => {
  const { offeredAt, errors } = await pacedWithFailure(lostAnswer());
  expect(errors).toHaveLength(1);
  expect(offeredAt[0]).toBeLessThanOrEqual(1_000);
});

it('offers nothing more often than every five seconds for a failure that lasts and is not of the connection', async () => {
  const { offeredAt, errors } = await pacedWithFailure(new Error('column "x" does not exist'), { lasting: true });
  expect(errors.length).toBeGreaterThan(50);
  expect(offeredAt.length).toBeLessThanOrEqual(12);
});
