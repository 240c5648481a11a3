import { setTimeout as delay } from 'node:timers/promises';
import { DemoFailure } from './demo-failure';
import type { Progress } from './progress-line';
import type { ServiceClient } from './service.client';
import { table } from './table';

interface ImportJob {
  readonly id: string;
  readonly status: string;
  readonly total_rows: number;
  readonly processed_rows: number;
  readonly created_rows: number;
  readonly existing_rows: number;
  readonly failed_rows: number;
  readonly results: readonly {
    readonly row_number: number;
    readonly status: string;
    readonly pin_id: string | null;
    readonly schedule_id: string | null;
    readonly error_message: string | null;
  }[];
}

const waitAtMostMs = 180_000;
const lookEveryMs = 100;

/** Imports a CSV of which some rows fail and some are published later; the lines of a table of what became of each row. */
export async function runDemoImport(
  call: ServiceClient,
  where: { readonly account_id: string; readonly board_id: string },
  simulatorUrl: string,
  progress: Progress,
): Promise<string[]> {
  const { body: billing } = await call('/v1/billing/status');
  if (!billing.features.bulk_imports)
    return [`the plan ${billing.plan} has no imports: start the service with DEFAULT_PLAN=starter to see one`];
  const { titles, csv } = demoFile(where, simulatorUrl);
  const form = new FormData();
  form.set('file', new Blob([csv], { type: 'text/csv' }), 'season.csv');
  const { body: accepted } = await call('/v1/pins/imports/csv', { method: 'POST', form, expected: 202 });
  const job = await endOf(call, accepted.id, progress);
  const rows = job.results.map(({ row_number: row, status, pin_id: pin, schedule_id: schedule, error_message: error }) => [
    row,
    titles[row - 1] ?? '',
    schedule === null ? status : `${status}, for later`,
    error ?? pin ?? schedule ?? '–',
  ]);
  const summary = `${job.created_rows} rows created, ${job.existing_rows} existed, ${job.failed_rows} failed: ${job.status}`;
  return ['', ...table(['', 'row of season.csv', 'outcome', 'pin, schedule or reason'], rows), '', summary];
}

async function endOf(call: ServiceClient, id: string, progress: Progress): Promise<ImportJob> {
  const deadline = performance.now() + waitAtMostMs;
  for (;;) {
    const job = (await call(`/v1/pins/imports/${id}`)).body as ImportJob;
    progress.moved('rows imported', job.processed_rows, job.total_rows);
    if (job.status !== 'queued' && job.status !== 'processing') return job;
    if (performance.now() > deadline) throw new DemoFailure(`The import did not end: ${job.processed_rows} of ${job.total_rows} rows.`);
    await delay(lookEveryMs);
  }
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
