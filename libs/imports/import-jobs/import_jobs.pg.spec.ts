import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { Streams } from '@pps/event-store';
import { newId, type Fact } from '@pps/kernel';
import { migrate, readStoreMigrations } from '@pps/read-store';
import { fedProjection, passOverAfter, recorded, type FedProjection } from '@pps/read-store/testing';
import { ImportBodies } from '../bodies/import-bodies.store';
import { sweepImportBodies } from '../bodies/import-bodies-sweep.dispatcher';
import { failImport, recordRows, importStream } from '../import/import.stream';
import { importsMigrations } from '../imports.migrations';
import { importAccepted, rowCreated, rowFailed } from '../testing';
import { findNextImports, importingTask, listImports } from './import-jobs.query';
import { importJobsProjection } from './import_jobs.projection';

let fed: FedProjection;
beforeAll(async () => {
  fed = await fedProjection(importJobsProjection);
  await migrate(fed.db, [...readStoreMigrations, ...importsMigrations]);
});
afterAll(() => fed.stop());
beforeEach(() => fed.db('imports.body').delete());

let position = 0n;
const at = '2026-11-20T10:00:05.000Z';
const started: Fact = { type: 'ImportStarted', data: { startedAt: at } };
const rows = (...outcomes: object[]): Fact => ({ type: 'ImportRowsProcessed', data: { rows: outcomes, processedAt: at } });
const completed = (failedRows: number): Fact => ({ type: 'ImportCompleted', data: { failedRows, completedAt: at } });

async function fedImport(projectId: string, ...facts: Fact[]): Promise<string> {
  const jobId = newId();
  const given = recorded(`import-${jobId}`, [importAccepted({ jobId, projectId }), ...facts], position);
  position += BigInt(given.length);
  await fed.feed(given);
  await fed.feed(given);
  return jobId;
}

it('shows how far each import has come, the same when everything is given twice', async () => {
  const projectId = newId();
  const done = await fedImport(
    projectId,
    started,
    rows(rowCreated(1), rowFailed(2)),
    rows(rowCreated(3, { status: 'existing' })),
    completed(1),
  );
  const open = await fedImport(projectId, started, rows(rowCreated(1)));
  const [newest, oldest] = await fed.db('read.import_job').where({ project_id: projectId }).orderBy('accepted_position', 'desc');
  expect(oldest).toMatchObject({
    job_id: done,
    status: 'completed_with_errors',
    processed_rows: 3,
    created_rows: 1,
    existing_rows: 1,
    failed_rows: 1,
  });
  expect(newest).toMatchObject({ job_id: open, status: 'processing', processed_rows: 1, created_rows: 1, ended_at: null });
  const filter = { projectId, epoch: 0, limit: 10, offset: 0 };
  expect(await listImports(fed.db, filter)).toEqual({ jobIds: [open, done], total: 2, next: null });
  expect(await listImports(fed.db, { ...filter, status: 'processing', sourceType: 'json' })).toEqual({
    jobIds: [open],
    total: 1,
    next: null,
  });
  const { next, ...first } = await listImports(fed.db, { ...filter, limit: 1 });
  expect(first).toEqual({ jobIds: [open], total: 2 });
  expect(await listImports(fed.db, { ...filter, limit: 1, cursor: next ?? undefined })).toEqual({ jobIds: [done], total: 2, next: null });
  expect(await listImports(fed.db, { ...filter, epoch: 1 })).toEqual({ jobIds: [], total: 0, next: null });
});

it('finds the oldest open import of each project, those first that waited longest, and passes over what cannot go on', async () => {
  const [one, other] = [newId(), newId()];
  const running = await fedImport(one);
  await fedImport(one);
  const waiting = await fedImport(other);
  const own = async (busy: readonly string[] = []) =>
    (await findNextImports(fed.db, busy, 100)).filter((jobId) => [running, waiting].includes(jobId));
  expect(await own()).toEqual([running, waiting]);
  const progress = recorded(`import-${running}`, [started], position).map((fact) => ({ ...fact, revision: 1 }));
  position += 1n;
  await fed.feed(progress);
  expect(await own()).toEqual([waiting, running]);
  expect(await own([waiting])).toEqual([running]);
  // For minutes: a machine that stands still must not bring it back.
  await passOverAfter(8, fed.db, importingTask, waiting);
  expect(await own()).toEqual([running]);
});

