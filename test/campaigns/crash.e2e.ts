import { crashCampaign } from './crash-campaign';

test('nothing is lost, doubled or left untold when everything is killed twice among 20 creations', async () => {
  const lines: string[] = [];
  const report = await crashCampaign({ kills: 2, pins: 20, seed: 11, log: (line) => void lines.push(line) });
  expect({ violations: report.violations, lines }).toEqual({ violations: [], lines: expect.any(Array) });
  expect(report).toMatchObject({ kills: 2, answered: 20, publishedOnce: 20, duplicates: 0, lost: 0, missingWebhooks: 0, unknownLeft: 0 });
}, 150_000);
