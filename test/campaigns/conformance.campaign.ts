import { conformanceCampaign } from './conformance/conformance-campaign';
import { withParts } from './with-parts';

export async function run(): Promise<boolean> {
  const runs = await withParts(conformanceCampaign);
  for (const [what, { summary }] of Object.entries(runs)) console.log([what, ...summary.map((line) => `  ${line}`)].join('\n'));
  console.table(Object.fromEntries(Object.entries(runs).map(([what, { passed }]) => [what, passed ? 'passed' : 'FAILED'])));
  return Object.values(runs).every(({ passed }) => passed);
}
