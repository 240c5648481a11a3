import type { Answer, Call } from '../../setup/caller';
import { newKey } from '../../setup/account';
import { consentAsPlatformUser, newSession } from '../../setup/platform-user';

export interface BoardAddress {
  readonly accountId: string;
  readonly boardId: string;
}

export interface Workspace extends BoardAddress {
  /** Its pins go to these by round robin; the first is the account and board above. */
  readonly boards: readonly BoardAddress[];
  /** Its project's id. */
  readonly id: string;
  readonly webhookSecret: string;
  readonly webhookId: string;
  /** What its calls carry. */
  readonly headers: Readonly<Record<string, string>>;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

export interface WorkspaceOptions {
  /** The platform users it connects. */
  readonly usernames?: readonly [string, ...string[]];
  readonly boardsOfEach?: number;
  readonly events?: readonly string[];
}

/** A customer with an API key, connected accounts, their boards, and a webhook; his way to each of the APIs. */
export async function openWorkspace<const Apis extends readonly [Call, ...Call[]]>(
  apis: Apis,
  webhookUrl: string,
  { usernames = ['ada'], boardsOfEach = 1, events = ['*'] }: WorkspaceOptions = {},
): Promise<{ -readonly [Index in keyof Apis]: Workspace }> {
  const [api] = apis;
  const session = await newSession(api);
  const { headers } = await newKey(api, session);
  const callWith =
    (each: Call): Workspace['call'] =>
    (method, path, body) =>
      each(method, path, body, headers);
  const call = callWith(api);
  for (const username of usernames)
    await requireStatus(
      200,
      api('GET', await consentAsPlatformUser(api, headers, { username }), undefined, { accept: 'application/json' }),
    );
  const accounts = (await requireStatus(200, call('GET', '/v1/platform/accounts'))) as { id: string }[];
  const boards: BoardAddress[] = [];
  for (const { id: accountId } of accounts) {
    const [first] = await requireStatus(200, call('GET', `/v1/platform/boards?account_id=${accountId}`));
    boards.push({ accountId, boardId: first.id });
    for (let board = 2; board <= boardsOfEach; board += 1) {
      const { id } = await requireStatus(201, call('POST', '/v1/platform/boards', { account_id: accountId, name: `Campaign ${board}` }));
      boards.push({ accountId, boardId: id });
    }
  }
  const webhook = await requireStatus(201, call('POST', '/v1/webhooks', { url: webhookUrl, events }));
  const [{ accountId, boardId }] = boards as [BoardAddress];
  const known = { id: webhook.workspace_id, accountId, boardId, boards, webhookSecret: webhook.secret, webhookId: webhook.id, headers };
  return apis.map((each): Workspace => ({ ...known, call: callWith(each) })) as { -readonly [Index in keyof Apis]: Workspace };
}

/** The pin a campaign asks for under a title; the title is its idempotency key too, and the number at its end chooses the board. */
export function pinOf({ accountId, boardId, boards }: Workspace, title: string) {
  const board = boards[Number(/\d+$/.exec(title)?.[0] ?? 0) % boards.length] ?? { accountId, boardId };
  return {
    account_id: board.accountId,
    board_id: board.boardId,
    title,
    image_url: `https://images.example/${title}.jpg`,
    idempotency_key: title,
  };
}

async function requireStatus(status: number, answer: Promise<Answer>): Promise<Answer['body']> {
  const { status: got, body } = await answer;
  if (got !== status) throw new Error(`answered ${got} instead of ${status}: ${JSON.stringify(body)}`);
  return body;
}
