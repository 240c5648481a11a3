import { fold, Rejected } from '@pps/kernel';
import {
  accountExport,
  endAccountExport,
  accountExportStatus,
  isExportReady,
  recordAccountExport,
  recordExportDownload,
  decideExportRequest,
  type AccountExportState,
  type AccountExportFact,
  type AccountExportReady,
} from './account-export.stream';

const morning = '2026-11-23T09:00:00.000Z';
const evening = '2026-11-23T23:59:58.500Z';
const tomorrow = '2026-11-24T00:00:00.000Z';

const ask = (exportId: string, state: AccountExportState, requestedAt = morning) =>
  decideExportRequest({ exportId, organizationId: 'o', userId: 'u', requestedAt }, 3, state);
const ready = (exportId: string): AccountExportReady['data'] => ({
  exportId,
  fileId: `file of ${exportId}`,
  ...{ sizeBytes: 5, sha256: 'a', fileCount: 1, readyAt: morning, expiresAt: tomorrow },
});
const none = accountExport.initial;
const after = (state: AccountExportState, ...decisions: ((known: AccountExportState) => readonly AccountExportFact[])[]) =>
  decisions.reduce((known, decide) => fold(accountExport, decide(known), known), state);

test('who asks a thousand times gets one archive at a time and three a day', () => {
  let state = none;
  let made = 0;
  let refused = 0;
  for (let n = 0; n < 1_000; n++) {
    try {
      state = after(state, (known) => ask(`e${n}`, known, evening));
    } catch (error) {
      expect(error).toBeInstanceOf(Rejected);
      expect((error as Rejected).context).toEqual({ retry_after_seconds: 2 });
      refused += 1;
    }
    // Nine of ten ask while the one before is still being made.
    if (n % 10 === 9 && state.latest && !state.latest.archive) {
      const { exportId } = state.latest;
      state = after(state, (known) => recordAccountExport(ready(exportId), known));
      made += 1;
    }
  }
  expect([made, refused]).toEqual([3, 970]);
  expect(after(state, (known) => ask('next', known, tomorrow)).latest?.exportId).toBe('next');
});

test('a repeat while it is made is silent, one that is ready is replaced', () => {
  const preparing = after(none, (known) => ask('one', known));
  expect(ask('two', preparing)).toEqual([]);
  const done = after(preparing, (known) => recordAccountExport(ready('one'), known));
  expect(isExportReady(done.latest, evening, 0)).toBe(true);
  expect(isExportReady(done.latest, tomorrow, 0)).toBe(false);
  expect(ask('two', done).map(({ type, data }) => [type, data.exportId])).toEqual([
    ['AccountExportEnded', 'one'],
    ['AccountExportRequested', 'two'],
  ]);
});

test('an export is preparing until its archive is there, ready until that ends, and failed only where making it did', () => {
  const preparing = after(none, (known) => ask('one', known));
  const done = after(preparing, (known) => recordAccountExport(ready('one'), known));
  const failed = after(preparing, (known) => endAccountExport('one', 'failed', evening, known));
  const statusOf = ({ latest }: typeof done, at = evening, generation = 0) => latest && accountExportStatus(latest, at, generation);
  expect([statusOf(preparing), statusOf(done), statusOf(failed)]).toEqual(['preparing', 'ready', 'failed']);
  expect([statusOf(done, tomorrow), statusOf(done, evening, 1), statusOf(preparing, evening, 1)]).toEqual([
    'expired',
    'expired',
    'expired',
  ]);
});

test('who has a new password gets no archive that was asked for before, and may ask for another at once', () => {
  const preparing = after(none, (known) => ask('one', known));
  const again = { exportId: 'two', organizationId: 'o', userId: 'u', requestedAt: evening, sessionGeneration: 1 };
  const done = after(preparing, (known) => recordAccountExport(ready('one'), known));
  expect(isExportReady(done.latest, evening, 1)).toBe(false);
  for (const state of [preparing, done]) {
    const facts = decideExportRequest(again, 3, state);
    expect(facts.map(({ type, data }) => [type, data.exportId])).toEqual([
      ['AccountExportEnded', 'one'],
      ['AccountExportRequested', 'two'],
    ]);
    expect(facts[0]?.data).toMatchObject({ reason: 'sessions_ended' });
    const latest = after(
      state,
      () => facts,
      (known) => recordAccountExport(ready('two'), known),
    ).latest;
    expect(isExportReady(latest, evening, 1)).toBe(true);
  }
});

test('what was ended meanwhile gets no archive, and an older export changes nothing', () => {
  const ended = after(
    none,
    (known) => ask('one', known),
    (known) => endAccountExport('one', 'forgotten', morning, known),
  );
  expect(recordAccountExport(ready('one'), ended)).toEqual([]);
  expect(endAccountExport('one', 'expired', morning, ended)).toEqual([]);
  const next = after(ended, (known) => ask('two', known));
  expect(recordAccountExport(ready('one'), next)).toEqual([]);
  expect(endAccountExport('one', 'expired', morning, next)).toEqual([]);
  expect(accountExport.evolve(next, { type: 'AccountExportReady', data: ready('one') })).toEqual(next);
});

test('two processes that made the same archive record one of them', () => {
  const state = after(
    none,
    (known) => ask('one', known),
    (known) => recordAccountExport(ready('one'), known),
  );
  expect(recordAccountExport({ ...ready('one'), fileId: 'another' }, state)).toEqual([]);
});

test('the first twenty downloads are recorded', () => {
  let state = after(
    none,
    (known) => ask('one', known),
    (known) => recordAccountExport(ready('one'), known),
  );
  for (let n = 0; n < 1_000; n++) state = after(state, (known) => recordExportDownload('one', evening, known));
  expect(state.latest?.downloads).toBe(20);
  expect(fold(accountExport, []).latest).toBeNull();
});
