import { startPostgres } from '@pps/embedded';
import { openDatabase } from '@pps/read-store';
import type { Command } from 'commander';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformAnswersCampaign } from './platform-answers/platform-answers-campaign';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command.option('--answers <n>', 'how many', wholeNumber, 1_000_000).option('--seed <n>', 'chooses every answer', wholeNumber, 1);

export async function run({ answers, seed }: { readonly answers: number; readonly seed: number }): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-answers-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const db = openDatabase(postgres.url, 6);
  try {
    const report = await platformAnswersCampaign(db, { answers, seed }, (line) => console.log(line));
    console.log(`\nseed ${seed}: ${report.answers} answers, ${report.pins} pins, ${report.facts} facts, ${Math.round(report.seconds)} s`);
    for (const [end, count] of Object.entries(report.ends).sort(([, a], [, b]) => b - a)) console.log(`${end.padEnd(26)}${count}`);
    for (const finding of report.findings) console.log(`FINDING ${finding}`);
    console.log(report.findings.length === 0 ? 'NOTHING STOPPED' : 'BROKEN');
    return report.findings.length === 0;
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
