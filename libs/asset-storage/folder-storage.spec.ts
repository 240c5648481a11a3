import { newId } from '@pps/kernel';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderStorage } from './folder-storage';
import { openAssetStorage } from './open-asset-storage';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'folder-'))));
afterEach(() => rm(folder, { recursive: true }));

async function put(key: string, text: string): Promise<void> {
  await mkdir(join(folder, 'incoming'), { recursive: true });
  const path = join(folder, 'incoming', 'file');
  await writeFile(path, text);
  await folderStorage(folder).put(key, { path, sizeBytes: text.length, contentType: 'image/png' });
}

const read = async (key: string, range?: { start: number; end: number }) => {
  const stream = await folderStorage(folder).open(key, range);
  return stream && Buffer.concat(await stream.toArray()).toString();
};

it('stores what was put, whole and in part, and leaves no copy where it came from', async () => {
  await put('a-1/original', 'a picture');
  expect([await read('a-1/original'), await read('a-1/original', { start: 2, end: 4 })]).toEqual(['a picture', 'pic']);
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  const modes = await Promise.all(['a-1', 'a-1/original'].map(async (path) => (await stat(join(folder, path))).mode & 0o777));
  expect(modes).toEqual([0o700, 0o600]);
});

it('puts the same again in silence, and what is not there not at all', async () => {
  await put('a-1/original', 'a picture');
  const again = { path: join(folder, 'incoming', 'gone'), sizeBytes: 1, contentType: 'image/png' };
  await expect(folderStorage(folder).put('b-1/original', again)).rejects.toThrow('ENOENT');
  expect(await read('b-1/original')).toBeNull();
});

it('removes silently, the folder with its last file', async () => {
  await put('a-1/original', 'a picture');
  await put('a-1/converted', 'a picture');
  await folderStorage(folder).remove('a-1/original');
  expect(await read('a-1/converted')).toBe('a picture');
  await folderStorage(folder).remove('a-1/converted');
  await folderStorage(folder).remove('a-1/converted');
  expect(await readdir(folder)).toEqual(['incoming']);
});

it.each(['../secret', 'a/../../b', '/etc/passwd', 'a'])('takes no key that leads elsewhere: %s', async (key) => {
  await expect(folderStorage(folder).open(key)).rejects.toThrow('not a key');
});

it('tells of a folder that it cannot make, with its setting', async () => {
  await writeFile(join(folder, 'file'), '');
  const opened = await openAssetStorage({ ASSET_STORAGE: 'folder', DATA_DIR: join(folder, 'file'), S3_REGION: 'eu-1' });
  await expect(opened.check()).rejects.toThrow(/^DATA_DIR cannot be written: ENOTDIR /);
  const fine = await openAssetStorage({ ASSET_STORAGE: 'folder', DATA_DIR: join(folder, 'new'), S3_REGION: 'eu-1' });
  await expect(fine.check()).resolves.toBeUndefined();
});

async function listed(where: string) {
  const all = [];
  for await (const each of folderStorage(where).list()) all.push(each);
  return all;
}

it('lists everything that is stored, and since when, but not what is still being put', async () => {
  const [first, second] = [newId(), newId()];
  await put(`${first}/original`, 'a picture');
  await put(`${first}/converted`, 'a picture');
  await put(`${second}/original`, 'a picture');
  const all = await listed(folder);
  expect(all.map(({ assetId }) => assetId).sort()).toEqual([first, second].sort());
  for (const { putAt } of all) expect(Math.abs(putAt.getTime() - Date.now())).toBeLessThan(60_000);
  expect(await listed(join(folder, 'absent'))).toEqual([]);
});
