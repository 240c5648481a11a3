import type { PublishingTerms } from '@pps/billing';
import type { Principal } from '@pps/identity';
import { NotFound, type Rejected } from '@pps/kernel';
import { refuseMoreAccounts } from './create-within-limit';

const ids = (count: number) => Array.from({ length: count }, (_, n) => `account ${n}`);

/** What naming so many gives, and how often the project's own list was looked at. */
async function naming(accountIds: readonly string[] | null, { plan = 5, known = 0, allowed = null as readonly string[] | null } = {}) {
  let looks = 0;
  const countKnown = async () => {
    looks += 1;
    return known;
  };
  const termsOf = async () => ({ planTerms: { platformAccountsLimit: plan } }) as PublishingTerms;
  const principal = { projectId: 'p', epoch: 0, accountIds: allowed } as Principal;
  const refusal = await refuseMoreAccounts({ accounts: { countKnown }, termsOf }, principal, accountIds).catch((error: unknown) =>
    error instanceof NotFound ? 'not found' : (error as Rejected).code,
  );
  return { refusal, looks };
}

it('more accounts than the plan allows are refused by one look at the project’s own list', async () => {
  expect(await naming(ids(1_000), { known: 5 })).toEqual({ refusal: 'not found', looks: 1 });
  expect(await naming(ids(6), { known: 5 })).toEqual({ refusal: 'not found', looks: 1 });
});

it('as many as the plan allows, or as the project had under a larger one, are left to be looked at each', async () => {
  expect(await naming(ids(5))).toEqual({ refusal: undefined, looks: 0 });
  expect(await naming(ids(50), { known: 50 })).toEqual({ refusal: undefined, looks: 1 });
  expect(await naming(null)).toEqual({ refusal: undefined, looks: 0 });
});

it('one that is named a thousand times is one', async () => {
  expect(await naming(Array(1_000).fill('the same'))).toEqual({ refusal: undefined, looks: 0 });
});

it('a key that is limited to other accounts is told so first', async () => {
  expect(await naming(ids(1_000), { allowed: ['account 0'] })).toEqual({ refusal: 'account_not_permitted', looks: 0 });
});
