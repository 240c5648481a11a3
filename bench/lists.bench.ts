import { newId } from '@pps/kernel';
import { contextOf, migrate, openDatabase, physicalTable, readStoreMigrations, setUpProjection, type Database } from '@pps/read-store';
import { pinQueued } from '@pps/pins/testing';
import { recorded } from '@pps/read-store/testing';
import { listPins, type PinPageQuestion } from '@projections/pins/list-pins.query';
import { pinSorts } from '@projections/pins/pin-sorts';
import { pinsProjection } from '@projections/pins/pins.projection';
import { withBenchParts } from './bench-parts';
import { median, percentile } from './percentile';

// How long a page of a project's pins takes with its exact total, beside the bare SQL of the newest page.

const sizes = (process.env['SIZES'] ?? '10000,100000,1000000').split(',').map(Number);
const rounds = Number(process.env['ROUNDS'] ?? 100);
const pinsPerBatch = 5_000;
const words = 'blue door garden kitchen autumn pumpkin wooden table recipe summer paris morning coffee light shelf Kürbis'.split(' ');

export async function run(): Promise<void> {
  await withBenchParts(async ({ postgres }) => {
    const db = openDatabase(postgres.url, 4);
    await migrate(db, readStoreMigrations);
    await setUpProjection(db, pinsProjection, 'bench');
    const projectId = newId();
    const accounts = Array.from({ length: 5 }, newId);
    let made = 0;
    for (const size of sizes) {
      for (; made < size; made += pinsPerBatch) await feed(db, projectId, accounts, made, Math.min(pinsPerBatch, size - made));
      for (const table of pinsProjection.tables) await db.raw(`vacuum analyze ${physicalTable(pinsProjection, table)}`);
      console.log(`${size.toLocaleString('en')} pins in a project, ${rounds} pages of 50 each, ms`);
      console.table(await measureAll(db, projectId, accounts));
    }
    await db.destroy();
  });
}

async function measureAll(db: Database, projectId: string, accounts: readonly string[]): Promise<object> {
  const question: PinPageQuestion = { projectId, epoch: 0, accountIds: null, sort: 'created_at_desc', limit: 50, offset: 0 };
  const bare = 'select folded from read.pins where project_id = ? and epoch = 0 order by created_at desc, queued_position desc limit 50';
  const asked: Record<string, Partial<PinPageQuestion>> = {
    ...Object.fromEntries(pinSorts.map((sort) => [sort, { sort }])),
    account_id: { accountId: accounts[1] },
    'allow-list of two': { accountIds: accounts.slice(0, 2) },
    board_id: { boardId: '7' },
    'status published': { status: 'published' },
    error_code: { errorCode: 'invalid_image' },
    'since and until': { since: moment(1_000), until: moment(9_000) },
    'q in one of 16': { q: 'KÜRBIS' },
    'q in one of 1,000': { q: 'number 123 ' },
    'q in one': { q: 'number 4321!' },
    'q in none': { q: 'Zwiebelkuchen' },
    'q of two letters': { q: 'ü' },
    'q by title': { q: 'number 123 ', sort: 'title_asc' },
    'offset 5,000': { offset: 5_000 },
  };
  const rows: Record<string, object> = { 'bare SQL, newest first': await measure(() => db.raw(bare, [projectId])) };
  for (const [name, changes] of Object.entries(asked)) rows[name] = await measure(() => listPins(db, { ...question, ...changes }));
  return rows;
}

async function measure(read: () => PromiseLike<unknown>): Promise<object> {
  const times: number[] = [];
  for (let n = 0; n < rounds + 3; n++) {
    const begun = performance.now();
    await read();
    if (n >= 3) times.push(performance.now() - begun);
    // What takes seconds shows itself in a few.
    if (times.length >= 5 && times.reduce((sum, time) => sum + time) > 10_000) break;
  }
  return { p50: Number(median(times).toFixed(1)), p99: Number(percentile(times, 99).toFixed(1)), reads: times.length };
}

const moment = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 2_000).toISOString();

async function feed(db: Database, projectId: string, accounts: readonly string[], first: number, count: number): Promise<void> {
  const facts = Array.from({ length: count }, (_, index) => {
    const n = first + index;
    const pinId = newId();
    const title = `${words[n % words.length]} ${words[(n * 7) % 13]} number ${n % 1_000} ${n === 4_321 ? 'number 4321!' : ''}`.trim();
    const description = `${words[(n * 3) % 15]} and ${words[(n * 5) % 14]} for a quiet ${words[(n * 11) % 15]} in the ${words[(n * 13) % 15]}`;
    const content = { title, description, imageUrl: `https://images.example.com/${n}.jpg` };
    const changes = { pinId, projectId, accountId: accounts[n % 5] ?? '', boardId: String(n % 50), content, queuedAt: moment(n) };
    const started = { type: 'PinPublishAttemptStarted', data: { attempt: 1, startedAt: moment(n + 1), deadline: moment(n + 60) } };
    const failed = { type: 'PinFailed', data: { errorCode: 'invalid_image', errorMessage: 'No.', failedAt: moment(n + 2) } };
    const published = {
      type: 'PinPublished',
      data: { attempt: 1, platformPinId: String(n), platformUrl: 'https://p/1', publishedAt: moment(n + 2), via: 'answer' },
    };
    return recorded(`pin-${pinId}`, [pinQueued(changes), started, n % 20 === 0 ? failed : published], BigInt(n) * 3n);
  });
  await db.transaction((tx) => pinsProjection.project(facts.flat(), contextOf(pinsProjection, tx)));
}
