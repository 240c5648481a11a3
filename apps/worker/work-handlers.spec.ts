import type { Database } from '@pps/read-store';
import { passOverFailing } from './work-handlers';

/** What is noted and given back where the work for an item ends with this error. */
async function consequencesOf(error: Error | null): Promise<string[]> {
  const said: string[] = [];
  const db = { raw: async (_: string, { task, item }: Record<string, string>) => void said.push(`${task} ${item} noted`) };
  const handle = async () => {
    if (error) throw error;
  };
  const work = passOverFailing(db as unknown as Database, 'publish', handle, async ({ id }) => void said.push(`${id} released`));
  await work({ kind: 'publish', id: 'pin', attributes: {} }).catch((thrown: Error) => said.push(thrown.message));
  return said;
}

it('an item for which work fails is noted, gives back what it holds, and its error is reported', async () => {
  expect(await consequencesOf(new Error('broken'))).toEqual(['publish pin noted', 'pin released', 'broken']);
});

it('an item is noted neither where its work succeeds nor where everything is away', async () => {
  expect(await consequencesOf(null)).toEqual([]);
  expect(await consequencesOf(Object.assign(new Error('away'), { name: 'StoreUnavailable' }))).toEqual(['away']);
});
