import { signCheckpoints } from '@pps/audit';
import type { WebService } from '../web/web-service';
import { createPin, furnishedAccount, type FurnishedAccount } from './furnished-account';

export interface AuditedAccount extends FurnishedAccount {
  readonly pinId: string;
  /** What the service answers to the account, as text. */
  get(path: string): Promise<string>;
  /** Lines of its export. */
  exported(): Promise<readonly string[]>;
  /** The leaf of the fact that queued its first pin. */
  leafOfPin(): Promise<number>;
  /** Signs all that happened. */
  sign(): Promise<void>;
}

/** Somebody whose history is signed: of a service that signs only when it is told to. */
export async function auditedAccount(service: WebService, changes: object, titles: readonly string[]): Promise<AuditedAccount> {
  const account = await furnishedAccount(service.call, changes);
  const ids: string[] = [];
  for (const title of titles) ids.push(await createPin(service.call, account, title));
  const get = async (path: string): Promise<string> => (await fetch(`${service.url}${path}`, { headers: { ...account.session } })).text();
  const sign = async (): Promise<void> => {
    // The read waits until the tree has everything.
    await get('/v1/audit/events');
    await signCheckpoints(service.parts);
  };
  await sign();
  const exported = async () => (await get('/v1/audit/export')).split('\n').filter((line) => line !== '');
  const [pinId = ''] = ids;
  const leafOfPin = async (): Promise<number> =>
    JSON.parse((await exported()).find((line) => line.includes(pinId) && line.includes('"PinQueued"')) ?? '').leaf_index;
  return { ...account, pinId, get, exported, leafOfPin, sign };
}
