import { readArchive } from '@pps/asset-storage/testing';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ArchiveFile } from './archive-file';

const at = new Date('2026-11-23T09:00:00.000Z');
const never = new AbortController().signal;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
  path = join(folder, 'archive.zip');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('what was put in comes out, under names of any script, and nobody else can read the file', async () => {
  const archive = await ArchiveFile.open(path, at, never);
  const photo = Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 7) % 256));
  await archive.addText('README.txt', 'Ein Text – 🚪');
  await archive.addLines('data/pins.ndjson', Readable.from([[{ n: 1 }, { n: 2 }], [], [{ n: 3, title: 'a\nb\u2028' }]]));
  await archive.add('files/👩‍👧 Tür.png', Readable.from([photo]), { stored: true });
  const { sizeBytes, sha256: whole } = await archive.finish();
  const zip = await readFile(path);
  expect([zip.length, sha256(zip)]).toEqual([sizeBytes, whole]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const files = readArchive(zip);
  expect([...files.keys()]).toEqual(['README.txt', 'data/pins.ndjson', 'files/👩‍👧 Tür.png']);
  expect(files.get('files/👩‍👧 Tür.png')).toEqual(photo);
  expect(files.get('data/pins.ndjson')?.toString().split('\n').length).toBe(4);
  expect(archive.files[1]).toMatchObject({ items: 3, bytes: files.get('data/pins.ndjson')?.length });
  for (const file of archive.files) expect(sha256(files.get(file.path) ?? Buffer.alloc(0))).toBe(file.sha256);
});

test('2,001 files and 10,000 lines pass through without being collected', async () => {
  const archive = await ArchiveFile.open(path, at, never);
  for (let n = 0; n < 2_001; n++) await archive.add(`files/${n}`, Readable.from([Buffer.alloc(64, n)]), { stored: true });
  let open = 0;
  let most = 0;
  async function* pages() {
    for (let n = 0; n < 20; n++) {
      // A page is asked for when the one before was taken.
      most = Math.max(most, ++open);
      yield Array.from({ length: 500 }, (_, line) => ({ line, text: 'x'.repeat(200) }));
      open -= 1;
    }
  }
  expect(await archive.addLines('data/pins.ndjson', pages())).toMatchObject({ items: 10_000 });
  await archive.finish();
  expect(most).toBe(1);
  expect(readArchive(await readFile(path)).size).toBe(2_002);
});

test('a source is read no faster than the archive is written', async () => {
  const archive = await ArchiveFile.open(path, at, never);
  const chunk = Buffer.alloc(65_536, 1);
  let given = 0;
  let furthest = 0;
  async function* large() {
    for (let n = 0; n < 1_000; n++) {
      const written = await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
      furthest = Math.max(furthest, given - written);
      given += chunk.length;
      yield chunk;
    }
  }
  await archive.add('files/large', Readable.from(large(), { objectMode: false, highWaterMark: 1 }), { stored: true });
  await archive.finish();
  expect(given).toBe(65_536_000);
  expect(furthest).toBeLessThan(4 * 1_048_576);
});

test('a source that fails, or a leadership that ends, gives the archive up', async () => {
  const failing = await ArchiveFile.open(path, at, never);
  async function* broken(): AsyncGenerator<Buffer> {
    throw new Error('the storage is gone');
  }
  await expect(failing.add('files/1', Readable.from(broken()))).rejects.toThrow('the storage is gone');
  await failing.discard();
  const ending = new AbortController();
  const aborted = await ArchiveFile.open(join(folder, 'other.zip'), at, ending.signal);
  async function* endless() {
    for (let n = 0; ; n++) {
      if (n === 3) ending.abort(new Error('no longer the leader'));
      yield Buffer.alloc(1_000);
    }
  }
  await expect(aborted.add('files/1', Readable.from(endless()))).rejects.toThrow();
  await aborted.discard();
});
