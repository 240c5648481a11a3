import { startPostgres } from '@pps/embedded';
import { openDatabase } from '@pps/read-store';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyticsPage, analyticsPageFile } from '../analytics/analytics-page';
import { dictionary } from '../analytics/dictionary';
import { drawPlots } from '../analytics/plots';

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'analytics-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const db = openDatabase(postgres.url, 2);
  try {
    writeFileSync(analyticsPageFile, analyticsPage(await dictionary(db)));
    for (const [file, text] of Object.entries(await drawPlots(db))) writeFileSync(file, text);
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
