import { newId } from '@pps/kernel';
import { newKey, register } from './account';
import type { Call } from './caller';
import { connectPlatformUser, type Headers } from './platform-user';

/** A customer who can publish. */
export interface Persona {
  readonly session: Headers;
  readonly organizationId: string;
  /** An API key that may do everything, as requests carry it. */
  readonly key: Headers;
  /** Who he is at the platform. */
  readonly username: string;
  readonly accountId: string;
  /** The account's first board. */
  readonly boardId: string;
}

/** Somebody new with a session, an API key, a connected account and its board; throws what the API answered where it refuses one of them. */
export async function newPersona(call: Call, username = `ada-${newId()}`): Promise<Persona> {
  const { session, organizationId } = await register(call);
  const { headers: key } = await newKey(call, session);
  const connected = await connectPlatformUser(call, key, { username });
  if (connected.status !== 200) throw new Error(`not connected: ${connected.status} ${JSON.stringify(connected.body)}`);
  const accountId: string = connected.body.account_id;
  const boards = await call('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, key);
  if (boards.status !== 200) throw new Error(`no boards: ${boards.status} ${JSON.stringify(boards.body)}`);
  return { session, organizationId, key, username, accountId, boardId: boards.body[0].id };
}
