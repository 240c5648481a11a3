import { ApiError, type PinPublishing } from 'pin-publishing';
import { say } from '../output/say';

interface Listed {
  readonly id: string;
  readonly url: string;
  readonly is_enabled: boolean;
  readonly platform_account_ids: readonly string[] | null;
}

interface Wanted {
  readonly serviceUrl: string;
  /** Of the listener, on this machine alone. */
  readonly id: string;
  readonly secret: string;
  readonly events: readonly string[];
}

/**
 * A disabled webhook: the service numbers and holds its events, without a gap, and calls nobody. Its URL is an address of the service itself, one for each
 * machine and listener, so that the next run finds it again.
 */
export async function openListeningWebhook(client: PinPublishing, { serviceUrl, id, secret, events }: Wanted): Promise<string> {
  const url = new URL(`/pps-listen/${id}`, serviceUrl).href;
  const listed = (await client.webhooks.list()) as unknown as readonly Listed[];
  const left = listed.find((each) => each.url === url && !each.is_enabled);
  const fields = { secret, events } as Parameters<typeof client.webhooks.update>[1];
  if (left) {
    await reuse(client, left, fields);
    return left.id;
  }
  const made = await client.webhooks.create({ ...fields, url, is_enabled: false });
  say(`the service keeps events for this listener from now on, up to 90 days (webhook ${made.id})`, 'faint');
  return made.id;
}

type Changes = Parameters<PinPublishing['webhooks']['update']>[1];

/** A key with an allow-list may have left it behind, with its list; this key's events are those of the accounts that it sees. */
async function reuse(client: PinPublishing, { id, platform_account_ids: list }: Listed, fields: Changes): Promise<void> {
  if (list === null) return void (await client.webhooks.update(id, fields));
  try {
    await client.webhooks.update(id, { ...fields, platform_account_ids: null });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    const accounts = (await client.accounts.list()) as unknown as readonly { readonly id: string }[];
    await client.webhooks.update(id, accounts.length > 0 ? { ...fields, platform_account_ids: accounts.map((each) => each.id) } : fields);
  }
}
