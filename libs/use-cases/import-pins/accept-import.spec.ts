import type { Principal } from '@pps/identity';
import { newId } from '@pps/kernel';
import { acceptImport, type AcceptImportDeps } from './accept-import';

it('a key that may name no account imports nothing, and nothing is stored', async () => {
  const nothing = () => Promise.reject(new Error('was asked for'));
  const deps = { termsOf: nothing, importBodies: { save: nothing } } as unknown as AcceptImportDeps;
  const file = { sourceType: 'json', sourceFilename: null, rows: [{ given: {}, request: null, fault: null }] } as const;
  const nobody = { accountIds: [] as readonly string[] } as Principal;
  await expect(acceptImport(deps, nobody, file, { id: newId(), mayExist: false })).rejects.toMatchObject({ code: 'account_not_permitted' });
});
