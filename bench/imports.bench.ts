import { pause } from '@pps/concurrency';
import { parse } from 'csv-parse/sync';
import { Pool } from 'undici';
import { residentMib } from './resident-mib';
import { processesOf } from '../test/operations/standalone/processes-of';
import { serviceUnderLoad, type ServiceUnderLoad } from './service-under-load';
import { createBatch, pinBody } from './tenant';

// Rows per second of an import, taken in and worked off, beside csv-parse alone on the same file and beside the same pins in batches, by turns;
// and the resident memory of API and orchestrator while files of 500 maximal rows come in.

const rounds = Number(process.env['ROUNDS'] ?? 3);
const rows = 500;
const batchSize = 100;
const maximalFiles = 3;
const pollMs = 50;

export async function run(): Promise<void> {
  const under = await serviceUnderLoad({});
  const api = new Pool(`http://127.0.0.1:${under.service.apiPort}`, { connections: 4, bodyTimeout: 120_000 });
  try {
    const measured: Record<string, number>[] = [];
    for (let round = 0; round <= rounds; round++) {
      const result = await measure(under, api);
      // The first round warms up.
      if (round > 0) measured.push(result);
      process.stderr.write(`round ${round}: ${JSON.stringify(result)}\n`);
    }
    console.log(`rows per second, median of ${rounds} rounds of ${rows} rows`);
    console.table(medians(measured));
    console.table(await memory(under, api));
  } finally {
    await api.close();
    await under.stop();
  }
}

async function measure(under: ServiceUnderLoad, api: Pool): Promise<Record<string, number>> {
  const csv = csvOf(Array.from({ length: rows }, () => withoutKey(pinBody(under))));
  const parsed = await perSecond(async () => void parse(csv, { columns: true }));
  const batch = await perSecond(async () => {
    for (let at = 0; at < rows; at += batchSize) await createBatch(api, under, batchSize);
  });
  let jobId = '';
  const accepted = await perSecond(async () => void (jobId = await send(api, under, csv)));
  const begun = performance.now();
  await ended(api, under, jobId);
  const workedOff = (1_000 * rows) / (performance.now() - begun);
  return { 'csv-parse alone': parsed, 'POST /v1/pins/batch': batch, 'import taken in': accepted, 'import worked off': workedOff };
}

/** Files as large as they may be: 500 rows, each field as long as it may be, as far as 5 MB go. */
async function memory(under: ServiceUnderLoad, api: Pool): Promise<Record<string, string | number>[]> {
  const pids = ['api', 'orchestrator'].map((name) => ({
    name,
    pid: processesOf(under.service.dataDir).find(({ command }) => command.includes(`apps/${name}/`))?.pid ?? 0,
  }));
  const long = { description: 'd'.repeat(800), alt_text: 'a'.repeat(500), link_url: `https://example.org/${'l'.repeat(2_000)}` };
  const terms = { related_terms: Array.from({ length: 50 }, (_, n) => `term ${n} ${'t'.repeat(60)}`).join(',') };
  const report: Record<string, string | number>[] = [];
  for (let file = 0; file <= maximalFiles; file++) {
    if (file > 0) {
      const csv = csvOf(
        Array.from({ length: rows }, (_, n) => ({ ...withoutKey(pinBody(under)), ...long, ...terms, title: `${file} ${n}` })),
      );
      await ended(api, under, await send(api, under, csv));
    }
    if (file > 1 && file < maximalFiles) continue;
    report.push({
      'files of 500 maximal rows': file,
      ...Object.fromEntries(pids.map(({ name, pid }) => [`${name} MiB`, residentMib(pid)])),
    });
  }
  return report;
}

const withoutKey = (draft: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(draft).filter(([field]) => field !== 'idempotency_key'));

function csvOf(drafts: readonly Record<string, string>[]): string {
  const columns = Object.keys(drafts[0] ?? {});
  const lines = [columns, ...drafts.map((draft) => columns.map((column) => `"${draft[column] ?? ''}"`))];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (1_000 * rows) / (performance.now() - begun);
}

async function send(api: Pool, { headers }: ServiceUnderLoad, csv: string): Promise<string> {
  const boundary = 'bench';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="bench.csv"\r\ncontent-type: text/csv\r\n\r\n`;
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const body = `${head}${csv}\r\n--${boundary}--\r\n`;
  const answer = await api.request({ method: 'POST', path: '/v1/pins/imports/csv', headers: { ...headers, ...type }, body });
  const text = await answer.body.text();
  if (answer.statusCode !== 202) throw new Error(`an import was answered ${answer.statusCode}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { id: string }).id;
}

async function ended(api: Pool, { headers }: ServiceUnderLoad, jobId: string): Promise<void> {
  for (;;) {
    const answer = await api.request({ method: 'GET', path: `/v1/pins/imports/${jobId}`, headers });
    const job = (await answer.body.json()) as { status: string; created_rows: number };
    if (job.status === 'completed' && job.created_rows === rows) return;
    if (job.status !== 'queued' && job.status !== 'processing')
      throw new Error(`the import ended as ${job.status} with ${job.created_rows} rows`);
    await pause(pollMs);
  }
}

function medians(measured: readonly Record<string, number>[]): Record<string, { 'rows/s': number; 'of batch': string }> {
  const names = Object.keys(measured[0] ?? {});
  const middle = (name: string) => measured.map((each) => each[name] ?? 0).sort((a, b) => a - b)[Math.floor(measured.length / 2)] ?? 0;
  const batch = middle('POST /v1/pins/batch');
  return Object.fromEntries(
    names.map((name) => [name, { 'rows/s': Math.round(middle(name)), 'of batch': (middle(name) / batch).toFixed(2) }]),
  );
}
