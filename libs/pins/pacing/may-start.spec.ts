import { decideGrants, sleepOf, type Allowance, type Candidate, type VisitedAccount } from './may-start.decider';
import { RoundRobinTable } from './round-robin-table.fixture';

const candidate = (projectId: string, accountId: string, n: number, cost = 1): Candidate => ({
  pinId: `${accountId}-${n}`,
  attempt: 1,
  projectId,
  accountId,
  boardId: `${accountId}-board-${n}`,
  fingerprint: `${n}`,
  cost,
  simulated: false,
  needsUpload: false,
});

const now = new Date('2026-11-20T10:00:00.000Z');

const account = (accountId: string, pins: readonly Candidate[], changes: Partial<VisitedAccount> = {}): VisitedAccount => ({
  projectId: pins[0]?.projectId ?? 'p',
  accountId,
  simulated: pins[0]?.simulated ?? false,
  wakeCount: 0,
  waits: true,
  needsConsent: false,
  hasVideos: false,
  nextDueAt: null,
  pins,
  tokens: 100,
  refillPerSecond: 1,
  parkedUntil: null,
  ...changes,
});

interface Allowed extends Allowance {
  readonly accountTokens: (accountId: string) => number;
}

const allowance = (changes: Partial<Allowed> = {}): Allowed => ({
  grants: 100,
  uploads: 4,
  globalTokens: () => 100,
  accountTokens: () => 100,
  ...changes,
});

/** The pins that are granted where their accounts are served in the order of the candidates. */
function chosen(candidates: readonly Candidate[], allowed: Allowed): string[] {
  const accounts = [...new Set(candidates.map(({ accountId }) => accountId))].map((accountId) =>
    account(
      accountId,
      candidates.filter((each) => each.accountId === accountId),
      { tokens: allowed.accountTokens(accountId) },
    ),
  );
  return decideGrants(accounts, allowed).map(({ pinId }) => pinId);
}

describe('round robin', () => {
  it('serves a newcomer next, whatever others have queued', async () => {
    const table = new RoundRobinTable(
      () => now.getTime(),
      () => 0,
    );
    const book = table.book(() => true);
    const crowd = Array.from({ length: 10 }, (_, n) => candidate('big', 'a', n));
    table.change({ accountId: 'a', projectId: 'big', simulated: false });
    await book.applyChanges();
    await book.grant(decideGrants([account('a', crowd)], allowance({ grants: 3 })));
    table.change({ accountId: 'b', projectId: 'new', simulated: false });
    await book.applyChanges();
    const { accounts: next } = await book.readNext({ simulated: [false], uploads: true, projects: 8, accountsEach: 1 });
    const pins = [...crowd.slice(3), candidate('new', 'b', 0)];
    const inOrder = next.flatMap(({ accountId }) => pins.filter((each) => each.accountId === accountId));
    expect(chosen(inOrder, allowance({ grants: 1 }))).toEqual(['b-0']);
  });

  it('serves projects in rounds, in a project its accounts, in an account its pins in order', () => {
    const candidates = [
      candidate('p', 'a', 0),
      candidate('p', 'a', 1),
      candidate('p', 'b', 0),
      candidate('q', 'c', 0),
      candidate('q', 'c', 1),
    ];
    expect(chosen(candidates, allowance())).toEqual(['a-0', 'c-0', 'b-0', 'c-1', 'a-1']);
  });

  it('never chooses beyond the tokens of the account, of all, or the grants', () => {
    const candidates = [candidate('p', 'a', 0, 2), candidate('p', 'a', 1, 2), candidate('q', 'b', 0)];
    expect(chosen(candidates, allowance({ accountTokens: (account) => (account === 'a' ? 3 : 1) }))).toEqual(['a-0', 'b-0']);
    expect(chosen(candidates, allowance({ globalTokens: () => 2.9 }))).toEqual(['a-0']);
    expect(chosen(candidates, allowance({ grants: 0 }))).toEqual([]);
  });

  it('spends the tokens of sandboxes and of all others apart', () => {
    const sandbox = [0, 1, 2].map((n) => ({ ...candidate('s', 's', n), simulated: true }));
    const candidates = [...sandbox, candidate('p', 'a', 0), candidate('p', 'a', 1)];
    const noneFor = (dry: boolean) => allowance({ globalTokens: ({ simulated }) => (simulated === dry ? 0 : 2) });
    expect(chosen(candidates, noneFor(true))).toEqual(['a-0', 'a-1']);
    expect(chosen(candidates, noneFor(false))).toEqual(['s-0', 's-1']);
  });

  it('chooses one pin of a board at a time', () => {
    const onOneBoard = [0, 1].map((n) => ({ ...candidate('p', 'a', n), boardId: 'same' }));
    expect(chosen(onOneBoard, allowance())).toEqual(['a-0']);
  });

  it('lets other pins pass while as many videos are being uploaded as may be', () => {
    const videos = [0, 1, 2].map((n) => ({ ...candidate('p', 'a', n), needsUpload: true }));
    expect(chosen([...videos, candidate('p', 'a', 3)], allowance({ uploads: 1 }))).toEqual(['a-0', 'a-3']);
  });
});

describe('an account', () => {
  const pins = [candidate('p', 'a', 0)];
  const noUploads = { uploads: 0 };
  const video = { ...candidate('p', 'a', 1), needsUpload: true };
  const later = new Date('2026-11-20T10:05:00.000Z');

  it.each<[string, Partial<VisitedAccount>, object | null]>([
    ['can have a grant while a pin may start and there is a token', {}, null],
    ['is gone when nothing of it waits', { waits: false, pins: [] }, { kind: 'idle' }],
    ['sleeps until its user consents again', { needsConsent: true }, { kind: 'for', ms: 600_000 }],
    ['sleeps while it is parked', { parkedUntil: later }, { kind: 'until', at: later }],
    ['goes on once its parking is over', { parkedUntil: now }, null],
    ['sleeps until it has a token', { tokens: 0.25, refillPerSecond: 0.5 }, { kind: 'for', ms: 1_500 }],
    ['sleeps for ten minutes at most', { tokens: 0, refillPerSecond: 0.000_01 }, { kind: 'for', ms: 600_000 }],
    ['sleeps until the next of its deferred pins is due', { pins: [], nextDueAt: later }, { kind: 'until', at: later }],
    ['is visited again after a minute when its boards are busy', { pins: [] }, { kind: 'for', ms: 60_000 }],
    ['waits for an upload where it has only videos', { pins: [video] }, { kind: 'awaiting_upload' }],
    ['waits for an upload where its videos were not even read', { pins: [], hasVideos: true }, { kind: 'awaiting_upload' }],
    ['lets an image pass while no video may be uploaded', { pins: [video, ...pins] }, null],
  ])('%s', (_, changes, sleep) => {
    expect(sleepOf(account('a', pins, changes), noUploads, now)).toEqual(sleep);
  });
});
