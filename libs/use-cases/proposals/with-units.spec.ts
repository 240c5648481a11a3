import type { Principal } from '@pps/identity';
import type { CheckOutcome, ValidatePinDeps } from '../create-pin/validate-pin';
import { readingOnce } from './reading-once';
import { withUnits } from './with-units';

const principal = { projectId: 'p', epoch: 0, environment: 'production', asOf: 0n } as unknown as Principal;
const deps = (used: number) =>
  ({
    termsOf: async () => ({ planTerms: { quotaPinsMonthly: 3 } }),
    quota: { readUsed: async () => used },
    clock: () => new Date('2026-11-20T10:00:00.000Z'),
    upgradeUrl: 'https://pins.example/upgrade',
  }) as unknown as ValidatePinDeps;
const check = (name: CheckOutcome['name'], status: CheckOutcome['status']): CheckOutcome => ({
  ...{ name, status, code: null, message: '', remediation: null, details: null },
});
const fits = [check('payload', 'passed'), check('quota', 'passed')];

it('counts the units of the items before: who is behind the last one is told so, and what fails or takes none leaves it to others', async () => {
  const items = [
    { number: 1, checks: fits, needsUnit: true },
    { number: 2, checks: [check('board_access', 'failed')], needsUnit: true },
    { number: 3, checks: fits },
    { number: 4, checks: [check('payload', 'passed')], needsUnit: true },
    { number: 5, checks: fits, needsUnit: true },
    { number: 6, checks: [check('payload', 'passed')], needsUnit: true },
  ];
  const checked = await withUnits(deps(1), principal, items);
  expect(checked.map(({ checks }) => checks.find(({ name }) => name === 'quota')?.code)).toEqual([
    ...[null, undefined, null, undefined],
    ...['quota_exceeded', 'quota_exceeded'],
  ]);
  expect(checked[4]).toMatchObject({
    number: 5,
    checks: [{ name: 'payload' }, { name: 'quota', status: 'failed', details: { quota_used: 3 } }],
  });
  expect(checked.some((item) => 'needsUnit' in item)).toBe(false);
});

it('one look at many items reads the plan, the quota, each board and each pace once', async () => {
  const read: string[] = [];
  const noted = (what: string) => async () => void read.push(what);
  const once = readingOnce({
    termsOf: noted('plan'),
    quota: { readUsed: noted('quota') },
    boards: { check: ({ boardId }: { boardId: string }) => noted(`board ${boardId}`)() },
    headroom: { read: (accountId: string) => noted(`pace ${accountId}`)() },
  } as unknown as ValidatePinDeps);
  for (const boardId of ['1', '2', '1']) {
    await once.boards.check({ accountId: 'a', boardId, head: 0n });
    await once.headroom.read('a');
    await once.termsOf(principal);
    await once.quota.readUsed('p', 0, '2026-11');
  }
  expect(read.sort()).toEqual(['board 1', 'board 2', 'pace a', 'plan', 'quota']);
});
