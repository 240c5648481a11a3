import { explorePairs } from './explore-pairs';
import { plantedPairBugs } from './planted-pair-bugs';
import { subjects } from './subjects';

const [seed, most] = [1, 120];
const mostOfMany = 60;
/** A planted bug is one of few interleavings; its search ends with it. */
const mostUntilFound = 300;

/** The first violation of these pairs, where there is one. */
async function firstViolation(only: string, atMost: number, plant?: (typeof plantedPairBugs)[number]['plant']) {
  const asked = { seed, most: atMost, only, ...(plant && { plant }) };
  for await (const { violation } of explorePairs(subjects, asked)) if (violation) return violation;
  return null;
}

const first = [
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
];
const others = [
  'a key and its webhook | revoke key | the key: create key.',
  'a key and its webhook | PATCH key platform_account_ids | the key: create webhook.',
  'an account | create schedule | account revoked and followed.',
  'a subscription | is past due | a second one begins.',
  'a subscription of this second | is past due | is unpaid.',
  'a file of a pin | work off file 1 | cancel file 1.',
  'accounts, one disconnected and one slot left | callback of user c for any account | callback of user b for account b.',
  'a sandbox | reset | create key.',
  'deliveries of which a replay runs | test | DELETE.',
];

it.each([...first.map((only) => [only, most] as const), ...others.map((only) => [only, mostOfMany] as const)])(
  'two commands at once end as one after the other: %s',
  async (only, atMost) => {
    expect(await firstViolation(only, atMost)).toBeNull();
  },
  60_000,
);

it.each(plantedPairBugs)('$bug is found', async ({ only, found, plant }) => {
  expect((await firstViolation(only, mostUntilFound, plant))?.what).toMatch(found);
});
