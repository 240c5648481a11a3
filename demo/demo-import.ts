import type { PinPublishing } from 'pin-publishing';
import type { Progress } from './progress-line';
import { table } from './table';

/** Imports a CSV of which some rows fail and some are published later; the lines of a table of what became of each row. */
export async function runDemoImport(
  client: PinPublishing,
  where: { readonly account_id: string; readonly board_id: string },
  simulatorUrl: string,
  progress: Progress,
): Promise<string[]> {
  const billing = await client.billing.getStatus();
  if (!billing.features.bulk_imports)
    return [`the plan ${billing.plan} has no imports: start the service with DEFAULT_PLAN=starter to see one`];
  const { titles, csv } = demoFile(where, simulatorUrl);
  const accepted = await client.imports.createFromCsv({ content: csv, name: 'season.csv', type: 'text/csv' });
  const job = await client.waitUntilSettled(accepted, { timeoutMs: 180_000 });
  progress.moved('rows imported', job.processed_rows, job.total_rows);
  const rows = job.results.map(({ row_number: row, status, pin_id: pin, schedule_id: schedule, error_message: error }) => [
    row,
    titles[row - 1] ?? '',
    schedule === null ? status : `${status}, for later`,
    error ?? pin ?? schedule ?? '–',
  ]);
  const summary = `${job.created_rows} rows created, ${job.existing_rows} existed, ${job.failed_rows} failed: ${job.status}`;
  return ['', ...table(['', 'row of season.csv', 'outcome', 'pin, schedule or reason'], rows), '', summary];
}

/** Three rows that are published at once, two that are scheduled for next week, and three that are refused. */
function demoFile(
  { account_id: account, board_id: board }: { readonly account_id: string; readonly board_id: string },
  simulatorUrl: string,
) {
  const later = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const rows = [
    ['Plum cake, the Sunday one', ''],
    ['Bulbs to plant in October', ''],
    ['', ''],
    ['A wreath of dried hops', later],
    ['Wool blankets, mended', later],
    ['Last year’s calendar', '2020-01-01T08:00:00Z'],
    ['A title that goes on and on '.repeat(5).trim(), ''],
    ['Quince jelly', ''],
  ] as const;
  const lines = rows.map(([title, runAt], index) => [
    account,
    board,
    `"${title}"`,
    `${simulatorUrl}/pictures/season/${index + 1}.jpg`,
    runAt,
  ]);
  const csv = [['account_id', 'board_id', 'title', 'image_url', 'run_at'], ...lines].map((cells) => cells.join(',')).join('\r\n');
  return { titles: rows.map(([title]) => title), csv };
}
