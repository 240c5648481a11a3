import { RoundRobin, type Allowance, type Candidate } from './round-robin';

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

const allowance = (changes: Partial<Allowance> = {}): Allowance => ({
  grants: 100,
  uploads: 4,
  globalTokens: () => 100,
  accountTokens: () => 100,
  ...changes,
});
const chosen = (ring: RoundRobin, candidates: readonly Candidate[], allowed: Allowance) =>
  ring.choose(candidates, allowed).map(({ pinId }) => pinId);

describe('round robin', () => {
  it('serves a newcomer next, whatever others have queued', () => {
    const ring = new RoundRobin();
    const crowd = Array.from({ length: 10 }, (_, n) => candidate('big', 'a', n));
    chosen(ring, crowd, allowance({ grants: 3 }));
    expect(chosen(ring, [...crowd.slice(3), candidate('new', 'b', 0)], allowance({ grants: 1 }))).toEqual(['b-0']);
  });

  it('serves projects in rounds, in a project its accounts, in an account its pins in order', () => {
    const candidates = [
      candidate('p', 'a', 0),
      candidate('p', 'a', 1),
      candidate('p', 'b', 0),
      candidate('q', 'c', 0),
      candidate('q', 'c', 1),
    ];
    expect(chosen(new RoundRobin(), candidates, allowance())).toEqual(['a-0', 'c-0', 'b-0', 'c-1', 'a-1']);
  });

  it('never chooses beyond the tokens of the account, of all, or the grants', () => {
    const candidates = [candidate('p', 'a', 0, 2), candidate('p', 'a', 1, 2), candidate('q', 'b', 0)];
    expect(chosen(new RoundRobin(), candidates, allowance({ accountTokens: (account) => (account === 'a' ? 3 : 1) }))).toEqual([
      'a-0',
      'b-0',
    ]);
    expect(chosen(new RoundRobin(), candidates, allowance({ globalTokens: () => 2.9 }))).toEqual(['a-0']);
    expect(chosen(new RoundRobin(), candidates, allowance({ grants: 0 }))).toEqual([]);
  });

  it('spends the tokens of sandboxes and of all others apart', () => {
    const sandbox = [0, 1, 2].map((n) => ({ ...candidate('s', 's', n), simulated: true }));
    const candidates = [...sandbox, candidate('p', 'a', 0), candidate('p', 'a', 1)];
    const noneFor = (dry: boolean) => allowance({ globalTokens: ({ simulated }) => (simulated === dry ? 0 : 2) });
    expect(chosen(new RoundRobin(), candidates, noneFor(true))).toEqual(['a-0', 'a-1']);
    expect(chosen(new RoundRobin(), candidates, noneFor(false))).toEqual(['s-0', 's-1']);
  });

  it('chooses one pin of a board at a time', () => {
    const onOneBoard = [0, 1].map((n) => ({ ...candidate('p', 'a', n), boardId: 'same' }));
    expect(chosen(new RoundRobin(), onOneBoard, allowance())).toEqual(['a-0']);
  });

  it('lets other pins pass while as many videos are being uploaded as may be', () => {
    const videos = [0, 1, 2].map((n) => ({ ...candidate('p', 'a', n), needsUpload: true }));
    expect(chosen(new RoundRobin(), [...videos, candidate('p', 'a', 3)], allowance({ uploads: 1 }))).toEqual(['a-0', 'a-3']);
  });
});
