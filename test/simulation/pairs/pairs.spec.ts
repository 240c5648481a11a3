import { explorePairs } from './explore-pairs';
import { plantedPairBugs } from './planted-pair-bugs';
import { subjects } from './subjects';

const [seed, most] = [1, 300];

/** The first violation of these pairs, where there is one. */
async function firstViolation(only: string, plant?: (typeof plantedPairBugs)[number]['plant']) {
  for await (const { violation } of explorePairs(subjects, { seed, most, only, ...(plant && { plant }) })) if (violation) return violation;
  return null;
}

it.each([
  'a failed pin, an answer lost | PATCH title',
  'a waiting pin, answers kept | PATCH description',
  'a pin in doubt, answers kept | DELETE from the platform',
  'a waiting pin, answers kept | attempt | account revoked',
  'a fired schedule, answers kept | cancel | attempt',
  'a failed schedule, answers kept | retry | DELETE.',
  'a failed schedule, answers kept | retry | bulk-delete.',
  'a failed schedule, answers kept | DELETE | bulk-retry.',
  'a failed schedule, answers kept | bulk-retry | bulk-delete.',
  'a webhook with a key pair | PATCH secret',
])(
  'two commands at once end as one after the other: %s',
  async (only) => {
    expect(await firstViolation(only)).toBeNull();
  },
  60_000,
);

it.each(plantedPairBugs)('$bug is found', async ({ only, found, plant }) => {
  expect((await firstViolation(only, plant))?.what).toMatch(found);
});
