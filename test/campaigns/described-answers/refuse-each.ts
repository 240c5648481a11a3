import { newId } from '@pps/kernel';
import { newKey, register } from '../../setup/account';
import { caller } from '../../setup/caller';
import type { GeneratedClient, OperationInput, WalkedOperation } from '../generated-clients/generated-client';

/** It would end the session that the others need. */
const ending = new Set(['logout']);

/** Calls each operation without a credential, with a wrong one and with a key that may little; and about what there is not, with nothing, nonsense and unknown names in its body and query. */
export async function refuseEach(
  client: GeneratedClient,
  operations: ReadonlyMap<string, WalkedOperation>,
  serviceUrl: string,
): Promise<void> {
  const call = caller(Number(new URL(serviceUrl).port));
  const { session } = await register(call);
  const { headers: lesser } = await newKey(call, session, { scopes: ['read'] });
  for (const operation of operations.values()) {
    const absent = inputOf(operation, newId(), {}, {});
    const nonsense = inputOf(operation, 'no-id', { nonsense: 1 }, Object.fromEntries(operation.queryNames.map((name) => [name, '￿½'])));
    const unknown = inputOf(operation, newId(), { nonsense: [null] }, { stauts: 'queued' });
    for (const credentials of [{}, { authorization: 'Bearer nonsense' }, lesser]) await client(operation, absent, credentials);
    if (!ending.has(operation.id)) for (const input of [absent, nonsense, unknown]) await client(operation, input, session);
  }
}

function inputOf(operation: WalkedOperation, id: string, body: object, query: Readonly<Record<string, string>>): OperationInput {
  const { pathNames, takesBody, takesFile } = operation;
  return { path: Object.fromEntries(pathNames.map((name) => [name, id])), query, ...(takesBody && { body: takesFile ? {} : body }) };
}
