import { statSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournaledStore } from './journaled-store';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const path = () => join(folder, 'subject.ndjson');

test('what was flushed is there when the file is opened again, without a close', async () => {
  const store = await openJournaledStore(path());
  store.table<{ n: number }>('rows').put('a', { n: 1 });
  store.table<{ n: number }>('rows').put('b', { n: 2 });
  store.table<{ n: number }>('rows').remove('a');
  store.next();
  await store.flushed();
  const again = await openJournaledStore(path());
  expect([...again.table('rows').rows()]).toEqual([{ n: 2 }]);
  expect(again.next()).toBe(2);
  await store.close();
  await again.close();
});

test('flushed waits until all bytes are in the file', async () => {
  const store = await openJournaledStore(path());
  store.table<string>('rows').put('large', 'x'.repeat(50_000_000));
  await store.flushed();
  expect(statSync(path()).size).toBeGreaterThan(50_000_000);
  await store.close();
});

test('a torn last line is skipped and does not spoil what comes after', async () => {
  const store = await openJournaledStore(path());
  store.table<number>('rows').put('a', 1);
  await store.close();
  await appendFile(path(), '[["rows","b",');
  const torn = await openJournaledStore(path());
  expect(torn.table('rows').get('b')).toBeUndefined();
  torn.table<number>('rows').put('c', 3);
  await torn.close();
  const again = await openJournaledStore(path());
  expect([...again.table('rows').rows()]).toEqual([1, 3]);
  await again.close();
});

test('changes of one tick of the event loop share a line, so they survive together', async () => {
  const store = await openJournaledStore(path());
  store.table<number>('rows').put('a', 1);
  store.table<number>('rows').put('b', 2);
  await store.close();
  expect((await readFile(path(), 'utf8')).trim().split('\n')).toEqual(['[["rows","a",1],["rows","b",2]]']);
});

test('a journal full of dead changes is rewritten and keeps every row', async () => {
  const store = await openJournaledStore(path());
  const rows = store.table<{ n: number }>('rows');
  for (let n = 1; n <= 60_000; n += 1) {
    rows.put(String(n % 10), { n });
    if (n % 100 === 0) await store.flushed();
  }
  rows.put('last', { n: 0 });
  await store.close();
  expect((await readFile(path(), 'utf8')).split('\n').length).toBeLessThan(400);
  const again = await openJournaledStore(path());
  expect(again.table<{ n: number }>('rows').get('0')).toEqual({ n: 60_000 });
  expect(again.table<{ n: number }>('rows').get('last')).toEqual({ n: 0 });
  expect(again.table('rows').size).toBe(11);
  await again.close();
});
