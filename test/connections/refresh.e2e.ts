import { connectUser, expireAccess, refreshesOf, whoAmI } from '../campaigns/refresh-crashes/connected-user';
import { refreshCrashes } from '../campaigns/refresh-crashes/campaign';
import { openInstance } from '../campaigns/refresh-crashes/instance';
import { refreshInstallation, type RefreshInstallation } from '../campaigns/refresh-crashes/refresh-installation';
import { freshDatabase } from '../setup/fresh-database';

let installation: RefreshInstallation;

beforeAll(async () => {
  installation = await refreshInstallation(await freshDatabase(), process.env.NATS_URL ?? '');
});

afterAll(() => installation.stop());

it('fifty workers that meet an expired token make one refresh, counted at the platform', async () => {
  const { parts, simulatorsUrl } = installation;
  const workers = await Promise.all(Array.from({ length: 50 }, () => openInstance(parts)));
  const [first] = workers;
  if (!first) throw new Error('no worker');
  const user = await connectUser(first, parts, 'fifty');
  for (const round of [1, 2]) {
    await expireAccess(simulatorsUrl, user);
    const seen = await Promise.all(workers.map((worker) => whoAmI(worker, parts, user)));
    expect(seen).toEqual(workers.map(() => 'fifty'));
    expect(await refreshesOf(simulatorsUrl, user)).toBe(round);
  }
  const facts = await parts.store.read(`connection-${user.accountId}`);
  expect(facts.map(({ type }) => type)).toEqual(['AccountConnected', 'TokenRefreshed', 'TokenRefreshed']);
  await Promise.all(workers.map((worker) => worker.stop()));
});

it('a process that ends anywhere in a refresh leaves an account that works, or that says it has to be connected again', async () => {
  const { tallies, violations } = await refreshCrashes({ ...installation, crashes: 42, kills: 2, seed: 7 });
  expect(violations).toEqual([]);
  expect(tallies.filter(({ crashes }) => crashes === 0)).toEqual([]);
});
