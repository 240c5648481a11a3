import { mapLimited } from '@pps/concurrency';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Importer } from '../../imports/importer';
import { brokenScheme, fillIn, type HardRow } from './hard-rows';
import { judgeRow, type JudgedRow } from './judge-rows';
import type { ResavingProgram } from './resaving-program';
import { sendRows, type SentFile, type SentRow } from './sent-rows';

export type ResavedFile = 'template.csv' | 'template, filled in' | 'a row alone' | 'failed.csv' | 'export';

export interface Finding extends JudgedRow {
  readonly program: string;
  readonly file: ResavedFile;
  /** What is hard about the row or column. */
  readonly kind: string;
}

const filesAtOnce = 8;

/** A file that a program is to save, the rows in it, and what a person does to it afterwards. */
interface Resaving {
  readonly file: ResavedFile;
  readonly bytes: Buffer;
  readonly rows: readonly number[];
  readonly mend: (text: string) => string;
}

/** Sends rows, lets a program save the files they came in and those the service gives of them, sends what it saved, and judges each row. */
export async function resaveFiles(
  importer: Importer,
  rows: readonly HardRow[],
  program: ResavingProgram,
  { folder, url }: { readonly folder: string; readonly url: string },
): Promise<readonly Omit<Finding, 'program'>[]> {
  const template: string = (await importer.get('/v1/pins/imports/template.csv')).body;
  const before = (await sendRows(importer, fillIn(template, rows))).rows;
  const refused = before.findIndex(({ status }) => status !== 'created');
  if (before.length !== rows.length || refused >= 0) throw new Error(`the rows as they are: ${JSON.stringify(before[refused])}`);
  const resavings = [
    ...filesOf(template, rows),
    { file: 'failed.csv' as const, bytes: await failedCsv(importer, template, rows, url), rows: [...rows.keys()], mend: mendScheme },
  ];
  const named = resavings.map((one, index) => ({ ...one, from: join(folder, `${index}.csv`), to: join(folder, `${index}-saved.csv`) }));
  for (const { from, bytes } of named) await writeFile(from, bytes);
  await program.save(named.map(({ from, to }) => ({ from, to })));
  const judged = await mapLimited(filesAtOnce, named, async ({ to, mend, ...one }) => {
    const saved = await readFile(to).catch(() => null);
    const judge = (found: SentFile) => judgeFile(one, rows, before, found);
    if (saved === null || saved.length === 0) return judge({ jobId: null, refusal: 'The program could not read it.', rows: [] });
    return judge(await sendRows(importer, mended(saved, mend)));
  });
  return judged.flat();
}

function filesOf(template: string, rows: readonly HardRow[]): Resaving[] {
  const same = (text: string) => text;
  const plainRow = fillIn(template, rows.slice(0, 1)).slice(template.length);
  const addRow = (text: string) => `${text}${/[\r\n]$/.test(text) ? '' : '\r\n'}${plainRow}`;
  return [
    { file: 'template.csv', bytes: Buffer.from(template), rows: [0], mend: addRow },
    { file: 'template, filled in', bytes: Buffer.from(fillIn(template, rows)), rows: [...rows.keys()], mend: same },
    ...rows.map((row, index): Resaving => {
      return { file: 'a row alone', bytes: Buffer.from(fillIn(template, [row])), rows: [index], mend: same };
    }),
  ];
}

const mendScheme = (text: string): string => text.replaceAll(brokenScheme, 'https:');

/** What is no UTF-8 goes out as it is. */
function mended(saved: Buffer, mend: (text: string) => string): Uint8Array<ArrayBuffer> {
  const text = saved.toString('latin1');
  return Uint8Array.from(Buffer.from(mend(text), 'latin1'));
}

/** The failed rows of a file whose rows all fail; mended they ask for what the others have made. */
async function failedCsv(importer: Importer, template: string, rows: readonly HardRow[], url: string): Promise<Buffer> {
  const failing = rows.map((row) => ({
    ...row,
    cells: { ...row.cells, image_url: (row.cells['image_url'] ?? '').replace('https:', brokenScheme) },
  }));
  const { jobId } = await sendRows(importer, fillIn(template, failing));
  const signal = AbortSignal.timeout(60_000);
  const response = await fetch(`${url}/v1/pins/imports/${jobId}/failed.csv`, { headers: importer.key, signal });
  if (response.status !== 200) throw new Error(`failed.csv was answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

function judgeFile(
  { file, rows: places }: Pick<Resaving, 'file' | 'rows'>,
  rows: readonly HardRow[],
  before: readonly SentRow[],
  { refusal, rows: after }: SentFile,
): Omit<Finding, 'program'>[] {
  const lost = refusal === null && after.length !== places.length;
  return places.map((place, index) => {
    const [row, one, now] = [rows[place], before[place], after[index]];
    if (!row || !one) throw new Error(`there is no row ${place}`);
    const { kind, isText = false } = row;
    if (refusal !== null) return { file, kind, verdict: 'refused with words', said: refusal };
    if (lost || !now) {
      const verdict = after.every(({ status }) => status === 'failed') ? 'refused with words' : 'silently wrong';
      return { file, kind, verdict, said: `${places.length} rows became ${after.length}` };
    }
    return { file, kind, ...judgeRow(one, now, now.asked, isText) };
  });
}
