import { register, type Account } from '../setup/account';
import type { Call } from '../setup/caller';
import { connectPlatformUser } from '../setup/platform-user';

export interface FurnishedAccount extends Account {
  readonly accountId: string;
  readonly boardId: string;
}

/** Somebody new who has connected an account of the network. */
export async function furnishedAccount(call: Call, changes: object = {}): Promise<FurnishedAccount> {
  const account = await register(call, changes);
  await connectPlatformUser(call, account.session, { username: 'someone' });
  const [connected] = (await call('GET', '/v1/platform/accounts', undefined, account.session)).body;
  const [board] = (await call('GET', `/v1/platform/boards?account_id=${connected.id}`, undefined, account.session)).body;
  return { ...account, accountId: connected.id, boardId: board.id };
}

/** Creates a pin of the account; gives its id. */
export async function createPin(
  call: Call,
  { accountId, boardId, session }: FurnishedAccount,
  title: string,
  more: object = {},
): Promise<string> {
  const request = { account_id: accountId, board_id: boardId, title, image_url: 'https://example.com/door.png', ...more };
  const { status, body } = await call('POST', '/v1/pins', request, session);
  if (status !== 201 && status !== 202) throw new Error(`no pin: ${status} ${JSON.stringify(body)}`);
  return body.id;
}
