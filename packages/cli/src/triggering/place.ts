import type { PinPublishing } from 'pin-publishing';
import { CommandFailed } from '../command-failed';

/** Where in the sandbox an event is brought about, and with which fields. */
export interface Place {
  readonly accountId: string;
  readonly boardId: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Does what leads to an event; gives what was made. */
export type Trigger = (client: PinPublishing, place: Place) => Promise<unknown>;

/** The first account of the sandbox that works, and its first board, unless the fields name others. */
export async function findPlace(client: PinPublishing, fields: Readonly<Record<string, string>>): Promise<Place> {
  const accounts = (await client.accounts.list()) as unknown as readonly { readonly id: string; readonly health_status: string }[];
  const accountId = fields['account_id'] ?? (accounts.find((each) => each.health_status === 'healthy') ?? accounts[0])?.id;
  if (accountId === undefined) throw new CommandFailed('the sandbox has no account: pps projects reset-sandbox makes one', 'refused');
  const [board] =
    fields['board_id'] === undefined
      ? ((await client.boards.list({ account_id: accountId })) as unknown as readonly { readonly id: string }[])
      : [];
  const boardId = fields['board_id'] ?? board?.id;
  if (boardId === undefined) throw new CommandFailed('the account has no board: pps boards create makes one', 'refused');
  return { accountId, boardId, fields };
}

/** The fields of `--set name=value`. */
export function fieldsOf(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new CommandFailed('--set takes name=value', 'usage');
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
