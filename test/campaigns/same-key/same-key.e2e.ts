import { sameKeyCampaign } from './same-key-campaign';

test('twenty creations at once under one key are one pin and one unit, on one API process and on two', async () => {
  const rounds = await sameKeyCampaign({ creations: 20, rounds: 1 });
  const one = { created: 1, replayed: 19, ids: 1, pins: 1, published: 1, units: 1, violations: [] };
  expect(rounds).toEqual([
    { apis: 1, ...one },
    { apis: 2, ...one },
  ]);
}, 150_000);
