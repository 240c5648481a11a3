import { startPostgres } from '@pps/embedded';
import { newId } from '@pps/kernel';
import { pinQueued } from '@pps/pins/testing';
import { contextOf, migrate, openDatabase, physicalTable, readStoreMigrations, setUpProjection, type Database } from '@pps/read-store';
import { recorded } from '@pps/read-store/testing';
import { listPins, type PinPageQuestion } from '@projections/pins/list-pins.query';
import { pinsProjection } from '@projections/pins/pins.projection';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, percentile } from './open-load';

// How long a page of 50 with its exact total takes where it is searched, in one project, beside the newest page.

const pins = Number(process.env['PINS'] ?? 1_000_000);
const reads = Number(process.env['READS'] ?? 100);
const pinsPerBatch = 1_000;
const words = 'blue door garden kitchen autumn pumpkin wooden table recipe summer paris morning coffee light shelf Kürbis'.split(' ');
const word = (n: number): string => words[n % words.length] ?? '';

const asked: Readonly<Record<string, Partial<PinPageQuestion>>> = {
  'no search': {},
  'found in one': { q: 'number 4321!' },
  'in one of 1,000': { q: 'number 123 ' },
  'the same on a board': { q: 'number 123 ', boardId: '23' },
  'the same by title': { q: 'number 123 ', sort: 'title_asc' },
  'in one of 16': { q: 'KÜRBIS' },
  'the same, published': { q: 'KÜRBIS', status: 'published' },
  'in none': { q: 'Zwiebelkuchen' },
  'two letters, in one of 16': { q: 'üR' },
  'two letters, in none': { q: 'qx' },
};

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-search-'));
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), socket: true });
  const db = openDatabase(postgres.url, 4);
  try {
    await migrate(db, readStoreMigrations);
    await setUpProjection(db, pinsProjection, 'bench');
    const projectId = newId();
    for (let made = 0; made < pins; made += pinsPerBatch) await feed(db, projectId, made);
    for (const table of pinsProjection.tables) await db.raw(`vacuum analyze ${physicalTable(pinsProjection, table)}`);
    const question: PinPageQuestion = { projectId, epoch: 0, accountIds: null, sort: 'created_at_desc', limit: 50, offset: 0 };
    const times = new Map(Object.keys(asked).map((what) => [what, [] as number[]]));
    // The first round warms up.
    for (let round = 0; round <= reads; round++) {
      for (const [what, changes] of Object.entries(asked)) {
        const begun = performance.now();
        await listPins(db, { ...question, ...changes });
        if (round > 0) times.get(what)?.push(performance.now() - begun);
      }
    }
    console.log(`${pins.toLocaleString('en')} pins in a project, ${reads} pages of 50 each`);
    const ms = (value: number) => Number(value.toFixed(1));
    console.table([...times].map(([what, each]) => ({ what, 'p50 ms': ms(median(each)), 'p99 ms': ms(percentile(each, 99)) })));
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function feed(db: Database, projectId: string, first: number): Promise<void> {
  const facts = Array.from({ length: pinsPerBatch }, (_, index) => {
    const n = first + index;
    const pinId = newId();
    const title = `${word(n)} ${word((n * 7) % 13)} number ${n % 1_000} ${n === 4_321 ? 'number 4321!' : ''}`.trim();
    const description = `${word((n * 3) % 15)} and ${word((n * 5) % 14)} for a quiet ${word((n * 11) % 15)} in the ${word((n * 13) % 15)}`;
    const content = { title: `${title} `, description, imageUrl: `https://images.example.com/${n}.jpg` };
    const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + (n + seconds) * 1_000).toISOString();
    const published = {
      type: 'PinPublished',
      data: { attempt: 1, platformPinId: String(n), platformUrl: 'https://p/1', publishedAt: at(2), via: 'answer' },
    };
    const started = { type: 'PinPublishAttemptStarted', data: { attempt: 1, startedAt: at(1), deadline: at(60) } };
    const queued = pinQueued({ pinId, projectId, boardId: String(n % 50), content, queuedAt: at(0) });
    return recorded(`pin-${pinId}`, n % 20 === 0 ? [queued] : [queued, started, published], BigInt(n) * 3n);
  });
  await db.transaction((tx) => pinsProjection.project(facts.flat(), contextOf(pinsProjection, tx)));
}
