import type { Answer, Call } from '../setup/caller';
import { consentTo, newSession } from '../setup/platform-user';

export interface Workspace {
  readonly accountId: string;
  readonly boardId: string;
  readonly webhookSecret: string;
  readonly webhookId: string;
  /** What its calls carry. */
  readonly headers: Readonly<Record<string, string>>;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** A customer with an API key, a connected account, its board, and a webhook for all events; his way to each of the APIs. */
export async function openWorkspace<const Apis extends readonly [Call, ...Call[]]>(
  apis: Apis,
  webhookUrl: string,
): Promise<{ -readonly [Index in keyof Apis]: Workspace }> {
  const [api] = apis;
  const session = await newSession(api);
  const key = await wanted(201, api('POST', '/v1/api-keys', { name: 'campaign' }, session));
  const headers = { 'x-api-key': key.api_key as string };
  const callWith =
    (each: Call): Workspace['call'] =>
    (method, path, body) =>
      each(method, path, body, headers);
  const call = callWith(api);
  await wanted(200, api('GET', await consentTo(api, headers, { username: 'ada' }), undefined, { accept: 'application/json' }));
  const [account] = await wanted(200, call('GET', '/v1/platform/accounts'));
  const [board] = await wanted(200, call('GET', `/v1/platform/boards?account_id=${account.id}`));
  const webhook = await wanted(201, call('POST', '/v1/webhooks', { url: webhookUrl, events: ['*'] }));
  const known = { accountId: account.id, boardId: board.id, webhookSecret: webhook.secret, webhookId: webhook.id, headers };
  return apis.map((each): Workspace => ({ ...known, call: callWith(each) })) as { -readonly [Index in keyof Apis]: Workspace };
}

/** The pin a campaign asks for under a title; the title is its idempotency key too. */
export const pinOf = ({ accountId, boardId }: Workspace, title: string) => ({
  account_id: accountId,
  board_id: boardId,
  title,
  image_url: `https://images.example/${title}.jpg`,
  idempotency_key: title,
});

async function wanted(status: number, answer: Promise<Answer>): Promise<Answer['body']> {
  const { status: got, body } = await answer;
  if (got !== status) throw new Error(`answered ${got} instead of ${status}: ${JSON.stringify(body)}`);
  return body;
}
