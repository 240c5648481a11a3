import type { Command } from 'commander';
import { countOf, spreadsheetsCampaign } from './spreadsheets/spreadsheets-campaign';

interface Options {
  readonly only?: string;
}

export const options = (command: Command): Command => command.option('--only <name>', 'programs whose name begins so');

export async function run({ only = '' }: Options): Promise<boolean> {
  const { findings, leftOut } = await spreadsheetsCampaign(only, (line) => console.log(line));
  const files = [...new Set(findings.map(({ program, file }) => JSON.stringify({ program, file })))];
  console.table(
    files.map((text) => {
      const { program, file } = JSON.parse(text) as { readonly program: string; readonly file: string };
      return { program, file, ...countOf(findings.filter((one) => one.program === program && one.file === file)) };
    }),
  );
  for (const { program, file, kind, verdict, said } of findings) {
    if (verdict !== 'same') console.log(`${program} | ${file} | ${kind} | ${verdict} | ${said}`);
  }
  for (const name of leftOut) console.log(`LEFT OUT ${name}: it is not installed here`);
  const all = countOf(findings);
  const holds = all['silently wrong'] === 0 && all['published twice'] === 0 && findings.length > 0;
  console.log(`${JSON.stringify(all)}\n${holds ? 'NOTHING WRONG, NOTHING TWICE' : 'BROKEN'}`);
  return holds;
}
