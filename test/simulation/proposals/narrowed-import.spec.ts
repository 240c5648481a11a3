import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import type { ApiKeyUpdated } from '@pps/identity/events';
import { madeKey } from '@pps/identity/testing';
import { importStream } from '@pps/imports/events';
import { importAccepted } from '@pps/imports/testing';
import { derivedId, newId } from '@pps/kernel';
import { importPortion, type UseCaseDeps } from '@pps/use-cases';
import { accountId, append, depsOf, openProposalProject, writeOf } from './open-proposal-project';

const rows = Array.from({ length: 60 }, (_, index) => {
  const { boardId, content } = writeOf(`Row ${index + 1}`, null);
  return {
    rowNumber: index + 1,
    given: {},
    fault: null,
    request: { accountId, boardId, content, runAt: null, idempotencyKey: `row-${index}` },
  };
});

/** An import of a program that may publish by itself; its grant is changed after the first 25 rows. */
async function importNarrowed(changes: Partial<ApiKeyUpdated['data']>) {
  const store = openInMemoryEventStore();
  const { person } = await openProposalProject(store);
  const [grantId, jobId, clock] = [derivedId('grant of a run'), newId(), () => new Date('2026-11-20T10:00:00.000Z')];
  const { projectId, organizationId, userId } = person;
  const granted = madeKey({
    keyId: grantId,
    projectId,
    organizationId,
    userId,
    source: 'oauth',
    clientId: 'c',
    clientName: 'C',
    mode: 'direct',
  });
  await append(store, `apikey-${grantId}`, 'ApiKeyCreated', granted, 'no_stream');
  const streams = new Streams(store);
  const requestedBy = { kind: 'api_key' as const, userId, keyId: grantId, accountIds: null };
  const accepted = importAccepted({ jobId, projectId, organizationId, totalRows: rows.length, requestedBy });
  await streams.decide(importStream, jobId, someone, () => [accepted]);
  const importBodies = {
    read: async (_: string, from: number, most: number) => rows.slice(from - 1, from - 1 + most),
    keepFailedRows: async () => undefined,
    findRoundedKeys: async () => new Set(),
  };
  const deps = { ...depsOf(store, clock), importBodies } as unknown as UseCaseDeps;
  const portion = () => importPortion(deps, jobId, new AbortController().signal);
  const first = await portion();
  await append(store, `apikey-${grantId}`, 'ApiKeyUpdated', { keyId: grantId, ...changes, updatedAt: clock().toISOString() }, 0);
  let last = first;
  while (last === 'more') last = await portion();
  const { state } = await streams.load(importStream, jobId);
  if (state.kind !== 'import') throw new Error('no import');
  const codes = state.results.map(({ status, errorCode }) => errorCode ?? status);
  return { first, codes, failure: state.phase === 'ended' ? state.failure : 'it goes on' };
}

const made = Array<string>(25).fill('created');

it.each([
  ['propose', { mode: 'propose' }, 'The program that sent the import may not publish by itself any more.'],
  ['confirm', { mode: 'confirm' }, 'The program that sent the import may not publish by itself any more.'],
  ['less', { scopes: ['read'] }, 'The API key that sent the import lost the scope write.'],
] as const)('an import of a program that may only %s half way makes nothing more, and says why', async (_what, changes, words) => {
  expect(await importNarrowed(changes)).toEqual({ first: 'more', codes: made, failure: words });
});

it('of one that lost the account half way, each row that is left says so', async () => {
  const codes = [...made, ...Array<string>(35).fill('account_not_permitted')];
  expect(await importNarrowed({ accountIds: [newId()] })).toEqual({ first: 'more', codes, failure: null });
});
