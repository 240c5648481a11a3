import { outageCampaign } from './outage-campaign';

// An attempt whose claim failed waited 45 s for its deadline, and with it all of its board.
test('publishing goes on after the database was away right before a claim: nothing lost, doubled or stopped', async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const options = { outages: 2, seed: 1, perSecond: 2, shortestMs: 200, longestMs: 1_500, backWithinMs: 20_000, log };
  const report = await outageCampaign('before-a-claim', options);
  expect({ violations: report.violations, lines }).toEqual({ violations: [], lines: expect.any(Array) });
  expect(report).toMatchObject({ publishedOnce: report.answered, duplicates: 0, lost: 0 });
}, 600_000);