describe('the rows of a file', () => {
  const given = (rowNumber: number) => ({
    rowNumber,
    given: rowNumber === 2 ? null : { title: `Row ${rowNumber}` },
    request: null,
    fault: null,
  });
  const owner = () => ({ jobId: newId(), projectId: newId(), epoch: 0 });

  it('are read in order, and only the failed ones outlive the import', async () => {
    const bodies = new ImportBodies(fed.db, 10);
    const file = owner();
    await bodies.save(
      file,
      Array.from({ length: 250 }, (_, index) => given(index + 1)),
    );
    expect((await bodies.read(file.jobId, 2, 2)).map(({ rowNumber, given: value }) => [rowNumber, value])).toEqual([
      [2, null],
      [3, { title: 'Row 3' }],
    ]);
    await bodies.keepFailedRows(file.jobId, [2, 7]);
    await bodies.keepFailedRows(file.jobId, []);
    expect([...(await bodies.readGiven(file.jobId, [1, 2, 7])).keys()].sort()).toEqual([2, 7]);
  });

  it('wait in a limited number of files of a project, however many come at once', async () => {
    const bodies = new ImportBodies(fed.db, 3);
    const { projectId } = owner();
    const saved = await Promise.allSettled(Array.from({ length: 8 }, () => bodies.save({ ...owner(), projectId }, [given(1)])));
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(saved.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'rate_limited' } });
    await bodies.save(owner(), [given(1)]);
  });

  it('that were not reached outlive an import that failed and whose process died then', async () => {
    const bodies = new ImportBodies(fed.db, 10);
    const streams = new Streams(openInMemoryEventStore());
    const file = owner();
    await bodies.save(file, [given(1), given(2), given(3)]);
    await streams.decide(importStream, file.jobId, someone, () => [importAccepted({ ...file })]);
    await streams.decide(importStream, file.jobId, someone, (state) => recordRows({ rows: [rowCreated(1)], at }, state));
    await streams.decide(importStream, file.jobId, someone, (state) => failImport({ message: 'The API key was revoked.', at }, state));
    await fed.db('imports.body').update({ received_at: new Date(Date.now() - 3_600_000) });
    const deps = { streams, bodies, presentEpoch: async () => true, pause: async () => undefined, onError: () => undefined };
    await sweepImportBodies(deps, new AbortController().signal);
    expect((await bodies.read(file.jobId, 1, 9)).map(({ rowNumber }) => rowNumber)).toEqual([2, 3]);
    expect(await bodies.findLongOpen(5, null, 10)).toEqual([]);
  });

  it('stay where the request came again while the sweep looked for its import', async () => {
    const bodies = new ImportBodies(fed.db, 10);
    const streams = new Streams(openInMemoryEventStore());
    const file = owner();
    await bodies.save(file, [given(1)]);
    await fed.db('imports.body').update({ received_at: new Date(Date.now() - 3_600_000) });
    const load: typeof streams.load = async (type, id) => {
      const known = await streams.load(type, id);
      await bodies.save(file, [given(1), given(3)]);
      return known;
    };
    const deps = { streams: { load }, bodies, presentEpoch: async () => true, pause: async () => undefined, onError: () => undefined };
    await sweepImportBodies(deps, new AbortController().signal);
    expect((await bodies.read(file.jobId, 1, 9)).map(({ rowNumber }) => rowNumber)).toEqual([1, 3]);
  });

  it('are removed where no import came of them, it has ended, or its sandbox was reset', async () => {
    const bodies = new ImportBodies(fed.db, 10);
    const streams = new Streams(openInMemoryEventStore());
    const [orphan, ended, open, reset] = [owner(), owner(), owner(), owner()];
    for (const file of [orphan, ended, open, reset]) await bodies.save(file, [given(1), given(2), given(3)]);
    for (const file of [ended, open, reset]) await streams.decide(importStream, file.jobId, someone, () => [importAccepted({ ...file })]);
    const outcomes = [rowCreated(1), rowFailed(2), rowCreated(3)];
    await streams.decide(importStream, ended.jobId, someone, (state) => recordRows({ rows: outcomes, at }, state));
    await fed.db('imports.body').update({ received_at: new Date(Date.now() - 3_600_000) });
    const presentEpoch = async ({ projectId }: { readonly projectId: string }) => projectId !== reset.projectId;
    const deps = { streams, bodies, presentEpoch, pause: async () => undefined, onError: () => undefined };
    await sweepImportBodies(deps, new AbortController().signal);
    const left = async ({ jobId }: { readonly jobId: string }) => (await bodies.read(jobId, 1, 9)).map(({ rowNumber }) => rowNumber);
    expect([await left(orphan), await left(ended), await left(open), await left(reset)]).toEqual([[], [2], [1, 2, 3], []]);
    await fed.db('imports.body').update({ ended_at: new Date(Date.now() - 31 * 86_400_000) });
    await sweepImportBodies(deps, new AbortController().signal);
    expect([await left(ended), await left(open)]).toEqual([[], []]);
  });
});
