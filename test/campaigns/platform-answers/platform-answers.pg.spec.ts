import { openDatabase } from '@pps/read-store';
import { freshDatabase } from '../../setup/fresh-database';
import { platformAnswersCampaign } from './platform-answers-campaign';

it('whatever the platform answers, every pin ends and every read model takes it in', async () => {
  const db = openDatabase(await freshDatabase(), 5);
  const seed = Math.floor(Math.random() * 1_000_000_000);
  const { findings, answers, ends } = await platformAnswersCampaign(db, { answers: 4_000, seed });
  await db.destroy();
  expect({ seed, findings }).toEqual({ seed, findings: [] });
  expect(answers).toBeGreaterThanOrEqual(4_000);
  expect(Object.keys(ends)).toEqual(expect.arrayContaining(['published', 'invalid_payload', 'publish_timeout']));
});
