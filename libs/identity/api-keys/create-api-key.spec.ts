import { NotFound } from '@pps/kernel';
import { requireAccounts } from './create-api-key';

const project = { projectId: 'p', epoch: 0 };

/** Which accounts are looked at when these are named. */
async function lookedAt(accountIds: readonly string[]): Promise<readonly string[]> {
  const looked: string[] = [];
  const require = async (_: unknown, accountId: string) => {
    looked.push(accountId);
    if (!accountId.startsWith('own')) throw new NotFound('Account');
  };
  await requireAccounts({ require }, project, accountIds).catch(() => undefined);
  return looked;
}

it('of a thousand unknown accounts one is looked at', async () => {
  expect(await lookedAt(Array.from({ length: 1_000 }, (_, n) => `unknown ${n}`))).toEqual(['unknown 0']);
});

it('each of the project’s own is looked at once, and none after one that is not', async () => {
  expect(await lookedAt(['own 1', 'own 2', 'own 1', 'unknown', 'own 3'])).toEqual(['own 1', 'own 2', 'unknown']);
});
