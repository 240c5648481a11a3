import { auditFactsProjection, auditMigrations } from '@pps/audit';
import { startPostgres } from '@pps/embedded';
import { migrate, openDatabase, readStoreMigrations, setUpProjection } from '@pps/read-store';
import type { Command } from 'commander';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storedLogEditsCampaign } from './stored-log-edits/stored-log-edits-campaign';
import { wholeNumber } from './whole-number';

export const options = (command: Command): Command =>
  command.option('--edits <n>', 'how many', wholeNumber, 10_000).option('--seed <n>', 'chooses every edit', wholeNumber, 1);

export async function run(wanted: { readonly edits: number; readonly seed: number }): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'stored-log-edits-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const db = openDatabase(postgres.url, 2);
  try {
    await migrate(db, [...readStoreMigrations, ...auditMigrations]);
    await setUpProjection(db, auditFactsProjection, 'campaign');
    const { byName, findings } = await storedLogEditsCampaign(db, wanted);
    const counts = Object.entries(byName).map(([name, count]) => `${count} ${name}`);
    console.log(`seed ${wanted.seed}: ${counts.join(', ')}`);
    for (const finding of findings) console.log(`FINDING ${finding}`);
    console.log(findings.length === 0 ? 'EVERY EDIT FOUND' : 'BROKEN');
    return findings.length === 0;
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
