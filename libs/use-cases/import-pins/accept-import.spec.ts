import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { importStream } from '@pps/imports/events';
import { importAccepted } from '@pps/imports/testing';
import { newId } from '@pps/kernel';
import { acceptImport, type AcceptImportDeps } from './accept-import';

it('a key that may name no account imports nothing, and nothing is stored', async () => {
  const nothing = () => Promise.reject(new Error('was asked for'));
  const deps = { termsOf: nothing, importBodies: { save: nothing } } as unknown as AcceptImportDeps;
  const file = { sourceType: 'json', sourceFilename: null, rows: [{ given: {}, request: null, fault: null }] } as const;
  const nobody = { accountIds: [] as readonly string[] } as Principal;
  await expect(acceptImport(deps, nobody, file, { id: newId(), mayExist: false })).rejects.toMatchObject({ code: 'account_not_permitted' });
});

it('gives what an earlier call has made only to who sees as many accounts as that one', async () => {
  const streams = new Streams(openInMemoryEventStore());
  const [id, one, other] = [newId(), newId(), newId()];
  const { requestedBy } = importAccepted().data;
  const made = importAccepted({ jobId: id, requestedBy: { ...requestedBy, accountIds: [one, other] } });
  await streams.decide(importStream, id, someone, () => [made]);
  const file = { sourceType: 'json', sourceFilename: null, rows: [] } as const;
  const repeatBy = (accountIds: Principal['accountIds']) =>
    acceptImport({ streams } as unknown as AcceptImportDeps, { accountIds } as Principal, file, { id, mayExist: true });
  expect(await repeatBy(null)).toMatchObject({ jobId: id });
  expect(await repeatBy([other, one])).toMatchObject({ jobId: id });
  await expect(repeatBy([one])).rejects.toMatchObject({ code: 'account_not_permitted' });
});
