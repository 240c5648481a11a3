import { crashCampaign } from './crash-campaign';

test('nothing is lost, doubled or left untold when processes are killed and frozen among 60 creations', async () => {
  const lines: string[] = [];
  const report = await crashCampaign({
    kills: 4,
    freezes: 1,
    pins: 60,
    seed: 11,
    fleet: { workspaces: 2, accountsOfEach: 1, boardsOfEach: 3 },
    gapMs: [300, 1_000],
    frozenMs: [1_000, 3_000],
    log: (line) => void lines.push(line),
  });
  expect({ violations: report.violations, lines }).toEqual({ violations: [], lines: expect.any(Array) });
  expect(report).toMatchObject({ kills: 4, freezes: 1, answered: 60, publishedOnce: 60 });
  expect(report).toMatchObject({ duplicates: 0, lost: 0, missingWebhooks: 0, unknownLeft: 0 });
}, 600_000);
