import { historyEditsCampaign } from './history-edits-campaign';

it('both verifiers find every edit of an export before its last checkpoint, and where it is', async () => {
  const seed = Math.floor(Math.random() * 1_000_000_000);
  const { findings, byName } = await historyEditsCampaign({ edits: 250, seed });
  expect({ seed, findings }).toEqual({ seed, findings: [] });
  expect(Object.keys(byName).sort()).toEqual(['byte', 'drop', 'flip', 'insert', 'reorder', 'repeat', 'swap', 'truncate']);
});
