import { tmpdir } from 'node:os';
import { UploadReservations } from './upload-reservations';

const MB = 1024 * 1024;
const settings = { DATA_DIR: tmpdir(), UPLOADS_AT_ONCE: 4, UPLOADS_PER_PROJECT: 2, DISK_FREE_MB: 1 };
const upload = { projectId: 'one', bytes: 10 * MB, usedBytes: () => Promise.resolve(0), quotaBytes: 25 * MB };
const full = expect.objectContaining({ code: 'quota_exceeded' });

it('counts what is on its way as stored, until it is released', async () => {
  const uploads = new UploadReservations(settings);
  const release = await uploads.reserve({ ...upload, bytes: 20 * MB });
  await expect(uploads.reserve(upload)).rejects.toEqual(full);
  release();
  release();
  await uploads.reserve(upload);
});

it('takes a few at once of a project, which hold up no other project, and a few of all', async () => {
  const uploads = new UploadReservations(settings);
  const begun: string[] = [];
  const releases: (() => void)[] = [];
  const begin = (projectId: string) =>
    uploads.reserve({ ...upload, bytes: MB, projectId }).then((release) => {
      begun.push(projectId);
      releases.push(release);
    });
  const all = ['one', 'one', 'one', 'one', 'two', 'three', 'four'].map(begin);
  await Promise.all([all[0], all[1], all[4], all[5]]);
  expect([...begun].sort()).toEqual(['one', 'one', 'three', 'two']);
  for (const release of releases.splice(0)) release();
  await Promise.all(all);
  expect([...begun].sort()).toEqual(['four', 'one', 'one', 'one', 'one', 'three', 'two']);
});

it('leaves the disk its floor', async () => {
  const uploads = new UploadReservations({ ...settings, DISK_FREE_MB: 1_000_000_000 });
  await expect(uploads.reserve(upload)).rejects.toMatchObject({ code: 'service_unavailable' });
  await expect(uploads.reserve(upload)).rejects.toMatchObject({ code: 'service_unavailable' });
});
