import { findDuePublishing } from './find-due-publishing';

it('finds every read that is due sooner or later, although those due longest stay due', async () => {
  const reads = Array.from({ length: 200 }, (_, n) => ({ pinId: `p${n}`, attempt: 1, dueAt: '' }));
  const { reconcile } = findDuePublishing({} as never, { readsDue: async () => reads });
  const found = new Set<string>();
  for (let looks = 0; looks < 1_000 && found.size < 200; looks++) for (const { id } of await reconcile(4, 0)) found.add(id);
  expect(found.size).toBe(200);
  expect(await reconcile(4, 0)).toHaveLength(4);
});

it.each([
  ['42P01', 'none before the read model is made'],
  ['57014', 'an error for any other reason'],
])('of an answer with %s finds %s', async (code) => {
  const refused = Object.assign(new Error(code), { code });
  const looking = findDuePublishing({} as never, { readsDue: () => Promise.reject(refused) }).video(4, 0);
  await (code === '42P01' ? expect(looking).resolves.toEqual([]) : expect(looking).rejects.toBe(refused));
});
