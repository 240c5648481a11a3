import { readCsv } from '@pps/imports';
import { Invalid } from '@pps/kernel';
import { Readable } from 'node:stream';
import { decodeCsvRows, decodeJsonRows, mostRows } from '../../../apps/api/imports/decode-rows';
import { seededRandom } from '@pps/kernel/testing';
import { uglyValues } from '../platform-answers/ugly-values';

export interface FuzzedFiles {
  readonly files: number;
  /** As a whole, with field errors. */
  readonly refused: number;
  readonly read: number;
  readonly rowsAtFault: number;
  /** Of the heap, from the first tenth on. */
  readonly mibGrown: number;
  /** What was thrown that no client is answered with 422, and faults that say nothing. */
  readonly violations: readonly string[];
}

const columns = ['account_id', 'board_id', 'title', 'image_url', 'related_terms', 'run_at', 'error', 'idempotency_key', 'colour'];
const good = ['0197a000-0000-7000-8000-00000000000a', '1', 'Blue door', 'https://images.example.com/door.jpg'];
const listedAtMost = 20;

/** Gives so many files made by chance to what reads them: each is refused with field errors, or each of its rows is a request or at fault. */
export async function fuzzFiles(files: number, seed: number): Promise<FuzzedFiles> {
  const random = seededRandom(seed);
  const counts = { refused: 0, read: 0, rowsAtFault: 0 };
  const violations: string[] = [];
  let heapAtFirst = 0;
  for (let file = 0; file < files; file++) {
    if (file === Math.floor(files / 10)) heapAtFirst = process.memoryUsage().heapUsed;
    try {
      const rows = random() < 0.7 ? await readChunks(csvFile(random), random) : await decodeJsonRows(jsonFile(random));
      counts.read += 1;
      const faults = rows.filter(({ fault }) => fault !== null);
      counts.rowsAtFault += faults.length;
      const isVague = rows.some(({ fault, request }) => (fault === null) === (request === null) || fault?.message === '');
      if (isVague && violations.length < listedAtMost) violations.push(`file ${file} of seed ${seed} has a row without an answer`);
    } catch (error) {
      if (error instanceof Invalid && error.errors.length > 0) counts.refused += 1;
      else if (violations.length < listedAtMost) violations.push(`file ${file} of seed ${seed}: ${String(error)}`);
    }
  }
  const mibGrown = Math.round((process.memoryUsage().heapUsed - heapAtFirst) / 1024 / 1024);
  return { files, ...counts, mibGrown, violations };
}

async function readChunks(file: Buffer, random: () => number) {
  const size = 1 + Math.floor(random() * 200);
  const chunks = Array.from({ length: Math.ceil(file.length / size) }, (_, index) => file.subarray(index * size, (index + 1) * size));
  return decodeCsvRows((await readCsv(Readable.from(chunks), mostRows)).rows);
}

/** A file that would be good, with some things changed. */
function csvFile(random: () => number): Buffer {
  const { one, text } = uglyValues(random);
  const delimiter = one([',', ';', '\t', '|']);
  const end = one(['\r\n', '\n', '\r', '\n\r']);
  const cell = (value: string): string => {
    const ugly = random() < 0.15 ? text() : value;
    return random() < 0.5 ? `"${random() < 0.9 ? ugly.replaceAll('"', '""') : ugly}"` : ugly;
  };
  const header = columns.filter((_, index) => index < good.length || random() < 0.1);
  const names = random() < 0.1 ? [...header].reverse() : header;
  const rows = Array.from({ length: Math.floor(random() * 6) }, () => {
    const cells = names.map((name) => cell(good[columns.indexOf(name)] ?? ''));
    return random() < 0.1 ? cells.slice(1) : cells;
  });
  const lines = [random() < 0.9 ? names : [], ...rows].map((cells) => cells.join(delimiter));
  return damaged(
    Buffer.from(`${random() < 0.3 ? '\ufeff' : ''}${lines.join(end)}`, one(['utf8', 'utf8', 'utf8', 'utf16le', 'latin1'])),
    random,
  );
}

function damaged(file: Buffer, random: () => number): Buffer {
  if (file.length === 0 || random() < 0.6) return file;
  const at = Math.floor(random() * file.length);
  if (random() < 0.4) return file.subarray(0, at);
  const copy = Buffer.from(file);
  copy[at] = Math.floor(random() * 256);
  return copy;
}

function jsonFile(random: () => number): unknown {
  const { anything } = uglyValues(random);
  if (random() < 0.1) return anything();
  return Array.from({ length: Math.floor(random() * 5) }, () => {
    if (random() < 0.1) return anything();
    const row = Object.fromEntries(columns.slice(0, good.length).map((name, index): [string, unknown] => [name, good[index]]));
    for (const name of columns) if (random() < 0.1) row[name] = anything();
    return row;
  });
}
