import type { Command } from 'commander';
import { describedAnswersCampaign } from './described-answers/described-answers-campaign';
import { prismVersion } from './described-answers/start-prism';

export const options = (command: Command): Command => command;

export async function run(): Promise<boolean> {
  const { statuses, operations, violations } = await describedAnswersCampaign((line) => console.log(line));
  for (const [status, count] of [...statuses].sort()) console.log(`${status}: ${count}`);
  console.log(`Prism ${prismVersion}: ${operations} operations answered, ${violations.length} violations`);
  for (const violation of violations) console.log(violation);
  return violations.length === 0;
}
